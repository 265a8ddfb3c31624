//! An opening as it is read, move after move, in any notation.

use shuangqi_cli::BadInput;

use crate::arena::config::Opening;
use crate::arena::match_game::MatchGame;

/// A board and the moves made on it.
#[derive(Clone, Debug)]
pub struct OpeningLine<P> {
    position: P,
    start: String,
    moves: Vec<String>,
}

impl<P: MatchGame> OpeningLine<P> {
    /// The start of every game.
    pub fn standard() -> Result<OpeningLine<P>, BadInput> {
        P::read_board(P::START).map(OpeningLine::new)
    }

    /// A board without moves.
    pub fn new(position: P) -> OpeningLine<P> {
        OpeningLine { start: position.write_board(), position, moves: Vec::new() }
    }

    /// The number of moves made, passes included.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The board after the moves, as text.
    pub fn board(&self) -> String {
        self.position.write_board()
    }

    /// Makes a move in any notation of the game.
    pub fn play(&mut self, text: &str) -> Result<(), BadInput> {
        self.position.play_notation(text, &mut self.moves)
    }

    pub fn opening(self, name: String) -> Opening {
        Opening { name, is_standard: self.start == P::START, start: self.start, moves: self.moves }
    }
}
