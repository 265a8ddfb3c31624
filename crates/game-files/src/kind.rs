//! The kinds of files of games.

use std::borrow::Cow;

use game::any::AnyGame;
use game::{GameInfo, Notation};
use search_core::bad_input::quote;
use search_core::{BadInput, Message, message};

use crate::encoding::decoded;
use crate::file_game::FileGame;
use crate::lines::is_comment;
use crate::source::{Extent, Source};
use crate::wthor::WthorNames;
use crate::{dhtmlxq, ggf, lines, pgn, sgf, wthor, xqf};

/// A kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A game a line: a FEN or EPD, an OBF line, a transcript, a list of moves, what engines are told.
    Lines,
    /// Portable Game Notation.
    Pgn,
    /// The Generic Game Format.
    Ggf,
    /// The Smart Game Format.
    Sgf,
    /// The database of Othello games.
    Wthor,
    /// The files of XQStudio.
    Xqf,
    /// The text of Chinese forums.
    DhtmlXq,
}

impl FileKind {
    /// All kinds.
    pub const ALL: [FileKind; 7] = [
        FileKind::Pgn,
        FileKind::Lines,
        FileKind::Ggf,
        FileKind::Sgf,
        FileKind::Wthor,
        FileKind::Xqf,
        FileKind::DhtmlXq,
    ];

    /// The usual endings of files' names, which name the kind too; the first is the one that is written.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            FileKind::Lines => &["txt", "epd", "fen", "obf", "scr", "xot", "lines"],
            FileKind::Pgn => &["pgn"],
            FileKind::Ggf => &["ggf"],
            FileKind::Sgf => &["sgf"],
            FileKind::Wthor => &["wtb"],
            FileKind::Xqf => &["xqf"],
            FileKind::DhtmlXq => &["ubb", "dhtmlxq"],
        }
    }

    /// The name that sentences have for it.
    pub const fn title(self) -> &'static str {
        match self {
            FileKind::Lines => "lines",
            FileKind::Pgn => "PGN",
            FileKind::Ggf => "GGF",
            FileKind::Sgf => "SGF",
            FileKind::Wthor => "WTHOR",
            FileKind::Xqf => "XQF",
            FileKind::DhtmlXq => "DhtmlXQ",
        }
    }

    /// The names of all kinds.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FileKind::ALL.into_iter().flat_map(|kind| kind.endings()).copied()
    }

    /// The kind of a name, in letters of either case.
    pub fn named(name: &str) -> Option<FileKind> {
        FileKind::ALL
            .into_iter()
            .find(|kind| kind.endings().iter().any(|ending| ending.eq_ignore_ascii_case(name)))
    }

    /// The kind that a file's name means by its ending.
    pub fn of_file_name(name: &str) -> Option<FileKind> {
        FileKind::named(name.rsplit_once('.')?.1)
    }

    /// Returns whether the kind can hold games of this game.
    pub fn fits(self, info: &GameInfo) -> bool {
        matches!(self, FileKind::Lines | FileKind::Pgn) || info.file_forms.contains(&self.endings()[0])
    }

    /// Returns whether files of the kind are texts.
    pub fn is_text(self) -> bool {
        !matches!(self, FileKind::Wthor | FileKind::Xqf)
    }

    /// The kind that the contents show; where that is lines, which anything may be, the one that the file's name means.
    pub fn of_file(name: &str, contents: Contents<'_>) -> FileKind {
        let shown = match contents {
            Contents::Bytes(bytes, _) => FileKind::of(bytes),
            Contents::Text(text) => FileKind::of_text(text),
        };
        let named = FileKind::of_file_name(name).filter(|_| shown == FileKind::Lines);
        named.unwrap_or(shown)
    }

    /// The kind that the contents of a file show.
    pub fn of(contents: &[u8]) -> FileKind {
        if xqf::is_file(contents) {
            FileKind::Xqf
        } else if wthor::is_file(contents) {
            FileKind::Wthor
        } else {
            FileKind::of_text(&decoded(contents.get(..HEAD).unwrap_or(contents).to_vec()))
        }
    }

    /// The kind that the first line of a text shows that is no comment.
    pub fn of_text(text: &str) -> FileKind {
        let text = after_comments(without_mark(text));
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line));
        let first = lines.next().unwrap_or_default();
        let after_count = first.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start();
        if first.starts_with("[DhtmlXQ") {
            FileKind::DhtmlXq
        } else if first.starts_with('[') {
            FileKind::Pgn
        } else if after_count.strip_prefix('(').is_some_and(|rest| begins_node(rest, text)) {
            if is_sgf(text) { FileKind::Sgf } else { FileKind::Ggf }
        } else if dhtmlxq::is_text(text) {
            FileKind::DhtmlXq
        } else {
            FileKind::Lines
        }
    }
}

/// A text without the byte order mark that it may begin with.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The text behind the comments of PGN that it begins with.
fn after_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = match rest.chars().next() {
            Some('{') => rest.split_once('}'),
            Some(';') => rest.split_once('\n'),
            _ => None,
        };
        let Some((_, after)) = after else { return rest };
        rest = after.trim_start();
    }
}

/// Returns whether a node begins behind a bracket: on its line, or on one below it in a text that begins with the bracket.
fn begins_node(rest: &str, text: &str) -> bool {
    let below = || text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'));
    rest.starts_with(';') || rest.is_empty() && below()
}

/// The bytes that show the kind of a text.
const HEAD: usize = 4096;

/// Returns whether a text of nodes and tags is SGF: there the game has a number, and moves are nodes of their own.
fn is_sgf(text: &str) -> bool {
    let number = text.split_once("GM[").map(|(_, rest)| rest.trim_start());
    number.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
        || number.is_none() && (text.contains("FF[") || text.contains(";B[") || text.contains(";W["))
}

/// What is read: bytes of a file, or a text.
#[derive(Clone, Copy, Debug)]
pub enum Contents<'a> {
    /// The bytes of a file, and the names that go with a file of WTHOR.
    Bytes(&'a [u8], &'a WthorNames),
    /// A text.
    Text(&'a str),
}

/// Reads all games, in this kind unless the contents decide.
///
/// # Errors
/// A kind that has no games of this game, and the first place that cannot be used.
pub fn read(
    source: Source<'_>,
    contents: Contents<'_>,
    kind: Option<FileKind>,
) -> Result<Vec<FileGame>, BadInput> {
    let kind = kind.unwrap_or_else(|| FileKind::of_file(source.file, contents));
    let info = source.game.info();
    if !kind.fits(info) {
        return Err(misfit(source, kind));
    }
    let (bytes, names) = match contents {
        Contents::Bytes(bytes, names) => (bytes, names),
        Contents::Text(text) => (text.as_bytes(), &WthorNames::default()),
    };
    match kind {
        FileKind::Wthor => return wthor::read(source, bytes, names, &(0..bytes.len())),
        FileKind::Xqf => return xqf::read(source, bytes),
        _ => {}
    }
    let text = match contents {
        Contents::Bytes(bytes, _) => Cow::Owned(decoded(bytes.to_vec())),
        Contents::Text(text) => Cow::Borrowed(without_mark(text)),
    };
    let text = &*text;
    match kind {
        FileKind::Pgn => pgn::read(source, text),
        FileKind::Ggf => ggf::read(source, text),
        FileKind::Sgf => sgf::read(source, text),
        FileKind::DhtmlXq => dhtmlxq::read(source, text),
        _ => lines::read(source, text),
    }
}

/// Reads whole games. Some may have no moves, but not all.
///
/// # Errors
/// As [`read`], and a file without games.
pub fn read_games(
    source: Source<'_>,
    contents: Contents<'_>,
    kind: Option<FileKind>,
) -> Result<Vec<FileGame>, BadInput> {
    let shown = kind.unwrap_or_else(|| FileKind::of_file(source.file, contents));
    let is_guess = kind.is_none() && shown == FileKind::Lines;
    let games = read(source, contents, Some(shown))
        .map_err(|bad| if is_guess { no_game(source, bad) } else { bad })?;
    if games.iter().any(|game| game.tree.count() > 0) {
        return Ok(games);
    }
    let (key, english) = match games.is_empty() {
        true => ("input-empty", "nothing in {file}"),
        false => ("input-only-positions", "positions without moves in {file}"),
    };
    Err(BadInput::new(
        "games",
        None,
        message!(key, english, file = source.file),
        forms(source),
        name_a_file(),
    ))
}

/// Reads whole games of the first of these games whose games they are.
///
/// # Errors
/// As [`read_games`]: of the game in which most could be read.
pub fn read_first<'a>(
    games: impl IntoIterator<Item = &'a dyn AnyGame>,
    file: &str,
    contents: Contents<'_>,
    kind: Option<FileKind>,
) -> Result<(&'a dyn AnyGame, Vec<FileGame>), BadInput> {
    let mut furthest: Option<BadInput> = None;
    for game in games {
        match read_games(Source { game, file, extent: Extent::Tree }, contents, kind) {
            Ok(read) => return Ok((game, read)),
            Err(bad) if furthest.as_ref().is_none_or(|other| place_of(other) < place_of(&bad)) => {
                furthest = Some(bad)
            }
            Err(_) => {}
        }
    }
    Err(furthest.unwrap_or_else(|| {
        let expected = message!("input-known-game", "a game that is known");
        BadInput::new("games", None, quote(file), expected, message!("input-name-game", "Name its game"))
    }))
}

/// The line and column of an error.
fn place_of(bad: &BadInput) -> (usize, Option<usize>) {
    let line = bad.place.as_ref().map_or(0, |(_, line)| *line);
    (line, bad.reasons.first().and_then(|reason| reason.column))
}

fn name_a_file() -> Message {
    message!("input-name-file", "Name a file with games")
}

/// Returns whether a remedy asks for another file, which is of no use to a person who has pasted a text.
pub fn asks_for_a_file(remedy: &Message) -> bool {
    matches!(remedy.key(), "input-name-file" | "input-correct-or-name" | "input-give-file")
}

/// The forms of files of games.
fn forms(source: Source<'_>) -> Message {
    let info = source.game.info();
    let own = info.file_forms.iter().filter_map(|form| FileKind::named(form));
    let kinds: Vec<&str> = std::iter::once(FileKind::Pgn).chain(own).map(FileKind::title).collect();
    let english = "a game of {game}: {kinds}, or a line of moves";
    message!("input-forms", english, game = info.message(), kinds = kinds.join(", "))
}

/// A line with more wrong places than this is no board with typing errors, but something else.
const TYPING_ERRORS: usize = 3;

/// The error of a line that is taken for a game because the file has no other form.
fn no_game(source: Source<'_>, mut bad: BadInput) -> BadInput {
    let expected = forms(source);
    if bad.reasons.len() > TYPING_ERRORS {
        let found = message!("input-neither", "neither a move nor a board");
        return BadInput { place: bad.place, ..BadInput::new("games", None, found, expected, name_a_file()) };
    }
    let english = "Correct the line, or name a file with {expected}";
    bad.remedy = message!("input-correct-or-name", english, expected = expected);
    bad
}

fn misfit(source: Source<'_>, kind: FileKind) -> BadInput {
    let info = source.game.info();
    let games = |game: Message| message!("input-games-of", "games of {game}", game = game);
    let is_of_xiangqi = matches!(kind, FileKind::Xqf | FileKind::DhtmlXq);
    let (key, title) = if is_of_xiangqi { ("game-xiangqi", "Xiangqi") } else { ("game-othello", "Othello") };
    let other = games(Message::new(key, title));
    let english = "Give a file of {game} games: lines or PGN";
    let remedy = message!("input-give-file", english, game = info.message());
    BadInput::new(kind.title(), None, other, games(info.message()), remedy).at(source.file, 1)
}

/// Writes games in a kind, moves in this notation where the kind leaves a choice.
///
/// A file of WTHOR gives names by numbers; [`write_wthor`](crate::write_wthor) gives these names too.
///
/// # Errors
/// A kind that has no games of this game, or not these; a move that cannot be played.
pub fn write(
    game: &dyn AnyGame,
    games: &[FileGame],
    kind: FileKind,
    notation: Notation,
) -> Result<Vec<u8>, BadInput> {
    if !kind.fits(game.info()) {
        let found = format!("{} for a game of {}", kind.endings()[0], game.info().title);
        let expected = written_kinds(game.info());
        return Err(BadInput::new("kind of file", None, found, expected, "Name one of these kinds"));
    }
    if kind == FileKind::Wthor {
        return wthor::write_wthor(game, games, &mut WthorNames::default());
    }
    if kind == FileKind::Xqf {
        let [one] = games else {
            let found = format!("{} games for one file", games.len());
            return Err(BadInput::new("XQF", None, found, "one game", "Write PGN, or one game a file"));
        };
        return xqf::write(game, one);
    }
    let one = |file: &FileGame| match kind {
        FileKind::Ggf => ggf::write(game, file),
        FileKind::Sgf => sgf::write(game, file),
        FileKind::DhtmlXq => dhtmlxq::write(game, file),
        FileKind::Lines => Ok(lines::write(game, file) + "\n"),
        _ => pgn::write(game, file, notation).map(|text| text + "\n"),
    };
    games.iter().map(one).collect::<Result<String, BadInput>>().map(String::into_bytes)
}

/// The kinds that games of this game are written in, as sentences list them.
fn written_kinds(info: &GameInfo) -> String {
    let kinds = FileKind::ALL.into_iter().filter(|kind| kind.fits(info));
    kinds.map(|kind| kind.endings()[0]).collect::<Vec<_>>().join(", ")
}
