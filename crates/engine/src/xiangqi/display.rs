//! The board as text, in the layout that the UCI command `d` has among Xiangqi engines.

use std::fmt::Write;

use search_core::{Position as _, Score};

use xiangqi::evaluator::Explanation;
use xiangqi::piece::Piece;
use xiangqi::position::Position;
use xiangqi::square::{File, Rank, Square};

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

/// An evaluation term by term: what each counts for Red and for Black, on the full board and on the bare one, and on
/// this board for Red beyond Black.
pub fn evaluation(explanation: &Explanation) -> String {
    let pair = |[full, bare]: [Score; 2]| format!("{full:>7}{bare:>7}");
    let mut text = format!("{:<26}{:>14}{:>14}{:>10}\n", "", "Red", "Black", "");
    let _ =
        writeln!(text, "{:<26}{:>7}{:>7}{:>7}{:>7}{:>10}", "term", "full", "bare", "full", "bare", "blended");
    for term in &explanation.terms {
        let (red, black) = (pair(term.red), pair(term.black));
        let _ = writeln!(text, "{:<26}{red}{black}{:>10.1}", term.name, term.blended);
    }
    let Explanation { phase, scale, score, .. } = explanation;
    let _ = write!(text, "phase {phase} of 32, {:.0} % counts: {score:.0} for Red", 100.0 * scale);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::evaluator::{Weights, explain};
    use xiangqi::fen::START;

    #[test]
    fn an_evaluation_is_explained_term_by_term() {
        let text = evaluation(&explain(&Position::from_fen(START).unwrap(), Weights::embedded()));
        let line =
            |name| text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{text}"));
        let words: Vec<&str> = line("piece.rook").split_whitespace().collect();
        assert_eq!((words[1], words[5]), (words[3], "0.0"));
        assert!(line("phase").starts_with("phase 32 of 32, 100 % counts: "));
    }

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
