//! The violations of the two sides in a cycle of moves.
//!
//! Checks are noted as the line is played, so they cost nothing to look up. Chases are found by taking the moves of the
//! cycle back, one after the other, and only if neither side gave check throughout: if one did, chases do not matter.

use std::cmp::Ordering;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::chase::{Step, chaseable, held_chariots};
use crate::line_entry::LineEntry;
use crate::piece::Color;
use crate::rules::{Rules, Violation};

/// The violations of both sides in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CycleViolations {
    /// The offence of the side that is to move at the end of the cycle.
    pub mover: Violation,
    /// The offence of the other side, which made the last move of the cycle.
    pub opponent: Violation,
}

impl CycleViolations {
    /// The violations in the moves of a cycle that has been gone round `rounds` times and ends on this board.
    pub(crate) fn of(board: &Board, cycle: &[LineEntry], rounds: usize, rules: Rules) -> CycleViolations {
        let checks = CycleViolations::in_checks(cycle, rules);
        let is_settled = checks.mover != Violation::None || checks.opponent != Violation::None;
        let is_excused = rules.is_excused_by_check() && cycle.iter().any(LineEntry::is_check);
        if is_settled || is_excused || !rules.forbids(Violation::PerpetualChase) {
            return checks;
        }
        CycleViolations::in_chases(board, cycle, rounds, rules)
    }

    fn in_checks(cycle: &[LineEntry], rules: Rules) -> CycleViolations {
        let of = |skipped| {
            let mut moves = cycle.iter().rev().skip(skipped).step_by(2);
            let has_violation = rules.forbids(Violation::PerpetualCheck) && moves.all(LineEntry::is_check);
            if has_violation { Violation::PerpetualCheck } else { Violation::None }
        };
        CycleViolations { mover: of(1), opponent: of(0) }
    }

    fn in_chases(board: &Board, cycle: &[LineEntry], rounds: usize, rules: Rules) -> CycleViolations {
        let chase = |by: Color, chased: [Bitboard; 2]| !chased[(!by).index()].is_empty();
        let chased = chased_in_rounds(board, cycle, rounds, ChaseFilter::Any);
        let is_mutual = Color::ALL.into_iter().all(|by| chase(by, chased));
        let held = match is_mutual && rules.shields_held_chariots() {
            true => chased_in_rounds(board, cycle, rounds, ChaseFilter::HeldChariots),
            false => [Bitboard::EMPTY; 2],
        };
        let of = |by| match (chase(by, held), chase(by, chased)) {
            (true, _) => Violation::HeldChariotChase,
            (false, true) => Violation::PerpetualChase,
            (false, false) => Violation::None,
        };
        CycleViolations { mover: of(board.side()), opponent: of(!board.side()) }
    }

    /// The result of the cycle for the side to move: `Less` is a loss, `Equal` a draw, `Greater` a win.
    pub fn result(self) -> Ordering {
        self.opponent.cmp(&self.mover)
    }
}

/// The pieces that are followed through a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChaseFilter {
    /// All that can be chased.
    Any,
    /// Chariots that a horse holds after each move of the other side.
    HeldChariots,
}

/// The pieces, by side, that were chased in all rounds.
fn chased_in_rounds(board: &Board, cycle: &[LineEntry], rounds: usize, chased: ChaseFilter) -> [Bitboard; 2] {
    let all = Color::ALL.map(|color| chaseable(board, color));
    (0..rounds).fold(all, |left, _| chased_in_cycle(board, cycle, left, chased))
}

/// Those of these pieces, by side, that every move of the other side in the cycle attacked with a new attack. They are
/// given where they stand on the board that ends the cycle, and returned where they stood when it began: pieces are
/// followed, points are not.
pub(crate) fn chased_in_cycle(
    board: &Board,
    cycle: &[LineEntry],
    mut left: [Bitboard; 2],
    chased: ChaseFilter,
) -> [Bitboard; 2] {
    let mut board = *board;
    for entry in cycle.iter().rev() {
        let Some(mv) = entry.mv() else { return [Bitboard::EMPTY; 2] };
        let step = Step::to(&board, mv);
        let victims = &mut left[(!step.mover()).index()];
        if chased == ChaseFilter::HeldChariots {
            *victims &= held_chariots(&board, board.side());
        }
        if !victims.is_empty() {
            *victims = step.chased(*victims);
        }
        let own = &mut left[step.mover().index()];
        if own.has(mv.to()) {
            *own = own.without(mv.to()).with(mv.from());
        }
        if left == [Bitboard::EMPTY; 2] {
            break;
        }
        board = step.before;
    }
    left
}
