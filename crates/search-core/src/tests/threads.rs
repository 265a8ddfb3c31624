//! The table under every order in which two threads can write and a third read (loom).

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
use loom::thread;

use crate::table::{Word, read, write};

impl Word for AtomicU64 {
    fn load(&self) -> u64 {
        self.load(Relaxed)
    }

    fn store(&self, value: u64) {
        self.store(value, Relaxed);
    }
}

/// Two boards, and the data of each: what is read for a board is what was written for it.
const BOARDS: [([u64; 2], u64); 2] = [([1, 2], 3), ([4, 8], 5)];

/// A torn entry, part of one thread's and part of another's, matches no board.
#[test]
fn no_reader_sees_a_torn_entry() {
    loom::model(|| {
        let entry: Arc<[AtomicU64; 3]> = Arc::new([AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0)]);
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
