//! The two sides of a game.

use search_core::Position;

/// The sides of a game, by who moves first in the standard start: Black and White in Othello, Red and Black in Xiangqi.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Seat {
    /// Black in Othello, Red in Xiangqi.
    First,
    /// White in Othello, Black in Xiangqi.
    Second,
}

impl Seat {
    /// Both, the first one first.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// 0 or 1, for tables by seat.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat whose turn it is.
    pub fn to_move(position: &impl Position) -> Seat {
        Seat::BOTH[position.side()]
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
