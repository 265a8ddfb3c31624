//! Moves that wait to be played eight at a time.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::simd::{self, LANES, Moves, SPREAD};
use crate::square::Square;

/// From how many moves on a queue should be emptied; both of a counter's stay in the first-level cache.
const FULL: usize = 512;
const ROOM: usize = FULL + SPREAD;

/// Moves on boards, last in, first out, in three parallel arrays from which lanes are loaded.
#[derive(Debug)]
pub(super) struct Queue {
    mover: [u64; ROOM],
    opponent: [u64; ROOM],
    square: [u8; ROOM],
    len: usize,
}

impl Queue {
    pub(super) const fn new() -> Queue {
        Queue { mover: [0; ROOM], opponent: [0; ROOM], square: [0; ROOM], len: 0 }
    }

    /// Returns whether the queue must be emptied before the next board.
    #[inline(always)]
    pub(super) const fn is_full(&self) -> bool {
        self.len > FULL
    }

    /// Adds the legal moves of a board.
    #[inline(always)]
    pub(super) fn push(&mut self, board: Board, moves: Bitboard) {
        let free = (
            self.mover[self.len..].first_chunk_mut(),
            self.opponent[self.len..].first_chunk_mut(),
            self.square[self.len..].first_chunk_mut(),
        );
        if let (Some(mover), Some(opponent), Some(square)) = free {
            simd::spread(board, moves, mover, opponent, square);
            self.len += moves.len() as usize;
        }
    }

    /// Takes out as many moves as there are lanes, or none if there are fewer.
    #[inline(always)]
    pub(super) fn pop_lanes(&mut self) -> Option<Moves<'_>> {
        let start = self.len.checked_sub(LANES)?;
        self.len = start;
        Some(Moves {
            mover: self.mover.get(start..)?.first_chunk()?,
            opponent: self.opponent.get(start..)?.first_chunk()?,
            square: self.square.get(start..)?.first_chunk()?,
        })
    }

    /// Takes out one move and plays it.
    pub(super) fn pop(&mut self) -> Option<Board> {
        self.len = self.len.checked_sub(1)?;
        let board = Board::from_disjoint(Bitboard(self.mover[self.len]), Bitboard(self.opponent[self.len]));
        let square = Square::wrapping(u32::from(self.square[self.len]));
        Some(board.after(square, board.flips(square)))
    }
}
