use proptest::prelude::*;

use super::{read, write};
use crate::naive::Random;
use crate::notation::board;
use crate::{Move, Position};
use search_core::{MoveKind, Position as _};

fn message(text: &str) -> String {
    read(Position::START, text).unwrap_err().to_string()
}

#[test]
fn separators_numbers_and_case_do_not_matter() {
    let plain = read(Position::START, "f5d6c3d3c4").unwrap();
    for text in ["F5D6C3D3C4", "f5 d6 c3\nd3,c4", "1. f5 d6 2. c3 d3 3. c4", "1 F5; 2 D6; 3 C3; 4 D3; 5 C4"] {
        assert_eq!(read(Position::START, text), Ok(plain.clone()), "{text}");
    }
    assert_eq!(read(Position::START, " ").unwrap().moves, []);
}

#[test]
fn what_is_no_move_or_illegal_is_named() {
    assert!(message("f5 xx").contains("column 4: found \"xx\", expected a square such as f5, or a pass"));
    assert!(message("f5d6é").contains("column 5: found \"é\""));
    let text = message("f5 d6 d6");
    assert!(text.contains("column 7: found the illegal move d6 by X at ply 3, expected one of"), "{text}");
    assert!(message("pass").contains("the illegal move pass by X at ply 1, expected one of d3 c4 f5 e6"));
}

#[test]
fn a_pass_may_be_written_or_left_out() {
    let text = "OOOX-X--OOOXXX--OXOXXXXXXXXXXXXX--XXXXXX--XXXOXX--OOOOOO-OOOOOOO X";
    let start = board::read(text).unwrap();
    let square = start.board.opponent_moves().first().unwrap().to_string();
    let silent = read(start, &square).unwrap();
    for pass in ["pass", "PA", "ps", "--", "@@", "P@"] {
        assert_eq!(read(start, &format!("{pass}{square}")), Ok(silent.clone()), "{pass}");
        assert_eq!(read(start, &format!("{pass} {square}")), Ok(silent.clone()), "{pass}");
    }
    assert_eq!(silent.moves, [Move::PASS, Move::new(silent.moves[1].square().unwrap())]);
    let only_pass = read(start, "pass").unwrap();
    assert_eq!(write(&only_pass.moves), "pass");
    let error = read(start, "a1").unwrap_err().to_string();
    assert!(error.contains("expected a pass"), "{error}");
}

#[test]
fn random_games_survive_the_round_trip_and_end() {
    let mut random = Random(15);
    for _ in 0..2_000 {
        let mut game = super::Game::new(Position::START);
        loop {
            let moves = game.last.list_moves(MoveKind::All);
            let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
            game.play(mv);
        }
        let text = write(&game.moves);
        let error = read(Position::START, &format!("{text}a1")).unwrap_err().to_string();
        assert!(error.contains("no further move, as the game is over"), "{error}");
        assert_eq!(read(Position::START, &text), Ok(game));
    }
}

proptest! {
    #[test]
    fn no_text_panics(text: String) {
        let _ = read(Position::START, &text);
        let _ = read(Position::START, &format!("f5{text}"));
    }
}
