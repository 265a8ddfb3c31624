//! The one generator of legal moves.
//!
//! It tells a visitor, piece by piece, the set of its legal targets. Listing moves and counting them are two
//! visitors of the same walk; the counting one never looks at a single move.

use std::fmt;

use search_core::{MoveKind, MoveList};

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Piece, PieceKind};
use crate::restraint::{self, Guard};
use crate::square::Square;

/// Appends the legal moves to the list, always in the same order.
#[inline]
pub fn moves(board: &Board, which: MoveKind, list: &mut MoveList<Move>) {
    visit(board, targets(board, which), |from, targets| {
        for to in targets {
            list.push(Move::new(from, to));
        }
    });
}

/// How many legal moves there are.
#[inline]
pub fn count(board: &Board) -> u64 {
    let mut count = 0;
    visit(board, targets(board, MoveKind::All), |_, targets| count += u64::from(targets.len()));
    count
}

/// Whether the side to move has any legal move.
pub fn has_moves(board: &Board) -> bool {
    count(board) > 0
}

/// The points that moves of this sort may end on.
fn targets(board: &Board, which: MoveKind) -> Bitboard {
    match which {
        MoveKind::All => !board.side_of(board.side()),
        MoveKind::Captures => board.side_of(!board.side()),
        MoveKind::Quiets => !board.occupied(),
    }
}

/// Tells the legal targets of every piece of the side to move, kept to the set `within`.
#[inline(always)]
fn visit(board: &Board, within: Bitboard, mut tell: impl FnMut(Square, Bitboard)) {
    let us = board.side();
    let lines = board.lines();
    let theirs = board.side_of(!us);
    let occupied = board.occupied();
    let guard = Guard::of(board);
    let open = guard.open & within;
    let free = board.side_of(us) - guard.bound;
    let of = |kind| free & board.kind(kind);

    for from in of(PieceKind::Rook) {
        tell(from, attacks::rook(from, lines) & open);
    }
    for from in of(PieceKind::Cannon) {
        tell(from, cannon(from, board, occupied, theirs) & open);
    }
    for from in of(PieceKind::Horse) {
        tell(from, attacks::horse(from, lines) & open);
    }
    for from in of(PieceKind::Soldier) {
        tell(from, attacks::soldier(us, from) & open);
    }
    for from in of(PieceKind::Advisor) {
        tell(from, attacks::advisor(from) & open);
    }
    for from in of(PieceKind::Elephant) {
        tell(from, attacks::elephant(from, lines) & open);
    }
    for from in guard.bound & board.side_of(us) {
        tell(from, reach(board, from) & restraint::open_to(board, from) & within);
    }
    let king = board.king(us);
    tell(king, safe_steps(board, king, attacks::king(king) & within));
}

#[inline(always)]
fn cannon(from: Square, board: &Board, occupied: Bitboard, theirs: Bitboard) -> Bitboard {
    let slide = attacks::slide(from, board.lines());
    (slide.steps - occupied) | (slide.leaps & theirs)
}

/// Where the piece on a point reaches, the points of its own side among them, legal or not.
fn reach(board: &Board, from: Square) -> Bitboard {
    let Some(Piece { color, kind }) = board.at(from) else { return Bitboard::EMPTY };
    match kind {
        PieceKind::King => attacks::king(from),
        PieceKind::Advisor => attacks::advisor(from),
        PieceKind::Elephant => attacks::elephant(from, board.lines()),
        PieceKind::Horse => attacks::horse(from, board.lines()),
        PieceKind::Rook => attacks::rook(from, board.lines()),
        PieceKind::Cannon => cannon(from, board, board.occupied(), board.side_of(!color)),
        PieceKind::Soldier => attacks::soldier(color, from),
    }
}

/// Those of the general's steps after which it is not in check.
#[inline(always)]
fn safe_steps(board: &Board, king: Square, steps: Bitboard) -> Bitboard {
    let occupied = board.occupied().without(king);
    steps.into_iter().fold(steps, |safe, step| {
        if board.is_exposed(step, !board.side(), occupied) { safe.without(step) } else { safe }
    })
}

/// Why a move may not be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// There is no piece of the side to move where it starts.
    NoPiece,
    /// The piece does not move so, or a piece of its own side or one in its way stops it.
    Unreachable(PieceKind),
    /// It leaves the own general in check.
    Check,
    /// It leaves the generals facing each other.
    Facing,
}

impl fmt::Display for Illegal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NoPiece => out.write_str("there is no piece of the side to move on its first point"),
            Illegal::Unreachable(kind) => write!(out, "the {} cannot reach its last point", kind.name()),
            Illegal::Check => out.write_str("it leaves the general in check"),
            Illegal::Facing => out.write_str("it leaves the generals facing each other"),
        }
    }
}

/// Whether a move, however it came about, may be played here.
pub fn is_legal(board: &Board, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let us = board.side();
    if !board.side_of(us).has(from) || !(reach(board, from) - board.side_of(us)).has(to) {
        return false;
    }
    if from == board.king(us) {
        return !safe_steps(board, from, Bitboard::of(to)).is_empty();
    }
    restraint::open_to(board, from).has(to)
}

/// Whether a move may be played here, and if not, why.
///
/// # Errors
/// The first reason that applies, in the order of [`Illegal`].
pub fn check(board: &Board, mv: Move) -> Result<(), Illegal> {
    if is_legal(board, mv) {
        return Ok(());
    }
    let us = board.side();
    let Some(piece) = board.at(mv.from()).filter(|piece| piece.color == us) else {
        return Err(Illegal::NoPiece);
    };
    if !(reach(board, mv.from()) - board.side_of(us)).has(mv.to()) {
        return Err(Illegal::Unreachable(piece.kind));
    }
    let mut after = *board;
    after.play(mv);
    let attackers = after.checkers_at(after.king(us), !us, after.occupied());
    Err(if attackers == Bitboard::of(after.king(!us)) { Illegal::Facing } else { Illegal::Check })
}

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;
