//! The facts about sides and moves that selective search uses, but for exchanges (after Huang Chen, ElephantEye design,
//! chapter 5).

use search_core::Material;

use crate::attacks;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Color, Piece, PieceKind};
use crate::square::Rank;

use super::side_pieces::palace_of;
use super::values::value;

/// The material that a side has left: its chariots, horses and cannons, which can attack by themselves, and the worth of all its
/// pieces, soldiers and guards included.
pub(super) fn material(board: &Board, color: Color) -> Material {
    let count = |kind| board.of(color, kind).len();
    Material {
        attackers: count(PieceKind::Rook) + count(PieceKind::Horse) + count(PieceKind::Cannon),
        value: PieceKind::ALL.into_iter().map(|kind| count(kind) as i32 * value(kind)).sum(),
    }
}

/// Returns whether a move takes more than a soldier that has not crossed the river, an advisor or an elephant, which
/// ElephantEye's capture search leaves out (Huang Chen, ElephantEye design, section 5.5). The guards are worth less
/// than half a minor piece, and such a soldier less than a quarter.
pub(super) fn is_noisy(board: &Board, mv: Move) -> bool {
    board.at(mv.to()).is_none_or(|victim| match victim.kind {
        PieceKind::Advisor | PieceKind::Elephant => false,
        PieceKind::Soldier => !attacks::half(victim.color).has(mv.to()),
        _ => true,
    })
}

/// Returns whether a move is a soldier's step forward that crosses the river, or after which it bears on the enemy palace.
///
/// These are the two times when a soldier becomes more dangerous: across the river it doubles its worth, and beside
/// or before the palace it takes part in the attack. Not the step onto the last rank, from where it can only walk
/// sideways; nor a step sideways, which can be taken back, so that a line could be made longer without end. Forward
/// there are at most four such steps for each soldier.
pub(super) fn is_soldier_advance(board: &Board, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let Some(Piece { color, kind: PieceKind::Soldier }) = board.at(from) else { return false };
    let home = attacks::half(color);
    let crosses = home.has(from) && !home.has(to);
    let is_forward = from.file() == to.file();
    let is_last = matches!((color, to.rank()), (Color::Red, Rank::R9) | (Color::Black, Rank::R0));
    let bears = !attacks::soldier(color, to).is_disjoint(palace_of(!color));
    is_forward && !is_last && (crosses || bears)
}

#[cfg(test)]
mod tests;
