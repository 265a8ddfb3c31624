//! Moves of both games as one class.

use std::fmt;

use othello::notation::read_move;
use pyo3::prelude::*;
use search_core::BadInput;
use search_core::bad_input::quote;

use crate::errors::bad_input;

/// A move of one of the games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AnyMove {
    /// On a square, or a pass.
    Othello(Option<othello::Square>),
    /// From a point to another.
    Xiangqi(xiangqi::Move),
}

/// A move: in Xiangqi from a point to another, in Othello a square or a pass.
///
/// Moves are equal if they are of the same game and between the same squares, and can be members of sets. A move does not know
/// whether it is legal; a board does.
#[pyclass(frozen, eq, hash, from_py_object, module = "shuangqi")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub(crate) AnyMove);

impl Move {
    /// The move with these coordinates: `h2e2`, `f5` or `pass`, in either case.
    ///
    /// # Errors
    /// A text that is no move of a game.
    pub(crate) fn parse(text: &str) -> Result<Move, BadInput> {
        let othello = read_move(text).map(|mv| AnyMove::Othello(mv.square()));
        let xiangqi = || xiangqi::Move::parse(text).ok().map(AnyMove::Xiangqi);
        othello.or_else(xiangqi).map(Move).ok_or_else(|| {
            let expected = "two points of Xiangqi (h2e2), a square of Othello (f5) or pass";
            BadInput::new("move", None, quote(text), expected, "Write the move in coordinates")
        })
    }
}

/// In coordinates.
impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            AnyMove::Othello(None) => out.write_str("pass"),
            AnyMove::Othello(Some(square)) => square.fmt(out),
            AnyMove::Xiangqi(mv) => mv.fmt(out),
        }
    }
}

#[pymethods]
impl Move {
    /// Reads a move in coordinates: ``h2e2``, ``f5`` or ``pass``, in either case.
    ///
    /// Raises ValueError for a text that is no move of a game.
    #[staticmethod]
    fn from_uci(text: &str) -> PyResult<Move> {
        Move::parse(text).map_err(bad_input)
    }

    /// The move in coordinates: ``h2e2``, ``f5`` or ``pass``.
    fn uci(&self) -> String {
        self.to_string()
    }

    /// The point where it starts, 0 (a0) to 89 (i9); None in Othello.
    #[getter(from_square)]
    fn start(&self) -> Option<usize> {
        match self.0 {
            AnyMove::Othello(_) => None,
            AnyMove::Xiangqi(mv) => Some(mv.from().index()),
        }
    }

    /// The point where it ends, 0 (a0) to 89 (i9); in Othello the square, 0 (a1) to 63 (h8), None for a pass.
    #[getter(to_square)]
    fn end(&self) -> Option<usize> {
        match self.0 {
            AnyMove::Othello(square) => square.map(othello::Square::index),
            AnyMove::Xiangqi(mv) => Some(mv.to().index()),
        }
    }

    /// Whether it is the pass of Othello.
    #[getter]
    fn is_pass(&self) -> bool {
        self.0 == AnyMove::Othello(None)
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{self}')")
    }

    /// So that moves can be copied and sent to other processes.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_uci")?, (slf.get().to_string(),)))
    }
}
