//! The board as text, in the layout that the UCI command `d` has among Xiangqi engines.

use std::fmt::Write;

use search_core::Position as _;

use crate::piece::Piece;
use crate::position::Position;
use crate::square::{File, Rank, Square};

const FRAME: &str = " +---+---+---+---+---+---+---+---+---+\n";

/// The board, its FEN, its key and the pieces that give check.
pub fn board(position: &Position) -> String {
    let mut text = String::from("\n");
    text.push_str(FRAME);
    for (index, &rank) in Rank::ALL.iter().enumerate().rev() {
        for &file in File::ALL {
            let letter = position.board().at(Square::new(file, rank)).map_or(' ', Piece::letter);
            text.push_str(" | ");
            text.push(letter);
        }
        // Writing to a string cannot fail.
        let _ = write!(text, " | {index}\n{FRAME}");
    }
    text.push_str("   a   b   c   d   e   f   g   h   i\n\n");
    let checkers: Vec<String> =
        position.board().checkers().into_iter().map(|square| square.to_string()).collect();
    let _ = write!(text, "Fen: {position}\nKey: {:016X}\nCheckers: {}", position.key(), checkers.join(" "));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::START;

    #[test]
    fn the_start_is_drawn_red_at_the_bottom() {
        let text = board(&Position::from_fen(START).unwrap());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[2], " | r | n | b | a | k | a | b | n | r | 9");
        assert_eq!(lines[20], " | R | N | B | A | K | A | B | N | R | 0");
        assert_eq!(lines[22], "   a   b   c   d   e   f   g   h   i");
        assert_eq!(lines[24], format!("Fen: {START}"));
        assert_eq!(lines[26], "Checkers: ");
    }
}
