//! A small private table for positions near the leaves: it stays in the processor's own cache, and no other thread
//! writes it.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::square::Square;

/// Bounds of a board's exact difference, and the move that was best.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub mover: Bitboard,
    pub opponent: Bitboard,
    pub lower: i8,
    pub upper: i8,
    /// The square of the best move, or 64 if none is known.
    best: u8,
}

impl Entry {
    /// The best move, if one is known.
    pub fn best(&self) -> Option<Square> {
        Square::new(usize::from(self.best))
    }
}

/// One entry a slot; a newer board takes the slot of an older one.
#[derive(Debug)]
pub(crate) struct Cache {
    entries: Vec<Entry>,
}

/// No board: both sides hold every square.
const VACANT: Entry = Entry { mover: Bitboard::FULL, opponent: Bitboard::FULL, lower: 0, upper: 0, best: 64 };

impl Cache {
    /// A cache of 2^`bits` entries of 24 bytes.
    pub fn new(bits: u32) -> Cache {
        Cache { entries: vec![VACANT; 1 << bits] }
    }

    pub fn clear(&mut self) {
        self.entries.fill(VACANT);
    }

    /// The entry of the board, whose key must be `board.key()`.
    #[inline(always)]
    pub fn recall(&self, board: Board, key: u64) -> Option<Entry> {
        let entry = self.entries[self.slot(key)];
        (entry.mover == board.mover() && entry.opponent == board.opponent()).then_some(entry)
    }

    /// Notes that a search in `(alpha, beta)` answered `score` by `best`.
    #[inline(always)]
    pub fn remember(&mut self, board: Board, key: u64, score: i32, (alpha, beta): (i32, i32), best: Square) {
        let slot = self.slot(key);
        let entry = &mut self.entries[slot];
        if entry.mover != board.mover() || entry.opponent != board.opponent() {
            *entry =
                Entry { mover: board.mover(), opponent: board.opponent(), lower: -64, upper: 64, best: 64 };
        }
        if score > alpha {
            entry.lower = score as i8;
            entry.best = best.index() as u8;
        }
        if score < beta {
            entry.upper = score as i8;
        }
    }

    /// Fetches a key's entry ahead of time.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        search_core::prefetch::prefetch(&self.entries[self.slot(key)]);
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}
