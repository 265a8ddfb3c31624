//! What the side that is not to move threatens, which the static evaluation does not see: an attack on a general often gives up
//! material.

use std::ops::ControlFlow;

use search_core::MoveKind;

use crate::board::Board;
use crate::evaluator::exchange;
use crate::movegen;
use crate::moves::Move;

/// Returns whether the side that is not to move would have a mate in one move.
pub(super) fn is_threatened(board: &Board) -> bool {
    would_check(board, |passed, mv| {
        let mut after = *passed;
        after.play(mv);
        !movegen::has_moves(&after)
    })
}

/// Returns whether the side that is not to move would have a check that loses nothing by exchange.
pub(super) fn is_exposed(board: &Board) -> bool {
    would_check(board, |passed, mv| exchange::see(passed, mv, 0))
}

/// Returns whether the side that is not to move would have a check of some kind.
#[inline(always)]
fn would_check(board: &Board, is_of_kind: impl Fn(&Board, Move) -> bool) -> bool {
    let mut passed = *board;
    passed.pass();
    let until_found =
        |mv| if is_of_kind(&passed, mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    movegen::visit_checks(&passed, MoveKind::All, until_found).is_break()
}

#[cfg(test)]
mod tests;
