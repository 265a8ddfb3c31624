//! The eight ways to turn and mirror a board.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::square::Square;

/// One of the eight maps of the board onto itself. The rules commute with all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// a1 and h1 change places.
    MirrorFiles,
    /// a1 and a8 change places.
    MirrorRanks,
    /// a1 and h8 change places, and h1 and a8.
    HalfTurn,
    /// Files become ranks: h1 and a8 change places, a1 stays.
    Transpose,
    /// a1 goes to a8, a8 to h8.
    QuarterTurn,
    /// a1 goes to h1, h1 to h8.
    QuarterTurnBack,
    /// a1 and h8 change places, h1 stays.
    AntiTranspose,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::MirrorFiles,
        Symmetry::MirrorRanks,
        Symmetry::HalfTurn,
        Symmetry::Transpose,
        Symmetry::QuarterTurn,
        Symmetry::QuarterTurnBack,
        Symmetry::AntiTranspose,
    ];

    /// Returns whether files become ranks, and then, whether files and ranks are mirrored.
    const fn parts(self) -> (bool, bool, bool) {
        match self {
            Symmetry::Identity => (false, false, false),
            Symmetry::MirrorFiles => (false, true, false),
            Symmetry::MirrorRanks => (false, false, true),
            Symmetry::HalfTurn => (false, true, true),
            Symmetry::Transpose => (true, false, false),
            Symmetry::QuarterTurn => (true, false, true),
            Symmetry::QuarterTurnBack => (true, true, false),
            Symmetry::AntiTranspose => (true, true, true),
        }
    }

    /// The map that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::QuarterTurnBack,
            Symmetry::QuarterTurnBack => Symmetry::QuarterTurn,
            other => other,
        }
    }

    /// The image of a square.
    pub const fn square(self, square: Square) -> Square {
        let (transpose, files, ranks) = self.parts();
        let (mut file, mut rank) = (square.file() as u32, square.rank() as u32);
        if transpose {
            (file, rank) = (rank, file);
        }
        let file = if files { 7 - file } else { file };
        let rank = if ranks { 7 - rank } else { rank };
        Square::wrapping(rank * 8 + file)
    }

    /// The image of a set.
    pub const fn set(self, set: Bitboard) -> Bitboard {
        let (transpose, files, ranks) = self.parts();
        let mut bits = if transpose { transposed(set.0) } else { set.0 };
        if files {
            bits = bits.swap_bytes().reverse_bits();
        }
        if ranks {
            bits = bits.swap_bytes();
        }
        Bitboard(bits)
    }

    /// The board with every disc moved.
    pub fn board(self, board: Board) -> Board {
        Board::from_disjoint(self.set(board.mover()), self.set(board.opponent()))
    }
}

/// The eight images of a board, in the order of [`Symmetry::ALL`].
pub fn images(board: Board) -> [Board; 8] {
    Symmetry::ALL.map(|symmetry| symmetry.board(board))
}

/// The one of the eight images whose words are the smallest: equal for boards that are equal under symmetry.
pub fn canonical(board: Board) -> Board {
    let smallest = images(board).into_iter().min_by_key(|image| (image.mover().0, image.opponent().0));
    smallest.unwrap_or(board)
}

/// Files become ranks: three rounds of exchanging blocks of 1, 2 and 4 squares (Hacker's Delight, 7-3).
const fn transposed(bits: u64) -> u64 {
    let bits = exchanged(bits, 7, 0x00AA_00AA_00AA_00AA);
    let bits = exchanged(bits, 14, 0x0000_CCCC_0000_CCCC);
    exchanged(bits, 28, 0x0000_0000_F0F0_F0F0)
}

/// The squares of `mask` change places with those `distance` further up.
const fn exchanged(bits: u64, distance: u32, mask: u64) -> u64 {
    let differing = (bits ^ bits >> distance) & mask;
    bits ^ differing ^ differing << distance
}

#[cfg(test)]
mod tests;
