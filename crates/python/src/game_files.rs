//! Games of files.

use std::fmt::{self, Debug};
use std::sync::Arc;

use game::Notation;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use search_core::BadInput;
use shuangqi_game_files::{Contents, FileGame, FileKind, Losses, NodeId, WthorNames, read_first, write};

use crate::board::Board;
use crate::errors::{bad_argument, bad_input};
use crate::games::{self, GAMES, KnownGame};
use crate::moves::Move;
use crate::notation;
use crate::played_game::PlayedGame;

/// A game as a file has it: headers, and a tree of moves with variations, comments and marks.
#[pyclass(frozen, module = "shuangqi")]
pub struct Game {
    known: &'static KnownGame,
    file: Arc<FileGame>,
}

impl Debug for Game {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Game").field("file", &self.file).finish_non_exhaustive()
    }
}

impl Game {
    fn shared(&self) -> Game {
        Game { known: self.known, file: Arc::clone(&self.file) }
    }

    /// A board after the moves that lead to a node.
    fn board_at(&self, py: Python<'_>, node: NodeId) -> PyResult<Py<PyAny>> {
        let played = self.played(node).map_err(bad_input)?;
        let rules = self.rules().map_or(Ok(String::new()), |rules| self.known.game.any.rules(&[rules]));
        (self.known.object)(py, Board::of(played, rules.map_err(bad_input)?))
    }

    /// The game after the moves that lead to a node.
    fn played(&self, node: NodeId) -> Result<Box<dyn PlayedGame>, BadInput> {
        let tree = &self.file.tree;
        let up = std::iter::successors(Some(node), |&at| Some(tree.parent(at)));
        let line: Vec<NodeId> = up.take_while(|&at| at != NodeId::ROOT).collect();
        let rules: Vec<&str> = self.rules().into_iter().collect();
        let mut played = (self.known.begin)(&self.file.start, &rules)?;
        line.iter().rev().try_for_each(|&at| played.session_mut().play_text(tree.mv(at)))?;
        Ok(played)
    }

    /// The rules that the file names, if the game has them.
    fn rules(&self) -> Option<&str> {
        self.file.tag("Rules").filter(|rules| self.known.game.any.rules(&[rules]).is_ok())
    }
}

#[pymethods]
impl Game {
    /// The game on a board, with these headers by their names of PGN.
    #[staticmethod]
    #[pyo3(signature = (board, headers = Vec::new()))]
    fn from_board(board: PyRef<'_, Board>, headers: Vec<(String, String)>) -> PyResult<Game> {
        let known = games::named(board.played.game().name())?;
        let moves = board.played.moves().iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut file = FileGame::of_moves(board.played.session().board_after(0), moves);
        for (name, value) in &headers {
            file.set_tag(name, value);
        }
        if let Some(verdict) = board.played.session().verdict() {
            file.set_tag("Result", verdict.result.text());
        }
        Ok(Game { known, file: Arc::new(file) })
    }

    /// The name of the game: ``othello`` or ``xiangqi``.
    #[getter]
    fn game(&self) -> &'static str {
        self.known.game.name()
    }

    /// The headers in order, names of PGN with their values, without those that say where the game begins and how moves are written.
    #[getter]
    fn headers(&self) -> Vec<(String, String)> {
        self.file.tags.clone()
    }

    /// The value of a header, by its name in either case; None if the file has none.
    fn header(&self, name: &str) -> Option<&str> {
        self.file.tag(name)
    }

    /// The result that the file states: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
    fn result(&self) -> &'static str {
        self.file.result()
    }

    /// The position in which it begins, as ``fen`` of a board.
    #[getter]
    fn start(&self) -> &str {
        &self.file.start
    }

    /// The line of the file on which it begins, from 1; in a file of bytes its number.
    #[getter]
    fn line(&self) -> usize {
        self.file.line
    }

    /// The moves of the main line.
    fn mainline_moves(&self) -> Vec<Move> {
        self.file.moves().filter_map(|text| Move::parse(text).ok()).collect()
    }

    /// The beginning of the game as a node of its tree.
    fn root(&self) -> GameNode {
        GameNode { game: self.shared(), node: NodeId::ROOT }
    }

    /// A board at the end of the main line.
    ///
    /// Raises ValueError for a move that cannot be played: none in a game that was read.
    fn board(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.board_at(py, self.file.tree.main_line().last().unwrap_or(NodeId::ROOT))
    }

    /// What is lost of it in a kind of file, as a list: ``3 variations, 2 comments``; empty if nothing is.
    fn losses(&self, kind: &str) -> PyResult<String> {
        Ok(Losses::of(&self.file, kind_named(kind)?).text())
    }

    fn __repr__(&self) -> String {
        let [first, second] = self.file.players(&self.known.game.info);
        format!("<Game of {}: {first:?} - {second:?}, {} moves>", self.game(), self.file.moves().count())
    }
}

/// A place in the tree of a game: its beginning, or a move.
#[pyclass(frozen, module = "shuangqi")]
pub struct GameNode {
    game: Game,
    node: NodeId,
}

impl Debug for GameNode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "GameNode({:?})", self.node)
    }
}

impl GameNode {
    fn at(&self, node: NodeId) -> GameNode {
        GameNode { game: self.game.shared(), node }
    }
}

#[pymethods]
impl GameNode {
    /// The move that leads here; None at the beginning.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        Move::parse(self.game.file.tree.mv(self.node)).ok()
    }

    /// The comment on the move; empty if there is none.
    #[getter]
    fn comment(&self) -> &str {
        &self.game.file.tree.note(self.node).comment
    }

    /// The comment before the move, at the beginning of a variation; empty if there is none.
    #[getter]
    fn starting_comment(&self) -> &str {
        &self.game.file.tree.note(self.node).before
    }

    /// Numeric annotation glyphs of PGN: 1 good, 2 poor, 3 brilliant, 4 a blunder, 5 interesting, 6 dubious.
    #[getter]
    fn nags(&self) -> Vec<u32> {
        self.game.file.tree.note(self.node).marks.iter().copied().map(u32::from).collect()
    }

    /// The node before; None at the beginning.
    #[getter]
    fn parent(&self) -> Option<GameNode> {
        (self.node != NodeId::ROOT).then(|| self.at(self.game.file.tree.parent(self.node)))
    }

    /// The nodes that follow, the main one first.
    #[getter]
    fn variations(&self) -> Vec<GameNode> {
        self.game.file.tree.children(self.node).map(|node| self.at(node)).collect()
    }

    /// The node that follows in the main line; None at its end.
    fn next(&self) -> Option<GameNode> {
        self.game.file.tree.main_child(self.node).map(|node| self.at(node))
    }

    /// A board after the move.
    ///
    /// Raises ValueError for a move that cannot be played: none in a game that was read.
    fn board(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.game.board_at(py, self.node)
    }

    fn __repr__(&self) -> String {
        format!("<GameNode {}>", self.game.file.tree.mv(self.node))
    }
}

/// The games of a file by its contents; ``name`` is the file's name, which says the kind where the contents leave it open and stands
/// in errors. ``players`` and ``tournaments`` are the contents of WTHOR.JOU and WTHOR.TRN for a file of WTHOR.
///
/// Raises ValueError with the place, and for a file without games of the game.
#[pyfunction]
#[pyo3(signature = (contents, name, game = None, kind = None, players = None, tournaments = None))]
pub(crate) fn games_of(
    py: Python<'_>,
    contents: PyBackedBytes,
    name: &str,
    game: Option<&str>,
    kind: Option<&str>,
    players: Option<PyBackedBytes>,
    tournaments: Option<PyBackedBytes>,
) -> PyResult<Vec<Game>> {
    let tried: Vec<&KnownGame> = match game {
        Some(game) => vec![games::named(game)?],
        None => GAMES.iter().collect(),
    };
    let kind = kind.map(kind_named).transpose()?;
    let bytes = |file: &Option<PyBackedBytes>| file.as_deref().unwrap_or_default().to_vec();
    let names = match (&players, &tournaments) {
        (None, None) => WthorNames::default(),
        _ => WthorNames::new(&bytes(&players), &bytes(&tournaments)),
    };
    let (known, read) = py
        .detach(|| {
            read_first(
                tried.iter().map(|known| known.game.any),
                name,
                Contents::Bytes(&contents, &names),
                kind,
            )
        })
        .map_err(bad_input)?;
    let known = games::named(known.info().name)?;
    Ok(read.into_iter().map(|file| Game { known, file: Arc::new(file) }).collect())
}

/// The contents of a file with these games, which are of one game: of a kind by the ending of its files (``pgn``, ``xqf``, ``sgf``,
/// ``ggf``, ``wtb``, ``ubb``, ``txt``), moves in a notation where the kind leaves a choice.
///
/// Raises ValueError for a kind that cannot hold them.
#[pyfunction]
#[pyo3(signature = (games, kind = "pgn", notation = "iccs"))]
pub(crate) fn games_text<'py>(
    py: Python<'py>,
    games: Vec<PyRef<'py, Game>>,
    kind: &str,
    notation: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let (kind, notation): (FileKind, Notation) = (kind_named(kind)?, notation::parse(notation)?);
    let Some(first) = games.first() else { return Ok(PyBytes::new(py, b"")) };
    if games.iter().any(|game| game.known.game != first.known.game) {
        return Err(bad_argument("games", "games of both kinds", "games of one"));
    }
    let files: Vec<FileGame> = games.iter().map(|game| (*game.file).clone()).collect();
    let contents = write(first.known.game.any, &files, kind, notation).map_err(bad_input)?;
    Ok(PyBytes::new(py, &contents))
}

fn kind_named(name: &str) -> PyResult<FileKind> {
    let expected = FileKind::names().collect::<Vec<_>>().join(", ");
    FileKind::named(name).ok_or_else(|| bad_argument("kind", &format!("{name:?}"), &expected))
}
