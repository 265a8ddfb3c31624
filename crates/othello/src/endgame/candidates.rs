//! The moves of a node near the leaves: all are played and ranked at once, the best is taken first.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::simd::{self, LANES, Ranked};
use crate::square::Square;

use super::ordering::SHALLOW_WEIGHTS;

/// The moves of a board that are left to be tried, up to twice eight.
#[derive(Debug)]
pub(crate) struct Candidates {
    count: usize,
    first: Ranked,
    /// From the ninth move on.
    others: Option<Ranked>,
}

/// A move, the board it leads to, and the legal moves there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub square: Square,
    pub child: Board,
    pub replies: Bitboard,
    /// The child's [`Board::quick_key`].
    pub key: u64,
}

impl Candidates {
    /// Plays and ranks the `moves`, sixteen at most; `odd` are the squares of the odd regions, and the square of the
    /// index `known` goes first.
    #[inline(always)]
    pub fn new(board: Board, moves: Bitboard, odd: Bitboard, known: u8) -> Candidates {
        let rank = |moves| simd::rank(board, moves, odd, known, &SHALLOW_WEIGHTS);
        let count = moves.len() as usize;
        let others = (count > LANES).then(|| rank(without_first_eight(moves)));
        Candidates { count, first: rank(moves), others }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// The first eight moves, in the order of their squares.
    #[inline(always)]
    pub fn first_eight(&self) -> impl Iterator<Item = Candidate> {
        (0..self.count.min(LANES)).map(|lane| candidate(&self.first, lane))
    }

    /// Takes the move that costs least; there must be one left.
    #[inline(always)]
    pub fn take(&mut self) -> Candidate {
        let (mut lane, cost) = simd::least(&self.first.cost);
        let mut ranked = &mut self.first;
        if let Some(others) = &mut self.others {
            let (other_lane, other_cost) = simd::least(&others.cost);
            if other_cost < cost {
                (lane, ranked) = (other_lane, others);
            }
        }
        ranked.cost[lane] = u16::MAX;
        candidate(ranked, lane)
    }
}

#[inline(always)]
fn candidate(ranked: &Ranked, lane: usize) -> Candidate {
    Candidate {
        square: Square::wrapping(u32::from(ranked.square[lane])),
        child: ranked.child(lane),
        replies: Bitboard(ranked.replies[lane]),
        key: ranked.key[lane],
    }
}

#[cold]
fn without_first_eight(moves: Bitboard) -> Bitboard {
    moves.into_iter().skip(LANES).collect()
}
