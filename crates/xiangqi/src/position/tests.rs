use search_core::Position as _;

use super::*;
use crate::testing::{Random, arrangement, rounds, start};

#[test]
fn a_fen_with_its_counters_comes_back() {
    let mut position = start();
    for mv in ["h2e2", "h9g7", "e2e6"] {
        position.try_play(Move::parse(mv).unwrap()).unwrap();
    }
    assert_eq!(position.to_string(), "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2");
}

#[test]
fn moves_are_read_in_any_spelling() {
    for text in ["h2e2", "H2E2", "h2-e2", "H2-E2"] {
        assert_eq!(Move::parse(text).map(|mv| mv.to_string()), Ok("h2e2".into()), "{text}");
    }
    assert_eq!(Move::parse("h2e2").unwrap().iccs(), "H2-E2");
    for (text, expected) in [
        ("h2", "found \"h2\", expected four characters"),
        ("h2--e2", "found \"h2--e2\", expected four characters"),
        ("j2e2", "column 1: found \"j2e2\", expected a point from a0 to i9 first"),
        ("h2ex", "column 3: found \"h2ex\", expected a point from a0 to i9 last"),
        ("h2-e炮", "column 4: found \"h2-e炮\", expected a point from a0 to i9 last"),
        ("e2e2", "column 3: found \"e2e2\", expected another point"),
    ] {
        let message = Move::parse(text).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
}

/// The key changes with the counter only where the sixty-move rule comes near.
#[test]
fn keys_follow_the_counter_in_steps() {
    let key = |plies: u16| {
        let setup = Setup { plies, ..start().to_setup() };
        Position::try_from(&setup).unwrap().key()
    };
    assert_eq!(key(0), key(13));
    assert_ne!(key(13), key(14));
    assert_eq!(key(14), key(21));
    assert_ne!(key(21), key(22));
}

/// In games of any moves, and in games of checks without captures, of which most no longer count.
#[test]
fn the_key_after_a_move_is_that_of_the_child() {
    let mut random = Random(14);
    let (mut far, mut surplus) = (0, 0);
    for game in 0..rounds(60) {
        let mut position =
            if game % 2 == 0 { start() } else { Position::try_from(&arrangement(8, &mut random)).unwrap() };
        for _ in 0..300 {
            let moves = position.legal_moves();
            for &mv in &moves {
                assert_eq!(position.key_after(mv), Some(position.child(mv).key()), "{mv} in {position}");
            }
            let mut checks = moves.clone();
            checks.retain(|&mv| position.victim(mv) == 0 && position.gives_check(mv));
            let choices = if game % 2 == 0 || checks.is_empty() { &moves } else { &checks };
            if choices.is_empty() {
                break;
            }
            far += u32::from(position.halfmove_clock().plies() >= 14);
            surplus += u32::from(position.halfmove_clock().depends_on_check(position.board().side()));
            position.play(choices[random.below(choices.len())]);
        }
    }
    assert!(far > 1000 && surplus > 100, "{far} {surplus}");
}

/// The reflection in the middle file, where no earlier position can come back.
#[test]
fn a_line_has_an_image_in_a_symmetric_position_without_a_past() {
    let mut position = start();
    let line = ["h2e2", "h9g7"].map(|text| Move::parse(text).unwrap());
    assert_eq!(position.images(&line), [line.map(Move::mirrored)]);
    for text in ["b0c2", "b9c7", "c2b0", "c7b9"] {
        position.try_play(Move::parse(text).unwrap()).unwrap();
    }
    assert!(position.images(&line).is_empty());
}
