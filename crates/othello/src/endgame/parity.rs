//! Regions of the board by whether an odd number of their squares is empty.
//!
//! The side that plays last in a region keeps what it turns there, so in an even race the move into an odd region is
//! tried first. Quadrants stand for regions, as in Zebra and Edax: they are free to keep up to date.

use crate::bitboard::Bitboard;
use crate::square::Square;

/// The four quadrants, those of a1, h1, a8 and h8.
const QUADRANTS: [Bitboard; 4] = [
    Bitboard(0x0000_0000_0F0F_0F0F),
    Bitboard(0x0000_0000_F0F0_F0F0),
    Bitboard(0x0F0F_0F0F_0000_0000),
    Bitboard(0xF0F0_F0F0_0000_0000),
];

/// The squares of the odd quadrants, for each set of odd quadrants.
static ODD_SQUARES: [Bitboard; 16] = {
    let mut table = [Bitboard::EMPTY; 16];
    let mut odd = 0;
    while odd < 16 {
        let mut quadrant = 0;
        while quadrant < 4 {
            if odd >> quadrant & 1 == 1 {
                table[odd] = Bitboard(table[odd].0 | QUADRANTS[quadrant].0);
            }
            quadrant += 1;
        }
        odd += 1;
    }
    table
};

/// The quadrants that hold an odd number of empty squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Parity(u8);

impl Parity {
    /// The parity of a set of empty squares.
    pub fn of(empties: Bitboard) -> Parity {
        let odd = |quadrant: usize| ((empties & QUADRANTS[quadrant]).len() as u8 & 1) << quadrant;
        Parity(odd(0) | odd(1) | odd(2) | odd(3))
    }

    /// The parity once the square is filled.
    #[inline(always)]
    #[must_use]
    pub fn after(self, square: Square) -> Parity {
        let index = square.index();
        Parity(self.0 ^ 1 << (index >> 2 & 1 | index >> 4 & 2))
    }

    /// The squares of the odd quadrants.
    #[inline(always)]
    pub fn odd_squares(self) -> Bitboard {
        ODD_SQUARES[usize::from(self.0)]
    }
}
