//! The terms and the result of a ranking of the moves of one board.

use super::LANES;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::square::Square;

pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;

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
