//! Engines.

use std::fmt::{self, Debug};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use game::Notation;
use game::any::AnyEngineOptions;
use pyo3::prelude::*;
use search_core::Control;
use shuangqi_arena::games::Game;
use shuangqi_arena::internal;

use crate::analysis::Analysis;
use crate::background;
use crate::board::Board;
use crate::errors::{bad_argument, bad_input, too_large};
use crate::games;
use crate::info::{Info, PlayResult};
use crate::limits::{Limit, finite_request, request, table_bytes, threads};
use crate::played_game::PlayedGame;
use crate::shared_engine::SharedEngine;

/// An engine of a game, with a table that it keeps from one search to the next.
///
/// ``game`` is ``othello`` or ``xiangqi``, ``hash`` the size of its table in mebibytes (as large as the engine takes by itself, if it
/// is not given), ``threads`` the number of threads that search together. ``recipe`` is an algorithm as ``shuangqi compare`` names
/// it, or ``play`` and parts, as in ``play+null3``. ``evaluation`` is one of the evaluations of the program by its name, ``weights``
/// a file of weights.
///
/// It searches without the lock of the interpreter. One search runs at a time; another that is asked for meanwhile raises
/// RuntimeError. Ctrl-C ends a search and raises KeyboardInterrupt.
///
/// Raises ValueError for options that cannot be used, MemoryError if there is no memory for the table.
#[pyclass(frozen, module = "shuangqi")]
pub struct Engine {
    game: Game,
    engine: Arc<SharedEngine>,
    threads: AtomicUsize,
}

impl Debug for Engine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Engine({:?})", self.game)
    }
}

impl Engine {
    fn threads_now(&self) -> NonZero<usize> {
        NonZero::new(self.threads.load(Relaxed)).unwrap_or(NonZero::<usize>::MIN)
    }

    /// A copy of the game on a board, for a search that does not hold the board.
    fn copy(&self, board: &Board) -> PyResult<Box<dyn PlayedGame>> {
        let game = board.played.game();
        match game == self.game {
            true => Ok(board.played.copy()),
            false => {
                Err(bad_argument("board", &format!("a game of {game:?}"), &format!("one of {:?}", self.game)))
            }
        }
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, *, hash = None, threads = 1, recipe = None, evaluation = None, weights = None))]
    fn new(
        py: Python<'_>,
        game: &str,
        hash: Option<usize>,
        threads: usize,
        recipe: Option<&str>,
        evaluation: Option<&str>,
        weights: Option<PathBuf>,
    ) -> PyResult<Engine> {
        let (game, threads) = (games::named(game)?.game, self::threads(threads)?);
        let named = evaluation.map(|name| game.any.weights_named(name)).transpose().map_err(bad_input)?;
        let read = weights.map(|path| game.read_weights(path)).transpose().map_err(bad_input)?;
        let options = AnyEngineOptions {
            hash_bytes: hash.map_or(Ok(game.info.table_bytes), table_bytes)?,
            nodes: u64::MAX,
            recipe: recipe.map(|recipe| game.any.parse_recipe(recipe)).transpose().map_err(bad_input)?,
            weights: read.map(|(_, weights)| weights).or(named),
            solves: false,
        };
        let mut engine = py.detach(|| internal::engine(game, &options)).map_err(too_large)?;
        engine.set_threads(threads);
        let engine = Arc::new(SharedEngine::new(engine));
        Ok(Engine { game, engine, threads: AtomicUsize::new(threads.get()) })
    }

    /// The name of its game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.name()
    }

    /// The number of threads that search together; a new number holds from the next search on.
    #[getter]
    fn threads(&self) -> usize {
        self.threads_now().get()
    }

    #[setter]
    fn set_threads(&self, threads: usize) -> PyResult<()> {
        let threads = self::threads(threads)?;
        self.engine.begin()?.engine()?.set_threads(threads);
        self.threads.store(threads.get(), Relaxed);
        Ok(())
    }

    /// Forgets what was found before: the next search finds what the first one would.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let turn = self.engine.begin()?;
        py.detach(|| turn.engine().map(|mut engine| engine.clear()))
    }

    /// Chooses a move within the limits.
    ///
    /// Raises ValueError for a board of another game, and if nothing ends the search.
    fn play(&self, py: Python<'_>, board: PyRef<'_, Board>, limit: &Limit) -> PyResult<PlayResult> {
        let (played, request) = (self.copy(&board)?, finite_request(limit, self.threads_now(), 1)?);
        drop(board);
        let (turn, control) = (self.engine.begin()?, Control::new());
        let result = background::run(
            py,
            || control.stop(),
            || {
                let mut engine = turn.engine()?;
                Ok(engine.think(played.session(), &request, None, &control, &mut |_| {}))
            },
        )?;
        result.map(|result| PlayResult::new(&result, control.elapsed()))
    }

    /// Searches within the limits, and returns the best lines, as many as asked for or as there are moves, the best first.
    ///
    /// Raises ValueError as play() does.
    #[pyo3(signature = (board, limit, *, multipv = 1))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        limit: &Limit,
        multipv: usize,
    ) -> PyResult<Vec<Info>> {
        let (played, request) = (self.copy(&board)?, finite_request(limit, self.threads_now(), multipv)?);
        drop(board);
        let (turn, control) = (self.engine.begin()?, Control::new());
        let mut lines: Vec<Info> = Vec::new();
        let searched = background::run(
            py,
            || control.stop(),
            || {
                let mut engine = turn.engine()?;
                let notation = Some(Notation::default());
                engine.think(played.session(), &request, notation, &control, &mut |report| {
                    Info::of_report(report).keep(&mut lines);
                });
                Ok(())
            },
        )?;
        searched.map(|()| lines)
    }

    /// Begins a search in the background, and returns its lines as it finds them: an iterator, which ends with the search. Without
    /// a limit, stop() ends it.
    ///
    /// Raises ValueError for a board of another game.
    #[pyo3(signature = (board, limit = None, *, multipv = 1))]
    fn analysis(&self, board: PyRef<'_, Board>, limit: Option<&Limit>, multipv: usize) -> PyResult<Analysis> {
        let request = request(limit, self.threads_now(), multipv);
        Analysis::begin(self.engine.begin()?, self.copy(&board)?, request)
    }

    fn __repr__(&self) -> String {
        format!("Engine('{}', threads={})", self.game.name(), self.threads_now())
    }
}
