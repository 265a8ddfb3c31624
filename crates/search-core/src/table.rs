//! The transposition table: results kept across the tree, shared by threads without a lock.
//!
//! An entry is 64 bits of data beside a [`BoardSignature`]. The stored signature is mixed with the data (Hyatt & Mann 2002, with
//! the data spread by a multiplication first), so that an entry torn by two writers matches no position.
//!
//! The memory comes zeroed from the system, which finds each page when it is first used: a table of any size is
//! allocated at once.

use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::num::{NonZero, NonZeroU16};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64};
use std::thread;

use bytemuck::allocation::try_zeroed_slice_box;

use crate::memory::{advise_large_pages, prefetch};
use crate::position::BoardSignature;
use crate::score::{self, Score};
use crate::window::Window;

/// Words of a bucket: a cache line, so that no probe reads two. A probe compares all entries of the key's bucket.
const BUCKET: usize = LINE / 8;
/// Generations that an entry's age is counted in.
const GENERATIONS: u8 = 64;
/// Bytes of a cache line, at which the first bucket begins.
const LINE: usize = 64;
/// Bytes of the system's smallest page.
const PAGE: usize = 4096;
/// Words before the first bucket, at most.
const SLACK: usize = BUCKET - 1;
/// The first bytes of a table that are held in large pages, at most. Each page is zeroed by the system when a search first comes
/// to it: of a table of 2 GiB that takes seconds, more than a short search gains.
const HUGE_PAGE_LIMIT: usize = 512 << 20;
/// The number of buckets looked at to find out how full the table is.
const SAMPLED: usize = 250;
/// Up to this number of bytes, one thread clears sooner than a second one starts.
const CLEARED_ALONE: usize = 32 << 20;

/// The relation of a stored score to the true one.
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
    /// The bound that `score` is, as the answer of a search with this `window`.
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

/// The stored result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The score, counted from the node itself where it is a proven win or loss.
    pub score: Score,
    /// The meaning of the score.
    pub bound: Bound,
    /// The depth it was searched to.
    pub depth: i16,
    /// The best or refuting move.
    pub mv: Option<NonZeroU16>,
    /// The static evaluation of the position, if it was needed.
    pub static_eval: Option<Score>,
}

/// The least depth: that of quiescence beyond its first ply.
pub(crate) const MIN_DEPTH: i16 = -1;

/// The mark of a static evaluation that is not known.
const NO_EVALUATION: i16 = i16::MIN;

impl TableEntry {
    /// Returns whether the entry answers what `window` asks, `ply` plies from the root; if so, with which score.
    pub fn answer(&self, window: Window, ply: u32) -> Option<Score> {
        let score = score::to_root(self.score, ply);
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        answers.then_some(score)
    }

    fn encode(&self, generation: u8) -> u64 {
        u64::from(self.score as i16 as u16)
            | u64::from(self.mv.map_or(0, NonZeroU16::get)) << 16
            | u64::from((self.depth - MIN_DEPTH).clamp(0, 255) as u8) << 32
            | (self.bound as u64) << 40
            | u64::from(generation) << 42
            | u64::from(self.static_eval.map_or(NO_EVALUATION, |score| score as i16) as u16) << 48
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
            depth: i16::from((data >> 32) as u8) + MIN_DEPTH,
            mv: NonZeroU16::new((data >> 16) as u16),
            static_eval: Some((data >> 48) as i16).filter(|&stored| stored != NO_EVALUATION).map(Score::from),
        })
    }
}

fn generation_of(data: u64) -> u8 {
    (data >> 42) as u8 % GENERATIONS
}

/// A word of an entry, which several threads read and write at once.
pub(crate) trait Word {
    fn load(&self) -> u64;
    fn store(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn load(&self) -> u64 {
        AtomicU64::load(self, Relaxed)
    }

    #[inline(always)]
    fn store(&self, value: u64) {
        AtomicU64::store(self, value, Relaxed);
    }
}

/// The data of an entry, its first word, if the others are this position's signature masked with it.
#[inline(always)]
pub(crate) fn read<S: BoardSignature>(entry: &[impl Word], signature: S) -> Option<u64> {
    let data = entry[0].load();
    let masked = signature.masked(data);
    (data != 0 && (0..S::WORDS).all(|index| entry[1 + index].load() == masked.word(index))).then_some(data)
}

#[inline(always)]
pub(crate) fn write<S: BoardSignature>(entry: &[impl Word], signature: S, data: u64) {
    let masked = signature.masked(data);
    (0..S::WORDS).for_each(|index| entry[1 + index].store(masked.word(index)));
    entry[0].store(data);
}

/// The words of a table that are held in large pages, where the system has such.
fn in_huge_pages(words: &[AtomicU64]) -> &[AtomicU64] {
    &words[..words.len().min(HUGE_PAGE_LIMIT / size_of::<AtomicU64>())]
}

/// Empties words. Those that are empty are only read: that takes no memory where none was used yet.
fn clear_words(words: &[AtomicU64]) {
    for word in words {
        if Word::load(word) != 0 {
            Word::store(word, 0);
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

/// A transposition table for positions that `S` identifies.
#[derive(Debug)]
pub struct Table<S: BoardSignature> {
    /// The buckets, word by word, after as many words as bring the first bucket to the start of a cache line. A type that
    /// asks for that alignment itself would be zeroed by hand, every page of it.
    words: Box<[AtomicU64]>,
    /// The first bucket's first word.
    start: usize,
    /// The number of buckets in use; the others are empty.
    buckets: usize,
    generation: AtomicU8,
    /// Set if anything was stored since it was empty.
    is_used: AtomicBool,
    /// The number of times it was cleared, where buckets are stamped.
    clearings: AtomicU64,
    signature: PhantomData<S>,
}

impl<S: BoardSignature> Table<S> {
    /// Words of an entry.
    const ENTRY: usize = 1 + S::WORDS;
    /// Words of a bucket that entries fill.
    const FILLED: usize = BUCKET / Self::ENTRY * Self::ENTRY;
    /// Set if a bucket has a word to spare. Its last one then tells how often the table had been cleared when the bucket was
    /// written: one with another number is empty, and to clear the table is to count up. To empty 2 GiB takes half a
    /// second.
    const IS_STAMPED: bool = Self::FILLED < BUCKET;

    /// An empty table of at most `bytes` (at least one bucket).
    ///
    /// # Errors
    /// If the system has no memory for it. A system that grants more than it has must be asked before.
    pub fn allocate(bytes: usize) -> Result<Table<S>, NoMemory> {
        let buckets = (bytes / LINE).max(1);
        let words: Box<[AtomicU64]> =
            try_zeroed_slice_box(buckets * BUCKET + SLACK).map_err(|()| NoMemory { bytes })?;
        advise_large_pages(in_huge_pages(&words));
        let start = Some(words.as_ptr().align_offset(LINE)).filter(|&start| start <= SLACK);
        Ok(Table { start: start.unwrap_or(0), buckets, ..Table::holding(words) })
    }

    /// An empty table of at most `bytes`, or of half that, and so on, if the system has no memory for more.
    pub fn with_bytes(bytes: usize) -> Table<S> {
        let mut sizes = std::iter::successors(Some(bytes), |&bytes| (bytes > 0).then_some(bytes / 2));
        let table = sizes.find_map(|bytes| Table::allocate(bytes).ok());
        table.unwrap_or_else(|| Table::holding(Box::default()))
    }

    /// A table without buckets.
    fn holding(words: Box<[AtomicU64]>) -> Table<S> {
        Table {
            words,
            start: 0,
            buckets: 0,
            generation: AtomicU8::new(0),
            is_used: AtomicBool::new(false),
            clearings: AtomicU64::new(0),
            signature: PhantomData,
        }
    }

    /// The number of entries that the buckets in use have room for.
    pub fn capacity(&self) -> usize {
        self.buckets * (BUCKET / Self::ENTRY)
    }

    /// The address of the first bucket.
    #[cfg(test)]
    pub(crate) fn address(&self) -> usize {
        self.words[self.start..].as_ptr().addr()
    }

    /// Has the system provide all of the memory, if nothing was stored yet: a search that comes to 64 MiB for the first
    /// time takes 0.1 s longer. To read a page is not enough, as the system shows the same empty one for all. A table that is
    /// larger than 512 MiB takes its memory as it is filled.
    pub fn populate(&self) {
        let is_large = self.buckets * LINE > HUGE_PAGE_LIMIT;
        if !is_large && !self.is_used.load(Relaxed) && self.clearings.load(Relaxed) == 0 {
            self.words.iter().step_by(PAGE / 8).for_each(|word| Word::store(word, 0));
        }
    }

    /// Empties the table, which from now on is used like one of at most `bytes`. A search that is scattered over a table far larger
    /// than it can fill has the system provide more memory than it stores results in.
    pub fn clear_to(&mut self, bytes: usize) {
        self.clear();
        let all = self.words.len().saturating_sub(SLACK) / BUCKET;
        self.buckets = (bytes / LINE).max(1).min(all);
    }

    /// Empties the table, without any work if nothing was stored; where buckets are not stamped, a large one with several
    /// threads.
    pub fn clear(&self) {
        if self.is_used.swap(false, Relaxed) {
            if Self::IS_STAMPED {
                self.clearings.fetch_add(1, Relaxed);
            } else {
                self.clear_with(self.clearing_threads());
            }
        }
        self.generation.store(0, Relaxed);
    }

    fn clearing_threads(&self) -> usize {
        let max = thread::available_parallelism().map_or(1, NonZero::get);
        (size_of_val(&*self.words) / CLEARED_ALONE).clamp(1, max)
    }

    /// Empties all entries, each thread an equal share.
    pub(crate) fn clear_with(&self, threads: usize) {
        let share = self.words.len().div_ceil(threads).max(1);
        thread::scope(|scope| {
            for part in self.words.chunks(share).skip(1) {
                // Where no thread can be started, this thread does the work.
                if thread::Builder::new().spawn_scoped(scope, || clear_words(part)).is_err() {
                    clear_words(part);
                }
            }
            self.words.chunks(share).take(1).for_each(clear_words);
        });
    }

    /// Begins a new search: what is stored from now on outlives what was stored before.
    pub fn age(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// Fetches a key's bucket into the processor's cache, so that a probe soon after need not wait.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.bucket(key) {
            prefetch(bucket);
        }
    }

    /// The table's entry of the position.
    #[inline]
    pub fn probe(&self, key: u64, signature: S) -> Option<TableEntry> {
        let bucket = self.bucket(key).filter(|bucket| !self.is_stale(*bucket))?;
        Self::split(bucket).find_map(|entry| read(entry, signature)).and_then(TableEntry::decode)
    }

    /// Stores a result. A result of the same position gives way unless it is much deeper; otherwise the
    /// shallowest and oldest entry of the bucket does.
    #[inline]
    pub fn store(&self, key: u64, signature: S, mut new: TableEntry) {
        let generation = self.generation.load(Relaxed);
        let Some(bucket) = self.bucket(key) else { return };
        if !self.is_used.load(Relaxed) {
            self.is_used.store(true, Relaxed);
        }
        self.renew(bucket);
        let mut replaced = None;
        let mut lowest = i32::MAX;
        for entry in Self::split(bucket) {
            let data = Word::load(&entry[0]);
            if let Some(old) = read(entry, signature).and_then(TableEntry::decode) {
                if old.depth > new.depth + 3 && new.bound != Bound::Exact && generation_of(data) == generation
                {
                    return;
                }
                new.mv = new.mv.or(old.mv);
                replaced = Some(entry);
                break;
            }
            let value = replacement_value(data, generation);
            if value < lowest {
                (replaced, lowest) = (Some(entry), value);
            }
        }
        if let Some(entry) = replaced {
            write(entry, signature, new.encode(generation));
        }
    }

    /// The part of the table in use by entries of this search, per mille, from a sample.
    pub fn per_mille_full(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let buckets = self.words.get(self.start..).unwrap_or_default().chunks_exact(BUCKET);
        let (mut used, mut sampled) = (0, 0);
        for bucket in buckets.take(self.buckets.min(SAMPLED)) {
            for entry in Self::split(bucket) {
                let data = Word::load(&entry[0]);
                sampled += 1;
                used += u32::from(data != 0 && generation_of(data) == generation && !self.is_stale(bucket));
            }
        }
        used * 1000 / sampled.max(1)
    }

    /// The bucket of a key; `None` only where there are no buckets.
    #[inline(always)]
    fn bucket(&self, key: u64) -> Option<&[AtomicU64; BUCKET]> {
        // The high half of key × count spreads any count of buckets evenly.
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        self.words.get(self.start + bucket * BUCKET..)?.first_chunk()
    }

    /// Returns whether nothing was stored in a bucket since the table was cleared.
    #[inline(always)]
    fn is_stale(&self, bucket: &[AtomicU64]) -> bool {
        Self::IS_STAMPED && bucket[BUCKET - 1].load(Acquire) != self.clearings.load(Relaxed)
    }

    /// Empties a bucket in which nothing was stored since the table was cleared. Another thread that comes to it at the same
    /// time may lose an entry by it, no more: who reads the new stamp no longer reads what was there before.
    #[inline(always)]
    fn renew(&self, bucket: &[AtomicU64]) {
        if self.is_stale(bucket) {
            clear_words(&bucket[..Self::FILLED]);
            bucket[BUCKET - 1].store(self.clearings.load(Relaxed), Release);
        }
    }

    #[inline(always)]
    fn split(bucket: &[AtomicU64]) -> impl Iterator<Item = &[AtomicU64]> {
        bucket[..Self::FILLED].chunks_exact(Self::ENTRY)
    }
}

/// The value of an entry for replacement: its depth, less eight plies for each search of its age; 0 for a vacant one.
fn replacement_value(data: u64, generation: u8) -> i32 {
    match TableEntry::decode(data) {
        None => i32::MIN,
        Some(entry) => {
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            i32::from(entry.depth) - 8 * i32::from(age)
        }
    }
}
