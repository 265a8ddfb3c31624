//! Listing and counting moves, and playing one, over the positions of a game.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use search_core::{MoveKind, MoveList, Position as _};
use xiangqi::{Position, fen};

/// The positions of one fixed game: always the move a third of the way down the list.
fn positions() -> Vec<Position> {
    let start = Position::from_fen(fen::START).expect("the start position");
    std::iter::successors(Some(start), |position| {
        let moves = position.legal_moves();
        let mut next = *position;
        next.play(*moves.get(moves.len() / 3)?);
        Some(next)
    })
    .take(100)
    .collect()
}

pub fn movegen(criterion: &mut Criterion) {
    let positions = positions();
    let mut list = MoveList::new();
    let mut group = criterion.benchmark_group("movegen");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("count", |bench| {
        bench.iter(|| black_box(&positions).iter().map(Position::count_moves).sum::<u64>());
    });
    for which in [MoveKind::All, MoveKind::Captures, MoveKind::Quiets] {
        group.bench_function(format!("{which:?}"), |bench| {
            bench.iter(|| {
                for position in black_box(&positions) {
                    list.clear();
                    position.moves(which, &mut list);
                }
            });
        });
    }
    let moves: Vec<_> = positions.iter().map(|position| (*position, position.legal_moves()[0])).collect();
    group.bench_function("play", |bench| {
        bench.iter(|| {
            for (position, mv) in black_box(&moves) {
                let mut next = *position;
                next.play(*mv);
                black_box(&next);
            }
        });
    });
    group.finish();
}
