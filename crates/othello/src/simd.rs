//! Eight moves at once: the children they lead to, and where the next player may move there.
//!
//! Perft spends nearly all its time on the last two plies, and these compute the same of millions of
//! boards, in any order. So the moves wait in queues until eight can be played side by
//! side, one to a vector lane. `avx512` does that where the build has the instructions; `portable` is its
//! twin, in plain code. The endgame solver plays and ranks all moves of a node in the same way.

mod avx512;
#[allow(dead_code, reason = "a build with the instructions needs the plain twin for tests alone")]
mod portable;

#[cfg(all(
    target_feature = "avx512cd",
    target_feature = "avx512dq",
    target_feature = "avx512vl",
    target_feature = "avx512vbmi",
    target_feature = "avx512vbmi2",
    target_feature = "avx512vpopcntdq",
    target_feature = "gfni"
))]
use avx512 as kernel;
#[cfg(not(all(
    target_feature = "avx512cd",
    target_feature = "avx512dq",
    target_feature = "avx512vl",
    target_feature = "avx512vbmi",
    target_feature = "avx512vbmi2",
    target_feature = "avx512vpopcntdq",
    target_feature = "gfni"
)))]
use portable as kernel;

use crate::board::Board;
use crate::square::{Bitboard, Square};
pub(crate) use kernel::{count_replies, least, play, rank, spread};

/// The number of moves that are played side by side.
pub(crate) const LANES: usize = 8;
/// Room for the moves of one board, which are fewer: what [`spread`] may write to.
pub(crate) const SPREAD: usize = 64;

/// A move to play on a board, in each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves<'a> {
    /// The discs of the player who moves.
    pub mover: &'a [u64; LANES],
    /// The discs of the other.
    pub opponent: &'a [u64; LANES],
    /// The index of the square played on.
    pub square: &'a [u8; LANES],
}

impl Moves<'_> {
    /// The board after the move of one lane.
    #[inline(always)]
    pub(crate) fn child(&self, lane: usize) -> Board {
        let board = Board::from_disjoint(Bitboard(self.mover[lane]), Bitboard(self.opponent[lane]));
        let square = Square::wrapping(u32::from(self.square[lane]));
        board.after(square, board.flips(square))
    }
}

/// The board after a move, in each lane, with the legal moves there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Children {
    /// The discs of the player to move now.
    pub mover: [u64; LANES],
    /// The discs of the player who has just moved.
    pub opponent: [u64; LANES],
    /// The legal moves.
    pub moves: [u64; LANES],
}

impl Children {
    /// The board of one lane and its legal moves.
    #[inline(always)]
    pub(crate) fn lane(&self, lane: usize) -> (Board, Bitboard) {
        let board = Board::from_disjoint(Bitboard(self.mover[lane]), Bitboard(self.opponent[lane]));
        (board, Bitboard(self.moves[lane]))
    }
}

/// The legal moves after the moves of all lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Replies {
    /// Their number, added up.
    pub count: u64,
    /// The lanes in which there is none, one bit each.
    pub none: u8,
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The terms of a move's cost; what costs least is tried first. All sums of them are below 2^16 - 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// For the square played on.
    pub square: [u8; Square::NUM],
    /// For each reply that the move leaves.
    pub reply: u8,
    /// For each reply in a corner, besides.
    pub corner: u8,
    /// For a square that is not among those of the odd regions.
    pub even: u8,
    /// Off for each corner of the player who has moved and each disc beside it on the rim.
    pub anchored: u8,
}

impl Weights {
    /// The most discs that [`Weights::anchored`] counts.
    pub(crate) const MAX_ANCHORED: u8 = 12;
}

/// Up to eight moves of one board, a lane each in the order of the squares; the other lanes are undefined but for their
/// cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ranked {
    /// The indices of the squares played on.
    pub square: [u8; LANES],
    /// The discs of the player to move after the move.
    pub mover: [u64; LANES],
    /// The discs of the player who has moved.
    pub opponent: [u64; LANES],
    /// The replies: the legal moves of the player to move then.
    pub replies: [u64; LANES],
    /// [`Board::quick_key`] of the boards.
    pub key: [u64; LANES],
    /// By the [`Weights`]; 0 for a move that wins all discs, and for the one known to be good. The highest number stands
    /// for no move.
    pub cost: [u16; LANES],
}

impl Ranked {
    /// The board after the move of a lane.
    #[inline(always)]
    pub(crate) fn child(&self, lane: usize) -> Board {
        Board::from_disjoint(Bitboard(self.mover[lane]), Bitboard(self.opponent[lane]))
    }
}

#[cfg(test)]
mod tests {
    use super::{LANES, Moves, SPREAD, Weights, kernel, portable};
    use crate::naive::Random;
    use crate::square::Bitboard;

    /// Moves in every lane, taken from random boards; now and then on a square where nothing turns.
    fn random_moves(random: &mut Random) -> ([u64; LANES], [u64; LANES], [u8; LANES]) {
        let (mut mover, mut opponent, mut square) = ([0; LANES], [0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let board = random.board();
            let legal: Vec<_> = board.legal_moves().into_iter().collect();
            square[lane] = match legal.is_empty() {
                false => legal[random.below(legal.len())].index() as u8,
                true => random.below(64) as u8,
            };
            let free = !(1 << square[lane]);
            mover[lane] = board.mover().0 & free;
            opponent[lane] = board.opponent().0 & free;
        }
        (mover, opponent, square)
    }

    #[test]
    fn kernel_equals_its_portable_twin() {
        let mut random = Random(1);
        for _ in 0..150_000 {
            let (mover, opponent, square) = random_moves(&mut random);
            let moves = Moves { mover: &mover, opponent: &opponent, square: &square };
            assert_eq!(kernel::play(moves), portable::play(moves), "{moves:x?}");
            assert_eq!(kernel::count_replies(moves), portable::count_replies(moves), "{moves:x?}");
        }
    }

    #[test]
    fn spread_equals_its_portable_twin() {
        let mut random = Random(2);
        let mut here = ([0; SPREAD], [0; SPREAD], [0; SPREAD]);
        let mut there = here;
        for _ in 0..100_000 {
            let board = random.board();
            let moves = board.legal_moves();
            kernel::spread(board, moves, &mut here.0, &mut here.1, &mut here.2);
            portable::spread(board, moves, &mut there.0, &mut there.1, &mut there.2);
            let len = moves.len() as usize;
            assert_eq!(here.0[..len], there.0[..len]);
            assert_eq!(here.1[..len], there.1[..len]);
            assert_eq!(here.2[..len], there.2[..len]);
        }
    }

    #[test]
    fn ranks_and_the_least_cost_equal_the_portable_twin() {
        let mut random = Random(6);
        let square = std::array::from_fn(|index| (index * 7 % 31) as u8);
        let weights = Weights { square, reply: 23, corner: 9, even: 5, anchored: 6 };
        for _ in 0..100_000 {
            let board = random.board();
            let (moves, odd, known) = (board.legal_moves(), Bitboard(random.next()), random.below(65) as u8);
            let lanes = (moves.len() as usize).min(LANES);
            let here = kernel::rank(board, moves, odd, known, &weights);
            let there = portable::rank(board, moves, odd, known, &weights);
            assert_eq!(here.cost, there.cost, "{board:?} {odd:?} {known}");
            assert_eq!(here.square[..lanes], there.square[..lanes]);
            assert_eq!(here.mover[..lanes], there.mover[..lanes]);
            assert_eq!(here.opponent[..lanes], there.opponent[..lanes]);
            assert_eq!(here.replies[..lanes], there.replies[..lanes]);
            assert_eq!(here.key[..lanes], there.key[..lanes]);
            assert_eq!(kernel::least(&here.cost), portable::least(&here.cost));
        }
    }
}
