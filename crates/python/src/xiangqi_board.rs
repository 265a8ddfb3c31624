//! The board of Xiangqi.

use std::any::Any;
use std::collections::BTreeMap;

use game::{Game as _, GameSession};
use pyo3::prelude::*;
use xiangqi::{Position, Square};

use crate::board::Board;
use crate::errors::bad_argument;
use crate::records::piece_code;

/// A game of Xiangqi in progress.
///
/// ``fen`` is the position it begins with; without it, the start of the game. ``rules`` are those by which repetitions are judged,
/// ``asian`` unless others are named: ``asian``, ``pikafish``, ``checks-only`` or ``plain``, and behind the name the moves without a
/// capture after which a game is drawn, as in ``asian moves=50``.
///
/// Raises ValueError with everything that is wrong with the position or the rules.
#[pyclass(extends = Board, frozen, subclass, module = "shuangqi")]
#[derive(Debug)]
pub struct XiangqiBoard;

/// The position of a board of this class.
fn position(board: &Board) -> Position {
    let session: &dyn Any = board.played.session();
    // Nothing makes an object of this class of another game.
    session
        .downcast_ref::<GameSession<Position>>()
        .map_or_else(Position::start, |session| *session.position())
}

#[pymethods]
impl XiangqiBoard {
    #[new]
    #[pyo3(signature = (fen = None, *, rules = None))]
    fn new(fen: Option<&str>, rules: Option<&str>) -> PyResult<PyClassInitializer<XiangqiBoard>> {
        let board = Board::begin::<Position>(fen, rules)?;
        Ok(PyClassInitializer::from(board).add_subclass(XiangqiBoard))
    }

    /// The letter of the piece on a point, 0 (a0) to 89 (i9), as FENs have it, upper case for red; None if it is empty.
    ///
    /// Raises ValueError for another number.
    fn piece_at(slf: PyRef<'_, Self>, square: usize) -> PyResult<Option<char>> {
        let known = Square::try_index(square);
        let square = known.ok_or_else(|| bad_argument("square", &square.to_string(), "0 to 89"))?;
        Ok(position(slf.as_super()).board().at(square).map(|piece| piece.letter()))
    }

    /// The letters of all pieces by their points.
    fn piece_map(slf: PyRef<'_, Self>) -> BTreeMap<usize, char> {
        let position = position(slf.as_super());
        let piece = |square: Square| Some((square.index(), position.board().at(square)?.letter()));
        Square::all().filter_map(piece).collect()
    }

    /// The points from a0 to i9 as 90 bytes with sign, as in the records of self-play: 0 empty, 1 king, 2 advisor, 3 elephant,
    /// 4 horse, 5 rook, 6 cannon, 7 soldier, negative for black.
    fn cells(slf: PyRef<'_, Self>) -> Vec<u8> {
        let position = position(slf.as_super());
        Square::all().map(|square| piece_code(position.board().at(square)) as u8).collect()
    }

    /// The plies that count towards the draw by the move limit.
    #[getter]
    fn halfmove_clock(slf: PyRef<'_, Self>) -> u16 {
        position(slf.as_super()).halfmove_clock().plies()
    }

    /// The number of the move, from 1; one more after each of black's moves.
    #[getter]
    fn fullmove_number(slf: PyRef<'_, Self>) -> u16 {
        position(slf.as_super()).to_setup().number
    }
}
