//! What is won and lost on one point when both sides take there, cheapest piece first.

use search_core::{Position as _, Score};
use xiangqi::{Move, PieceKind, Position, Square};

use crate::shared::{after, legal_moves};

/// An advisor or an elephant: what a capture must win, or a sacrifice give, to count.
pub const MINOR: Score = 200;

/// About the evaluator's value of a piece in the middle game.
pub fn worth(kind: PieceKind) -> Score {
    match kind {
        PieceKind::Soldier => 100,
        PieceKind::Advisor | PieceKind::Elephant => MINOR,
        PieceKind::Horse | PieceKind::Cannon => 430,
        PieceKind::Rook => 920,
        PieceKind::King => 10_000,
    }
}

/// What a move wins on the point it goes to; negative if it loses the piece for less.
///
/// Every capture is played on the board, so pins, checks and the screens of cannons count as they stand.
pub fn balance(position: &Position, mv: Move) -> Score {
    let taken = position.board().at(mv.to()).map_or(0, |piece| worth(piece.kind));
    taken - gain(&after(position, mv), mv.to())
}

/// The most that the side to move wins by taking on this point, or not.
fn gain(position: &Position, point: Square) -> Score {
    let takers = legal_moves(position).into_iter().filter(|mv| mv.to() == point);
    let cheapest = takers.min_by_key(|&mv| position.attacker(mv));
    cheapest.map_or(0, |mv| balance(position, mv).max(0))
}

/// Whether the move neither takes nor checks.
pub fn is_quiet(position: &Position, mv: Move) -> bool {
    position.victim(mv) == 0 && !after(position, mv).in_check()
}
