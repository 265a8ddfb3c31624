//! The count of one thread.

use crate::board::Board;
use crate::simd::{self, LANES, Moves, SPREAD};
use crate::square::{Bitboard, Square};

/// Leaves counted so far, and the moves that wait until there is one for each lane: those that lead to boards two plies
/// above the leaves ("twigs") and one ply above ("leaves", as the replies there are counted, not made).
pub(super) struct Counter<const PASS_IS_PLY: bool, const END_IS_LEAF: bool> {
    twigs: Queue,
    leaves: Queue,
    total: u64,
}

impl<const PASS_IS_PLY: bool, const END_IS_LEAF: bool> Counter<PASS_IS_PLY, END_IS_LEAF> {
    pub(super) const fn new() -> Self {
        Counter { twigs: Queue::new(), leaves: Queue::new(), total: 0 }
    }

    /// Adds the leaves `depth` plies below a board, now or at the latest in [`Counter::finish`].
    pub(super) fn add(&mut self, board: Board, depth: u32) {
        if depth == 0 {
            self.total += 1;
            return;
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return self.add_stuck(board, depth);
        }
        match depth {
            1 => self.total += u64::from(moves.len()),
            2 => self.push_leaves(board, moves),
            3 => self.push_twigs(board, moves),
            _ => {
                for square in moves {
                    self.add(board.after(square, board.flips(square)), depth - 1);
                }
            }
        }
    }

    /// As [`Counter::add`], for a board without legal moves, at least one ply above the leaves.
    #[cold]
    fn add_stuck(&mut self, board: Board, depth: u32) {
        if board.opponent_moves().is_empty() {
            self.total += u64::from(END_IS_LEAF);
        } else {
            self.add(board.passed(), depth - u32::from(PASS_IS_PLY));
        }
    }

    #[inline(always)]
    fn push_leaves(&mut self, board: Board, moves: Bitboard) {
        self.leaves.push(board, moves);
        if self.leaves.is_full() {
            self.drain_leaves();
        }
    }

    fn push_twigs(&mut self, board: Board, moves: Bitboard) {
        self.twigs.push(board, moves);
        if self.twigs.is_full() {
            self.drain_twigs();
        }
    }

    #[inline(never)]
    fn drain_twigs(&mut self) {
        while let Some(moves) = self.twigs.pop_lanes() {
            let children = simd::play(moves);
            for lane in 0..LANES {
                match children.lane(lane) {
                    (board, Bitboard::EMPTY) => self.add_stuck(board, 2),
                    (board, moves) => self.push_leaves(board, moves),
                }
            }
        }
    }

    #[inline(never)]
    fn drain_leaves(&mut self) {
        while let Some(moves) = self.leaves.pop_lanes() {
            let replies = simd::count_replies(moves);
            self.total += replies.count;
            if PASS_IS_PLY && END_IS_LEAF {
                self.total += u64::from(replies.none.count_ones()); // a pass and an end are one leaf alike
            } else if replies.none != 0 {
                let stuck = (0..LANES).filter(|lane| replies.none >> lane & 1 != 0);
                self.total += stuck.map(|lane| Self::stuck_leaves(moves.child(lane))).sum::<u64>();
            }
        }
    }

    /// The leaves one ply below a board without legal moves.
    #[cold]
    fn stuck_leaves(board: Board) -> u64 {
        match board.opponent_moves() {
            Bitboard::EMPTY => u64::from(END_IS_LEAF),
            _ if PASS_IS_PLY => 1,
            moves => u64::from(moves.len()),
        }
    }

    /// The number of leaves, after the moves that still wait have been played.
    pub(super) fn finish(mut self) -> u64 {
        self.drain_twigs();
        while let Some(board) = self.twigs.pop() {
            self.add(board, 2);
        }
        self.drain_leaves();
        while let Some(board) = self.leaves.pop() {
            self.add(board, 1);
        }
        self.total
    }
}

/// From how many moves on a queue should be emptied; both of a counter's stay in the first-level cache.
const FULL: usize = 512;
const ROOM: usize = FULL + SPREAD;

/// Moves on boards, last in, first out, in three parallel arrays from which lanes are loaded.
#[derive(Debug)]
struct Queue {
    mover: [u64; ROOM],
    opponent: [u64; ROOM],
    square: [u8; ROOM],
    len: usize,
}

impl Queue {
    const fn new() -> Queue {
        Queue { mover: [0; ROOM], opponent: [0; ROOM], square: [0; ROOM], len: 0 }
    }

    /// Returns whether the queue must be emptied before the next board.
    #[inline(always)]
    const fn is_full(&self) -> bool {
        self.len > FULL
    }

    /// Adds the legal moves of a board.
    #[inline(always)]
    fn push(&mut self, board: Board, moves: Bitboard) {
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
    fn pop_lanes(&mut self) -> Option<Moves<'_>> {
        let start = self.len.checked_sub(LANES)?;
        self.len = start;
        Some(Moves {
            mover: self.mover.get(start..)?.first_chunk()?,
            opponent: self.opponent.get(start..)?.first_chunk()?,
            square: self.square.get(start..)?.first_chunk()?,
        })
    }

    /// Takes out one move and plays it.
    fn pop(&mut self) -> Option<Board> {
        self.len = self.len.checked_sub(1)?;
        let board = Board::from_disjoint(Bitboard(self.mover[self.len]), Bitboard(self.opponent[self.len]));
        let square = Square::wrapping(u32::from(self.square[self.len]));
        Some(board.after(square, board.flips(square)))
    }
}
