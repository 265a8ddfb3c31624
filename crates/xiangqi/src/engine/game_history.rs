//! The game of a `position` command: a position and the moves that led there.
//!
//! This is not the referee's [`Game`](crate::Game): a user interface may go on after a position has come back, and then
//! the engine does too.

use protocols::uci;
use protocols::words::{Word, bad_input};
use search_core::Position as _;
use shuangqi_cli::{BadInput, Reason};

use crate::fen;
use crate::movegen::Illegal;
use crate::moves::Move;
use crate::position::Position;
use crate::repetition::LineEntry;

/// A position with the past that the rules of repetition need.
#[derive(Clone, Debug)]
pub struct GameHistory {
    position: Position,
    line_entries: Vec<LineEntry>,
}

impl GameHistory {
    /// A position without a past.
    pub fn new(position: Position) -> GameHistory {
        GameHistory { line_entries: vec![position.line_entry(None)], position }
    }

    /// The start of a game.
    ///
    /// # Errors
    /// None: the text of the start position is in order.
    pub fn start() -> Result<GameHistory, BadInput> {
        Position::from_fen(fen::START).map(GameHistory::new)
    }

    /// The game of a command.
    ///
    /// # Errors
    /// What is wrong with the FEN, or with the first move that cannot be played.
    pub fn read(game: &uci::Position) -> Result<GameHistory, BadInput> {
        let mut history = match &game.fen {
            None => GameHistory::start()?,
            Some(fen) => GameHistory::new(Position::from_fen(&fen.text).map_err(|bad| fen.place(bad))?),
        };
        game.moves.iter().try_for_each(|word| history.play(word))?;
        Ok(history)
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The line entries of all positions, the present one included.
    pub fn line_entries(&self) -> &[LineEntry] {
        &self.line_entries
    }

    /// Exchanges the sides, and drops the positions before.
    pub fn flip(&mut self) {
        let flipped = self.position.to_setup().flipped();
        // The flipped arrangement of a valid position is valid too.
        if let Ok(position) = Position::try_from(&flipped) {
            *self = GameHistory::new(position);
        }
    }

    /// Whether every one of these moves could be played.
    ///
    /// # Errors
    /// The moves that could not, and why.
    pub fn check(&self, moves: &[Move]) -> Result<(), BadInput> {
        let reasons: Vec<Reason> = moves
            .iter()
            .filter_map(|mv| Some((mv, self.position.check(*mv).err()?)))
            .map(|(mv, why)| Reason { column: None, found: mv.to_string(), expected: expected(why) })
            .collect();
        if reasons.is_empty() {
            Ok(())
        } else {
            Err(bad_input("go", reasons, "Name legal moves of the last position"))
        }
    }

    fn play(&mut self, word: &Word) -> Result<(), BadInput> {
        let mv = Move::parse(&word.text).map_err(|bad| word.place(bad))?;
        let bad =
            |why| bad_input(uci::Position::KIND, vec![word.reject(expected(why))], uci::Position::REMEDY);
        self.advance(mv).map_err(bad)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it may not be played; nothing has changed then.
    pub fn advance(&mut self, mv: Move) -> Result<(), Illegal> {
        self.position.try_play(mv)?;
        self.line_entries.push(self.position.line_entry(Some(mv)));
        Ok(())
    }
}

fn expected(why: Illegal) -> String {
    format!("a legal move, but {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<GameHistory, BadInput> {
        match format!("position {text}").parse()? {
            uci::Command::Position(game) => GameHistory::read(&game),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn moves_lead_on_from_the_start_or_any_position() {
        let played = read("startpos moves H2E2 h9g7\t h0g2").unwrap();
        assert_eq!(played.line_entries().len(), 4);
        let fen = played.position().to_string();
        assert_eq!(read(&format!("fen  {fen}")).unwrap().position(), played.position());
        assert_eq!(read("startpos").unwrap().line_entries().len(), 1);
        assert_eq!(read("startpos moves").unwrap().line_entries().len(), 1);
    }

    #[test]
    fn errors_have_their_column() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert!(message("startpos moves h2e2 h2e2").contains("column 30: found \"h2e2\""));
        assert!(message("startpos moves h2z9").contains("column 27"));
        assert!(message("fen 9/9/9/9/9/9/9/9/9/9 x").contains("column 34"));
        assert!(message("fen 9/9/9/9/9/9/9/9/9/9 w moves").contains("general"));
        assert!(message("fen").contains("found"));
    }
}
