//! Eight moves at once: the children they lead to, and where the next player may move there.
//!
//! Perft spends nearly all its time on the last two plies, and these compute the same of millions of
//! boards, in any order. So the moves wait in queues until eight can be played side by
//! side, one to a vector lane. `avx512` does that where the build has the instructions; `portable` is its
//! twin, in plain code. The endgame solver plays and ranks all moves of a node in the same way.

mod avx512;
#[allow(dead_code, reason = "a build with the instructions needs the plain twin for tests alone")]
mod portable;
mod ranking;
#[cfg(test)]
mod tests;

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

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::square::Square;
pub(crate) use kernel::{count_replies, least, play, rank, spread};
pub(crate) use ranking::{Ranked, Weights};

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
