//! The exact solver of Othello's endings.

use std::fmt::{self, Debug};
use std::sync::{Mutex, MutexGuard, TryLockError};

use game::GameSession;
use othello::Position;
use othello::patterns::Patterns;
use othello::solve::{EXACT, Solution as Solved, Solver as ExactSolver};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use search_core::Control;
use shuangqi_cli::memory;

use crate::background::{self, internal_error};
use crate::board::Board;
use crate::errors::{bad_argument, too_large};
use crate::limits::{table_bytes, threads};
use crate::moves::{AnyMove, Move};

type AnySolver = ExactSolver<Patterns>;

/// The result of a position of Othello with best play.
#[pyclass(frozen, eq, get_all, module = "shuangqi")]
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The difference of discs at the end, empty squares counted for the winner, from the view of the side to move.
    score: i32,
    /// The best move; None if the game is over.
    r#move: Option<Move>,
    /// The best line to the end of the game.
    pv: Vec<Move>,
    /// Positions visited.
    nodes: u64,
}

impl Solution {
    fn new(solved: &Solved) -> Solution {
        let moves = |mv: &othello::Move| Move(AnyMove::Othello(mv.square()));
        Solution {
            score: solved.score,
            r#move: solved.best.as_ref().map(moves),
            pv: solved.variation.iter().map(moves).collect(),
            nodes: solved.counters.visits,
        }
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let line = self.pv.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        format!("<Solution {:+} by {line}>", self.score)
    }
}

/// The exact solver of Othello, with a table of so many mebibytes that it keeps from one position to the next.
///
/// It solves without the lock of the interpreter, one position at a time. Positions with 20 empty squares take well below a second,
/// each further empty square about three times as long. Ctrl-C ends the work and raises KeyboardInterrupt.
///
/// Raises ValueError for numbers out of range, MemoryError if there is no memory for the table.
#[pyclass(frozen, module = "shuangqi")]
pub struct Solver(Mutex<AnySolver>);

impl Debug for Solver {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Solver")
    }
}

impl Solver {
    fn free(&self) -> PyResult<MutexGuard<'_, AnySolver>> {
        self.0.try_lock().map_err(|locked| match locked {
            TryLockError::WouldBlock => {
                PyRuntimeError::new_err("the solver is at work: wait, or make another")
            }
            TryLockError::Poisoned(_) => internal_error(),
        })
    }
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (*, hash = 64, threads = 1))]
    fn new(hash: usize, threads: usize) -> PyResult<Solver> {
        let (bytes, threads) = (table_bytes(hash)?, self::threads(threads)?);
        let solver = memory::take(bytes, 0, || AnySolver::allocate_with(Patterns::default(), bytes));
        Ok(Solver(Mutex::new(solver.map_err(too_large)?.with_threads(threads))))
    }

    /// Solves a position.
    ///
    /// Raises ValueError for a board of another game.
    fn solve(&self, py: Python<'_>, board: PyRef<'_, Board>) -> PyResult<Solution> {
        let (position, control) = (position(&board)?, Control::new());
        drop(board);
        let mut solver = self.free()?;
        let solver = &mut *solver;
        let solved = background::run(py, || control.stop(), || solver.solve(&position, EXACT, &control))?;
        Ok(Solution::new(&solved))
    }

    /// The difference of discs with best play after each legal move, from the view of the side to move, the best first.
    ///
    /// Raises ValueError for a board of another game.
    fn solve_moves(&self, py: Python<'_>, board: PyRef<'_, Board>) -> PyResult<Vec<(Move, i32)>> {
        let (position, control) = (position(&board)?, Control::new());
        drop(board);
        let mut solver = self.free()?;
        let solver = &mut *solver;
        let solved =
            background::run(py, || control.stop(), || solver.solve_moves(&position, EXACT, &control))?;
        Ok(solved
            .iter()
            .map(|(mv, solution)| (Move(AnyMove::Othello(mv.square())), solution.score))
            .collect())
    }

    /// Forgets what was found before.
    fn clear(&self) -> PyResult<()> {
        self.free()?.clear();
        Ok(())
    }
}

fn position(board: &Board) -> PyResult<Position> {
    let session: &dyn std::any::Any = board.played.session();
    let session = session.downcast_ref::<GameSession<Position>>();
    session
        .map(|session| *session.position())
        .ok_or_else(|| bad_argument("board", "another game", "one of Othello"))
}
