//! The table; and enhanced transposition cut-offs: a child's stored result that refutes a node before a move is searched.

use super::trees::*;
use std::cell::Cell;
use std::num::NonZeroU16;

use crate::table::{NoMemory, Word, read, write};

fn entry(score: i32, bound: Bound, depth: i16) -> TableEntry {
    TableEntry { score, bound, depth, mv: NonZeroU16::new(77), static_eval: Some(score / 2) }
}

#[test]
fn every_field_survives_the_packing() {
    let table = Table::<u64>::with_bytes(1 << 12);
    let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
    for (index, score) in [-32_000, -6400, -1, 0, 1, 6400, 32_000].into_iter().enumerate() {
        for depth in [0, 1, 60, 250] {
            let stored = entry(score, bounds[index % 3], depth);
            table.clear();
            table.store(index as u64, 5, stored);
            assert_eq!(table.probe(index as u64, 5), Some(stored));
            assert_eq!(table.probe(index as u64, 6), None);
        }
    }
}

/// In a full bucket the shallowest and oldest entry is replaced, never a deep one of this search.
#[test]
fn the_shallowest_entry_gives_way() {
    let table = Table::<u64>::with_bytes(1);
    assert_eq!(table.capacity(), 4);
    for depth in [7, 3, 9, 8] {
        table.store(0, depth as u64, entry(depth, Bound::Exact, depth as i16));
    }
    table.store(0, 100, entry(1, Bound::Upper, 1));
    assert_eq!(table.probe(0, 3), None);
    assert!([7, 9, 8, 100].into_iter().all(|signature| table.probe(0, signature).is_some()));
    table.age();
    table.age();
    table.store(0, 101, entry(1, Bound::Upper, 1));
    assert_eq!(table.probe(0, 100), None);
}

/// A result without a move keeps the move that was known.
#[test]
fn a_known_move_is_not_forgotten() {
    let table = Table::<u64>::with_bytes(1 << 10);
    table.store(3, 3, entry(5, Bound::Lower, 4));
    table.store(3, 3, TableEntry { mv: None, ..entry(2, Bound::Upper, 5) });
    let known = table.probe(3, 3).unwrap();
    assert_eq!((known.bound, known.mv), (Bound::Upper, NonZeroU16::new(77)));
}

/// Four threads write entries in which each field follows from the signature; no probe returns a mixture of two
/// entries.
#[test]
fn torn_entries_match_no_position() {
    let table = Table::<[u64; 2]>::with_bytes(1 << 8);
    let consistent = |number: u64| entry((number % 6000) as i32, Bound::Exact, (number % 200) as i16);
    std::thread::scope(|scope| {
        for thread in 0..4_u64 {
            let table = &table;
            scope.spawn(move || {
                for step in 0..200_000_u64 {
                    let number = (step * 7 + thread) % 64;
                    let signature = [number, number * 3];
                    if let Some(found) = table.probe(number << 58, signature) {
                        let expected = consistent(number);
                        assert_eq!((found.score, found.depth), (expected.score, expected.depth));
                    }
                    table.store(number << 58, signature, consistent(number));
                }
            });
        }
    });
}

/// A large table is allocated at once: 12 GiB and more, of which no page is used.
#[test]
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn a_table_of_many_gibibytes_uses_no_memory_before_it_is_filled() {
    let resident = || {
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
        pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
    };
    let before = resident();
    let tables = [Table::<u64>::allocate(4 << 30), Table::allocate(8 << 30)].map(Result::unwrap);
    let boards = Table::<[u64; 2]>::allocate(2 << 30).unwrap();
    boards.clear();
    for table in &tables {
        table.clear();
        table.store(u64::MAX, 5, entry(1, Bound::Exact, 1));
        table.store(0, 5, entry(2, Bound::Exact, 1));
        assert_eq!([u64::MAX, 0].map(|key| table.probe(key, 5).unwrap().score), [1, 2]);
    }
    // Other tests run in the same process.
    assert!(resident() < before + (1 << 30), "{} MiB", (resident() - before) >> 20);
}

#[test]
fn more_memory_than_there_can_be_is_an_error() {
    for bytes in [usize::MAX / 16, usize::MAX / 2, usize::MAX - 100, usize::MAX] {
        assert_eq!(Table::<u64>::allocate(bytes).unwrap_err(), NoMemory { bytes });
        assert_eq!(Table::<[u64; 2]>::allocate(bytes).unwrap_err(), NoMemory { bytes });
    }
    // As much memory as the system grants.
    let table = Table::<u64>::with_bytes(usize::MAX);
    assert!(table.capacity() > 1 << 20);
}

/// The number of entries for a size in bytes, on which the replacement of entries, and so every node count, depends. Every
/// bucket begins where a cache line does: none straddles two.
#[test]
fn a_size_in_bytes_gives_a_number_of_entries_on_cache_lines() {
    for (bytes, small, large) in
        [(0, 4, 2), (1 << 10, 64, 32), (1 << 20, 65_536, 32_768), (64 << 20, 1 << 22, 1 << 21)]
    {
        let table = Table::<u64>::allocate(bytes).unwrap();
        assert_eq!((table.capacity(), table.address() % 64), (small, 0));
        let table = Table::<[u64; 2]>::allocate(bytes).unwrap();
        assert_eq!((table.capacity(), table.address() % 64), (large, 0));
    }
}

/// Whole boards leave a word of each bucket to spare, so that they are cleared by a count: what was there before is never read
/// again, and gives way as if it were not there.
#[test]
fn a_table_of_boards_is_empty_after_each_clearing() {
    let table = Table::<[u64; 2]>::with_bytes(1 << 12);
    for round in 0..5_u64 {
        for number in 0..64_u64 {
            let (key, board) = (number << 58, [number, round]);
            assert_eq!(table.probe(key, [number, round.wrapping_sub(1)]), None);
            table.store(key, board, entry(3, Bound::Exact, 9 - round as i16));
            assert_eq!(table.probe(key, board).map(|found| found.depth), Some(9 - round as i16));
        }
        assert_eq!(table.per_mille_full(), 500);
        table.clear();
        assert_eq!(table.per_mille_full(), 0);
        assert!((0..64).all(|number| table.probe(number << 58, [number, round]).is_none()));
    }
}

/// A part of a table stores, replaces and finds what a table of its size does, whatever was in the table before; other results do
/// not come back when the whole is used again.
#[test]
fn a_part_of_a_table_is_like_a_table_of_its_size() {
    const PART: usize = 1 << 10;
    let mut table = Table::<[u64; 2]>::with_bytes(1 << 16);
    let keys = || (1..500_u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let fill = |table: &Table<[u64; 2]>| {
        keys().for_each(|key| table.store(key, [key, 1], entry(3, Bound::Exact, (key % 7) as i16)));
        keys().map(|key| table.probe(key, [key, 1])).collect::<Vec<_>>()
    };
    let whole = fill(&table);
    for bytes in [PART, 2 * PART, PART] {
        table.clear_to(bytes);
        assert_eq!(table.capacity(), bytes / 64 * 2);
        assert_eq!(fill(&table), fill(&Table::with_bytes(bytes)));
    }
    table.clear_to(usize::MAX);
    assert!(keys().all(|key| table.probe(key, [key, 1]).is_none()));
    assert_eq!(fill(&table), whole);
}

/// However many threads share the work, even more than there are entries.
#[test]
fn clearing_reaches_every_entry() {
    let table = Table::<u64>::with_bytes(1 << 16);
    for threads in [1, 2, 3, 7, 5000] {
        let keys = || (0..=u16::MAX).map(|high| u64::from(high) << 48 | 1);
        keys().for_each(|key| table.store(key, key, entry(1, Bound::Exact, 1)));
        assert!(keys().filter(|&key| table.probe(key, key).is_some()).count() > 3000);
        table.clear_with(threads);
        assert!(keys().all(|key| table.probe(key, key).is_none()), "{threads} threads");
    }
}

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

/// The same under every order of the single loads and stores: `RUSTFLAGS="--cfg loom" cargo test -p shuangqi-search-core loom`.
#[cfg(loom)]
mod loom {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use loom::thread;

    use super::BOARDS;
    use crate::progress::Progress;
    use crate::table::{Word, read, write};

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

const DEPTH: i16 = 4;
const WINDOW: Window = Window { alpha: 9, beta: 10 };

/// Searches a node one ply from the root with `entry` stored of its last child.
fn search_with(entry: TableEntry, recipe: &str) -> (i32, Counters) {
    let root = (0..).map(|seed| tree(seed, PLAIN)).find(|root| root.count_moves() > 3).unwrap();
    let table = Table::with_bytes(1 << 20);
    let child = root.child(*root.list_moves(MoveKind::All).last().unwrap());
    table.store(child.key(), child.signature(), entry);
    let (recipe, control) = (Recipe::parse(recipe).unwrap(), Control::new());
    let mut thread = ThreadData::<TreePosition, _>::new(TreeEvaluator::<false>);
    let start = Root { position: &root, history: &[()] };
    let mut worker = Worker::new(start, &mut thread, &recipe, &table, &control, u64::MAX);
    worker.ply = 1;
    let score = worker.search(&root, NodeRequest::new(WINDOW, DEPTH)).unwrap();
    (score, worker.counters)
}

/// The refutation is found without a search, even if its move is the last; its score is the stored one. What is stored must be of
/// the depth that the child would be asked, and prove enough; deeper results refute too where the recipe allows it.
#[test]
fn a_stored_refutation_answers_for_the_node() {
    let refuting =
        TableEntry { score: -1234, bound: Bound::Upper, depth: DEPTH - 1, mv: None, static_eval: None };
    let exact = TableEntry { bound: Bound::Exact, ..refuting };
    let deeper = TableEntry { depth: DEPTH, ..refuting };
    for (entry, recipe, is_answered) in [
        (refuting, "pvs+table+etc", true),
        (exact, "pvs+table+etc", true),
        (deeper, "pvs+table-deeper+etc", true),
        (refuting, "pvs+table", false),
        (exact, "pvs+etc", false),
        (deeper, "pvs+table+etc", false),
        (TableEntry { depth: DEPTH - 2, ..refuting }, "pvs+table+etc", false),
        (TableEntry { bound: Bound::Lower, ..refuting }, "pvs+table+etc", false),
        (TableEntry { score: -9, ..refuting }, "pvs+table+etc", false),
    ] {
        let (score, counters) = search_with(entry, recipe);
        assert_eq!(counters.visits == 1, is_answered, "{recipe} with {entry:?}");
        // The children looked up are counted.
        assert!(!is_answered || score == 1234 && counters.ordering > 3, "{recipe} with {entry:?}");
    }
}

/// In whole searches: a node that is cut off tries no move, there are many such cut-offs, and the score stays.
#[test]
fn it_cuts_where_lines_meet_and_changes_no_score() {
    let mut settled = 0;
    for seed in 0..40 {
        let root = tree(seed, TRANSPOSING);
        let recorded = record_search::<false>(&root, "pvs+table+etc+deepening", Driver::Full, 6);
        assert_eq!(recorded.outcome.score, exact::<false>(&root, 6));
        recorded.walk(|seen| {
            if seen.why == ScoreOrigin::TransposedCutoff {
                settled += 1;
                assert!(seen.steps.is_empty() && seen.score >= seen.request.window.beta && seen.ply > 0);
            }
        });
    }
    assert!(settled > 100);
}
