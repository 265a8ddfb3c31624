//! The search beside the games: what a node costs, and the table.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use search_core::recipe::{FAIL_SOFT, NEGAMAX, PVS, Recipe, STRONGEST};
use search_core::table::{Bound, TableEntry};
use search_core::testing::tree::{Shape, TreeEvaluator, TreePosition};
use search_core::{BoardSignature, Control, Outcome, Root, SearchOptions, Table, ThreadData, think};

const SHAPE: Shape = Shape { width: 30, passes: 0, ends: 1, captures: 40, values: 1000, positions: 1 << 40 };
const RECIPES: [(&str, Recipe, i16); 4] =
    [("negamax", NEGAMAX, 3), ("alpha-beta", FAIL_SOFT, 4), ("pvs", PVS, 4), ("strongest", STRONGEST, 5)];

/// Searches of random trees, whose rules are a few multiplications. Without quiescence: the captures of such a tree have no end.
pub fn nodes(criterion: &mut Criterion) {
    let root = TreePosition::root(1, SHAPE);
    let table = Table::with_bytes(1 << 22);
    let mut thread = ThreadData::new(TreeEvaluator::<false>);
    let mut search = |recipe: &Recipe, depth| -> Outcome<u16> {
        thread.clear();
        table.clear();
        let start = Root { position: &root, history: &[()] };
        think(start, &mut thread, &table, recipe, &SearchOptions::to_depth(depth), &Control::new(), |_| {})
    };
    let mut group = criterion.benchmark_group("node");
    for (name, recipe, depth) in &RECIPES {
        group.throughput(Throughput::Elements(search(recipe, *depth).counters.visits));
        group.bench_function(*name, |bencher| bencher.iter(|| black_box(search(recipe, *depth))));
    }
    group.finish();
}

/// Bytes of the table.
const SIZE: usize = 256 << 20;
const ENTRY: TableEntry = TableEntry { score: 1, bound: Bound::Exact, depth: 7, mv: None, static_eval: None };
/// How many keys ahead a prefetch is.
const AHEAD: u64 = 4;

/// The keys in an order that no hardware foresees.
fn key(index: u64) -> u64 {
    (index ^ index >> 7).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn tables<S: BoardSignature>(criterion: &mut Criterion, name: &str, sign: impl Fn(u64) -> S) {
    let table = Table::<S>::with_bytes(SIZE);
    (0..4_000_000).map(key).for_each(|key| table.store(key, sign(key), ENTRY));
    let mut group = criterion.benchmark_group(name);
    let mut index = 0;
    let mut next = move || {
        index += 1;
        index % 4_000_000
    };
    group.bench_function("probe", |bencher| {
        bencher.iter(|| {
            let key = key(next());
            black_box(table.probe(key, sign(key)))
        });
    });
    group.bench_function("probe, prefetched", |bencher| {
        bencher.iter(|| {
            let index = next();
            table.prefetch(key(index + AHEAD));
            black_box(table.probe(key(index), sign(key(index))))
        });
    });
    group.bench_function("store", |bencher| {
        bencher.iter(|| {
            let key = key(next());
            table.store(key, sign(key), ENTRY);
        });
    });
    group.finish();
}

/// Probes and stores of a table that is larger than the processor's cache, with and without a prefetch some work ahead.
pub fn signatures(criterion: &mut Criterion) {
    tables(criterion, "table by key", |key| key);
    tables(criterion, "table by board", |key| [key, !key]);
}
