//! The referee's answers.

use std::fmt;

use crate::movegen::Illegal;
use crate::moves::Move;
use crate::piece::Color;

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A side has won.
    Win(Color),
    /// A draw.
    Draw,
    /// The last move may not be played.
    Illegal,
    /// The game goes on.
    None,
}

impl Outcome {
    /// The outcome that is shown so.
    pub fn named(name: &str) -> Option<Outcome> {
        let all = [Outcome::Win(Color::Red), Outcome::Win(Color::Black)];
        let others = [Outcome::Draw, Outcome::Illegal, Outcome::None];
        all.into_iter().chain(others).find(|outcome| outcome.to_string() == name)
    }
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

/// The beginning of every sentence about a repetition.
const THIRD: &str = "the position has occurred for the third time";

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
            Reason::Ongoing => "ongoing",
            Reason::IllegalMove(..) => "illegal_move",
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

/// The referee's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The state of the game.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// After how many moves, an illegal one included, it came to stand so.
    pub after: usize,
}

impl Verdict {
    /// The answer in a sentence; [`Game::explanation`](super::Game::explanation) adds the moves that show it.
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
            Reason::PerpetualCheck => {
                format!("{THIRD}, and {loser} gave check with every move since the first, so {winner} wins")
            }
            Reason::MutualPerpetualCheck => {
                format!("{THIRD}, and both sides gave check with every move since the first: a draw")
            }
            Reason::PerpetualChase => format!(
                "{THIRD}, and {loser} attacked the same piece with every move since the first, so {winner} wins"
            ),
            Reason::MutualPerpetualChase => format!(
                "{THIRD}, and each side attacked the same piece of the other with every move since the first: a draw"
            ),
            Reason::Repetition => {
                format!("{THIRD}, and neither side did what it may not do all the time: a draw")
            }
            Reason::MoveLimit => "too many moves have been made without a capture: a draw".into(),
            Reason::NoAttackers => "neither side has a piece that could cross the river: a draw".into(),
        }
    }
}
