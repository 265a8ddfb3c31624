//! What the enemy pieces that bear on a general forbid its side.
//!
//! A move is legal if, after it, no enemy piece that is left could take the general. For a move of any piece but the
//! general that is a question for each enemy piece by itself, and it depends only on how many pieces stand between:
//!
//! | between it and the general | chariot, facing general | cannon |
//! |---|---|---|
//! | none | check: others must go between or take it | nobody may go between |
//! | one | that one stays between or takes it | check: others must go between or take it, that one must leave |
//! | two | – | these two stay between (and may not take each other) or take it |
//!
//! A horse whose leg is free, or an adjacent soldier, is met on the leg or taken; the piece on a horse's leg may only
//! take the horse. Every row is a [`Restraint`]: a set of targets for everybody, and another for the pieces in the
//! way. Pins, discovered screens, checks and double checks are nothing more than several of them at once.

use crate::attacks::{between, horse_ring, leg, lines_through, soldiers_to};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::PieceKind;
use crate::square::Square;

/// What one enemy piece leaves open, the general's own moves apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restraint {
    /// The pieces with targets of their own.
    these: Bitboard,
    /// The targets open to them.
    for_these: Bitboard,
    /// The targets open to all the others.
    for_others: Bitboard,
}

impl Restraint {
    const fn all(targets: Bitboard) -> Restraint {
        Restraint { these: Bitboard::EMPTY, for_these: Bitboard::FULL, for_others: targets }
    }

    const fn only(these: Bitboard, targets: Bitboard) -> Restraint {
        Restraint { these, for_these: targets, for_others: Bitboard::FULL }
    }
}

/// All restraints of a position together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard {
    /// The targets open to pieces that stand in no one's way.
    pub(crate) open: Bitboard,
    /// The points of pieces, of either side, that must be asked about one by one.
    pub(crate) bound: Bitboard,
}

impl Guard {
    /// What the side to move must heed.
    #[inline(always)]
    pub(crate) fn of(board: &Board) -> Guard {
        let mut guard = Guard { open: Bitboard::FULL, bound: Bitboard::EMPTY };
        each(board, |restraint| {
            guard.open &= restraint.for_others;
            guard.bound |= restraint.these;
        });
        guard
    }
}

/// The targets open to the piece on one point.
#[inline(never)]
pub(crate) fn open_to(board: &Board, from: Square) -> Bitboard {
    let mut open = Bitboard::FULL;
    each(board, |restraint| {
        open &= if restraint.these.has(from) { restraint.for_these } else { restraint.for_others };
    });
    open
}

/// Tells of every restraint on the side to move.
#[inline(always)]
fn each(board: &Board, mut tell: impl FnMut(Restraint)) {
    let king = board.king(board.side());
    let theirs = board.side_of(!board.side());
    let occupied = board.occupied();
    let in_line = theirs & lines_through(king);

    for attacker in in_line & (board.kind(PieceKind::Rook) | board.kind(PieceKind::King)) {
        let way = between(king, attacker);
        if let Some(restraint) = straight(way, way & occupied, way.with(attacker)) {
            tell(restraint);
        }
    }
    for attacker in in_line & board.kind(PieceKind::Cannon) {
        let way = between(king, attacker);
        if let Some(restraint) = cannon(way, way & occupied, attacker) {
            tell(restraint);
        }
    }
    for horse in theirs & board.kind(PieceKind::Horse) & horse_ring(king) {
        tell(hobbled(leg(horse, king), horse, occupied));
    }
    for soldier in theirs & board.kind(PieceKind::Soldier) & soldiers_to(!board.side(), king) {
        tell(Restraint::all(Bitboard::of(soldier)));
    }
}

#[inline(always)]
fn straight(way: Bitboard, pieces: Bitboard, targets: Bitboard) -> Option<Restraint> {
    debug_assert!(pieces.is_subset(way));
    if pieces.is_empty() {
        return Some(Restraint::all(targets));
    }
    (!pieces.has_several()).then_some(Restraint::only(pieces, targets))
}

#[inline(always)]
fn cannon(way: Bitboard, pieces: Bitboard, attacker: Square) -> Option<Restraint> {
    match pieces.len() {
        0 => Some(Restraint::all(!way)),
        1 => Some(Restraint { these: pieces, for_these: !way, for_others: (way - pieces).with(attacker) }),
        2 => Some(Restraint::only(pieces, (way - pieces).with(attacker))),
        _ => None,
    }
}

#[inline(always)]
fn hobbled(leg: Square, horse: Square, occupied: Bitboard) -> Restraint {
    if occupied.has(leg) {
        Restraint::only(Bitboard::of(leg), Bitboard::of(horse))
    } else {
        Restraint::all(Bitboard::of(horse).with(leg))
    }
}
