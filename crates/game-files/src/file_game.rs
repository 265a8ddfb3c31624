//! A game as a file has it.

use game::any::{AnyGame, AnySession};
use game::{Game, GameInfo, GameResult, GameSession, Seat};
use search_core::BadInput;

use crate::tree::GameTree;

/// The headers of a game, in order: the name of PGN, and the value.
pub type Tags = Vec<(String, String)>;

/// A game as a file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileGame {
    /// Its name in a list: the operation `id` of an EPD line, or its place in the file.
    pub name: String,
    /// The line of the file on which it begins, or in a file of bytes its number; from 1.
    pub line: usize,
    /// The bytes before it: of a text after it was decoded, or of a file of bytes.
    pub offset: usize,
    /// The board on which it begins, as the game writes it.
    pub start: String,
    /// Its headers without those that say which game it is, where it begins and how moves are written.
    ///
    /// Headers of other forms have the names that PGN has for them, or, where it has none, the form's name before their own:
    /// `GgfTI`.
    pub tags: Tags,
    /// Its moves.
    pub tree: GameTree,
}

/// The results of PGN, an open one last.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

impl FileGame {
    /// A game of which nothing but its moves is known.
    pub fn of_moves<M: AsRef<str>>(start: String, moves: impl IntoIterator<Item = M>) -> FileGame {
        FileGame {
            name: String::new(),
            line: 1,
            offset: 0,
            start,
            tags: Tags::new(),
            tree: GameTree::of_line(moves),
        }
    }

    /// The value of a header, by its name in either case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Sets a header; an empty value takes it away.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let known = self.tags.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name));
        match known {
            _ if value.is_empty() => self.tags.retain(|(known, _)| !known.eq_ignore_ascii_case(name)),
            Some((_, known)) => value.clone_into(known),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// The players by seat; empty where the file names none.
    pub fn players(&self, info: &GameInfo) -> [String; 2] {
        let is_known = |name: &&str| !matches!(name.trim(), "" | "?");
        Seat::BOTH.map(|seat| {
            let mut names = info.pgn.players[seat.index()].iter().filter_map(|name| self.tag(name));
            names.find(is_known).unwrap_or_default().to_owned()
        })
    }

    /// The result that the file states: `1-0`, `0-1`, `1/2-1/2`, or `*` where it states none.
    pub fn result(&self) -> &'static str {
        let stated = self.tag("Result").unwrap_or_default();
        RESULTS.into_iter().find(|known| *known == stated).unwrap_or("*")
    }

    /// The discs of both sides at the end, if the file states them, as in `30-34`.
    pub fn discs(&self) -> Option<[u8; 2]> {
        discs(self.tag("Score")?)
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.tree.main_line().map(|node| self.tree.mv(node))
    }

    /// The game at the end of its main line.
    ///
    /// # Errors
    /// A board or a move that cannot be: none in a game that was read.
    pub fn session(&self, game: &dyn AnyGame) -> Result<Box<dyn AnySession>, BadInput> {
        let mut session = game.session(&self.start, &[])?;
        self.moves().try_for_each(|mv| session.play_text(mv))?;
        Ok(session)
    }

    /// The same as a session of its game alone.
    ///
    /// # Errors
    /// As [`FileGame::session`].
    pub fn session_of<G: Game>(&self) -> Result<GameSession<G>, BadInput> {
        let mut session = GameSession::parse(&self.start, &[])?;
        self.moves().try_for_each(|mv| session.play_text(mv))?;
        Ok(session)
    }

    /// The result by the rules, or else the one that the file states.
    pub(crate) fn result_of(&self, session: &dyn AnySession) -> &'static str {
        session.verdict().map_or(self.result(), |verdict| verdict.result.text())
    }
}

/// The discs of both sides on a board of 64 squares, as in `30-34`; there are four from the beginning.
pub(crate) fn discs(text: &str) -> Option<[u8; 2]> {
    let (first, second) = text.split_once('-')?;
    let discs = [first.parse::<u8>().ok()?, second.parse().ok()?];
    (4..=64).contains(&discs.map(u32::from).iter().sum::<u32>()).then_some(discs)
}

/// The result of a difference of discs, from the view of the side that begins.
pub(crate) fn result_of_discs(discs: f64) -> GameResult {
    match discs {
        _ if discs > 0.0 => GameResult::First,
        _ if discs < 0.0 => GameResult::Second,
        _ => GameResult::Draw,
    }
}
