//! Moves, and their text in coordinates.

use std::fmt;
use std::num::NonZeroU16;

use search_core::bad_input::{BadInput, quote};
use search_core::{Message, message};

use crate::square::Square;

/// A piece goes from one point to another. Never from a point to itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// The move between two points; `None` if they are the same.
    pub const fn try_new(from: Square, to: Square) -> Option<Move> {
        if from.index() == to.index() { None } else { Some(Move::new(from, to)) }
    }

    /// The move between two points that are known to differ.
    #[inline(always)]
    pub(crate) const fn new(from: Square, to: Square) -> Move {
        debug_assert!(from.index() != to.index());
        match NonZeroU16::new((from.index() << 7 | to.index()) as u16) {
            Some(packed) => Move(packed),
            None => unreachable!(),
        }
    }

    /// The point where it starts.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index((self.0.get() >> 7) as usize)
    }

    /// The point where it ends.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() & 127) as usize)
    }

    /// The move in 16 bits.
    #[inline(always)]
    pub const fn packed(self) -> NonZeroU16 {
        self.0
    }

    /// The move that [`Move::packed`] packed; `None` if it was not made by that.
    #[inline(always)]
    pub const fn unpack(packed: NonZeroU16) -> Option<Move> {
        match (
            Square::try_index((packed.get() >> 7) as usize),
            Square::try_index((packed.get() & 127) as usize),
        ) {
            (Some(from), Some(to)) => Move::try_new(from, to),
            _ => None,
        }
    }

    /// Reads `h2e2` or `H2-E2`, in any case.
    ///
    /// # Errors
    /// [`BadInput`] with the column of the first character that does not fit.
    pub fn parse(text: &str) -> Result<Move, BadInput> {
        let bad = |column, expected: Message| {
            let english =
                "Write a move as its two points, files a to i and ranks 0 to 9 from Red's side, as in h2e2";
            let remedy = message!("input-move-points", english);
            BadInput::new("Xiangqi move", column, quote(text), expected, remedy)
        };
        let letters: Vec<char> = text.chars().collect();
        let points = match letters[..] {
            [a, b, c, d] | [a, b, '-', c, d] => [[a, b], [c, d]],
            _ => {
                let english = "four characters, or five with a hyphen in the middle";
                return Err(bad(None, message!("input-move-length", english)));
            }
        };
        let mut ends = [None; 2];
        for (end, [file, rank]) in ends.iter_mut().zip(points) {
            *end = Square::parse(&String::from_iter([file, rank]));
        }
        let second = letters.len() - 1;
        match ends {
            [None, _] => Err(bad(Some(1), message!("input-move-first", "a point from a0 to i9 first"))),
            [_, None] => Err(bad(Some(second), message!("input-move-last", "a point from a0 to i9 last"))),
            [Some(from), Some(to)] => Move::try_new(from, to).ok_or_else(|| {
                bad(Some(second), message!("input-move-same", "another point than the move starts from"))
            }),
        }
    }

    /// The ICCS text, `H2-E2`.
    pub fn iccs(self) -> String {
        format!("{}-{}", self.from(), self.to()).to_ascii_uppercase()
    }

    /// The move back.
    #[inline(always)]
    #[must_use]
    pub const fn reversed(self) -> Move {
        Move::new(self.to(), self.from())
    }

    /// The same move on the other wing.
    #[must_use]
    pub const fn mirrored(self) -> Move {
        Move::new(self.from().mirrored(), self.to().mirrored())
    }

    /// The same move by the other side, files kept.
    #[must_use]
    pub const fn flipped(self) -> Move {
        Move::new(self.from().flipped(), self.to().flipped())
    }
}

/// UCCI text, `h2e2`.
impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}
