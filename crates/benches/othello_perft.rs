//! Leaves per second from the start, on one thread, in each convention.

use criterion::{Criterion, Throughput};
use othello::Board;
use othello::perft::{Convention, perft};

pub fn leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("othello perft");
    group.sample_size(10);
    for depth in [9, 11] {
        for convention in Convention::ALL {
            group.throughput(Throughput::Elements(perft(Board::START, depth, convention)));
            group.bench_function(format!("start {depth} {}", convention.letter()), |bencher| {
                bencher.iter(|| perft(Board::START, depth, convention));
            });
        }
    }
    group.finish();
}
