//! An opening as it is read, move after move, in any notation.

use search_core::Position as _;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use crate::arena::config::{Game, Opening};

/// A board and the moves made on it.
#[derive(Clone, Debug)]
pub struct OpeningLine {
    board: Board,
    start: String,
    is_standard: bool,
    moves: Vec<String>,
}

#[derive(Clone, Debug)]
enum Board {
    Othello(othello::Position),
    Xiangqi(Box<xiangqi::Position>),
}

impl OpeningLine {
    /// The start of every game.
    pub fn standard(game: Game) -> Result<OpeningLine, BadInput> {
        match game {
            Game::Othello => Ok(OpeningLine::othello(othello::Position::START)),
            Game::Xiangqi => OpeningLine::from_text(game, xiangqi::fen::START),
        }
    }

    /// A board as text.
    pub fn from_text(game: Game, text: &str) -> Result<OpeningLine, BadInput> {
        Ok(match game {
            Game::Othello => OpeningLine::othello(othello::notation::board::read(text)?),
            Game::Xiangqi => OpeningLine::xiangqi(xiangqi::Position::from_fen(text)?),
        })
    }

    pub fn othello(position: othello::Position) -> OpeningLine {
        OpeningLine {
            start: othello::notation::board::write(position),
            is_standard: position == othello::Position::START,
            board: Board::Othello(position),
            moves: Vec::new(),
        }
    }

    pub fn xiangqi(position: xiangqi::Position) -> OpeningLine {
        let start = position.to_string();
        OpeningLine {
            is_standard: start == xiangqi::fen::START,
            start,
            board: Board::Xiangqi(Box::new(position)),
            moves: Vec::new(),
        }
    }

    /// The number of moves made, passes included.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The board after the moves, as text.
    pub fn board(&self) -> String {
        match &self.board {
            Board::Othello(position) => othello::notation::board::write(*position),
            Board::Xiangqi(position) => position.to_string(),
        }
    }

    /// Makes a move in any notation of the game. In Othello a pass that was left out is made first.
    pub fn play(&mut self, text: &str) -> Result<(), BadInput> {
        match &mut self.board {
            Board::Othello(position) => play_othello(position, text, &mut self.moves),
            Board::Xiangqi(position) => {
                let mv = xiangqi::notation::parse_move(position.board(), text)?;
                position.play(mv);
                self.moves.push(mv.to_string());
                Ok(())
            }
        }
    }

    /// The opening of this name.
    pub fn opening(self, name: String) -> Opening {
        Opening { name, start: self.start, is_standard: self.is_standard, moves: self.moves }
    }
}

fn play_othello(
    position: &mut othello::Position,
    text: &str,
    moves: &mut Vec<String>,
) -> Result<(), BadInput> {
    let mv = othello::notation::read_move(text).ok_or_else(|| {
        let remedy = "Write squares in the order of play";
        BadInput::new("Othello move", None, quote(text), "a square such as f5, or a pass", remedy)
    })?;
    let must_pass = position.board.must_pass();
    let board = if must_pass { position.board.passed() } else { position.board };
    match mv.square() {
        Some(square) => board.play(square).map(drop)?,
        None if must_pass => {}
        None => {
            let remedy = "Leave the pass out, or correct the moves before it";
            return Err(BadInput::new("Othello move", None, "a pass", "a move, as there is one", remedy));
        }
    }
    let missing = (must_pass && !mv.is_pass()).then_some(othello::Move::PASS);
    for mv in missing.into_iter().chain([mv]) {
        position.play(mv);
        moves.push(mv.to_string());
    }
    Ok(())
}
