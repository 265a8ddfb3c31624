//! Probes and stores of a table that is larger than the processor's cache, with and without a prefetch some work ahead.

use std::hint::black_box;

use criterion::Criterion;
use search_core::table::{Bound, TableEntry};
use search_core::{BoardSignature, Table};

/// Bytes of the table.
const SIZE: usize = 256 << 20;
const ENTRY: TableEntry =
    TableEntry { score: 1, bound: Bound::Exact, depth: 7, mv: None, static_eval: None, is_principal: false };
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

pub fn signatures(criterion: &mut Criterion) {
    tables(criterion, "table by key", |key| key);
    tables(criterion, "table by board", |key| [key, !key]);
}
