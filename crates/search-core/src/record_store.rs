//! Every result of a search, kept without limit of size: what references are made of.
//!
//! The table forgets; a minimal tree must not. Results are found by key and depth, the key being taken at its word: among
//! 10^7 records, two positions share one with probability 10^-6.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::num::NonZeroU16;

use crate::score::{self, INFINITY, Score};
use crate::table::{Bound, TableEntry};
use crate::window::NodeRequest;

/// What is known of a position at a depth. Scores count mates from the position.
#[derive(Clone, Copy, Debug)]
struct Record {
    lower: Score,
    upper: Score,
    mv: Option<NonZeroU16>,
}

/// The records of one search, or of several of the same root. Never walked through, so the order of hashing shows
/// nowhere.
#[derive(Clone, Debug, Default)]
pub struct RecordStore {
    records: HashMap<(u64, i16), Record, BuildHasherDefault<KeyHasher>>,
}

impl RecordStore {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.records.clear();
    }

    /// Forgets the scores, keeps the best moves.
    pub fn forget_scores(&mut self) {
        for record in self.records.values_mut() {
            (record.lower, record.upper) = (-INFINITY, INFINITY);
        }
    }

    /// What is known of a position at a depth, as far as it matters to a window, `ply` plies from the root.
    pub(crate) fn probe(&self, key: u64, request: NodeRequest, ply: u32) -> Option<TableEntry> {
        let &Record { lower, upper, mv } = self.records.get(&(key, request.depth))?;
        let (score, bound) = if lower == upper {
            (lower, Bound::Exact)
        } else if score::to_root(lower, ply) >= request.window.beta {
            (lower, Bound::Lower)
        } else {
            (upper, Bound::Upper)
        };
        Some(TableEntry { score, bound, depth: request.depth, mv })
    }

    /// Adds a result. A move is kept until another proves as good: one that fails low says nothing.
    pub(crate) fn store(&mut self, key: u64, entry: TableEntry) {
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

    /// Makes a move the best one of a position at a depth.
    pub fn prefer(&mut self, key: u64, depth: i16, mv: NonZeroU16) {
        if let Some(record) = self.records.get_mut(&(key, depth)) {
            record.mv = Some(mv);
        }
    }

    /// The best move known of a position at a depth.
    pub fn best(&self, key: u64, depth: i16) -> Option<NonZeroU16> {
        self.records.get(&(key, depth))?.mv
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
