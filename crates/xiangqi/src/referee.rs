//! The referee: how a game ends, by which rule, and why.

mod evidence;

use std::cmp::Ordering;
use std::fmt;

use game::Message;
use search_core::Position as _;

use crate::movegen::has_moves;
use crate::piece::Color;
use crate::position::Position;
use crate::repetition::{CycleViolations, LineEntry, Violation, decided, deciding_cycle};

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner; `None`: a draw.
    pub winner: Option<Color>,
    /// The rule.
    pub reason: Reason,
}

/// A rule that ends games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// In check without a legal move.
    Checkmate,
    /// Not in check, without a legal move.
    Stalemate,
    /// A repetition in which every move of one side gave check.
    PerpetualCheck,
    /// A repetition in which every move of both sides gave check.
    MutualPerpetualCheck,
    /// A repetition in which every move of one side attacked the same piece with a new attack.
    PerpetualChase,
    /// A repetition in which both sides did so.
    MutualPerpetualChase,
    /// A repetition in which neither side did anything forbidden.
    Repetition,
    /// Too many plies without a capture.
    MoveLimit,
    /// Neither side has a piece that could cross the river.
    NoAttackers,
}

impl Reason {
    /// Returns whether a third occurrence of a position ended the game.
    pub const fn is_repetition(self) -> bool {
        matches!(
            self,
            Reason::PerpetualCheck
                | Reason::MutualPerpetualCheck
                | Reason::PerpetualChase
                | Reason::MutualPerpetualChase
                | Reason::Repetition
        )
    }
}

/// The name in records, snake case.
impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetual_check",
            Reason::MutualPerpetualCheck => "mutual_perpetual_check",
            Reason::PerpetualChase => "perpetual_chase",
            Reason::MutualPerpetualChase => "mutual_perpetual_chase",
            Reason::Repetition => "repetition",
            Reason::MoveLimit => "move_limit",
            Reason::NoAttackers => "no_attackers",
        })
    }
}

/// The first rule that ends a game with these line entries here: no legal move, repetition, the move limit, no attackers left.
///
/// It costs the search for an earlier occurrence of the position, and one for a legal move; what the sides chased is only looked
/// into at a third occurrence.
pub fn ending(position: &Position, line: &[LineEntry]) -> Option<Ending> {
    if !has_moves(position.board()) {
        let reason = if position.in_check() { Reason::Checkmate } else { Reason::Stalemate };
        return Some(Ending { winner: Some(!position.side()), reason });
    }
    if let Some(violations) = decided(position.board(), line, position.rules()) {
        return Some(repeated(violations, position.side()));
    }
    let drawn = |reason| Some(Ending { winner: None, reason });
    if position.halfmove_clock().left() == 0 {
        return drawn(Reason::MoveLimit);
    }
    if position.is_material_draw() { drawn(Reason::NoAttackers) } else { None }
}

fn repeated(violations: CycleViolations, mover: Color) -> Ending {
    let winner = match violations.result() {
        Ordering::Less => Some(!mover),
        Ordering::Equal => None,
        Ordering::Greater => Some(mover),
    };
    let reason = match (violations.mover.max(violations.opponent), winner) {
        (Violation::None, _) => Reason::Repetition,
        (Violation::PerpetualChase | Violation::HeldChariotChase, None) => Reason::MutualPerpetualChase,
        (Violation::PerpetualChase | Violation::HeldChariotChase, Some(_)) => Reason::PerpetualChase,
        (Violation::PerpetualCheck, None) => Reason::MutualPerpetualCheck,
        (Violation::PerpetualCheck, Some(_)) => Reason::PerpetualCheck,
    };
    Ending { winner, reason }
}

/// `After 8 moves`, as sentences about a game begin.
pub fn moment(moves: usize) -> Message {
    let english = match moves {
        0 => "At the start",
        1 => "After 1 move",
        _ => "After {moves} moves",
    };
    Message::new("moment", english).with("moves", moves)
}

/// The end of a game in a sentence or two, with the moves that show it where positions were repeated.
pub(crate) fn explanation(ending: Ending, position: &Position, line: &[LineEntry]) -> Message {
    let sentence = because(ending).with("moment", moment(line.len() - 1));
    match deciding_cycle(line).filter(|_| ending.reason.is_repetition()) {
        Some(cycle) => Message::new("ending-with-evidence", "{ending}. {evidence}")
            .with("ending", sentence)
            .with("evidence", evidence::of(position.board(), cycle, position.rules())),
        None => sentence,
    }
}

fn because(Ending { winner, reason }: Ending) -> Message {
    let message = Message::new(format!("ending-{reason}"), words(reason));
    match winner {
        Some(winner) => message.with("winner", winner.message()).with("loser", (!winner).message()),
        None => message,
    }
}

/// The English words of a reason.
const fn words(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "{moment}, {loser} is checkmated, so {winner} wins",
        Reason::Stalemate => "{moment}, {loser} has no legal move, which loses, so {winner} wins",
        Reason::PerpetualCheck => {
            "{moment}, the position has occurred for the third time, and {loser} gave check with every move since the first, so {winner} wins"
        }
        Reason::MutualPerpetualCheck => {
            "{moment}, the position has occurred for the third time, and both sides gave check with every move since the first: a draw"
        }
        Reason::PerpetualChase => {
            "{moment}, the position has occurred for the third time, and {loser} attacked the same piece with every move since the first, so {winner} wins"
        }
        Reason::MutualPerpetualChase => {
            "{moment}, the position has occurred for the third time, and each side attacked the same piece of the other with every move since the first: a draw"
        }
        Reason::Repetition => {
            "{moment}, the position has occurred for the third time, and neither side did what it may not do all the time: a draw"
        }
        Reason::MoveLimit => "{moment}, too many moves have been made without a capture: a draw",
        Reason::NoAttackers => "{moment}, neither side has a piece that could cross the river: a draw",
    }
}

#[cfg(test)]
mod tests;
