//! The transposition table: results remembered across the tree, shared by threads without a lock.
//!
//! An entry is 64 bits of data beside a [`Seal`]. The stored seal is mixed with the data (Hyatt & Mann 2002, with
//! the data spread by a multiplication first), so that an entry torn by two writers matches no position.

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::score::{self, Score};
use crate::seal::Seal;
use crate::window::Window;

/// Entries looked at for one key.
const BUCKET: usize = 4;
/// Generations that an entry's age is counted in.
const GENERATIONS: u8 = 64;

/// How a stored score stands to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

impl Bound {
    /// What a search asked about `window` has learnt by answering `score`.
    pub fn of(score: Score, window: Window) -> Bound {
        if score <= window.alpha {
            Bound::Upper
        } else if score >= window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

/// What the table remembers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memo {
    /// The score, counted from the node itself where it is a proven win or loss.
    pub score: Score,
    /// How the score is meant.
    pub bound: Bound,
    /// The depth it was searched to.
    pub depth: i16,
    /// The best or refuting move.
    pub mv: Option<NonZeroU16>,
}

impl Memo {
    /// Whether the memory answers what `window` asks, `ply` plies from the root; if so, with which score.
    pub fn answer(&self, window: Window, ply: u32) -> Option<Score> {
        let score = score::to_root(self.score, ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        settles.then_some(score)
    }

    fn encode(&self, generation: u8) -> u64 {
        u64::from(self.score as i16 as u16)
            | u64::from(self.mv.map_or(0, NonZeroU16::get)) << 16
            | u64::from(self.depth.clamp(0, 255) as u8) << 32
            | (self.bound as u64) << 40
            | u64::from(generation) << 42
    }

    fn decode(data: u64) -> Option<Memo> {
        let bound = match data >> 40 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Memo {
            score: Score::from(data as u16 as i16),
            bound,
            depth: i16::from((data >> 32) as u8),
            mv: NonZeroU16::new((data >> 16) as u16),
        })
    }
}

fn generation_of(data: u64) -> u8 {
    (data >> 42) as u8 % GENERATIONS
}

#[derive(Debug)]
struct Cell<S: Seal> {
    seal: S::Atomic,
    data: AtomicU64,
}

impl<S: Seal> Cell<S> {
    fn vacant() -> Cell<S> {
        Cell { seal: S::Atomic::default(), data: AtomicU64::new(0) }
    }

    fn read(&self, seal: S) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (data != 0 && S::load(&self.seal) == seal.masked(data)).then_some(data)
    }

    fn write(&self, seal: S, data: u64) {
        seal.masked(data).store(&self.seal);
        self.data.store(data, Relaxed);
    }
}

#[derive(Debug)]
#[repr(align(32))]
struct Bucket<S: Seal> {
    cells: [Cell<S>; BUCKET],
}

/// A transposition table for positions sealed by `S`.
#[derive(Debug)]
pub struct Table<S: Seal> {
    buckets: Vec<Bucket<S>>,
    generation: AtomicU8,
}

impl<S: Seal> Table<S> {
    /// A table of at most `bytes` (at least one bucket).
    pub fn with_bytes(bytes: usize) -> Table<S> {
        let count = (bytes / size_of::<Bucket<S>>()).max(1);
        let vacant = || Bucket { cells: std::array::from_fn(|_| Cell::vacant()) };
        Table { buckets: (0..count).map(|_| vacant()).collect(), generation: AtomicU8::new(0) }
    }

    /// How many entries there is room for.
    pub fn capacity(&self) -> usize {
        self.buckets.len() * BUCKET
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for cell in self.buckets.iter().flat_map(|bucket| &bucket.cells) {
            cell.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: what is stored from now on outlives what was stored before.
    pub fn age(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// What is remembered of the position.
    #[inline]
    pub fn recall(&self, key: u64, seal: S) -> Option<Memo> {
        self.bucket(key).cells.iter().find_map(|cell| cell.read(seal)).and_then(Memo::decode)
    }

    /// Remembers a result. A result of the same position gives way unless it is much deeper; otherwise the
    /// shallowest and oldest entry of the bucket does.
    #[inline]
    pub fn remember(&self, key: u64, seal: S, mut memo: Memo) {
        let generation = self.generation.load(Relaxed);
        let cells = &self.bucket(key).cells;
        let mut victim = &cells[0];
        let mut lowest = i32::MAX;
        for cell in cells {
            let data = cell.data.load(Relaxed);
            if let Some(old) = cell.read(seal).and_then(Memo::decode) {
                if old.depth > memo.depth + 3
                    && memo.bound != Bound::Exact
                    && generation_of(data) == generation
                {
                    return;
                }
                memo.mv = memo.mv.or(old.mv);
                victim = cell;
                break;
            }
            let worth = worth(data, generation);
            if worth < lowest {
                (victim, lowest) = (cell, worth);
            }
        }
        victim.write(seal, memo.encode(generation));
    }

    /// How full the table is with entries of this search, per mille, from a sample.
    pub fn per_mille_full(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.cells);
        let (mut used, mut seen) = (0, 0);
        for cell in sample {
            let data = cell.data.load(Relaxed);
            seen += 1;
            used += u32::from(data != 0 && generation_of(data) == generation);
        }
        used * 1000 / seen
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket<S> {
        // The high half of key × count spreads any count of buckets evenly.
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }
}

/// What keeping an entry is worth: depth, less eight plies for each search that it is old; a vacant one nothing.
fn worth(data: u64, generation: u8) -> i32 {
    match Memo::decode(data) {
        None => i32::MIN,
        Some(memo) => {
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            i32::from(memo.depth) - 8 * i32::from(age)
        }
    }
}
