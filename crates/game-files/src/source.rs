//! The file that is read, and the game that is being read from it.

use game::any::{AnyGame, AnySession};
use search_core::BadInput;

use crate::cursor::Cursor;
use crate::file_game::{FileGame, Tags};
use crate::ranks::Ranks;
use crate::scan::Place;
use crate::tree::{GameTree, NodeId, append};

/// The file that games are read from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The game that its games are of.
    pub game: &'a dyn AnyGame,
    /// The file as messages call it.
    pub file: &'a str,
    /// What is read of each game.
    pub extent: Extent,
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Source({}, {:?})", self.file, self.extent)
    }
}

/// What is read of a game. What is not read may hold errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// The first moves of the main line, at most so many.
    Opening(usize),
    /// The main line.
    MainLine,
    /// Every move and comment.
    Tree,
}

impl Extent {
    /// The most moves that a line has.
    pub(crate) fn plies(self) -> usize {
        if let Extent::Opening(plies) = self { plies } else { usize::MAX }
    }
}

/// A game that is not yet read to its end.
pub(crate) struct PartialGame<'a> {
    source: Source<'a>,
    place: Place,
    pub cursor: Cursor,
    pub tags: Tags,
    pub tree: GameTree,
    ranks: Ranks,
    /// The comment on the move that comes next.
    pub before_next: String,
}

impl<'a> PartialGame<'a> {
    /// A game that begins at this place of the file, and with the start of every game.
    pub fn begin(source: Source<'a>, place: Place) -> Result<PartialGame<'a>, BadInput> {
        Ok(PartialGame::on(source, place, source.game.session("", &[])?))
    }

    /// A game that begins at this place of the file, and with the position of this session.
    pub fn on(source: Source<'a>, place: Place, session: Box<dyn AnySession>) -> PartialGame<'a> {
        let ranks = Ranks::of(source.game.info());
        PartialGame {
            source,
            place,
            cursor: Cursor::new(session),
            tags: Tags::new(),
            tree: GameTree::default(),
            ranks,
            before_next: String::new(),
        }
    }

    /// Lets the game, of which nothing was played, begin with a board that stands at this place.
    pub fn set_board(&mut self, place: Place, board: &str) -> Result<(), BadInput> {
        let session = self.source.game.session(board, &[]);
        let session = session.map_err(|bad| place.blame_in(self.source.file, board, bad))?;
        self.cursor = Cursor::new(session);
        Ok(())
    }

    /// Reads coordinates as ones whose ranks count from 0, as in a form that has no other way.
    pub fn count_ranks_from_zero(&mut self) {
        self.ranks = Ranks::FromZero;
    }

    /// Returns whether there are moves enough.
    pub fn is_full(&self) -> bool {
        self.cursor.plies() >= self.source.extent.plies()
    }

    /// Plays a move that stands at this place, and before it a pass that was left out, unless there are moves enough; whether it
    /// was played.
    pub fn play(&mut self, place: Place, text: &str) -> Result<bool, BadInput> {
        self.play_text(text).map_err(|bad| place.blame_in(self.source.file, text, bad))
    }

    /// The same, with an error that knows only the move.
    pub fn play_text(&mut self, text: &str) -> Result<bool, BadInput> {
        if self.is_full() {
            return Ok(false);
        }
        self.ranks.play(text, |text| self.cursor.play(&mut self.tree, text))?;
        if !self.before_next.is_empty() {
            let before = std::mem::take(&mut self.before_next);
            append(&mut self.tree.note_mut(self.cursor.node()).before, &before);
        }
        Ok(true)
    }

    /// Adds a comment on the move that comes next.
    pub fn comment_next(&mut self, text: &str) {
        append(&mut self.before_next, text);
    }

    /// Adds a comment on the last move, or before the first one on the game.
    pub fn comment(&mut self, text: &str) {
        if self.source.extent == Extent::Tree {
            self.tree.note_mut(self.cursor.node()).add_comment(text);
        }
    }

    /// Marks the last move.
    pub fn mark(&mut self, mark: u8) {
        if self.source.extent == Extent::Tree && self.cursor.node() != NodeId::ROOT {
            self.tree.note_mut(self.cursor.node()).marks.push(mark);
        }
    }

    /// Sets a header that the file has for the first time.
    pub fn tag(&mut self, name: &str, value: &str) {
        if !value.is_empty() && !self.tags.iter().any(|(known, _)| known == name) {
            self.tags.push((name.to_owned(), value.to_owned()));
        }
    }

    /// The game that it is of.
    pub fn game(&self) -> &'a dyn AnyGame {
        self.source.game
    }

    /// The line on which it begins.
    pub fn line(&self) -> usize {
        self.place.line
    }

    /// The game, read to its end.
    pub fn finish(self, name: String) -> FileGame {
        let start = self.cursor.session().board_after(0);
        FileGame {
            name,
            line: self.place.line,
            offset: self.place.offset,
            start,
            tags: self.tags,
            tree: self.tree,
        }
    }
}

/// The names of games by the lines on which they begin: with a number, where others stand before it there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LineNames {
    line: usize,
    count: usize,
}

impl LineNames {
    /// The name of the next game, which begins on this line.
    pub fn next(&mut self, line: usize) -> String {
        self.count = if self.line == line { self.count + 1 } else { 1 };
        self.line = line;
        if self.count == 1 { line.to_string() } else { format!("{line}.{}", self.count) }
    }
}
