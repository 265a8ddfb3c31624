//! Positions as users write them, for either game.

use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, position};

/// A game's positions as text.
pub trait Notation: Sized {
    /// Reads `startpos`, a board, or either followed by `moves` and the moves played from there.
    ///
    /// # Errors
    /// What is wrong with the board or the first move that cannot be played, with its column.
    fn read(text: &str) -> Result<Self, BadInput>;
}

impl Notation for othello::Position {
    fn read(text: &str) -> Result<Self, BadInput> {
        othello::command::position::read(text)
    }
}

impl Notation for xiangqi::Position {
    fn read(text: &str) -> Result<Self, BadInput> {
        position::read(text, board, play)
    }
}

fn board(text: &str) -> Result<xiangqi::Position, BadInput> {
    if text == "startpos" { xiangqi::fen::START.parse() } else { text.parse() }
}

fn play(position: &mut xiangqi::Position, word: &str) -> Result<(), BadInput> {
    let mv = xiangqi::Move::parse(word)?;
    position.try_play(mv).map_err(|why| {
        let found = format!("{}: {why}", quote(word));
        BadInput::new("Xiangqi move", None, found, "a legal move", "Correct the move, or leave it out")
    })
}

#[cfg(test)]
mod tests {
    use xiangqi::Position;

    use super::*;

    fn error(text: &str) -> String {
        Position::read(text).unwrap_err().to_string()
    }

    #[test]
    fn moves_lead_on_from_any_board() {
        let start = Position::read("startpos").unwrap();
        assert_eq!(start.to_string(), xiangqi::fen::START);
        let one = Position::read("startpos  moves h2e2 H9-G7").unwrap();
        let other = Position::read(&format!("{} moves h2e2 h9g7", xiangqi::fen::START)).unwrap();
        assert!(one == other && one != start);
        assert!(Position::read("startpos moves").unwrap() == start);
    }

    #[test]
    fn a_bad_move_is_shown_where_it_stands() {
        assert!(error("startpos moves h2e2 h2e2").contains("column 21: found \"h2e2\": there is no piece"));
        assert!(error("startpos moves h2x2").contains("column 18: "));
        assert!(!error("startpos h2e2").is_empty());
    }
}
