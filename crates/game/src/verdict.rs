//! The ends of games.

use crate::Seat;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum GameResult {
    /// The first seat won.
    First,
    /// The second seat won.
    Second,
    /// Nobody did.
    Draw,
}

impl GameResult {
    /// The win of a seat.
    pub const fn win_of(seat: Seat) -> GameResult {
        match seat {
            Seat::First => GameResult::First,
            Seat::Second => GameResult::Second,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`, from the first seat's view.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }
}

/// The end of a game, and the rule that ended it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who won.
    pub result: GameResult,
    /// The rule, in snake case.
    pub reason: String,
    /// A sentence without the final stop.
    pub explanation: String,
    /// The difference of discs, empty squares to the winner, from the first seat's view, in games that count them.
    pub discs: Option<i32>,
}

impl Verdict {
    /// A verdict without discs.
    pub fn new(result: GameResult, reason: &str, explanation: String) -> Verdict {
        Verdict { result, reason: reason.to_owned(), explanation, discs: None }
    }
}
