//! The store of a search's results by position: the transposition table, or, for studies, records without limit.
//!
//! A table overwrites results; a minimal tree needs them all. Results are recorded by key and depth, the key unchecked: among
//! 10^7 records, two positions share one with probability 10^-6.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::num::NonZeroU16;

use crate::position::Position;
use crate::score::{self, INFINITY, Score};
use crate::table::{Bound, Table, TableEntry};
use crate::window::NodeRequest;

/// Results by position. Engines and solvers search with a [`Table`]; [`RecordStore`]
/// serves studies. The node depends on neither.
pub trait Store<P: Position> {
    /// Set if results are kept even where the recipe uses no table.
    const ALWAYS_STORES: bool = false;

    /// The entry of a position `ply` plies from the root, as far as it matters to the request.
    fn probe(&self, position: &P, request: NodeRequest, ply: u32) -> Option<TableEntry>;

    /// Stores a result, its score counted from the position.
    fn store(&mut self, position: &P, entry: TableEntry);

    /// Fetches what [`Store::probe`] will read for a position of this key, ahead of time.
    fn prefetch(&self, _key: u64) {}

    /// The best move that an earlier search recorded at this depth, for [`Recipe::perfect_order`].
    ///
    /// [`Recipe::perfect_order`]: crate::recipe::Recipe::perfect_order
    fn recorded_move(&self, _position: &P, _depth: i16) -> Option<NonZeroU16> {
        None
    }

    /// A new search begins.
    fn age(&mut self) {}

    /// The part in use by results of this search, per mille.
    fn per_mille_full(&self) -> u32 {
        0
    }
}

/// The transposition table, shared by all threads that borrow it.
impl<P: Position> Store<P> for &Table<P::Signature> {
    #[inline(always)]
    fn probe(&self, position: &P, _request: NodeRequest, _ply: u32) -> Option<TableEntry> {
        Table::probe(self, position.key(), position.signature())
    }

    #[inline(always)]
    fn store(&mut self, position: &P, entry: TableEntry) {
        Table::store(self, position.key(), position.signature(), entry);
    }

    #[inline(always)]
    fn prefetch(&self, key: u64) {
        Table::prefetch(self, key);
    }

    fn age(&mut self) {
        Table::age(self);
    }

    fn per_mille_full(&self) -> u32 {
        Table::per_mille_full(self)
    }
}

/// The knowledge of a position at a depth. Scores count mates from the position.
#[derive(Clone, Copy, Debug)]
struct Record {
    lower: Score,
    upper: Score,
    mv: Option<NonZeroU16>,
}

/// The records of one search, or of several of the same root. They are never iterated over, so the order of hashing has
/// no effect.
#[derive(Clone, Debug, Default)]
pub struct Records {
    records: HashMap<(u64, i16), Record, BuildHasherDefault<KeyHasher>>,
}

impl Records {
    /// Removes the scores, and keeps the best moves.
    pub(crate) fn forget_scores(&mut self) {
        for record in self.records.values_mut() {
            (record.lower, record.upper) = (-INFINITY, INFINITY);
        }
    }

    /// Makes a move the best one of a position at a depth.
    pub(crate) fn set_best(&mut self, key: u64, depth: i16, mv: NonZeroU16) {
        if let Some(record) = self.records.get_mut(&(key, depth)) {
            record.mv = Some(mv);
        }
    }

    /// The best move known of a position at a depth.
    pub(crate) fn best(&self, key: u64, depth: i16) -> Option<NonZeroU16> {
        self.records.get(&(key, depth))?.mv
    }

    /// The entry of a position at a depth, as far as it matters to a window, `ply` plies from the root.
    fn probe(&self, key: u64, request: NodeRequest, ply: u32) -> Option<TableEntry> {
        let &Record { lower, upper, mv } = self.records.get(&(key, request.depth))?;
        let (score, bound) = if lower == upper {
            (lower, Bound::Exact)
        } else if score::to_root(lower, ply) >= request.window.beta {
            (lower, Bound::Lower)
        } else {
            (upper, Bound::Upper)
        };
        Some(TableEntry { score, bound, depth: request.depth, mv, static_eval: None })
    }

    /// Adds a result. A move is kept until another proves as good; one that fails low does not replace it.
    fn add(&mut self, key: u64, entry: TableEntry) {
        let unknown = Record { lower: -INFINITY, upper: INFINITY, mv: None };
        let record = self.records.entry((key, entry.depth)).or_insert(unknown);
        if entry.bound != Bound::Lower {
            record.upper = record.upper.min(entry.score);
        }
        if entry.bound != Bound::Upper {
            record.lower = record.lower.max(entry.score);
            record.mv = entry.mv.or(record.mv);
        }
    }
}

/// A table, and beside it the record of every result. The caller decides which of the two is read.
#[derive(Debug)]
pub struct RecordStore<'a, P: Position> {
    table: &'a Table<P::Signature>,
    records: &'a mut Records,
    /// Results are read from the records, not from the table.
    reads_records: bool,
}

impl<'a, P: Position> RecordStore<'a, P> {
    /// Results are read from the table, and recorded; moves are ordered by the records where the recipe asks for it.
    pub fn recording(table: &'a Table<P::Signature>, records: &'a mut Records) -> Self {
        RecordStore { table, records, reads_records: false }
    }

    /// Results are read from the records: no position is searched twice.
    pub fn reading(table: &'a Table<P::Signature>, records: &'a mut Records) -> Self {
        RecordStore { table, records, reads_records: true }
    }

    pub(crate) fn records(&mut self) -> &mut Records {
        self.records
    }
}

impl<P: Position> Store<P> for RecordStore<'_, P> {
    const ALWAYS_STORES: bool = true;

    fn probe(&self, position: &P, request: NodeRequest, ply: u32) -> Option<TableEntry> {
        if self.reads_records {
            self.records.probe(position.key(), request, ply)
        } else {
            self.table.probe(position.key(), position.signature())
        }
    }

    fn store(&mut self, position: &P, entry: TableEntry) {
        self.table.store(position.key(), position.signature(), entry);
        self.records.add(position.key(), entry);
    }

    fn recorded_move(&self, position: &P, depth: i16) -> Option<NonZeroU16> {
        self.records.best(position.key(), depth)
    }

    fn age(&mut self) {
        self.table.age();
    }
}

/// Keys are well mixed already; the depth is mixed in by a multiplication.
#[derive(Clone, Copy, Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }

    fn write_i16(&mut self, value: i16) {
        self.write_u64(value as u64);
    }
}
