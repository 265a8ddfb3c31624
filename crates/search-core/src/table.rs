//! The transposition table: results remembered across the tree, shared by threads without a lock.
//!
//! An entry is 64 bits of data beside a [`BoardSignature`]. The stored seal is mixed with the data (Hyatt & Mann 2002, with
//! the data spread by a multiplication first), so that an entry torn by two writers matches no position.
//!
//! The memory comes zeroed from the system, which finds each page when it is first used: a table of any size is
//! allocated at once.

use std::error::Error;
use std::fmt;
use std::num::{NonZero, NonZeroU16};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::thread;

use bytemuck::allocation::try_zeroed_slice_box;

use crate::score::{self, Score};
use crate::signature::BoardSignature;
use crate::window::Window;

/// Entries looked at for one key.
const BUCKET: usize = 4;
/// Generations that an entry's age is counted in.
const GENERATIONS: u8 = 64;
/// Bytes of a cache line, at which the first bucket begins.
const LINE: usize = 64;
/// Entries before the first bucket, at most: an entry has words of eight bytes, one at least.
const SLACK: usize = LINE / 8 - 1;
/// What one thread clears sooner than another is started.
const CLEARED_ALONE: usize = 32 << 20;

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
pub struct TableEntry {
    /// The score, counted from the node itself where it is a proven win or loss.
    pub score: Score,
    /// How the score is meant.
    pub bound: Bound,
    /// The depth it was searched to.
    pub depth: i16,
    /// The best or refuting move.
    pub mv: Option<NonZeroU16>,
}

impl TableEntry {
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

    fn decode(data: u64) -> Option<TableEntry> {
        let bound = match data >> 40 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(TableEntry {
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

/// The data of an entry, if it is this position's.
#[inline(always)]
fn read<S: BoardSignature>(entry: &S::Entry, signature: S) -> Option<u64> {
    let data = S::data(entry).load(Relaxed);
    (data != 0 && S::load(entry) == signature.masked(data)).then_some(data)
}

#[inline(always)]
fn write<S: BoardSignature>(entry: &S::Entry, signature: S, data: u64) {
    signature.masked(data).store(entry);
    S::data(entry).store(data, Relaxed);
}

/// Empties entries. Those that are vacant are only read: that takes no memory where none was used yet.
fn vacate<S: BoardSignature>(entries: &[S::Entry]) {
    for data in entries.iter().map(S::data) {
        if data.load(Relaxed) != 0 {
            data.store(0, Relaxed);
        }
    }
}

/// The system has no memory for a table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory {
    /// The size asked for.
    pub bytes: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no memory for a table of {} bytes", self.bytes)
    }
}

impl Error for NoMemory {}

/// A transposition table for positions sealed by `S`.
#[derive(Debug)]
pub struct Table<S: BoardSignature> {
    /// The buckets, entry by entry, after as many entries as bring the first bucket to the start of a cache line. A type
    /// that asks for that alignment itself would be zeroed by hand, every page of it.
    entries: Box<[S::Entry]>,
    /// The first bucket's first entry.
    start: usize,
    buckets: usize,
    generation: AtomicU8,
    /// Whether anything was stored since it was empty.
    is_used: AtomicBool,
}

impl<S: BoardSignature> Table<S> {
    /// An empty table of at most `bytes` (at least one bucket).
    ///
    /// # Errors
    /// If the system has no memory for it. A system that grants more than it has must be asked before.
    pub fn allocate(bytes: usize) -> Result<Table<S>, NoMemory> {
        let buckets = (bytes / (BUCKET * size_of::<S::Entry>())).max(1);
        let entries: Box<[S::Entry]> =
            try_zeroed_slice_box(buckets * BUCKET + SLACK).map_err(|()| NoMemory { bytes })?;
        let start = Some(entries.as_ptr().align_offset(LINE)).filter(|&start| start <= SLACK);
        Ok(Table { start: start.unwrap_or(0), buckets, ..Table::holding(entries) })
    }

    /// An empty table of at most `bytes`, or of half that, and so on, if the system has no memory for more.
    pub fn with_bytes(bytes: usize) -> Table<S> {
        let mut sizes = std::iter::successors(Some(bytes), |&bytes| (bytes > 0).then_some(bytes / 2));
        let table = sizes.find_map(|bytes| Table::allocate(bytes).ok());
        table.unwrap_or_else(|| Table::holding(Box::default()))
    }

    /// A table without buckets.
    fn holding(entries: Box<[S::Entry]>) -> Table<S> {
        let (generation, is_used) = (AtomicU8::new(0), AtomicBool::new(false));
        Table { entries, start: 0, buckets: 0, generation, is_used }
    }

    /// How many entries there is room for.
    pub fn capacity(&self) -> usize {
        self.buckets * BUCKET
    }

    /// Where the first bucket lies in memory.
    #[cfg(test)]
    pub(crate) fn address(&self) -> usize {
        self.entries[self.start..].as_ptr().addr()
    }

    /// Forgets everything; a large table with several threads, one in which nothing was stored at once.
    pub fn clear(&self) {
        if self.is_used.swap(false, Relaxed) {
            let bytes = size_of_val(&*self.entries);
            let most = thread::available_parallelism().map_or(1, NonZero::get);
            self.clear_with((bytes / CLEARED_ALONE).clamp(1, most));
        }
        self.generation.store(0, Relaxed);
    }

    /// Empties all entries, each thread an equal share.
    pub(crate) fn clear_with(&self, threads: usize) {
        let share = self.entries.len().div_ceil(threads).max(1);
        thread::scope(|scope| {
            for part in self.entries.chunks(share).skip(1) {
                // What no thread is to be had for is done here.
                if thread::Builder::new().spawn_scoped(scope, || vacate::<S>(part)).is_err() {
                    vacate::<S>(part);
                }
            }
            self.entries.chunks(share).take(1).for_each(vacate::<S>);
        });
    }

    /// Begins a new search: what is stored from now on outlives what was stored before.
    pub fn age(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// What is remembered of the position.
    #[inline]
    pub fn probe(&self, key: u64, signature: S) -> Option<TableEntry> {
        self.bucket(key)?.iter().find_map(|entry| read(entry, signature)).and_then(TableEntry::decode)
    }

    /// Remembers a result. A result of the same position gives way unless it is much deeper; otherwise the
    /// shallowest and oldest entry of the bucket does.
    #[inline]
    pub fn store(&self, key: u64, signature: S, mut memo: TableEntry) {
        let generation = self.generation.load(Relaxed);
        let Some(entries) = self.bucket(key) else { return };
        if !self.is_used.load(Relaxed) {
            self.is_used.store(true, Relaxed);
        }
        let mut victim = &entries[0];
        let mut lowest = i32::MAX;
        for entry in entries {
            let data = S::data(entry).load(Relaxed);
            if let Some(old) = read(entry, signature).and_then(TableEntry::decode) {
                if old.depth > memo.depth + 3
                    && memo.bound != Bound::Exact
                    && generation_of(data) == generation
                {
                    return;
                }
                memo.mv = memo.mv.or(old.mv);
                victim = entry;
                break;
            }
            let worth = worth(data, generation);
            if worth < lowest {
                (victim, lowest) = (entry, worth);
            }
        }
        write(victim, signature, memo.encode(generation));
    }

    /// How full the table is with entries of this search, per mille, from a sample.
    pub fn per_mille_full(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.entries.iter().skip(self.start).take(self.capacity().min(1000));
        let (mut used, mut seen) = (0, 0);
        for entry in sample {
            let data = S::data(entry).load(Relaxed);
            seen += 1;
            used += u32::from(data != 0 && generation_of(data) == generation);
        }
        used * 1000 / seen.max(1)
    }

    /// The bucket of a key; `None` only where there are no buckets.
    #[inline(always)]
    fn bucket(&self, key: u64) -> Option<&[S::Entry; BUCKET]> {
        // The high half of key × count spreads any count of buckets evenly.
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        self.entries.get(self.start + bucket * BUCKET..)?.first_chunk()
    }
}

/// What keeping an entry is worth: depth, less eight plies for each search that it is old; a vacant one nothing.
fn worth(data: u64, generation: u8) -> i32 {
    match TableEntry::decode(data) {
        None => i32::MIN,
        Some(memo) => {
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            i32::from(memo.depth) - 8 * i32::from(age)
        }
    }
}
