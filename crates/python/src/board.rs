//! The board of a game in progress: what both games have.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use search_core::perft::Convention;
use shuangqi_cli::worker_pool::WorkerPool;

use crate::errors::{bad_argument, bad_input, failure};
use crate::limits::threads;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::played_game::{PlayedGame, PythonGame, begin};
use crate::{background, notation};

/// The deepest perft: deeper counts do not fit into 64 bits and would take years.
const MAX_PERFT: u32 = 40;

/// A game in progress: a position with the moves that led to it.
///
/// It is made as OthelloBoard or XiangqiBoard. Names are those of python-chess, where that has them.
#[pyclass(subclass, module = "shuangqi")]
pub struct Board {
    pub(crate) played: Box<dyn PlayedGame>,
    rules: String,
}

/// A move, or its text.
#[derive(FromPyObject)]
pub(crate) enum MoveOrText {
    Move(Move),
    Text(String),
}

/// The state of a board for `pickle`: the first position, the rules, and the moves.
type State = (String, String, Vec<String>);

impl Board {
    /// A new game of this board (the start if there is none), and of these rules.
    pub(crate) fn begin<G: PythonGame>(fen: Option<&str>, rules: Option<&str>) -> PyResult<Board> {
        let names: Vec<&str> = rules.into_iter().collect();
        let played = begin::<G>(fen.unwrap_or_default(), &names).map_err(bad_input)?;
        let rules = match names.is_empty() {
            true => String::new(),
            false => G::GAME.any.rules(&names).map_err(bad_input)?,
        };
        Ok(Board { played, rules })
    }

    /// A game in progress under rules of this name, empty for the default ones.
    pub(crate) fn of(played: Box<dyn PlayedGame>, rules: String) -> Board {
        Board { played, rules }
    }

    fn legal(&self, mv: MoveOrText) -> PyResult<Move> {
        match mv {
            MoveOrText::Move(mv) => Ok(mv),
            MoveOrText::Text(text) => self.played.parse_move(&text).map_err(bad_input),
        }
    }

    fn copied(&self) -> Board {
        Board { played: self.played.copy(), rules: self.rules.clone() }
    }

    /// A new game of another board under the same rules.
    fn restarted(&self, fen: &str) -> PyResult<Board> {
        let rules: &[&str] = if self.rules.is_empty() { &[] } else { &[&self.rules] };
        let played = self.played.begin(fen, rules).map_err(bad_input)?;
        Ok(Board { played, rules: self.rules.clone() })
    }

    fn line_texts(&self, line: &[Move], notation: &str) -> PyResult<Vec<String>> {
        self.played.line_texts(line, notation::parse(notation)?).map_err(bad_input)
    }
}

/// A board of the same class.
fn object_like<'py>(like: &Bound<'py, Board>, board: Board) -> PyResult<Bound<'py, PyAny>> {
    let object = like.get_type().call0()?;
    *object.cast::<Board>()?.try_borrow_mut()? = board;
    Ok(object)
}

#[pymethods]
impl Board {
    /// The name of the game: ``othello`` or ``xiangqi``.
    #[getter]
    fn game(&self) -> &'static str {
        self.played.game().name()
    }

    /// The rules of the game as its boards are given them; the default ones are an empty text.
    #[getter]
    fn rules(&self) -> &str {
        &self.rules
    }

    /// The side to move: ``red`` or ``black`` in Xiangqi, ``black`` or ``white`` in Othello.
    #[getter]
    fn turn(&self) -> &'static str {
        let session = self.played.session();
        session.info().sides[session.seat().index()]
    }

    /// The legal moves in the order of the generator; a forced pass of Othello is one.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        self.played.legal_moves()
    }

    /// The moves that were played.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.played.moves()
    }

    /// The number of moves that were played.
    fn ply(&self) -> usize {
        self.played.session().plies()
    }

    /// The position: a FEN in Xiangqi; in Othello 64 cells of ``X``, ``O`` and ``-`` from a1 to h8, a blank and the side to move.
    fn fen(&self) -> String {
        self.played.session().board()
    }

    /// Begins a new game with this position, under the same rules.
    ///
    /// Raises ValueError with everything that is wrong with it; nothing has changed then.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        *self = self.restarted(fen)?;
        Ok(())
    }

    /// Begins a new game with the start position, under the same rules.
    fn reset(&mut self) -> PyResult<()> {
        self.set_fen("")
    }

    /// A copy; without the moves that led to the position if ``stack`` is False.
    #[pyo3(signature = (*, stack = true))]
    fn copy<'py>(slf: &Bound<'py, Self>, stack: bool) -> PyResult<Bound<'py, PyAny>> {
        let board = slf.try_borrow()?;
        let copy = if stack { board.copied() } else { board.restarted(&board.fen())? };
        drop(board);
        object_like(slf, copy)
    }

    /// A board with the position in which the game began.
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let mut root = slf.try_borrow()?.copied();
        root.played.session_mut().truncate(0);
        object_like(slf, root)
    }

    /// Whether a move may be played; the end of the game is not asked for.
    fn is_legal(&self, r#move: Move) -> bool {
        self.played.check(r#move).is_ok()
    }

    /// Plays a legal move, or its text in any notation of the game. Whether the game is over is not asked for, so that games
    /// which went on after their end can be replayed.
    ///
    /// Raises ValueError if it is illegal, with the reason; nothing has changed then.
    fn push(&mut self, r#move: MoveOrText) -> PyResult<()> {
        let mv = self.legal(r#move)?;
        self.played.push(mv).map_err(bad_input)
    }

    /// Plays the legal move with these coordinates, and returns it.
    ///
    /// Raises ValueError if it is illegal.
    fn push_uci(&mut self, uci: &str) -> PyResult<Move> {
        let mv = self.parse_uci(uci)?;
        self.played.push(mv).map_err(bad_input)?;
        Ok(mv)
    }

    /// Plays the legal move that is written so in any notation of the game, and before it the pass that players of Othello may
    /// leave out; returns the move.
    ///
    /// Raises ValueError if it is illegal.
    fn push_san(&mut self, san: &str) -> PyResult<Move> {
        self.played.session_mut().play_text(san).map_err(bad_input)?;
        self.peek()
    }

    /// Takes back the last move, and returns it.
    ///
    /// Raises IndexError if there is none.
    fn pop(&mut self) -> PyResult<Move> {
        let last = self.peek()?;
        let plies = self.ply();
        self.played.session_mut().truncate(plies - 1);
        Ok(last)
    }

    /// The last move.
    ///
    /// Raises IndexError if there is none.
    fn peek(&self) -> PyResult<Move> {
        self.played.last_move().ok_or_else(|| PyIndexError::new_err("no move was played"))
    }

    /// The legal move with these coordinates.
    ///
    /// Raises ValueError if it is illegal.
    fn parse_uci(&self, uci: &str) -> PyResult<Move> {
        self.played.parse_coordinates(uci).map_err(bad_input)
    }

    /// The legal move that is written so in any notation of the game.
    ///
    /// Raises ValueError if it is illegal.
    fn parse_san(&self, san: &str) -> PyResult<Move> {
        self.played.parse_move(san).map_err(bad_input)
    }

    /// A legal move in a notation of Xiangqi: ``wxf`` (H2+3), ``chinese`` (马二进三), ``traditional`` (馬二進三) or ``iccs`` (H2-E2).
    /// Othello has none but coordinates.
    ///
    /// Raises ValueError if the move is illegal, and for a notation that there is not.
    #[pyo3(signature = (r#move, notation = "wxf"))]
    fn san(&self, r#move: Move, notation: &str) -> PyResult<String> {
        Ok(self.line_texts(&[r#move], notation)?.concat())
    }

    /// Legal moves that follow each other, with blanks between them; see san() for notations.
    ///
    /// Raises ValueError as san() does.
    #[pyo3(signature = (variation, notation = "wxf"))]
    fn variation_san(&self, variation: Vec<Move>, notation: &str) -> PyResult<String> {
        Ok(self.line_texts(&variation, notation)?.join(" "))
    }

    /// Whether the side to move is in check; never in Othello.
    fn is_check(&self) -> bool {
        self.played.session().in_check()
    }

    /// The end of the game with the rule that ended it; None while it goes on.
    fn outcome(&self) -> Option<Outcome> {
        let session = self.played.session();
        session.verdict().map(|verdict| Outcome::new(session.info(), verdict))
    }

    /// Whether the game has ended.
    fn is_game_over(&self) -> bool {
        self.played.session().verdict().is_some()
    }

    /// ``1-0``, ``0-1`` or ``1/2-1/2`` from the view of the side that begins, ``*`` while the game goes on.
    fn result(&self) -> &'static str {
        self.played.session().verdict().map_or("*", |verdict| verdict.result.text())
    }

    /// Whether the position has occurred so many times in the game.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.played.session().occurrences() >= count
    }

    /// The key of the position in tables of searches, 64 bits. It is the same on every machine for one version of the package.
    fn zobrist_hash(&self) -> u64 {
        self.played.key()
    }

    /// The number of leaves of the game tree so many plies below, from 0 to 40, counted on this number of threads with the lock
    /// of the interpreter released.
    ///
    /// Of Othello there are three ways to count: ``a`` (a pass is a ply, a game that ends early is a leaf), ``b`` (a pass is
    /// free), ``c`` (a game that ends early is none).
    ///
    /// Raises ValueError for another depth or convention, and KeyboardInterrupt on Ctrl-C.
    #[pyo3(signature = (depth, *, convention = "a", threads = 1))]
    fn perft(&self, py: Python<'_>, depth: u32, convention: &str, threads: usize) -> PyResult<u64> {
        if depth > MAX_PERFT {
            return Err(bad_argument("depth", &depth.to_string(), &format!("at most {MAX_PERFT}")));
        }
        let letter = convention.chars().next().filter(|_| convention.len() == 1);
        let known = letter.and_then(Convention::from_letter);
        let convention =
            known.ok_or_else(|| bad_argument("convention", &format!("{convention:?}"), "a, b or c"))?;
        let threads = self::threads(threads)?;
        let played = self.played.copy();
        if played.is_shallow(depth) {
            return Ok(py.detach(|| played.perft_shallow(depth, convention)));
        }
        let pool = WorkerPool::new(threads).map_err(failure)?;
        background::run_command(py, || played.perft(depth, convention, &pool))
    }

    /// The board as text; pieces of Xiangqi in letters.
    fn __str__(&self) -> String {
        self.played.drawing(true)
    }

    /// The board as text; pieces of Xiangqi in characters.
    fn unicode(&self) -> String {
        self.played.drawing(false)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (class, board) = (slf.get_type().name()?, slf.try_borrow()?);
        let rules = if board.rules.is_empty() { String::new() } else { format!(", rules='{}'", board.rules) };
        Ok(format!("{class}('{}'{rules})", board.fen()))
    }

    /// Boards are equal if their positions are, whatever moves led to them.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Board>().is_ok_and(|other| {
            let Ok(other) = other.try_borrow() else { return false };
            let is_same_game = self.played.game() == other.played.game();
            is_same_game && self.rules == other.rules && self.fen() == other.fen()
        })
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Board::copy(slf, true)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Board::copy(slf, true)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (), State)> {
        let board = slf.try_borrow()?;
        let moves = board.played.moves().iter().map(ToString::to_string).collect();
        let start = board.played.session().board_after(0);
        Ok((slf.get_type().into_any(), (), (start, board.rules.clone(), moves)))
    }

    fn __setstate__(&mut self, state: State) -> PyResult<()> {
        let (start, rules, moves) = state;
        self.rules = rules;
        let mut board = self.restarted(&start)?;
        for mv in moves {
            board.push_uci(&mv)?;
        }
        *self = board;
        Ok(())
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Board({})", self.fen())
    }
}
