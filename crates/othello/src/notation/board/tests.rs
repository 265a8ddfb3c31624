use proptest::prelude::*;

use super::{read, write};
use crate::{Bitboard, Board, Position, Side};

const START: &str = "---------------------------OX------XO---------------------------";

fn message(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn all_letters_for_cells_and_sides_are_read() {
    for side in ["X", " x", " *", "\tb", " B", " black", "  Black \n"] {
        assert_eq!(read(&format!("{START}{side}")), Ok(Position::START), "{side:?}");
    }
    for side in ["O", " o", " w", " W", "0", " white"] {
        assert_eq!(read(&format!("{START}{side}")), Ok(Position::START.passed()), "{side:?}");
    }
    let rows = "........\n........\n........\n...0*...\n...bW...\n........\n........\n........\nX";
    assert_eq!(read(rows), Ok(Position::START));
}

#[test]
fn ranks_with_digits_are_read() {
    assert_eq!(read("8/8/8/3pP3/3Pp3/8/8/8 b"), Ok(Position::START));
    let corner = read("p7/8/8/8/8/8/8/7P w").unwrap();
    assert_eq!(write(corner), format!("{}O{}X{} O", "-".repeat(7), "-".repeat(48), "-".repeat(7)));
}

#[test]
fn every_reason_is_given_with_its_column() {
    assert_eq!(
        message(""),
        "Othello board: found 0 cells, expected 64. \
         Write 64 cells row by row from a1 to h8, then a space and the side to move."
    );
    let text = message(&START.replacen("--", "?é", 1));
    assert!(text.contains("column 1: found \"?\", expected a cell"), "{text}");
    assert!(text.contains("column 2: found \"é\", expected a cell"), "{text}");
    assert!(
        text.contains("column 65: found the end, expected the side to move after 64 cells: X or O"),
        "{text}"
    );
    assert!(message(&format!("{START} red")).contains("column 66: found \"red\""));
    assert!(message(&format!("{START}- X")).contains("column 65: found \"- X\""));
    assert!(message(&START.replacen("--", "-/", 1)).contains("column 2: found \"/\", expected a cell"));
    assert!(message("8/8/8/3pP3/3Pp3/8/8/8").contains("column 22: found the end"));
    let text = message("8/8/8/3pQ3/3Pp2/9/8 x y");
    for part in [
        "column 9: found \"Q\"",
        "column 12: found a rank of 7 cells",
        "column 17: found \"9\"",
        "7 ranks",
        "\"x y\"",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn every_board_survives_the_round_trip(discs: u64, mover: u64, black: bool) {
        let side = if black { Side::Black } else { Side::White };
        let board = Board::new(Bitboard(discs & mover), Bitboard(discs & !mover)).unwrap();
        let position = Position { board, side };
        prop_assert_eq!(read(&write(position)), Ok(position));
    }

    #[test]
    fn no_text_panics(text: String) {
        let _ = read(&text);
        let _ = read(&format!("{START}{text}"));
        let _ = read(&format!("8/8/{text}"));
    }
}
