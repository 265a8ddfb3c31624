//! The list of games, and their classes of boards.

use pyo3::prelude::*;
use search_core::BadInput;
use shuangqi_arena::games::Game;
use shuangqi_lab::Commands;

use crate::board::Board;
use crate::errors::bad_argument;
use crate::othello_board::OthelloBoard;
use crate::played_game::{PlayedGame, begin};
use crate::xiangqi_board::XiangqiBoard;

/// Begins a game with a board and rules.
type Begin = fn(&str, &[&str]) -> Result<Box<dyn PlayedGame>, BadInput>;

/// A game and its class of boards.
pub(crate) struct KnownGame {
    pub game: Game,
    pub begin: Begin,
    /// Compares algorithms on its positions.
    pub lab: &'static Commands,
    /// A board as an object of its class.
    pub object: fn(Python<'_>, Board) -> PyResult<Py<PyAny>>,
}

/// All games.
pub(crate) static GAMES: [KnownGame; 2] = [
    KnownGame {
        game: Game::OTHELLO,
        begin: begin::<othello::Position>,
        lab: &shuangqi_lab::OTHELLO,
        object: |py, board| {
            Ok(Py::new(py, PyClassInitializer::from(board).add_subclass(OthelloBoard))?.into_any())
        },
    },
    KnownGame {
        game: Game::XIANGQI,
        begin: begin::<xiangqi::Position>,
        lab: &shuangqi_lab::XIANGQI,
        object: |py, board| {
            Ok(Py::new(py, PyClassInitializer::from(board).add_subclass(XiangqiBoard))?.into_any())
        },
    },
];

/// The game of this name.
///
/// # Errors
/// A name that none has.
pub(crate) fn named(name: &str) -> PyResult<&'static KnownGame> {
    let found = GAMES.iter().find(|known| known.game.name() == name);
    found.ok_or_else(|| bad_argument("game", &format!("{name:?}"), "othello or xiangqi"))
}
