//! Positions as users write them, for either game: `startpos` or a board, and perhaps moves from there.

use console::BadInput;
use console::bad_input::quote;

use crate::source::words;

/// A game's positions and moves as text.
pub trait Notation: Sized {
    /// The start of the game.
    ///
    /// # Errors
    /// Never, where the start position is what it should be.
    fn start() -> Result<Self, BadInput>;

    /// A board with the side to move.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn board(text: &str) -> Result<Self, BadInput>;

    /// Plays the move, or the moves, of one word.
    ///
    /// # Errors
    /// If it is no move, or not a legal one.
    fn play(&mut self, word: &str) -> Result<(), BadInput>;
}

/// Reads `startpos`, a board, or either followed by `moves` and the moves played from there.
///
/// # Errors
/// What is wrong with the board or the first move that cannot be played, with its column.
pub fn position<P: Notation>(text: &str) -> Result<P, BadInput> {
    let mut moves = words(text).skip_while(|(_, word)| *word != "moves");
    let end = moves.next().map_or(text.len(), |(_, word)| word.as_ptr().addr() - text.as_ptr().addr());
    let board = text[..end].trim_end();
    let mut position = match board.trim_start() {
        "startpos" => P::start()?,
        _ => P::board(board)?,
    };
    for (column, word) in moves {
        position.play(word).map_err(|bad| at_column(bad, column))?;
    }
    Ok(position)
}

/// The complaint about a word, counted from the start of the text.
fn at_column(mut bad: BadInput, column: usize) -> BadInput {
    for reason in &mut bad.reasons {
        reason.column = Some(reason.column.unwrap_or(1) + column - 1);
    }
    bad
}

impl Notation for xiangqi::Position {
    fn start() -> Result<Self, BadInput> {
        xiangqi::fen::START.parse()
    }

    fn board(text: &str) -> Result<Self, BadInput> {
        text.parse()
    }

    fn play(&mut self, word: &str) -> Result<(), BadInput> {
        let mv = xiangqi::Move::parse(word)?;
        self.try_play(mv).map_err(|why| {
            let found = format!("{}: {why}", quote(word));
            BadInput::new("Xiangqi move", None, found, "a legal move", "Correct the move, or leave it out")
        })
    }
}

impl Notation for othello::Position {
    fn start() -> Result<Self, BadInput> {
        Ok(othello::Position::START)
    }

    fn board(text: &str) -> Result<Self, BadInput> {
        othello::notation::board::read(text)
    }

    fn play(&mut self, word: &str) -> Result<(), BadInput> {
        *self = othello::notation::transcript::read(*self, word)?.last;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        position::<xiangqi::Position>(text).unwrap_err().to_string()
    }

    #[test]
    fn moves_lead_on_from_any_board() {
        let start: xiangqi::Position = position("startpos").unwrap();
        assert_eq!(start.to_string(), xiangqi::fen::START);
        let one: xiangqi::Position = position("startpos  moves h2e2 H9-G7").unwrap();
        let other = position(&format!("{} moves h2e2 h9g7", xiangqi::fen::START)).unwrap();
        assert!(one == other && one != start);
        assert!(position::<xiangqi::Position>("startpos moves").unwrap() == start);
    }

    #[test]
    fn othello_moves_may_be_run_together() {
        let apart: othello::Position = position("startpos moves f5 d6").unwrap();
        assert!(position::<othello::Position>("startpos moves f5d6").unwrap() == apart);
        let error = position::<othello::Position>("startpos moves f5d6 a1").unwrap_err();
        assert_eq!(error.reasons[0].column, Some(21));
    }

    #[test]
    fn a_bad_move_is_shown_where_it_stands() {
        assert!(error("startpos moves h2e2 h2e2").contains("column 21: found \"h2e2\": there is no piece"));
        assert!(error("startpos moves h2x2").contains("column 18: "));
        assert!(!error("startpos h2e2").is_empty());
    }
}
