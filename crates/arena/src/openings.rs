//! Where games begin, and whole games: files of every usual form, and generated openings.
//!
//! A file holds lines (boards with or without moves, or moves alone), games in PGN, or games in GGF, which its content
//! shows. An opening that ends the game is an error, wherever it comes from; a whole game may end.

mod games;
mod lines;
#[cfg(test)]
mod tests;

use game::Notation;
use game::any::AnySession;
use shuangqi_cli::{BadInput, source};

use super::config::Opening;
use super::names;
use crate::games::Game;

/// A line with more wrong places than this is no board with typing errors, but something else.
const TYPING_ERRORS: usize = 3;

/// The form of a file of openings or games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// An opening a line: a FEN or EPD, an OBF line, a transcript, or a list of moves.
    Lines,
    /// Games in Portable Game Notation.
    Pgn,
    /// Games in the Generic Game Format.
    Ggf,
}

impl Format {
    /// The form that a name means: `epd`, `fen`, `obf`, `scr`, `xot`, `txt`, `pgn`, `ggf`.
    pub fn named(name: &str) -> Option<Format> {
        match name.to_ascii_lowercase().as_str() {
            "epd" | "fen" | "obf" | "scr" | "xot" | "txt" | "lines" => Some(Format::Lines),
            "pgn" => Some(Format::Pgn),
            "ggf" => Some(Format::Ggf),
            _ => None,
        }
    }

    /// The form of a text, as its first line that is no comment shows.
    fn of(text: &str) -> Format {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line));
        let first = lines.next().unwrap_or_default();
        let after_count = first.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start();
        if first.starts_with('[') {
            Format::Pgn
        } else if after_count.starts_with("(;") {
            Format::Ggf
        } else {
            Format::Lines
        }
    }
}

fn is_comment(line: &str) -> bool {
    line.starts_with(['#', '%'])
}

/// Reads openings of a game: from a file of this name, of which this is the text, in this format unless its content
/// decides; of games, no more than this number of moves.
///
/// # Errors
/// The first place that cannot be used, and a file without openings.
pub fn read(
    game: Game,
    file: &str,
    text: &str,
    format: Option<Format>,
    plies: Option<u32>,
) -> Result<Vec<Opening>, BadInput> {
    let plies = plies.map_or(usize::MAX, |plies| plies as usize);
    let openings = read_all(&Source { game, file, plies, is_opening: true }, text, format)?;
    if openings.is_empty() {
        let remedy = "Name a file with positions or games, or leave it out and openings are generated";
        return Err(BadInput::new("openings", None, format!("nothing in {file}"), "an opening", remedy));
    }
    Ok(openings.into_iter().map(|game| game.moves).collect())
}

/// The tags of PGN or GGF, in order: the name and the value.
pub type Tags = Vec<(String, String)>;

/// A whole game as a file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileGame {
    /// Its start, and all its moves.
    pub moves: Opening,
    /// Its tags.
    pub tags: Tags,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
}

/// Reads whole games: from a file of this name, of which this is the text, in this format unless its content decides.
/// Some may have no moves, but not all.
///
/// # Errors
/// The first place that cannot be used, and a file without games.
pub fn read_games(
    game: Game,
    file: &str,
    text: &str,
    format: Option<Format>,
) -> Result<Vec<FileGame>, BadInput> {
    let source = Source { game, file, plies: usize::MAX, is_opening: false };
    let is_guessed = format.is_none() && Format::of(text) == Format::Lines;
    let games = read_all(&source, text, format).map_err(|bad| match is_guessed {
        true => no_game(game, bad),
        false => bad,
    })?;
    if games.iter().any(|game| !game.moves.moves.is_empty()) {
        return Ok(games);
    }
    let found = if games.is_empty() { "nothing" } else { "positions without moves" };
    let expected = format!("a game of {}: {}", game.info.title, forms(game));
    Err(BadInput::new("games", None, format!("{found} in {file}"), expected, "Name a file with games"))
}

/// The forms of files of games.
fn forms(game: Game) -> &'static str {
    if game.ggf.is_some() { "PGN, GGF, or a line of moves" } else { "PGN, or a line of moves" }
}

/// The error of a line that is taken for a game because the file has no other form.
fn no_game(game: Game, mut bad: BadInput) -> BadInput {
    let expected = format!("a game of {}: {}", game.info.title, forms(game));
    if bad.reasons.len() > TYPING_ERRORS {
        let other =
            BadInput::new("games", None, "neither a move nor a board", expected, "Name a file with games");
        return BadInput { place: bad.place, ..other };
    }
    bad.remedy = format!("Correct the line, or name a file with {expected}");
    bad
}

fn read_all(source: &Source<'_>, text: &str, format: Option<Format>) -> Result<Vec<FileGame>, BadInput> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format.unwrap_or_else(|| Format::of(text)) {
        Format::Lines => lines::read(source, text),
        Format::Pgn => games::read_pgn(source, text),
        Format::Ggf => games::read_ggf(source, text),
    }
}

/// Openings that are made as they are needed.
pub type GeneratedOpenings = Box<dyn Iterator<Item = Opening> + Send>;

/// The text that openings or games are read from.
#[derive(Clone, Copy, Debug)]
struct Source<'a> {
    game: Game,
    file: &'a str,
    plies: usize,
    /// Whether openings are read, which may not end the game.
    is_opening: bool,
}

impl Source<'_> {
    /// A game from the start of every game.
    fn begin(&self) -> Result<Box<dyn AnySession>, BadInput> {
        self.game.session("", "")
    }

    /// The game that begins on a line; of an opening, only if it does not end there.
    fn finish(
        &self,
        line: usize,
        name: &str,
        session: &dyn AnySession,
        tags: Tags,
    ) -> Result<FileGame, BadInput> {
        let moves = opening(self.game, session, names::shortened(name));
        if self.is_opening {
            self.check_opening(&moves)?;
        }
        Ok(FileGame { moves, tags, line })
    }

    fn check_opening(&self, opening: &Opening) -> Result<(), BadInput> {
        match begin(self.game.session(&opening.start, "")?, opening)?.verdict() {
            None => Ok(()),
            Some(verdict) => {
                let found = format!("a game that is over: {}", verdict.explanation);
                let remedy = "Take fewer of its moves (plies=), or leave it out";
                Err(BadInput::new("opening", None, found, "one that goes on", remedy))
            }
        }
    }
}

/// A game at the end of its opening.
///
/// # Errors
/// The first move that is illegal.
pub fn begin(mut session: Box<dyn AnySession>, opening: &Opening) -> Result<Box<dyn AnySession>, BadInput> {
    for (index, text) in opening.moves.iter().enumerate() {
        session.referee_move(text).map_err(|why| {
            let found = format!("{text:?} as move {} of opening {:?}", index + 1, opening.name);
            BadInput::new("opening", None, found, format!("a legal move, but {why}"), "Correct the opening")
        })?;
    }
    Ok(session)
}

/// A session as an opening.
fn opening(game: Game, session: &dyn AnySession, name: String) -> Opening {
    let start = session.board_after(0);
    let moves = session.moves(Notation::default()).into_iter().map(|mv| mv.text).collect();
    Opening { name, is_standard: start == game.start, start, moves }
}

/// A place in a text, counted in lines and characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// An error at this place, its columns counted from the beginning of the line.
    fn within_line(self, bad: BadInput) -> BadInput {
        let mut bad = bad.shifted(self.column - 1);
        for reason in &mut bad.reasons {
            reason.column = reason.column.or(Some(self.column));
        }
        bad
    }

    /// The same, with file and line.
    fn blame(self, file: &str, bad: BadInput) -> BadInput {
        self.within_line(bad).at(file, self.line)
    }

    /// The same for an error in a text that begins here. In a text of several lines, this is its place.
    fn blame_in(self, file: &str, text: &str, mut bad: BadInput) -> BadInput {
        if text.contains('\n') {
            bad.reasons.iter_mut().for_each(|reason| reason.column = None);
        }
        self.blame(file, bad)
    }
}

/// The rest of a text that is read character by character, and where it begins.
#[derive(Clone, Copy, Debug)]
struct Scan<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Scan<'a> {
        Scan { rest: text, place: Place { line: 1, column: 1 } }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes this text, if the rest begins with it; whether it does.
    fn take_text(&mut self, text: &str) -> bool {
        let is_there = self.rest.starts_with(text);
        if is_there {
            self.take(text.len());
        }
        is_there
    }

    /// Takes the characters for which the condition holds.
    fn take_while(&mut self, is_such: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|letter| !is_such(letter)).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// Takes the text up to the next such character, and that character. If there is none, nothing is taken.
    fn take_past(&mut self, end: char) -> Option<&'a str> {
        let length = self.rest.find(end)?;
        let taken = self.take(length);
        self.take(end.len_utf8());
        Some(taken)
    }

    fn skip(&mut self) {
        self.take(self.peek().map_or(0, char::len_utf8));
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        for letter in taken.chars() {
            match letter {
                '\n' => self.place = Place { line: self.place.line + 1, column: 1 },
                _ => self.place.column += 1,
            }
        }
        self.rest = rest;
        taken
    }
}

/// The text of a file of this kind, as messages call it. What is not UTF-8 is read as GB18030, as Chinese programs write it.
pub fn text_of(kind: &'static str, path: &str) -> Result<String, BadInput> {
    source::read_bytes(kind, path).map(decoded)
}

fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| encoding_rs::GB18030.decode(error.as_bytes()).0.into_owned())
}

/// The openings that a seed generates, different and level.
///
/// # Errors
/// None: the start position is in order.
pub fn generated(game: Game, seed: u64) -> Result<GeneratedOpenings, BadInput> {
    let start = opening(game, &*game.session("", "")?, String::new());
    let named = (1..).zip((game.random_openings)(seed));
    Ok(Box::new(named.map(move |(number, moves)| Opening {
        name: format!("{number}"),
        moves,
        ..start.clone()
    })))
}

/// A hash of the boards and moves of openings, in order. Names do not count.
pub fn hash(openings: &[Opening]) -> u64 {
    let texts = openings.iter().flat_map(|opening| {
        let moves = opening.moves.iter().map(String::as_str);
        std::iter::once(opening.start.as_str()).chain(moves).chain(["\n"])
    });
    hash_of_bytes(texts.flat_map(|text| text.bytes().chain([0])))
}

/// A hash of bytes (FNV-1a; Fowler, Noll & Vo).
pub fn hash_of_bytes(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
