//! What a table entry keeps to know which board it speaks of.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The proof of identity in a table entry: a 64-bit key where a false hit does no harm worth its price, or the
/// whole board where one would corrupt a proof.
///
/// The stored form is masked with the entry's data ([`Seal::masked`]), so that a torn write, half of one thread's
/// entry and half of another's, matches no board.
pub trait Seal: Copy + Eq + Debug + Send + Sync {
    /// The stored form.
    type Atomic: Default + Debug + Send + Sync;

    /// Reads the stored form.
    fn load(cell: &Self::Atomic) -> Self;
    /// Writes the stored form.
    fn store(self, cell: &Self::Atomic);
    /// The seal mixed with the entry's data; applying it twice with the same data gives the seal back.
    #[must_use]
    fn masked(self, data: u64) -> Self;
}

/// An odd constant (from the golden ratio) that spreads the data over all 64 bits before it masks a seal.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Seal for u64 {
    type Atomic = AtomicU64;

    fn load(cell: &AtomicU64) -> u64 {
        cell.load(Relaxed)
    }

    fn store(self, cell: &AtomicU64) {
        cell.store(self, Relaxed);
    }

    fn masked(self, data: u64) -> u64 {
        self ^ data.wrapping_mul(SPREAD)
    }
}

impl Seal for [u64; 2] {
    type Atomic = [AtomicU64; 2];

    fn load(cell: &[AtomicU64; 2]) -> [u64; 2] {
        [cell[0].load(Relaxed), cell[1].load(Relaxed)]
    }

    fn store(self, cell: &[AtomicU64; 2]) {
        cell[0].store(self[0], Relaxed);
        cell[1].store(self[1], Relaxed);
    }

    fn masked(self, data: u64) -> [u64; 2] {
        let mask = data.wrapping_mul(SPREAD);
        [self[0] ^ mask, self[1] ^ mask.rotate_left(32)]
    }
}
