//! Pins, checks and all other restrictions by enemy pieces that bear on a general.
//!
//! A move is legal if, after it, no enemy piece that is left could take the general. For a move of any piece but the
//! general that is a question for each enemy piece by itself, and it depends only on how many pieces stand between:
//!
//! | between it and the general | chariot, facing general | cannon |
//! |---|---|---|
//! | none | check: others must go between or take it | no piece may go between |
//! | one | that one stays between or takes it | check: others must go between or take it, that one must leave |
//! | two | – | these two stay between (and may not take each other) or take it |
//!
//! A horse whose leg is free, or an adjacent soldier, is met on the leg or taken; the piece on a horse's leg may only
//! take the horse. Every row is a [`Restriction`]: a set of targets for all pieces, and another for the pieces in the
//! way. Pins, discovered screens, checks and double checks are several of them at once.

use crate::attacks::{between, horse_ring, leg, lines_through, soldiers_to};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::PieceKind;
use crate::square::Square;

/// The targets that one enemy piece leaves open, the general's own moves apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restriction {
    /// The pieces with targets of their own.
    these: Bitboard,
    /// The targets open to them.
    for_these: Bitboard,
    /// The targets open to all the others.
    for_others: Bitboard,
}

impl Restriction {
    const fn all(targets: Bitboard) -> Restriction {
        Restriction { these: Bitboard::EMPTY, for_these: Bitboard::FULL, for_others: targets }
    }

    const fn only(these: Bitboard, targets: Bitboard) -> Restriction {
        Restriction { these, for_these: targets, for_others: Bitboard::FULL }
    }
}

/// All restrictions of a position together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LegalTargets {
    /// The targets open to pieces without restrictions of their own.
    pub(crate) open: Bitboard,
    /// The points of pieces, of either side, whose targets [`open_to`] gives one by one.
    pub(crate) restricted: Bitboard,
}

impl LegalTargets {
    /// The legal targets of the side to move.
    #[inline(always)]
    pub(crate) fn of(board: &Board) -> LegalTargets {
        let mut legal = LegalTargets { open: Bitboard::FULL, restricted: Bitboard::EMPTY };
        each(board, |restriction| {
            legal.open &= restriction.for_others;
            legal.restricted |= restriction.these;
        });
        legal
    }
}

/// The targets open to the piece on one point.
#[inline(never)]
pub(crate) fn open_to(board: &Board, from: Square) -> Bitboard {
    let mut open = Bitboard::FULL;
    each(board, |restriction| {
        open &= if restriction.these.has(from) { restriction.for_these } else { restriction.for_others };
    });
    open
}

/// Calls `visitor` with every restriction on the side to move.
#[inline(always)]
fn each(board: &Board, mut visitor: impl FnMut(Restriction)) {
    let king = board.king(board.side());
    let theirs = board.side_of(!board.side());
    let occupied = board.occupied();
    let in_line = theirs & lines_through(king);

    for attacker in in_line & (board.kind(PieceKind::Rook) | board.kind(PieceKind::King)) {
        let way = between(king, attacker);
        if let Some(restriction) = straight(way, way & occupied, way.with(attacker)) {
            visitor(restriction);
        }
    }
    for attacker in in_line & board.kind(PieceKind::Cannon) {
        let way = between(king, attacker);
        if let Some(restriction) = cannon(way, way & occupied, attacker) {
            visitor(restriction);
        }
    }
    for horse in theirs & board.kind(PieceKind::Horse) & horse_ring(king) {
        visitor(horse_check(leg(horse, king), horse, occupied));
    }
    for soldier in theirs & board.kind(PieceKind::Soldier) & soldiers_to(!board.side(), king) {
        visitor(Restriction::all(Bitboard::of(soldier)));
    }
}

#[inline(always)]
fn straight(way: Bitboard, pieces: Bitboard, targets: Bitboard) -> Option<Restriction> {
    debug_assert!(pieces.is_subset(way));
    if pieces.is_empty() {
        return Some(Restriction::all(targets));
    }
    (!pieces.has_several()).then_some(Restriction::only(pieces, targets))
}

#[inline(always)]
fn cannon(way: Bitboard, pieces: Bitboard, attacker: Square) -> Option<Restriction> {
    match pieces.len() {
        0 => Some(Restriction::all(!way)),
        1 => Some(Restriction { these: pieces, for_these: !way, for_others: (way - pieces).with(attacker) }),
        2 => Some(Restriction::only(pieces, (way - pieces).with(attacker))),
        _ => None,
    }
}

#[inline(always)]
fn horse_check(leg: Square, horse: Square, occupied: Bitboard) -> Restriction {
    if occupied.has(leg) {
        Restriction::only(Bitboard::of(leg), Bitboard::of(horse))
    } else {
        Restriction::all(Bitboard::of(horse).with(leg))
    }
}
