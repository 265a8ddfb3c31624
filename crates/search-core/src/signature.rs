//! What a table entry keeps to know which board it belongs to.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How a table entry is told from those of other positions: by a 64-bit key where a false hit does no harm worth its
/// price, or by the whole board where one would corrupt a proof.
///
/// The stored form is masked with the entry's data ([`BoardSignature::masked`]), so that a torn write, half of one
/// thread's entry and half of another's, matches no board.
pub trait BoardSignature: Copy + Eq + Debug + Send + Sync {
    /// Words of the stored form.
    const WORDS: usize;

    /// Reads the stored form from its words.
    fn load(words: &[AtomicU64]) -> Self;
    /// Writes the stored form to its words.
    fn store(self, words: &[AtomicU64]);
    /// The signature mixed with the entry's data; applying it twice with the same data gives the signature back.
    #[must_use]
    fn masked(self, data: u64) -> Self;
}

/// An odd constant (from the golden ratio) that spreads the data over all 64 bits before it masks a signature.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl BoardSignature for u64 {
    const WORDS: usize = 1;

    #[inline(always)]
    fn load(words: &[AtomicU64]) -> u64 {
        words[0].load(Relaxed)
    }

    #[inline(always)]
    fn store(self, words: &[AtomicU64]) {
        words[0].store(self, Relaxed);
    }

    #[inline(always)]
    fn masked(self, data: u64) -> u64 {
        self ^ data.wrapping_mul(SPREAD)
    }
}

impl BoardSignature for [u64; 2] {
    const WORDS: usize = 2;

    #[inline(always)]
    fn load(words: &[AtomicU64]) -> [u64; 2] {
        [words[0].load(Relaxed), words[1].load(Relaxed)]
    }

    #[inline(always)]
    fn store(self, words: &[AtomicU64]) {
        words[0].store(self[0], Relaxed);
        words[1].store(self[1], Relaxed);
    }

    #[inline(always)]
    fn masked(self, data: u64) -> [u64; 2] {
        let mask = data.wrapping_mul(SPREAD);
        [self[0] ^ mask, self[1] ^ mask.rotate_left(32)]
    }
}
