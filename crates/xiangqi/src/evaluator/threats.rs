//! What the side that is not to move threatens, which the static evaluation does not see: an attack on a general often gives up
//! material.

use std::ops::ControlFlow;

use search_core::MoveKind;

use crate::board::Board;
use crate::movegen;

/// Returns whether the side that is not to move would have a mate in one move.
pub(super) fn is_threatened(board: &Board) -> bool {
    let mut passed = *board;
    passed.pass();
    let until_mate = |mv| {
        let mut after = passed;
        after.play(mv);
        if movegen::has_moves(&after) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    movegen::visit_checks(&passed, MoveKind::All, until_mate).is_break()
}

#[cfg(test)]
mod tests;
