//! Othello: moves and the discs they turn, the trained evaluator, and leaves a second, over boards of random games.

use ::othello::patterns::{LATE_EMPTIES, Patterns};
use ::othello::perft::{Convention, perft};
use ::othello::stability::stable_discs;
use ::othello::{Bitboard, Board, Move, Position, Side, Square};
use criterion::{Criterion, Throughput};
use search_core::{Evaluator, Position as _};

/// 4,096 boards of random games from the start.
fn boards() -> Vec<Board> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut board = Board::START;
    let mut boards = Vec::new();
    while boards.len() < 4096 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let moves = board.legal_moves();
        let choice = moves.into_iter().nth((state >> 33) as usize % moves.len().max(1) as usize);
        board = match choice {
            Some(square) => board.after(square, board.flips(square)),
            None if board.is_over() => Board::START,
            None => board.passed(),
        };
        boards.push(board);
    }
    boards
}

/// Legal moves and stable discs, and on every empty square the discs a move turns.
pub fn moves(criterion: &mut Criterion) {
    let boards = boards();
    let mut group = criterion.benchmark_group("boards");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("legal moves", |bencher| {
        bencher.iter(|| boards.iter().fold(Bitboard::EMPTY, |sum, board| sum ^ board.legal_moves()));
    });
    group.bench_function("stable discs", |bencher| {
        let stable = |board: &Board| stable_discs(board.mover(), board.opponent());
        bencher.iter(|| boards.iter().fold(Bitboard::EMPTY, |sum, board| sum ^ stable(board)));
    });
    let empty =
        |board: &Board| board.empties().into_iter().map(|square| (*board, square)).collect::<Vec<_>>();
    let cases: Vec<(Board, Square)> = boards.iter().flat_map(empty).take(4096).collect();
    group.throughput(Throughput::Elements(cases.len() as u64));
    group.bench_function("flips of one move", |bencher| {
        bencher
            .iter(|| cases.iter().fold(Bitboard::EMPTY, |sum, (board, square)| sum ^ board.flips(*square)));
    });
    group.finish();
}

/// Leaves a second from the start, on one thread, in each convention.
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

/// What the trained evaluator costs: every child of a position is made and evaluated, as at the leaves of a search, and positions
/// are evaluated from nothing.
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
