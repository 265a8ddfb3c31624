//! Leaves a second: the start position, a middlegame and an endgame full of pins.

use criterion::{Criterion, Throughput};
use search_core::perft::perft;
use xiangqi::{Position, fen};

const POSITIONS: [(&str, &str, u32); 3] = [
    ("start", fen::START, 4),
    ("middlegame", "4ka1r1/9/b1c1b4/p3p3p/P5p2/3p4P/2P1P1P2/1rR5N/4A3c/2BAK1B2 w - - 0 1", 4),
    ("endgame", "9/4k4/9/8R/9/6B2/5nPp1/5A3/2rp1K3/5A3 w - - 0 1", 4),
];

pub fn leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("xiangqi perft");
    for (name, text, depth) in POSITIONS {
        let position = Position::from_fen(text).expect("a valid position");
        group.throughput(Throughput::Elements(perft(&position, depth)));
        group.bench_function(name, |bench| bench.iter(|| perft(&position, depth)));
    }
    group.finish();
}
