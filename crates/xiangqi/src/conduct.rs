//! What the two sides did in a cycle of moves.
//!
//! Checks are noted as the line is played, so they cost nothing to look up. Chases are found by taking the moves of the
//! cycle back, one after the other, and only if neither side gave check throughout: beside that they decide nothing.

use std::cmp::Ordering;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::chase::{Step, held_chariots, quarry};
use crate::piece::Color;
use crate::repetition::LineEntry;
use crate::rules::Rules;

/// What a side did in every one of its moves of a cycle, from nothing to the heaviest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Offence {
    /// Nothing that is forbidden.
    None,
    /// It attacked one and the same piece anew.
    PerpetualChase,
    /// It did so to a chariot that could not leave the leg of a horse of its own. Told apart from other chases only
    /// where both sides chase.
    HeldChariotChase,
    /// It gave check.
    PerpetualCheck,
}

/// What both sides did in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// The offence of the side that is to move at the end of the cycle.
    pub mover: Offence,
    /// The offence of the other side, which made the last move of the cycle.
    pub waiter: Offence,
}

impl Conduct {
    /// The conduct in the moves of a cycle that has been gone round `rounds` times and ends on this board.
    pub(crate) fn of(board: &Board, cycle: &[LineEntry], rounds: usize, rules: Rules) -> Conduct {
        let checks = Conduct::in_checks(cycle, rules);
        let is_settled = checks.mover != Offence::None || checks.waiter != Offence::None;
        let is_excused = rules.is_excused_by_check() && cycle.iter().any(LineEntry::is_check);
        if is_settled || is_excused || !rules.forbids(Offence::PerpetualChase) {
            return checks;
        }
        Conduct::in_chases(board, cycle, rounds, rules)
    }

    fn in_checks(cycle: &[LineEntry], rules: Rules) -> Conduct {
        let of = |skipped| {
            let mut moves = cycle.iter().rev().skip(skipped).step_by(2);
            let is_guilty = rules.forbids(Offence::PerpetualCheck) && moves.all(LineEntry::is_check);
            if is_guilty { Offence::PerpetualCheck } else { Offence::None }
        };
        Conduct { mover: of(1), waiter: of(0) }
    }

    fn in_chases(board: &Board, cycle: &[LineEntry], rounds: usize, rules: Rules) -> Conduct {
        let chase = |by: Color, prey: [Bitboard; 2]| !prey[(!by).index()].is_empty();
        let prey = hunted_for(board, cycle, rounds, Prey::Any);
        let is_mutual = Color::ALL.into_iter().all(|by| chase(by, prey));
        let held = match is_mutual && rules.shields_held_chariots() {
            true => hunted_for(board, cycle, rounds, Prey::HeldChariots),
            false => [Bitboard::EMPTY; 2],
        };
        let of = |by| match (chase(by, held), chase(by, prey)) {
            (true, _) => Offence::HeldChariotChase,
            (false, true) => Offence::PerpetualChase,
            (false, false) => Offence::None,
        };
        Conduct { mover: of(board.side()), waiter: of(!board.side()) }
    }

    /// How the cycle ends for the side to move: `Less` is a loss, `Equal` a draw, `Greater` a win.
    pub fn result(self) -> Ordering {
        self.waiter.cmp(&self.mover)
    }
}

/// Which pieces are followed through a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prey {
    /// All that can be chased.
    Any,
    /// Chariots that a horse holds after each move of the other side.
    HeldChariots,
}

/// What is left of all pieces, by side, after so many rounds.
fn hunted_for(board: &Board, cycle: &[LineEntry], rounds: usize, prey: Prey) -> [Bitboard; 2] {
    let all = Color::ALL.map(|color| quarry(board, color));
    (0..rounds).fold(all, |left, _| hunted(board, cycle, left, prey))
}

/// Those of these pieces, by side, that every move of the other side in the cycle attacked anew. They are given where
/// they stand on the board that ends the cycle, and told where they stood when it began: pieces are followed, points
/// are not.
pub(crate) fn hunted(
    board: &Board,
    cycle: &[LineEntry],
    mut left: [Bitboard; 2],
    prey: Prey,
) -> [Bitboard; 2] {
    let mut board = *board;
    for mark in cycle.iter().rev() {
        let Some(mv) = mark.mv() else { return [Bitboard::EMPTY; 2] };
        let step = Step::to(&board, mv);
        let victims = &mut left[(!step.mover()).index()];
        if prey == Prey::HeldChariots {
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
