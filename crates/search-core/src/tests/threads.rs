//! The data that several threads share: the table, and the progress of a search that each does by itself.

use std::cell::Cell;

#[cfg(not(loom))]
use crate::progress::Progress;
use crate::table::{Word, read, write};

/// Two boards, and the data of each: what is read for a board is what was written for it.
const BOARDS: [([u64; 2], u64); 2] = [([1, 2], 3), ([4, 8], 5)];

impl Word for Cell<u64> {
    fn load(&self) -> u64 {
        self.get()
    }

    fn store(&self, value: u64) {
        self.set(value);
    }
}

/// If two threads write while a third reads, each word that is read is empty or one of the two written. This tries all
/// mixtures: one of two different entries matches no board.
#[test]
fn no_mixture_of_entries_is_read() {
    let written = BOARDS.map(|(board, data)| {
        let entry: [Cell<u64>; 3] = Default::default();
        write(&entry[..], board, data);
        entry
    });
    let sources = [&Default::default(), &written[0], &written[1]];
    for mixture in 0..27_usize {
        let entry: [Cell<u64>; 3] =
            std::array::from_fn(|word| sources[mixture / 3_usize.pow(word as u32) % 3][word].clone());
        for (board, data) in BOARDS {
            let found = read(&entry[..], board);
            assert!(found.is_none_or(|found| found == data), "{board:?}: {found:?}");
        }
    }
}

/// The search ends in a panic too, or the other threads would go on for ever.
#[test]
#[cfg(not(loom))]
fn a_panic_ends_the_search_of_all_threads() {
    let progress = Progress::default();
    let panicked = std::panic::catch_unwind(|| {
        let _end_on_drop = progress.end_on_drop();
        assert!(!progress.advance(1));
        panic!("in the thread that decides");
    });
    assert!(panicked.is_err() && progress.advance(2));
    assert_eq!(progress.visits(), 3);
}

/// The same under every order of the single loads and stores: `RUSTFLAGS="--cfg loom" cargo test -p search-core loom`.
#[cfg(loom)]
mod loom {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use loom::thread;

    use super::{BOARDS, Word, read, write};
    use crate::progress::Progress;

    impl Word for AtomicU64 {
        fn load(&self) -> u64 {
            self.load(Relaxed)
        }

        fn store(&self, value: u64) {
            self.store(value, Relaxed);
        }
    }

    #[test]
    fn no_reader_sees_a_torn_entry() {
        loom::model(|| {
            let entry: Arc<[AtomicU64; 3]> = Arc::new(Default::default());
            let writers = BOARDS.map(|(board, data)| {
                let entry = Arc::clone(&entry);
                thread::spawn(move || write(&entry[..], board, data))
            });
            for (board, data) in BOARDS {
                let found = read(&entry[..], board);
                assert!(found.is_none_or(|found| found == data), "{board:?}: {found:?}");
            }
            writers.into_iter().for_each(|writer| writer.join().unwrap());
        });
    }

    /// Whenever the search ends, what each thread has published is counted once, what the first thread reads meanwhile never
    /// exceeds that, and a test after the end finds it over.
    #[test]
    fn every_visit_is_counted_once_and_the_end_is_seen() {
        loom::model(|| {
            let progress = Arc::new(Progress::default());
            let helpers = [1, 10].map(|visits| {
                let progress = Arc::clone(&progress);
                thread::spawn(move || {
                    progress.advance(visits);
                    visits
                })
            });
            let end = progress.end_on_drop();
            let seen = progress.visits();
            drop(end);
            let last = progress.visits();
            let published: u64 = helpers.into_iter().map(|helper| helper.join().unwrap()).sum();
            assert!(seen <= last && last <= published);
            assert_eq!(progress.visits(), published);
            assert!(progress.advance(0));
        });
    }
}
