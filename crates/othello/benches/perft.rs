//! Leaves per second from the start, on one thread, in each convention.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use othello::Board;
use othello::perft::{Convention, perft};

fn leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
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

criterion_group!(benches, leaves);
criterion_main!(benches);
