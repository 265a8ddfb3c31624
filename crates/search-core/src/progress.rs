//! The communication of threads that search the same position by themselves, beside the table.

#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::atomic::Ordering::Relaxed;
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The end of the search, and the visits of the threads beside the first. Nothing else depends on either, and a thread
/// that reads the flag late only works longer, so no order of loads and stores is asked for; `tests::table` has the model.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    is_over: AtomicBool,
    visits: AtomicU64,
}

impl Progress {
    /// Positions visited by the threads beside the first, up to their last tests of the flag.
    pub fn visits(&self) -> u64 {
        self.visits.load(Relaxed)
    }

    /// Adds positions visited since the last call, and returns whether the search is over.
    pub fn advance(&self, visits: u64) -> bool {
        self.visits.fetch_add(visits, Relaxed);
        self.is_over.load(Relaxed)
    }

    /// Ends the search when what it returns is dropped, in a panic too.
    pub fn end_on_drop(&self) -> impl Drop {
        struct End<'p>(&'p Progress);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.is_over.store(true, Relaxed);
            }
        }
        End(self)
    }
}
