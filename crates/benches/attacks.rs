//! One look-up of each kind, over all points of a board with a third of them occupied.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use xiangqi::lines::Lines;
use xiangqi::{Bitboard, Square, attacks};

type LookUp = fn(Square, &Lines) -> Bitboard;

const LOOK_UPS: [(&str, LookUp); 5] = [
    ("rook", attacks::rook),
    ("cannon", |square, lines| attacks::slide(square, lines).leaps),
    ("horse", attacks::horse),
    ("horses to", attacks::horses_to),
    ("elephant", attacks::elephant),
];

pub fn look_ups(criterion: &mut Criterion) {
    let mut lines = Lines::EMPTY;
    Square::all().filter(|square| square.index() * 7 % 3 == 0).for_each(|square| lines.occupy(square));
    let mut group = criterion.benchmark_group("attacks");
    group.throughput(Throughput::Elements(Square::COUNT as u64));
    for (name, look_up) in LOOK_UPS {
        group.bench_function(name, |bench| {
            bench.iter(|| {
                let lines = black_box(&lines);
                Square::all().fold(Bitboard::EMPTY, |union, square| union ^ look_up(square, lines))
            });
        });
    }
    group.finish();
}
