//! Legal moves and stable discs of boards from one random game after another.

use criterion::{Criterion, Throughput};
use othello::Bitboard;
use othello::stability::stable_discs;

use crate::boards::boards;

pub fn mobility(criterion: &mut Criterion) {
    let boards = boards();
    let mut group = criterion.benchmark_group("mobility");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("legal moves", |bencher| {
        bencher.iter(|| boards.iter().fold(Bitboard::EMPTY, |sum, board| sum ^ board.legal_moves()));
    });
    group.bench_function("stable discs", |bencher| {
        let stable = |board: &othello::Board| stable_discs(board.mover(), board.opponent());
        bencher.iter(|| boards.iter().fold(Bitboard::EMPTY, |sum, board| sum ^ stable(board)));
    });
    group.finish();
}
