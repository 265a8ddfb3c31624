//! Xiangqi: attacks, moves, what judging, ranking and exchanging cost, and leaves a second.

use std::hint::black_box;

use ::xiangqi::evaluator::Classical;
use ::xiangqi::lines::Lines;
use ::xiangqi::{Bitboard, Position, Square, attacks, fen};
use criterion::{Criterion, Throughput};
use search_core::perft::perft;
use search_core::{Counters, Evaluator, Heuristics, MoveKind, MoveList, NodeRequest, Position as _, Window};

type LookUp = fn(Square, &Lines) -> Bitboard;

const LOOK_UPS: [(&str, LookUp); 5] = [
    ("rook", attacks::rook),
    ("cannon", |square, lines| attacks::slide(square, lines).leaps),
    ("horse", attacks::horse),
    ("horses to", attacks::horses_to),
    ("elephant", attacks::elephant),
];

/// One look-up of each kind, over all points of a board with a third of them occupied.
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

/// Listing and counting moves, and playing one.
pub fn movegen(criterion: &mut Criterion) {
    let positions = game();
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

/// What judging a position and ranking its quiet moves cost.
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
    let (request, mut counters) = (NodeRequest::new(Window::FULL, 1), Counters::default());
    group.bench_function("quiets ranked", |bencher| {
        bencher.iter(|| {
            for position in &game {
                list.clear();
                black_box(position).moves(MoveKind::Quiets, &mut list);
                let mut evaluator = Classical::default();
                evaluator.heuristics().order_moves(position, request, &[], &mut list, &mut counters);
                black_box(&list);
            }
        });
    });
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

const POSITIONS: [(&str, &str, u32); 3] = [
    ("start", fen::START, 4),
    ("middlegame", "4ka1r1/9/b1c1b4/p3p3p/P5p2/3p4P/2P1P1P2/1rR5N/4A3c/2BAK1B2 w - - 0 1", 4),
    ("endgame", "9/4k4/9/8R/9/6B2/5nPp1/5A3/2rp1K3/5A3 w - - 0 1", 4),
];

/// Leaves a second: the start position, a middlegame and an endgame full of pins.
pub fn leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("xiangqi perft");
    for (name, text, depth) in POSITIONS {
        let position = Position::from_fen(text).expect("a valid position");
        group.throughput(Throughput::Elements(perft(&position, depth)));
        group.bench_function(name, |bench| bench.iter(|| perft(&position, depth)));
    }
    group.finish();
}
