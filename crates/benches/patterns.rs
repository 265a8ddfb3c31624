//! What the trained evaluator of Othello costs: every child of a position is made and evaluated, as at the leaves of a
//! search, and positions are evaluated from nothing.

use criterion::{Criterion, Throughput};
use othello::patterns::Patterns;
use othello::{Move, Position, Side};
use search_core::{Evaluator, Position as _};

use crate::boards::boards;

pub fn evaluating(criterion: &mut Criterion) {
    let positions: Vec<Position> =
        boards().into_iter().map(|board| Position { board, side: Side::Black }).collect();
    let children: u32 = positions.iter().map(|position| position.board.legal_moves().len()).sum();
    let mut evaluator = Patterns::default();
    let mut group = criterion.benchmark_group("patterns");
    group.throughput(Throughput::Elements(u64::from(children)));
    group.bench_function("children", |bencher| {
        bencher.iter(|| {
            positions.iter().map(|position| evaluate_children(&mut evaluator, position)).sum::<i32>()
        });
    });
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("from nothing", |bencher| {
        bencher.iter(|| positions.iter().map(|position| evaluator.evaluate_alone(position)).sum::<i32>());
    });
    group.finish();
}

fn evaluate_children(evaluator: &mut Patterns, parent: &Position) -> i32 {
    evaluator.start(parent);
    let mut sum = 0;
    for square in parent.board.legal_moves() {
        let mv = Move::with_flips(square, parent.board.flips(square));
        let mut child = *parent;
        child.play(mv);
        evaluator.push(parent, Some(mv), &child);
        sum += evaluator.evaluate(&child);
        evaluator.pop();
    }
    sum
}
