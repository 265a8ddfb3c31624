//! The two colours.

use std::fmt;

/// A player, or the colour of the player's discs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Moves first from the start; written `X`.
    Black,
    /// Written `O`.
    White,
}

impl Side {
    /// Both, Black first.
    pub const ALL: [Side; 2] = [Side::Black, Side::White];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// `X` or `O`.
    pub const fn letter(self) -> char {
        match self {
            Side::Black => 'X',
            Side::White => 'O',
        }
    }
}

/// The letter: `X` or `O`.
impl fmt::Display for Side {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.letter())
    }
}
