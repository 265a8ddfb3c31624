//! The discs a move turns, on every empty square of boards from one random game after another.

use criterion::{Criterion, Throughput};
use othello::Bitboard;

use crate::boards::boards;

pub fn flips(criterion: &mut Criterion) {
    let boards = boards();
    let cases: Vec<_> = boards
        .iter()
        .flat_map(|board| board.empties().into_iter().map(|square| (*board, square)))
        .take(4096)
        .collect();
    let mut group = criterion.benchmark_group("flips");
    group.throughput(Throughput::Elements(cases.len() as u64));
    group.bench_function("one move", |bencher| {
        bencher
            .iter(|| cases.iter().fold(Bitboard::EMPTY, |sum, (board, square)| sum ^ board.flips(*square)));
    });
    group.finish();
}
