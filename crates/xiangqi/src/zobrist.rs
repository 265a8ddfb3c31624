//! The random numbers that make up a position's key.

use search_core::split_mix::{STEP, mix};

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

/// The `index`-th number of the SplitMix64 sequence from a fixed seed.
const fn number(index: u64) -> u64 {
    mix(0x5875_616E_6771_6921_u64.wrapping_add((index + 1).wrapping_mul(STEP)))
}
