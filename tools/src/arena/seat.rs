//! The two sides of a game.

use serde::{Deserialize, Serialize};

/// The sides of a game, by who moves first in the standard start: Black and White in Othello, Red and Black in Xiangqi.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Black in Othello, Red in Xiangqi.
    First,
    /// White in Othello, Black in Xiangqi.
    Second,
}

impl Seat {
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// 0 or 1, for tables by seat.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::ops::Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}
