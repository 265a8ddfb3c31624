//! What the trained evaluator of Othello costs: every child of a position is made and evaluated, as at the leaves of a
//! search, and positions are evaluated from nothing.

use criterion::{Criterion, Throughput};
use othello::patterns::{LATE_EMPTIES, Patterns};
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
    let late: Vec<Position> = positions.iter().copied().filter(has_late_children).collect();
    let children: u32 = late.iter().map(|position| position.board.legal_moves().len()).sum();
    group.throughput(Throughput::Elements(u64::from(children)));
    group.bench_function("late children", |bencher| {
        bencher.iter(|| late.iter().map(|position| estimate_children(&mut evaluator, position)).sum::<i32>());
    });
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("from nothing", |bencher| {
        bencher.iter(|| positions.iter().map(|position| evaluator.evaluate_alone(position)).sum::<i32>());
    });
    group.finish();
}

/// Whether the cheaper weights order its moves, and the solver of the last plies does not.
fn has_late_children(position: &Position) -> bool {
    (11..=LATE_EMPTIES + 1).contains(&position.board.empties().len())
}

fn evaluate_children(evaluator: &mut Patterns, parent: &Position) -> i32 {
    sum_over_children(evaluator, parent, |evaluator, mv, child| {
        evaluator.push(parent, Some(mv), child);
        let evaluation = evaluator.evaluate(child);
        evaluator.pop();
        evaluation
    })
}

fn estimate_children(evaluator: &mut Patterns, parent: &Position) -> i32 {
    sum_over_children(evaluator, parent, |evaluator, mv, child| evaluator.estimate_child(parent, mv, child))
}

fn sum_over_children(
    evaluator: &mut Patterns,
    parent: &Position,
    score: impl Fn(&mut Patterns, Move, &Position) -> i32,
) -> i32 {
    evaluator.start(parent);
    let mut sum = 0;
    for square in parent.board.legal_moves() {
        let mv = Move::with_flips(square, parent.board.flips(square));
        let mut child = *parent;
        child.play(mv);
        sum += score(evaluator, mv, &child);
    }
    sum
}
