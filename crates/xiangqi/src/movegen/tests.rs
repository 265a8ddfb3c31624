use std::collections::BTreeSet;

use search_core::Position as _;

use super::naive::Naive;
use super::*;
use crate::position::Position;
use crate::testing::{Random, arrangement, playout, rounds, start};

/// Compares the generator with the naive one and with itself.
fn compare(position: &Position) {
    let board = position.board();
    let naive = Naive::new(&board.to_string());
    let moves = position.legal_moves();
    let names: BTreeSet<String> = moves.iter().map(Move::to_string).collect();
    assert_eq!(names, naive.moves(), "{position}");
    assert_eq!(has_moves(board), !moves.is_empty(), "{position}");
    assert_eq!(position.in_check(), naive.in_check(), "{position}");
    assert_eq!(board.checkers().is_empty(), !position.in_check(), "{position}");
    // That it can be made anew also says that it is valid.
    let fresh = Board::try_from(&board.to_setup()).unwrap();
    assert!(*board == fresh, "what is kept up move by move has drifted in {position}");
    search_core::testing::conformance::check(position);
}

#[test]
fn equals_the_naive_generator_in_random_games() {
    let mut random = Random(1);
    for _ in 0..rounds(40) {
        playout(start(), 150, &mut random, compare);
    }
}

#[test]
fn equals_the_naive_generator_on_random_arrangements() {
    let mut random = Random(2);
    for round in 0..rounds(6_000) {
        let setup = arrangement(3 + round % 24, &mut random);
        compare(&Position::try_from(&setup).unwrap());
    }
}

/// The number of quiet checks, which are those that leave a check; `gives_check` agrees move by move.
fn compare_checks(position: &Position) -> usize {
    let is_check = |mv: &Move| {
        let child = position.child(*mv);
        assert_eq!(position.gives_check(*mv), child.in_check(), "{position} {mv}");
        child.in_check() && position.victim(*mv) == 0
    };
    let expected: BTreeSet<Move> = position.legal_moves().into_iter().filter(is_check).collect();
    let mut list = MoveList::new();
    position.quiet_checks(&mut list);
    assert_eq!(list.len(), expected.len(), "{position}");
    assert_eq!(list.iter().collect::<BTreeSet<_>>(), expected, "{position}");
    expected.len()
}

#[test]
fn quiet_checks_are_those_that_leave_a_check() {
    let mut random = Random(12);
    let mut checks = 0;
    for _ in 0..20 {
        playout(start(), 120, &mut random, |position| checks += compare_checks(position));
    }
    for _ in 0..600 {
        checks += compare_checks(&Position::try_from(&arrangement(14, &mut random)).unwrap());
    }
    assert!(checks > 1000, "{checks}");
}

#[test]
fn recalls_exactly_the_legal_moves() {
    let mut random = Random(3);
    for round in 0..rounds(60) {
        let position = Position::try_from(&arrangement(3 + round % 24, &mut random)).unwrap();
        let legal = position.legal_moves();
        for packed in (1..=u16::MAX).filter_map(std::num::NonZeroU16::new) {
            let is_legal = legal.iter().any(|mv| mv.packed() == packed);
            assert_eq!(position.unpack(packed).is_some(), is_legal, "{packed} {position}");
        }
    }
}

#[test]
fn says_why_a_move_is_illegal() {
    let why = |fen: &str, mv: &str| {
        Position::from_fen(fen).unwrap().check(Move::parse(mv).unwrap()).map_err(|why| why.to_string())
    };
    let fen = "3k5/9/9/9/9/9/9/3N5/9/3K5 w - - 0 1";
    for (fen, mv, expected) in [
        ("5k3/9/9/9/9/9/9/9/9/3KR3r w - - 0 1", "e0e1", Err("it leaves the general in check")),
        (fen, "d2e4", Err("it leaves the generals facing each other")),
        (fen, "d2e3", Err("the horse cannot reach its last point")),
        (fen, "d9d8", Err("there is no piece of the side to move on its first point")),
        (fen, "a2a3", Err("there is no piece of the side to move on its first point")),
        (fen, "d0e0", Ok(())),
    ] {
        assert_eq!(why(fen, mv), expected.map_err(str::to_owned), "{mv} in {fen}");
    }
}
