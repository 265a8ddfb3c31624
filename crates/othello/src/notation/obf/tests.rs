use proptest::prelude::*;

use super::{Problem, read, read_line, write};
use crate::naive::Random;
use crate::{Move, Position, Side};

const FIRST: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

fn message(fields: &str) -> String {
    read_line(&format!("{FIRST};{fields}")).unwrap_err().to_string()
}

#[test]
fn comments_and_empty_lines_are_no_problems() {
    for line in ["", "   ", "% a comment; with fields", "  % another"] {
        assert_eq!(read_line(line), Ok(None), "{line:?}");
    }
    let text = format!("% two\n{FIRST}\n\n{FIRST}; g8:+18;\nnonsense\n");
    let lines: Vec<_> = read("file.obf", &text).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0].as_ref().unwrap().0, 2);
    assert_eq!(lines[0].as_ref().unwrap().1.expected(), None);
    assert_eq!(lines[1].as_ref().unwrap().0, 4);
    assert!(
        lines[2]
            .as_ref()
            .unwrap_err()
            .to_string()
            .starts_with("file.obf:5: Othello board: column 1: found \"n\"")
    );
}

#[test]
fn all_best_moves_are_expected() {
    let problem = read_line(&format!("{FIRST}; H1 : 12; G8:+12 ;a2:-6;")).unwrap().unwrap();
    let (score, moves) = problem.expected().unwrap();
    let names: Vec<String> = moves.iter().map(Move::to_string).collect();
    assert_eq!((score, names.join(" ")), (12, "h1 g8".to_owned()));
}

#[test]
fn a_pass_is_read_where_it_is_forced() {
    let line = "OOOX-X--OOOXXX--OXOXXXXXXXXXXXXX--XXXXXX--XXXOXX--OOOOOO-OOOOOOO X; PS:-04;";
    let problem = read_line(line).unwrap().unwrap();
    assert_eq!(problem.scores, [(Move::PASS, -4)]);
    assert_eq!(write(&problem), line);
    let legal = "expected one of b1 h1 a2 g2 a3 a4 b5 g7 g8 h8";
    assert!(
        message(" pa:+0").contains("found the illegal move pass, expected one of"),
        "{} {legal}",
        message(" pa:+0")
    );
}

#[test]
fn every_reason_is_given_with_its_column() {
    let text = message(" G8:+18; g8:+18; i9:0; d4:2; h1; h1:+66; a2:x");
    for part in [
        "column 77: found g8 a second time",
        "column 85: found \"i9\", expected a square such as g8",
        "column 91: found the illegal move d4, expected one of",
        "column 97: found \"h1\", expected MOVE:SCORE",
        "column 101: found \"+66\", expected the score of h1",
        "column 109: found \"x\"",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn problems_survive_the_round_trip() {
    let mut random = Random(14);
    for _ in 0..10_000 {
        let position = Position { board: random.board(), side: Side::White };
        let moves = position.board.legal_moves().into_iter().map(Move::new);
        let scores = moves.map(|mv| (mv, random.below(65) as i32 * 2 - 64)).collect();
        let problem = Problem { position, scores };
        assert_eq!(read_line(&write(&problem)), Ok(Some(problem)));
    }
}

proptest! {
    #[test]
    fn no_text_panics(text: String) {
        let _ = read_line(&text);
        let _ = read_line(&format!("{FIRST};{text}"));
    }
}
