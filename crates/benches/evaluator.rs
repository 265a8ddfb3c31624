//! What judging, ranking and exchanging cost, over the positions of a game.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use search_core::{Counters, Evaluator, Heuristics, MoveKind, MoveList, NodeRequest, Position as _, Window};
use xiangqi::evaluator::Classical;
use xiangqi::{Position, fen};

/// A game of 120 plies in which captures are played where there are some, so that all phases occur.
fn game() -> Vec<Position> {
    let mut position = Position::from_fen(fen::START).expect("the start position is valid");
    let mut seed = 0xBE7C_u64;
    let mut game = Vec::new();
    let mut list = MoveList::new();
    for ply in 0..120 {
        let which = if ply % 3 == 0 { MoveKind::Captures } else { MoveKind::All };
        list.clear();
        position.moves(which, &mut list);
        if list.is_empty() {
            position.moves(MoveKind::All, &mut list);
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let Some(entry) = list.scored().get((seed >> 33) as usize % list.len().max(1)) else { break };
        position.play(entry.mv);
        game.push(position);
    }
    game
}

pub fn judging(criterion: &mut Criterion) {
    let game = game();
    let mut group = criterion.benchmark_group("classical");
    group.throughput(Throughput::Elements(game.len() as u64));
    group.bench_function("evaluate", |bencher| {
        bencher.iter(|| {
            game.iter().map(|position| Classical::default().evaluate(black_box(position))).sum::<i32>()
        });
    });
    let mut list = MoveList::new();
    let request = NodeRequest::new(Window::FULL, 1);
    for (name, is_ranked) in [("quiets", false), ("quiets ranked", true)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for position in &game {
                    list.clear();
                    black_box(position).moves(MoveKind::Quiets, &mut list);
                    if is_ranked {
                        Classical::default().heuristics().order_moves(
                            position,
                            request,
                            &[],
                            &mut list,
                            &mut Counters::default(),
                        );
                    }
                    black_box(&list);
                }
            });
        });
    }
    group.finish();
}

/// What a static exchange costs a move, over the legal moves of the same game.
pub fn exchanging(criterion: &mut Criterion) {
    let game = game();
    let mut group = criterion.benchmark_group("exchange");
    for (name, which) in [("captures", MoveKind::Captures), ("quiets", MoveKind::Quiets)] {
        let mut moves = Vec::new();
        for position in &game {
            let mut list = MoveList::new();
            position.moves(which, &mut list);
            moves.extend(list.iter().map(|mv| (position, mv)));
        }
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(name, |bencher| {
            let exchange =
                |(position, mv)| Classical::default().heuristics().exchange_value(black_box(position), mv);
            bencher.iter(|| moves.iter().copied().map(exchange).sum::<i32>());
        });
    }
    group.finish();
}
