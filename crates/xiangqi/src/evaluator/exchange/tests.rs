use search_core::{MoveKind, Position as _};

use super::*;
use crate::Position;
use crate::movegen;
use crate::testing::{Random, arrangement, playout, rounds, start};

/// The legal captures on a point, the cheapest piece first and those of a kind in the order of points.
fn captures(board: &Board, point: Square) -> Vec<(PieceKind, Move)> {
    let moves = movegen::list(board, MoveKind::Captures).into_iter().filter(|mv| mv.to() == point);
    let mut found: Vec<(PieceKind, Move)> = moves.map(|mv| (board.at(mv.from()).unwrap().kind, mv)).collect();
    found.sort_by_key(|(kind, mv)| (ORDER.iter().position(|other| other == kind), mv.from()));
    found
}

/// The gain of the side to move on a point by taking there with one of its `width` cheapest pieces or stopping: moves
/// made on a board one by one, nothing shared with the exchange but the values.
fn naive(board: &Board, point: Square, width: usize) -> Score {
    let all = captures(board, point);
    all.into_iter().take(width).map(|(_, mv)| naive_move(board, mv, width)).max().unwrap_or(0).max(0)
}

fn naive_move(board: &Board, mv: Move, width: usize) -> Score {
    let mut after = *board;
    let taken = after.play(mv);
    taken.map_or(0, value) - naive(&after, mv.to(), width)
}

/// Compares every legal move of a position; how many there are, and how many captures among them.
fn compare(position: &Position) -> [u64; 2] {
    let board = position.board();
    let moves = position.legal_moves();
    for &mv in &moves {
        let score = exchange_value(board, mv);
        assert_eq!(score, naive_move(board, mv, 1), "{mv} in {position}");
        for threshold in [score - 1, score, score + 1, 0, -150, 300] {
            assert_eq!(see(board, mv, threshold), score >= threshold, "{mv} {threshold} in {position}");
        }
        let gain = captured_value(board, mv);
        assert!(score <= gain, "{mv} wins more than it takes in {position}");
        let stake = value(board.at(mv.from()).unwrap().kind);
        assert!(score >= gain - stake, "{mv} loses more than itself in {position}");
    }
    [moves.len() as u64, moves.iter().filter(|mv| position.victim(**mv) > 0).count() as u64]
}

/// The positions of a file in `data/xiangqi`: before the first semicolon of each line that is no comment.
fn positions(text: &str) -> impl Iterator<Item = Position> + '_ {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| Position::from_fen(line.split(';').next().unwrap().trim()).unwrap())
}

/// In games from the start, after openings and before mates, and on arrangements of any pieces.
#[test]
fn equals_the_naive_exchange() {
    const MATES: &str = include_str!("../../../../../data/xiangqi/mates.epd");
    const OPENINGS: &str = include_str!("../../../../../data/xiangqi/openings.epd");
    let mut random = Random(21);
    let mut counts = [0; 2];
    let mut add = |position: &Position| {
        let [moves, captures] = compare(position);
        counts = [counts[0] + moves, counts[1] + captures];
    };
    (0..rounds(40)).for_each(|_| playout(start(), 150, &mut random, &mut add));
    for position in positions(MATES).chain(positions(OPENINGS)) {
        playout(position, rounds(12), &mut random, &mut add);
    }
    for round in 0..rounds(6_000) {
        add(&Position::try_from(&arrangement(3 + round % 24, &mut random)).unwrap());
    }
    let [moves, captures] = counts;
    assert!(moves > 80_000 && captures > 4_000, "{moves} moves, {captures} captures");
}

/// Why, a FEN, a move, and what it wins: each piece taken in turn, `+` by the mover's side.
const EXCHANGES: &[(&str, &str, &str, &str)] = &[
    ("a cannon without a screen guards nothing", "c2k5/9/9/9/9/9/9/p6R1/9/4K4 w", "h2a2", "+p"),
    ("a cannon with a screen does", "c2k5/9/9/p8/9/9/9/p6R1/9/4K4 w", "h2a2", "+p -r"),
    ("the taker was the cannon's screen", "c2k5/9/9/9/R8/9/9/p8/9/4K4 w", "a5a2", "+p"),
    ("the taker was one screen too many", "c2k5/9/9/p8/R8/9/9/p8/9/4K4 w", "a5a2", "+p -r"),
    (
        "a chariot goes, and the cannon behind it lacks a screen",
        "3k5/9/9/9/p7r/9/9/9/R8/C3K4 w",
        "a1a5",
        "+p -r",
    ),
    ("the cannon goes first, and the chariot guards it", "3k5/9/9/9/p7r/9/9/9/R8/C3K4 w", "a0a5", "+p"),
    (
        "a cannon takes over its chariot, which follows",
        "4ck3/9/4r4/9/R3p4/2N6/9/9/9/3K5 w",
        "a5e5",
        "+p -r +c -n",
    ),
    (
        "the same, where the dearer piece behind stays out",
        "4ck3/9/4r4/9/R3p4/2N6/9/9/9/3K5 w",
        "c4e5",
        "+p -n",
    ),
    ("who takes back was the cannon's screen", "5k3/9/9/9/4p4/2N6/4r4/9/9/3KC4 w", "c4e5", "+p -n"),
    ("who takes back was one screen too many", "5k3/9/9/9/4p4/2N6/4r4/9/4A4/3KC4 w", "c4e5", "+p"),
    ("an advisor frees its horse's leg", "4kr3/9/9/9/9/9/9/5p3/4A4/3KN4 w", "e1f2", "+p"),
    ("without that horse", "4kr3/9/9/9/9/9/9/5p3/4A4/3K5 w", "e1f2", "+p -a"),
    ("a chariot behind a chariot", "3k5/9/4r4/9/4p4/9/9/9/4R4/4RK3 w", "e1e5", "+p"),
    ("two against two", "3k5/4r4/4r4/9/4p4/9/9/9/4R4/4RK3 w", "e1e5", "+p -r"),
    ("a general takes what is not guarded", "3ak4/9/9/9/3R5/9/9/9/9/5K3 w", "d5d9", "+a -r"),
    ("but not before the other general's eyes", "3ak4/9/9/9/3R5/9/9/9/9/3K5 w", "d5d9", "+a"),
    ("nor what a chariot guards", "3ak4/9/9/9/3R5/3R5/9/9/9/5K3 w", "d5d9", "+a"),
    ("nor a cannon with a screen", "3ak4/9/9/9/3R5/9/3P5/9/3C5/5K3 w", "d5d9", "+a"),
    ("it takes where the screen was the taker", "3ak4/9/9/9/3R5/9/9/9/3C5/5K3 w", "d5d9", "+a -r"),
    ("a horse between the generals is pinned", "4k4/9/4n4/2p6/9/9/9/9/2R6/4K4 w", "c1c6", "+p"),
    ("not with another piece between", "4k4/9/4n4/2p6/9/9/4P4/9/2R6/4K4 w", "c1c6", "+p -r"),
    ("one of two before a cannon is pinned", "4k4/4a4/3n5/4p4/9/3R5/9/4C4/9/5K3 w", "d4d7", "+n"),
    ("one of three is not", "4k4/4a4/3n5/4p4/9/3RP4/9/4C4/9/5K3 w", "d4d7", "+n -r"),
    ("a discovered check must be met elsewhere", "4k1r2/9/9/6p2/4N4/9/9/4R4/9/3K5 w", "e5g6", "+p"),
    ("without it the horse is taken", "4k1r2/9/9/6p2/4N4/9/9/5R3/9/3K5 w", "e5g6", "+p -n"),
    ("an elephant takes back", "2b2k3/9/R3n4/9/9/9/9/9/9/4K4 w", "a7e7", "+n -r"),
    ("not with its eye blocked", "2b2k3/3n5/R3n4/9/9/9/9/9/9/4K4 w", "a7e7", "+n"),
    ("a soldier at home guards no neighbour", "3k5/9/9/R3pp3/9/9/9/9/9/4K4 w", "a6e6", "+p"),
    ("across the river it does", "3k5/9/9/9/9/R3pp3/9/9/9/4K4 w", "a4e4", "+p -r"),
    ("a quiet move before a soldier", "3k5/9/9/4p4/R8/9/9/9/9/5K3 w", "a5e5", "-r"),
    ("the same, guarded", "3k5/9/9/4p4/R8/2N6/9/9/9/5K3 w", "a5e5", "-r +p"),
    ("a quiet move to where nothing happens", "3k5/9/9/4p4/R8/9/9/9/9/5K3 w", "a5a4", ""),
    ("a quiet move that offers an even exchange", "3k5/9/9/9/4r4/9/9/R7R/9/5K3 w", "a2e2", "-r +r"),
];

/// The worth of the pieces in `+p -r`.
fn sum(pieces: &str) -> Score {
    pieces.split_whitespace().fold(0, |sum, signed| {
        let (sign, letter) = signed.split_at(1);
        let kind = PieceKind::from_letter(letter.chars().next().unwrap()).unwrap();
        if sign == "+" { sum + value(kind) } else { sum - value(kind) }
    })
}

#[test]
fn exchanges_come_out_as_drawn() {
    for (why, fen, mv, expected) in EXCHANGES {
        let (position, mv) = (Position::from_fen(fen).unwrap(), Move::parse(mv).unwrap());
        assert_eq!(position.check(mv), Ok(()), "{why}");
        assert_eq!(exchange_value(position.board(), mv), sum(expected), "{why}");
        let flipped = Position::try_from(&position.to_setup().flipped()).unwrap();
        assert_eq!(exchange_value(flipped.board(), mv.flipped()), sum(expected), "{why}, colours changed");
    }
}

#[test]
fn the_cheapest_kind_comes_first() {
    assert!(ORDER[..6].is_sorted_by_key(|kind| value(*kind)));
}
