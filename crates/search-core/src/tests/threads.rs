//! The table under several threads at once.

use std::cell::Cell;

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

/// The same under every order of the single loads and stores: `RUSTFLAGS="--cfg loom" cargo test -p search-core loom`.
#[cfg(loom)]
mod loom {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use loom::thread;

    use super::{BOARDS, Word, read, write};

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
}
