use super::*;
use crate::position::Position;

/// Both facts about a side that is not in check, by all legal moves of the other, in positions just before mates and in openings.
#[test]
fn threats_are_what_the_other_side_could_do() {
    const MATES: &str = include_str!("../../../../../data/xiangqi/mates.epd");
    const MATES_IN_ONE: &str = include_str!("../../../../../data/xiangqi/horizon.epd");
    const OPENINGS: &str = include_str!("../../../../../data/xiangqi/openings.epd");
    let lines = [MATES, MATES_IN_ONE, OPENINGS].into_iter().flat_map(str::lines);
    let fens = lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split(';').next());
    let mut found = [0; 2];
    for root in fens
        .map(|fen| Position::from_fen(fen).unwrap())
        .filter(|root| !root.board().in_check() && !root.passed().board().in_check())
    {
        let checks: Vec<Move> =
            root.legal_moves().into_iter().filter(|&mv| root.board().gives_check(mv)).collect();
        let mates = |mv: &Move| {
            let mut after = root;
            after.try_play(*mv).unwrap();
            after.legal_moves().is_empty()
        };
        let is_safe = |mv: &Move| exchange::exchange_value(root.board(), *mv) >= 0;
        let expected = [checks.iter().any(mates), checks.iter().any(is_safe)];
        let passed = root.passed();
        let facts = [is_threatened(passed.board()), is_exposed(passed.board())];
        assert_eq!(facts, expected, "{root}");
        (0..2).for_each(|fact| found[fact] += usize::from(expected[fact]));
    }
    assert!(found[0] >= 5 && found[1] > found[0], "{found:?}");
}
