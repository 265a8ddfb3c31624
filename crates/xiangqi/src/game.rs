//! The referee: whole games, from the first move to the first ending.

use std::fmt;

use search_core::Position as _;

use crate::movegen::{Illegal, has_moves};
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;
use crate::repetition::{Conduct, Mark, Offence, decided};
use crate::rules::Rules;

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A side has won.
    Win(Color),
    /// Nobody has won, and nobody will.
    Draw,
    /// The last move may not be played.
    Illegal,
    /// The game goes on.
    None,
}

/// `red`, `black`, `draw`, `illegal` or `none`.
impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Outcome::Win(Color::Red) => "red",
            Outcome::Win(Color::Black) => "black",
            Outcome::Draw => "draw",
            Outcome::Illegal => "illegal",
            Outcome::None => "none",
        })
    }
}

/// Why it stands so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No article applies.
    Ongoing,
    /// The last move may not be played.
    IllegalMove(Move, Illegal),
    /// In check without a legal move.
    Checkmate,
    /// Not in check, without a legal move.
    Stalemate,
    /// A repetition in which every move of one side gave check.
    PerpetualCheck,
    /// A repetition in which every move of both sides gave check.
    MutualPerpetualCheck,
    /// A repetition in which neither side did anything forbidden.
    Repetition,
    /// Too many plies without a capture.
    MoveLimit,
    /// Neither side has a piece that could cross the river.
    NoAttackers,
}

/// The name in records, snake case.
impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Reason::Ongoing => "ongoing",
            Reason::IllegalMove(..) => "illegal_move",
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetual_check",
            Reason::MutualPerpetualCheck => "mutual_perpetual_check",
            Reason::Repetition => "repetition",
            Reason::MoveLimit => "move_limit",
            Reason::NoAttackers => "no_attackers",
        })
    }
}

/// The referee's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// How the game stands.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// After how many moves, an illegal one included, it came to stand so.
    pub after: usize,
}

impl Verdict {
    /// The answer in a sentence.
    pub fn explanation(&self) -> String {
        let after = match self.after {
            0 => "At the start".to_owned(),
            1 => "After 1 move".to_owned(),
            moves => format!("After {moves} moves"),
        };
        format!("{after}, {}.", self.because())
    }

    fn because(&self) -> String {
        let (loser, winner) = match self.outcome {
            Outcome::Win(color) => ((!color).name(), color.name()),
            _ => ("", ""),
        };
        match self.reason {
            Reason::Ongoing => "no rule has ended the game".into(),
            Reason::IllegalMove(mv, why) => format!("{mv} is not legal: {why}"),
            Reason::Checkmate => format!("{loser} is checkmated, so {winner} wins"),
            Reason::Stalemate => format!("{loser} has no legal move, which loses, so {winner} wins"),
            Reason::PerpetualCheck => format!(
                "the position has occurred too often and every move of {loser} since its first occurrence gave \
                 check, which is forbidden, so {winner} wins"
            ),
            Reason::MutualPerpetualCheck => {
                "the position has occurred too often and every move of both sides gave check: a draw".into()
            }
            Reason::Repetition => {
                "the position has occurred too often, and neither side alone gave check with every move: a draw".into()
            }
            Reason::MoveLimit => "too many moves have been made without a capture: a draw".into(),
            Reason::NoAttackers => "neither side has a piece that could cross the river: a draw".into(),
        }
    }
}

/// A game under the eyes of the referee.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    position: Position,
    marks: Vec<Mark>,
    verdict: Verdict,
}

impl Game {
    /// A game from this position on. It may be over at once.
    pub fn new(start: Position, rules: Rules) -> Game {
        let verdict = Verdict { outcome: Outcome::None, reason: Reason::Ongoing, after: 0 };
        let mut game = Game { rules, position: start, marks: vec![start.mark(None)], verdict };
        game.judge(0);
        game
    }

    /// The game that these moves make; the first ending decides, and moves after it change nothing.
    pub fn replay(start: Position, rules: Rules, moves: impl IntoIterator<Item = Move>) -> Game {
        let mut game = Game::new(start, rules);
        for mv in moves {
            game.play(mv);
        }
        game
    }

    /// Where the game stands now; an illegal move has not been played.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What the line remembers of each position of the game, this one last: the search's history.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The referee's answer for now.
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.verdict.outcome != Outcome::None
    }

    /// Plays a move and judges the game. Changes nothing if the game is over; an illegal move ends it.
    pub fn play(&mut self, mv: Move) -> Verdict {
        if self.is_over() {
            return self.verdict;
        }
        let after = self.verdict.after + 1;
        match self.position.try_play(mv) {
            Ok(()) => {
                self.marks.push(self.position.mark(Some(mv)));
                self.judge(after);
            }
            Err(why) => {
                self.verdict =
                    Verdict { outcome: Outcome::Illegal, reason: Reason::IllegalMove(mv, why), after };
            }
        }
        self.verdict
    }

    fn judge(&mut self, after: usize) {
        let (outcome, reason) = self.ending().unwrap_or((Outcome::None, Reason::Ongoing));
        self.verdict = Verdict { outcome, reason, after };
    }

    /// The first article that ends the game here: no legal move, repetition, the move limit, no attackers left.
    fn ending(&self) -> Option<(Outcome, Reason)> {
        if !has_moves(self.position.board()) {
            let reason = if self.position.in_check() { Reason::Checkmate } else { Reason::Stalemate };
            return Some((Outcome::Win(!self.position.side()), reason));
        }
        if let Some(conduct) = decided(&self.marks, &self.rules) {
            return Some(repeated(conduct, self.position.side()));
        }
        if self.position.clock().plies() >= self.rules.plies {
            return Some((Outcome::Draw, Reason::MoveLimit));
        }
        self.position.is_material_draw().then_some((Outcome::Draw, Reason::NoAttackers))
    }
}

fn repeated(conduct: Conduct, mover: Color) -> (Outcome, Reason) {
    let outcome = match conduct.result() {
        std::cmp::Ordering::Less => Outcome::Win(!mover),
        std::cmp::Ordering::Equal => Outcome::Draw,
        std::cmp::Ordering::Greater => Outcome::Win(mover),
    };
    let reason = match (conduct.mover.max(conduct.waiter), outcome) {
        (Offence::None, _) => Reason::Repetition,
        (Offence::PerpetualCheck, Outcome::Draw) => Reason::MutualPerpetualCheck,
        (Offence::PerpetualCheck, _) => Reason::PerpetualCheck,
    };
    (outcome, reason)
}

#[cfg(test)]
mod tests;
