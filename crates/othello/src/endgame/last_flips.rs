//! The number of discs that the last move of a game turns.
//!
//! On a full board no ray ends at an empty square, so each of the four lines through the square is a question
//! about eight cells: which are the mover's, and where is the gap? The line is gathered into eight bits by a
//! multiplication (as in Edax and Zebra) or, where the build has it, by one instruction, and a table answers.

#[cfg(all(target_feature = "bmi2", target_feature = "avx512vl"))]
mod gathered;

#[cfg(all(target_feature = "bmi2", target_feature = "avx512vl"))]
use gathered as kernel;
#[cfg(not(all(target_feature = "bmi2", target_feature = "avx512vl")))]
use portable as kernel;

use crate::moves::ray;
use crate::square::{Bitboard, Square};

/// The lines through a square, the square itself left out: rank, file, and the two diagonals.
const LINES: [[u64; 4]; Square::NUM] = {
    let mut table = [[0; 4]; Square::NUM];
    let mut index = 0;
    while index < Square::NUM {
        let square = Square::ALL[index];
        table[index] = [
            ray(square, 1, 0) | ray(square, -1, 0),
            ray(square, 0, 1) | ray(square, 0, -1),
            ray(square, 1, 1) | ray(square, -1, -1),
            ray(square, -1, 1) | ray(square, 1, -1),
        ];
        index += 1;
    }
    table
};

/// The discs turned by a move on `square`, the only empty square: by the mover's, and by the opponent's if the mover cannot
/// play there. The opponent's discs are all that are not the mover's.
#[inline(always)]
pub(super) fn count_both_last_flips(square: Square, mover: Bitboard) -> (u32, u32) {
    kernel::count(square, mover)
}

/// The discs turned on a line of eight by a move in the gap of the mover's discs, if the opponent holds all others.
const fn turned_on_line(gap: u32, mover: u32) -> u8 {
    let above = mover & !((2 << gap) - 1);
    let below = mover & ((1 << gap) - 1);
    let up = if above == 0 { 0 } else { above.trailing_zeros() - gap - 1 };
    let down = if below == 0 { 0 } else { gap - 1 - below.ilog2() };
    (up + down) as u8
}

/// In plain code.
#[allow(dead_code, reason = "a build with the instructions needs the plain twin for tests alone")]
mod portable {
    use super::{LINES, turned_on_line};
    use crate::square::{Bitboard, Square};

    /// The counts of [`count_both_last_flips`](super::count_both_last_flips).
    #[inline(always)]
    pub(super) fn count(square: Square, mover: Bitboard) -> (u32, u32) {
        let opponent = !mover - Bitboard::of(square);
        (count_last_flips(square, mover), count_last_flips(square, opponent))
    }

    /// Moves the bits of a file to the top byte, in order; bits of a diagonal, which lie on different files, as
    /// well.
    const FILE_TO_BYTE: u64 = 0x0102_0408_1020_4080;
    const RANKS_TO_BYTE: u64 = 0x0101_0101_0101_0101;

    /// For the gap at a place of a line of eight and the mover's discs on it: the discs turned, if the opponent
    /// holds all others.
    static TURNED: [[u8; 256]; 8] = {
        let mut table = [[0; 256]; 8];
        let mut gap = 0;
        while gap < 8 {
            let mut mover = 0;
            while mover < 256 {
                table[gap][mover] = turned_on_line(gap as u32, mover as u32);
                mover += 1;
            }
            gap += 1;
        }
        table
    };

    /// The number of discs that turn when the mover plays on `square`, the only empty square; 0 if the move is
    /// illegal. The opponent's discs are all that are not the mover's.
    #[inline(always)]
    pub(super) fn count_last_flips(square: Square, mover: Bitboard) -> u32 {
        let lines = &LINES[square.index()];
        let (file, rank) = (square.file(), square.rank());
        let on_rank = mover.0 >> (8 * rank) & 0xFF;
        let on_file = (mover.0 >> file & RANKS_TO_BYTE).wrapping_mul(FILE_TO_BYTE) >> 56;
        let on_diagonal = diagonal(mover.0, lines[2]);
        let on_antidiagonal = diagonal(mover.0, lines[3]);
        let count = |gap: usize, mover: u64| u32::from(TURNED[gap][(mover & 0xFF) as usize]);
        count(file, on_rank) + count(rank, on_file) + count(file, on_diagonal) + count(file, on_antidiagonal)
    }

    /// The mover's discs of a diagonal, by file. Files that the diagonal does not reach stay empty, like the
    /// opponent's discs; they lie beyond the rim, so nothing outflanks there.
    #[inline(always)]
    const fn diagonal(mover: u64, line: u64) -> u64 {
        (mover & line).wrapping_mul(RANKS_TO_BYTE) >> 56
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::naive::{self, Random};

    #[test]
    fn the_count_equals_the_naive_walk_on_full_boards() {
        let mut random = Random(5);
        for _ in 0..40_000 {
            let discs = match random.next() % 3 {
                0 => random.next() & random.next(),
                1 => random.next() | random.next(),
                _ => random.next(),
            };
            for square in Square::ALL {
                let mover = Bitboard(discs) - Bitboard::of(square);
                let board = Board::from_disjoint(mover, !mover - Bitboard::of(square));
                assert_eq!(
                    portable::count_last_flips(square, mover),
                    naive::flips(board, square).len(),
                    "{board:?} {square}"
                );
                assert_eq!(
                    kernel::count(square, mover),
                    portable::count(square, mover),
                    "{board:?} {square}"
                );
            }
        }
    }
}
