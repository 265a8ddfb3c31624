//! The random numbers that make up a position's key.

use crate::piece::Piece;
use crate::square::Square;

/// The number of each piece on each point.
pub(crate) static PIECES: [[u64; Square::COUNT]; Piece::COUNT] = pieces();

/// Mixed in when Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = number(Piece::COUNT as u64 * 90);

/// The number for a step of the counter towards the sixty-move rule.
pub(crate) const fn counter(step: u64) -> u64 {
    number(Piece::COUNT as u64 * 90 + 1 + step)
}

const fn pieces() -> [[u64; Square::COUNT]; Piece::COUNT] {
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT * Square::COUNT {
        table[index / Square::COUNT][index % Square::COUNT] = number(index as u64);
        index += 1;
    }
    table
}

/// The `index`-th number of the SplitMix64 sequence (Steele, Lea and Flood 2014) from a fixed seed.
const fn number(index: u64) -> u64 {
    let mut x = 0x5875_616E_6771_6921_u64.wrapping_add((index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}
