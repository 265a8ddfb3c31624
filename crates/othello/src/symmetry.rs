//! The eight ways to turn and mirror a board.

use crate::board::Board;
use crate::square::{Bitboard, Square};

/// One of the eight maps of the board onto itself. The rules commute with all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// Files become ranks: a1 stays, h1 and a8 change places.
    transposes: bool,
    /// Files are reversed after that: a1 and h1 change places.
    mirrors_files: bool,
    /// Ranks are reversed after that: a1 and a8 change places.
    mirrors_ranks: bool,
}

impl Symmetry {
    /// All eight, the identity first: those that keep files and ranks apart, then the others.
    pub const ALL: [Symmetry; 8] = {
        const fn map(transposes: bool, mirrors_files: bool, mirrors_ranks: bool) -> Symmetry {
            Symmetry { transposes, mirrors_files, mirrors_ranks }
        }
        [
            map(false, false, false),
            map(false, true, false),
            map(false, false, true),
            map(false, true, true),
            map(true, false, false),
            map(true, false, true),
            map(true, true, false),
            map(true, true, true),
        ]
    };

    /// The image of a square.
    pub const fn square(self, square: Square) -> Square {
        let (mut file, mut rank) = (square.file() as u32, square.rank() as u32);
        if self.transposes {
            (file, rank) = (rank, file);
        }
        let file = if self.mirrors_files { 7 - file } else { file };
        let rank = if self.mirrors_ranks { 7 - rank } else { rank };
        Square::wrapping(rank * 8 + file)
    }

    /// The image of a set.
    pub const fn set(self, set: Bitboard) -> Bitboard {
        let mut bits = if self.transposes { transposed(set.0) } else { set.0 };
        if self.mirrors_files {
            bits = bits.swap_bytes().reverse_bits();
        }
        if self.mirrors_ranks {
            bits = bits.swap_bytes();
        }
        Bitboard(bits)
    }

    /// The board with every disc moved.
    pub fn board(self, board: Board) -> Board {
        Board::from_disjoint(self.set(board.mover()), self.set(board.opponent()))
    }
}

/// The one of the eight images whose words are the smallest: equal for boards that are equal under symmetry.
pub fn canonical(board: Board) -> Board {
    let images = Symmetry::ALL.into_iter().map(|symmetry| symmetry.board(board));
    images.min_by_key(|image| (image.mover().0, image.opponent().0)).unwrap_or(board)
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
mod tests {
    use super::*;
    use crate::naive::Random;

    #[test]
    fn the_eight_maps_differ_and_sets_go_where_their_squares_go() {
        let b1 = Square::parse("b1").unwrap();
        let names: Vec<String> = Symmetry::ALL.iter().map(|map| map.square(b1).to_string()).collect();
        assert_eq!(names, ["b1", "g1", "b8", "g8", "a2", "a7", "h2", "h7"]);
        for symmetry in Symmetry::ALL {
            for square in Square::ALL {
                let image = symmetry.square(square);
                assert_eq!(symmetry.set(Bitboard::of(square)), Bitboard::of(image), "{symmetry:?} {square}");
            }
        }
    }

    #[test]
    fn moves_and_flips_commute_with_the_maps() {
        let mut random = Random(6);
        for _ in 0..20_000 {
            let board = random.board();
            let moves = board.legal_moves();
            for symmetry in Symmetry::ALL {
                let image = symmetry.board(board);
                assert_eq!(image.legal_moves(), symmetry.set(moves), "{symmetry:?} {board:?}");
                assert_eq!(canonical(image), canonical(board), "{symmetry:?} {board:?}");
                for square in moves {
                    let turned = image.flips(symmetry.square(square));
                    assert_eq!(turned, symmetry.set(board.flips(square)), "{symmetry:?} {board:?} {square}");
                }
            }
        }
    }
}
