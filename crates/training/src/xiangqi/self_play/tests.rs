use xiangqi::evaluator::Classical;

use super::*;

const CONDITIONS: Conditions =
    Conditions { nodes: 200, random: (4, 8), balance: 150, adjudicate: Switch::On, check_adjudication: 0 };

fn player(conditions: Conditions) -> Player<Classical> {
    Player::new(&Classical::default(), conditions)
}

/// The referee comes to the same end, and nothing that is kept is in check or begins with a capture.
#[test]
fn games_are_as_their_records_say() {
    let mut player = player(CONDITIONS);
    let mut kept = 0;
    for seed in 0..6 {
        let record = player.game(seed);
        assert!((4..=8).contains(&record.opening.len()) && !record.line.is_empty());
        let moves = record.opening.iter().copied().chain(record.line.iter().map(|ply| ply.mv));
        let mut game = GameSession::new(start(), GameRules::DEFAULT);
        moves.for_each(|mv| game.play(mv));
        match record.ruling {
            Some(ruling) => assert_eq!((ruling.winner, record.ending), (record.winner, Ending::Adjudication)),
            None => assert_eq!(ending(&game), (record.winner, record.ending)),
        }
        for sample in record.samples() {
            assert!(!sample.position.in_check() && i32::from(sample.score).abs() < DECISIVE);
            kept += 1;
        }
    }
    assert!(kept > 60, "{kept} positions are kept");
}

/// A checked game goes on to its end, but nothing is kept after it was decided.
#[test]
fn checked_games_go_on() {
    let checked = Conditions { check_adjudication: 100, ..CONDITIONS };
    let (mut one, mut other) = (player(CONDITIONS), player(checked));
    let decided = |seed: &u64| one.game(*seed).ruling.is_some();
    let seed = (0..20).find(decided).unwrap();
    let (short, long) = (one.game(seed), other.game(seed));
    assert_eq!(long.line[..short.line.len()], short.line[..]);
    assert_eq!(long.ruling, short.ruling);
    assert_ne!(long.ending, Ending::Adjudication);
    assert!(long.line[short.line.len()..].iter().all(|ply| !ply.is_kept));
}

/// The number of scores until there is a result, and the result.
fn after(scores: impl IntoIterator<Item = i32>) -> Option<(usize, Option<Color>)> {
    let mut adjudicator = Adjudicator::default();
    (1..).zip(scores).find_map(|(ply, score)| Some((ply, adjudicator.note(score)?)))
}

#[test]
fn a_win_needs_both_sides_scores() {
    assert_eq!(after([0, 1200, 1200, 1300, 1200, 1200, 1250]), Some((7, Some(Color::Red))));
    assert_eq!(after([-1500; 9]), Some((6, Some(Color::Black))));
    assert_eq!(after([1200, 900, 1200, 1200, 1200, 1200, 1200, -1200]), None);
}

#[test]
fn a_draw_needs_a_long_level_game() {
    assert_eq!(after([3; 400]), Some((100, None)));
    assert_eq!(after((0..400).map(|ply| if ply == 95 { 40 } else { -3 })), Some((116, None)));
    assert_eq!(after((0..400).map(|ply| if ply % 10 == 0 { 40 } else { 0 })), None);
}
