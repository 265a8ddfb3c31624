use super::{Convention, divide, perft, perft_parallel, suite};
use crate::naive::{self, Random};
use crate::{Board, Side};

const SUITE: &str = include_str!("../../../../data/othello/perft.txt");

/// The count as its definition has it, on the naive rules.
fn naive_perft(board: Board, depth: u32, convention: Convention) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = naive::legal_moves(board);
    if !moves.is_empty() {
        let children = moves.into_iter().map(|square| board.after(square, naive::flips(board, square)));
        return children.map(|child| naive_perft(child, depth - 1, convention)).sum();
    }
    match (naive::legal_moves(board.passed()).is_empty(), convention) {
        (true, Convention::C) => 0,
        (true, _) => 1,
        (false, Convention::B) => naive_perft(board.passed(), depth, convention),
        (false, _) => naive_perft(board.passed(), depth - 1, convention),
    }
}

#[test]
fn the_suite_is_right_in_all_conventions() {
    let entries = suite::read("perft.txt", SUITE).unwrap();
    assert!(entries.len() > 150);
    for entry in entries.iter().filter(|entry| entry.count < 5_000_000) {
        let count = perft(entry.position.board, entry.depth, entry.convention);
        assert_eq!(count, entry.count, "{entry:?}");
    }
}

#[test]
fn random_boards_equal_the_definition() {
    let mut random = Random(16);
    for round in 0..600 {
        let board = if round % 2 == 0 { random.board() } else { *random.game().iter().rev().nth(8).unwrap() };
        for convention in Convention::ALL {
            for depth in 0..4 {
                let expected = naive_perft(board, depth, convention);
                assert_eq!(perft(board, depth, convention), expected, "{board:?} {depth} {convention:?}");
            }
        }
    }
}

#[test]
fn threads_and_divide_add_up_to_the_same() {
    for entry in suite::read("perft.txt", SUITE).unwrap() {
        if entry.count > 5_000_000 || entry.depth < 8 && entry.count > 100_000 {
            continue;
        }
        let board = entry.position.board;
        assert_eq!(perft_parallel(board, entry.depth, entry.convention), entry.count, "{entry:?}");
        let parts = divide(board, entry.depth, entry.convention);
        if !board.is_over() {
            assert_eq!(parts.iter().map(|&(_, count)| count).sum::<u64>(), entry.count, "{entry:?}");
        }
    }
}

#[test]
fn a_suite_is_read() {
    let start = "position start ---------------------------OX------XO--------------------------- X\n";
    let entries = suite::read("counts", &format!("{start}c 4 12")).unwrap();
    assert_eq!(entries.len(), 2);
    assert!(std::sync::Arc::ptr_eq(&entries[0].name, &entries[1].name), "a long name is not copied");
    assert_eq!((entries[1].depth, entries[1].count, entries[1].line), (2, 12, 2));
    assert_eq!((entries[0].position.side, entries[0].convention), (Side::Black, Convention::C));
}
