//! The board of Othello.

use std::any::Any;

use game::GameSession;
use othello::{Position, Side, Square};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::bad_argument;

/// A game of Othello in progress.
///
/// ``fen`` is a position: 64 cells of ``X`` (black), ``O`` (white) and ``-`` from a1 to h8, then the side to move, ``X`` or ``O``;
/// without it, the start. Raises ValueError with everything that is wrong with it.
#[pyclass(extends = Board, frozen, subclass, module = "shuangqi")]
#[derive(Debug)]
pub struct OthelloBoard;

/// The position of a board of this class.
fn position(board: &Board) -> Position {
    let session: &dyn Any = board.played.session();
    // Nothing makes an object of this class of another game.
    session.downcast_ref::<GameSession<Position>>().map_or(Position::START, |session| *session.position())
}

#[pymethods]
impl OthelloBoard {
    #[new]
    #[pyo3(signature = (fen = None))]
    fn new(fen: Option<&str>) -> PyResult<PyClassInitializer<OthelloBoard>> {
        let board = Board::begin::<Position>(fen, None)?;
        Ok(PyClassInitializer::from(board).add_subclass(OthelloBoard))
    }

    /// The disc on a square, 0 (a1) to 63 (h8): ``X`` (black), ``O`` (white) or None.
    ///
    /// Raises ValueError for another number.
    fn piece_at(slf: PyRef<'_, Self>, square: usize) -> PyResult<Option<&'static str>> {
        let position = position(slf.as_super());
        let known = Square::new(square);
        let square = known.ok_or_else(|| bad_argument("square", &square.to_string(), "0 to 63"))?;
        let letter = |side| if side == Side::Black { "X" } else { "O" };
        Ok(Side::ALL.into_iter().find(|&side| position.discs(side).has(square)).map(letter))
    }

    /// The discs of the side to move and of the other side as two integers of 64 bits, of which the lowest is a1 and the highest
    /// h8: as in the records of self-play.
    fn bitboards(slf: PyRef<'_, Self>) -> (u64, u64) {
        let board = position(slf.as_super()).board;
        (board.mover().0, board.opponent().0)
    }

    /// The number of discs of black and of white.
    fn count(slf: PyRef<'_, Self>) -> (u32, u32) {
        let position = position(slf.as_super());
        let [black, white] = Side::ALL.map(|side| position.discs(side).len());
        (black, white)
    }

    /// The number of empty squares.
    fn empties(slf: PyRef<'_, Self>) -> u32 {
        position(slf.as_super()).board.empties().len()
    }
}
