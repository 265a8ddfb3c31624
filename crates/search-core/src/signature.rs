//! What a table entry keeps to know which board it speaks of.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::Zeroable;

/// The proof of identity in a table entry: a 64-bit key where a false hit does no harm worth its price, or the
/// whole board where one would corrupt a proof.
///
/// The stored form is masked with the entry's data ([`BoardSignature::masked`]), so that a torn write, half of one thread's
/// entry and half of another's, matches no board.
pub trait BoardSignature: Copy + Eq + Debug + Send + Sync {
    /// A table entry: the data in one word, the stored form in the others. Zeroed, it is vacant.
    type Entry: Zeroable + Debug + Send + Sync;

    /// The entry's data.
    fn data(entry: &Self::Entry) -> &AtomicU64;
    /// Reads the stored form.
    fn load(entry: &Self::Entry) -> Self;
    /// Writes the stored form.
    fn store(self, entry: &Self::Entry);
    /// The seal mixed with the entry's data; applying it twice with the same data gives the seal back.
    #[must_use]
    fn masked(self, data: u64) -> Self;
}

/// An odd constant (from the golden ratio) that spreads the data over all 64 bits before it masks a seal.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl BoardSignature for u64 {
    type Entry = [AtomicU64; 2];

    fn data(entry: &[AtomicU64; 2]) -> &AtomicU64 {
        &entry[0]
    }

    fn load(entry: &[AtomicU64; 2]) -> u64 {
        entry[1].load(Relaxed)
    }

    fn store(self, entry: &[AtomicU64; 2]) {
        entry[1].store(self, Relaxed);
    }

    fn masked(self, data: u64) -> u64 {
        self ^ data.wrapping_mul(SPREAD)
    }
}

impl BoardSignature for [u64; 2] {
    type Entry = [AtomicU64; 3];

    fn data(entry: &[AtomicU64; 3]) -> &AtomicU64 {
        &entry[0]
    }

    fn load(entry: &[AtomicU64; 3]) -> [u64; 2] {
        [entry[1].load(Relaxed), entry[2].load(Relaxed)]
    }

    fn store(self, entry: &[AtomicU64; 3]) {
        entry[1].store(self[0], Relaxed);
        entry[2].store(self[1], Relaxed);
    }

    fn masked(self, data: u64) -> [u64; 2] {
        let mask = data.wrapping_mul(SPREAD);
        [self[0] ^ mask, self[1] ^ mask.rotate_left(32)]
    }
}
