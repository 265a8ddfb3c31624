//! A small private table for positions near the leaves: it stays in the processor's own cache, and no other thread
//! writes it.

use crate::board::Board;
use crate::square::Square;

/// Bounds of a board's exact difference, and the move that was best.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub lower: i8,
    pub upper: i8,
    /// The index of the best move's square; 64 if none is known.
    pub best: u8,
}

impl Entry {
    /// Nothing is known.
    pub const UNKNOWN: Entry = Entry { lower: -64, upper: 64, best: Square::NUM as u8 };

    /// The score, if the bounds answer a search with a null window at `alpha`.
    #[inline(always)]
    pub fn cutoff(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower > alpha { Some(lower) } else { (upper <= alpha).then_some(upper) }
    }
}

/// Boards that share a slot, in one line of the processor's cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket {
    boards: [[u64; 2]; Bucket::ENTRIES],
    entries: [Entry; Bucket::ENTRIES],
    /// The entry that the next new board takes.
    oldest: u8,
}

impl Bucket {
    const ENTRIES: usize = 3;
    /// No board: both sides hold every square.
    const VACANT: Bucket = Bucket {
        boards: [[u64::MAX; 2]; Bucket::ENTRIES],
        entries: [Entry::UNKNOWN; Bucket::ENTRIES],
        oldest: 0,
    };

    #[inline(always)]
    fn find(&self, board: Board) -> Option<usize> {
        let words = [board.mover().0, board.opponent().0];
        self.boards.iter().position(|held| *held == words)
    }

    /// Puts a new board in the place of the oldest.
    #[inline(always)]
    fn insert(&mut self, board: Board) -> usize {
        let place = usize::from(self.oldest) % Bucket::ENTRIES;
        self.oldest = (place + 1) as u8;
        self.boards[place] = [board.mover().0, board.opponent().0];
        self.entries[place] = Entry::UNKNOWN;
        place
    }
}

/// A table of buckets, which are found by [`Board::quick_key`].
#[derive(Debug)]
pub(crate) struct Cache {
    buckets: Vec<Bucket>,
    /// The shift that leaves of a key the bits that number the buckets.
    shift: u32,
}

impl Cache {
    /// A cache of 2^`bits` buckets of 64 bytes, for three boards each; 1 to 32 bits.
    pub fn new(bits: u32) -> Cache {
        Cache { buckets: vec![Bucket::VACANT; 1 << bits], shift: u64::BITS - bits }
    }

    pub fn clear(&mut self) {
        self.buckets.fill(Bucket::VACANT);
    }

    /// The entry of the board, whose key must be `board.quick_key()`.
    #[inline(always)]
    pub fn probe(&self, board: Board, key: u64) -> Entry {
        let bucket = &self.buckets[self.slot(key)];
        bucket.find(board).map_or(Entry::UNKNOWN, |place| bucket.entries[place])
    }

    /// Notes that a search with a null window at `alpha` answered `score` by `best`.
    #[inline(always)]
    pub fn store(&mut self, board: Board, key: u64, score: i32, alpha: i32, best: Square) {
        let slot = self.slot(key);
        let bucket = &mut self.buckets[slot];
        let place = bucket.find(board).unwrap_or_else(|| bucket.insert(board));
        let entry = &mut bucket.entries[place];
        if score > alpha {
            entry.lower = score as i8;
            entry.best = best.index() as u8;
        } else {
            entry.upper = score as i8;
        }
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        (key >> self.shift) as usize & (self.buckets.len() - 1)
    }
}
