//! The signature of a board in a table entry.

use std::fmt::Debug;

/// The distinction of a table entry from those of other positions: by a 64-bit key where a rare false hit is
/// acceptable, or by the whole board where one would corrupt a proof.
///
/// The stored form is masked with the entry's data ([`BoardSignature::masked`]), so that a torn write, half of one
/// thread's entry and half of another's, matches no board.
pub trait BoardSignature: Copy + Eq + Debug + Send + Sync {
    /// Words that it takes.
    const WORDS: usize;

    /// One of its words, `index` below [`BoardSignature::WORDS`].
    fn word(self, index: usize) -> u64;
    /// The signature mixed with the entry's data; applying it twice with the same data gives the signature back.
    #[must_use]
    fn masked(self, data: u64) -> Self;
}

/// An odd constant (from the golden ratio) that spreads the data over all 64 bits before it masks a signature.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl BoardSignature for u64 {
    const WORDS: usize = 1;

    #[inline(always)]
    fn word(self, _index: usize) -> u64 {
        self
    }

    #[inline(always)]
    fn masked(self, data: u64) -> u64 {
        self ^ data.wrapping_mul(SPREAD)
    }
}

impl BoardSignature for [u64; 2] {
    const WORDS: usize = 2;

    #[inline(always)]
    fn word(self, index: usize) -> u64 {
        self[index]
    }

    #[inline(always)]
    fn masked(self, data: u64) -> [u64; 2] {
        let mask = data.wrapping_mul(SPREAD);
        [self[0] ^ mask, self[1] ^ mask.rotate_left(32)]
    }
}
