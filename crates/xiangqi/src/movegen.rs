//! The one generator of legal moves.
//!
//! A visitor gets, piece by piece, the set of its legal targets, and may end the walk. Listing moves, counting them and
//! finding out whether there is one are three visitors; only the first looks at single moves.

use std::fmt;
use std::ops::ControlFlow;

use search_core::{Message, MoveKind, MoveList, message};

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::{Board, CheckPoints};
use crate::moves::Move;
use crate::piece::{Piece, PieceKind};
use crate::pins::{self, LegalTargets};
use crate::square::Square;

/// Appends the legal moves to the list, always in the same order.
#[inline]
pub fn moves(board: &Board, which: MoveKind, list: &mut MoveList<Move>) {
    let _ = visit(board, targets(board, which), |from, targets| {
        for to in targets {
            list.push(Move::new(from, to));
        }
        ControlFlow::Continue(())
    });
}

pub(crate) fn list(board: &Board, which: MoveKind) -> Vec<Move> {
    let mut list = MoveList::new();
    moves(board, which, &mut list);
    list.iter().collect()
}

/// The number of legal moves.
#[inline]
pub fn count(board: &Board) -> u64 {
    let mut count = 0;
    let _ = visit(board, targets(board, MoveKind::All), |_, targets| {
        count += u64::from(targets.len());
        ControlFlow::Continue(())
    });
    count
}

/// Returns whether the side to move has any legal move; stops at the first piece that has one.
pub fn has_moves(board: &Board) -> bool {
    let stop_at_a_move = |_, targets: Bitboard| {
        if targets.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    visit(board, targets(board, MoveKind::All), stop_at_a_move).is_break()
}

/// Those of the points that a piece reaches where it may go.
fn legal_among(board: &Board, from: Square, reached: Bitboard) -> Bitboard {
    if from == board.king(board.side()) {
        return safe_steps(board, from, reached);
    }
    reached & pins::open_to(board, from)
}

/// The points that moves of this sort may end on.
fn targets(board: &Board, which: MoveKind) -> Bitboard {
    match which {
        MoveKind::All => !board.side_of(board.side()),
        MoveKind::Captures => board.side_of(!board.side()),
        MoveKind::Quiets => !board.occupied(),
    }
}

/// Calls `visitor` with the legal targets in `within` of every piece of the side to move, until it breaks.
#[inline(always)]
fn visit(
    board: &Board,
    within: Bitboard,
    mut visitor: impl FnMut(Square, Bitboard) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let us = board.side();
    let lines = board.lines();
    let theirs = board.side_of(!us);
    let occupied = board.occupied();
    let legal = LegalTargets::of(board);
    let open = legal.open & within;
    let free = board.side_of(us) - legal.restricted;
    let of = |kind| free & board.kind(kind);

    for from in of(PieceKind::Rook) {
        visitor(from, attacks::rook(from, lines) & open)?;
    }
    for from in of(PieceKind::Cannon) {
        visitor(from, cannon(from, board, occupied, theirs) & open)?;
    }
    for from in of(PieceKind::Horse) {
        visitor(from, attacks::horse(from, lines) & open)?;
    }
    for from in of(PieceKind::Soldier) {
        visitor(from, attacks::soldier(us, from) & open)?;
    }
    // Captures at home are rare.
    if !open.is_disjoint(attacks::half(us)) {
        for from in of(PieceKind::Advisor) {
            visitor(from, attacks::advisor(from) & open)?;
        }
        for from in of(PieceKind::Elephant) {
            visitor(from, attacks::elephant(from, lines) & open)?;
        }
    }
    for from in legal.restricted & board.side_of(us) {
        visitor(from, reach(board, from) & pins::open_to(board, from) & within)?;
    }
    let king = board.king(us);
    visitor(king, safe_steps(board, king, attacks::king(king) & within))
}

#[inline(always)]
fn cannon(from: Square, board: &Board, occupied: Bitboard, theirs: Bitboard) -> Bitboard {
    let slide = attacks::slide(from, board.lines());
    (slide.steps - occupied) | (slide.leaps & theirs)
}

/// The reach of the piece on a point, the points of its own side among them, legal or not.
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

/// The reason that a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// There is no piece of the side to move where it starts.
    NoPiece,
    /// The piece does not move so, or a piece of its own side or one in its way stops it.
    Unreachable(Piece),
    /// It leaves the own general in check.
    Check,
    /// It leaves the generals facing each other.
    Facing,
}

impl Illegal {
    /// The reason as a clause.
    pub fn message(self) -> Message {
        match self {
            Illegal::NoPiece => {
                message!("illegal-no-piece", "there is no piece of the side to move on its first point")
            }
            Illegal::Unreachable(piece) => {
                message!(
                    "illegal-unreachable",
                    "the {man} cannot reach its last point",
                    man = piece.message()
                )
            }
            Illegal::Check => message!("illegal-check", "it leaves the general in check"),
            Illegal::Facing => message!("illegal-facing", "it leaves the generals facing each other"),
        }
    }
}

/// In English.
impl fmt::Display for Illegal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(out)
    }
}

/// Returns whether a move from any source is legal here.
pub fn is_legal(board: &Board, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let us = board.side();
    if !board.side_of(us).has(from) || !(reach(board, from) - board.side_of(us)).has(to) {
        return false;
    }
    !legal_among(board, from, Bitboard::of(to)).is_empty()
}

/// Returns whether a move may be played here, and if not, why.
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
        return Err(Illegal::Unreachable(piece));
    }
    let mut after = *board;
    after.play(mv);
    let attackers = after.checkers_at(after.king(us), !us, after.occupied());
    Err(if attackers == Bitboard::of(after.king(!us)) { Illegal::Facing } else { Illegal::Check })
}

/// Appends the legal quiet moves that give check, for the first ply of quiescence.
pub fn quiet_checks(board: &Board, list: &mut MoveList<Move>) {
    let _ = visit_checks(board, MoveKind::Quiets, |mv| {
        list.push(mv);
        ControlFlow::Continue(())
    });
}

/// Calls `visitor` with the legal moves that give check, until it breaks.
#[inline(always)]
pub(crate) fn visit_checks(
    board: &Board,
    which: MoveKind,
    mut visitor: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let own = board.side_of(board.side());
    let within = targets(board, which);
    let (screens, leavers) = discoveries(board, board.king(!board.side()));
    let direct = CheckPoints::of(board, board.side());
    // Guards and the general check only as screens, or as they leave.
    let pieces = if screens.is_empty() { own & (board.attackers() | leavers) } else { own };
    for from in pieces {
        let wanted =
            if leavers.has(from) { Bitboard::FULL } else { direct.of_piece(board.at(from)) | screens };
        let targets = wanted & within;
        if targets.is_empty() {
            continue;
        }
        let reached = reach(board, from) & targets;
        if reached.is_empty() {
            continue;
        }
        for to in legal_among(board, from, reached) {
            let mv = Move::new(from, to);
            if board.gives_check(mv) {
                visitor(mv)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The points where any piece makes a screen for a cannon, and the own pieces that may uncover a check as they leave.
fn discoveries(board: &Board, king: Square) -> (Bitboard, Bitboard) {
    let (own, occupied) = (board.side_of(board.side()), board.occupied());
    let in_line = own & attacks::lines_through(king);
    let (mut screens, mut leavers) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for cannon in in_line & board.kind(PieceKind::Cannon) {
        let way = attacks::between(king, cannon);
        let between = way & occupied;
        match between.len() {
            0 => screens |= way,
            2 => leavers |= between & own,
            _ => {}
        }
    }
    for rook in in_line & board.kind(PieceKind::Rook) {
        let between = attacks::between(king, rook) & occupied;
        if between.len() == 1 {
            leavers |= between & own;
        }
    }
    for horse in own & board.kind(PieceKind::Horse) & attacks::horse_ring(king) {
        leavers |= Bitboard::of(attacks::leg(horse, king)) & own;
    }
    (screens, leavers)
}

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;
