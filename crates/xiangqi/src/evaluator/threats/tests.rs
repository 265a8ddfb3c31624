use super::*;
use crate::position::Position;

/// The threat against a side that is not in check, by all legal moves of the other, in positions just before mates and in openings.
#[test]
fn threats_are_what_the_other_side_could_do() {
    const MATES: &str = include_str!("../../../../../data/xiangqi/mates.epd");
    const MATES_IN_ONE: &str = include_str!("../../../../../data/xiangqi/horizon.epd");
    const OPENINGS: &str = include_str!("../../../../../data/xiangqi/openings.epd");
    let lines = [MATES, MATES_IN_ONE, OPENINGS].into_iter().flat_map(str::lines);
    let fens = lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split(';').next());
    let mut found = 0;
    for root in fens
        .map(|fen| Position::from_fen(fen).unwrap())
        .filter(|root| !root.board().in_check() && !root.passed().board().in_check())
    {
        // A stalemate is no threat: the move must give check.
        let expected = root.legal_moves().into_iter().any(|mv| {
            let mut after = root;
            after.try_play(mv).unwrap();
            root.board().gives_check(mv) && after.legal_moves().is_empty()
        });
        assert_eq!(is_threatened(root.passed().board()), expected, "{root}");
        found += usize::from(expected);
    }
    assert!(found >= 5, "{found}");
}
