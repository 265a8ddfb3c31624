//! Lists with an opening on each line.
//!
//! A line is a board (a FEN, which may go on as an EPD does, or 64 cells as in OBF files) or moves from the start
//! position. The operation `moves` of an EPD line leads there from the start: then the game begins at the start, and
//! engines that cannot be given a board can play it.

use game::any::AnySession;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use super::{FileGame, Place, Scan, Source, is_comment};
use crate::games::Game;

/// The openings of all lines that are neither empty nor comments.
pub fn read(source: &Source<'_>, text: &str) -> Result<Vec<FileGame>, BadInput> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || is_comment(line.trim_start()) {
            continue;
        }
        let read = read_line(source, number, line);
        openings.push(read.map_err(|bad| bad.at(source.file, number))?);
    }
    Ok(openings)
}

fn read_line(source: &Source<'_>, number: usize, line: &str) -> Result<FileGame, BadInput> {
    let mut name = number.to_string();
    let session = if !source.game.any.is_board(line.split_whitespace().next().unwrap_or_default()) {
        let mut session = source.begin()?;
        play(source.game, &mut *session, line, 0, source.plies)?;
        session
    } else if source.game.info.has_epd {
        let epd = Epd::parse(line);
        name = epd.id().unwrap_or(name);
        epd.session(source)?
    } else {
        source.game.any.session_of_line(line)?
    };
    source.finish(number, &name, &*session, Vec::new())
}

/// Plays the moves of a text that begins `indent` characters into its line, at most `most` in all.
fn play(
    game: Game,
    session: &mut dyn AnySession,
    text: &str,
    indent: usize,
    most: usize,
) -> Result<(), BadInput> {
    let mut scan = Scan::new(text);
    loop {
        scan.take_while(is_between);
        let column = indent + scan.place.column;
        let word = scan.take_while(|letter| !is_between(letter));
        if word.is_empty() || session.plies() >= most {
            return Ok(());
        }
        for (offset, text) in moves(game, word) {
            if session.plies() < most {
                let here = Place { line: 1, column: column + offset };
                session.play_text(text).map_err(|bad| here.within_line(bad))?;
            }
        }
    }
}

fn is_between(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | ';')
}

/// The moves of a word, each with its place in it: Othello transcripts run moves together. Move numbers are left out.
fn moves(game: Game, word: &str) -> impl Iterator<Item = (usize, &str)> {
    let move_part = without_number(word);
    let skipped = word.chars().count() - move_part.chars().count();
    game.any.split_moves(move_part).into_iter().map(move |(offset, text)| (skipped + offset, text))
}

/// A word without the move number it begins with: `12.` or `12...`, but not the `15` of the soldier's move `15+1`.
pub fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after = rest.trim_start_matches(['.', '…']);
    let is_number = after.len() < rest.len() && !after.starts_with(|letter: char| letter.is_ascii_digit());
    if is_number || rest.is_empty() { after } else { word }
}

/// A line that begins with a FEN, and the operations behind it.
struct Epd<'a> {
    line: &'a str,
    fen: &'a str,
    operations: Vec<&'a str>,
}

impl<'a> Epd<'a> {
    fn parse(line: &'a str) -> Epd<'a> {
        let text = line.trim_start();
        let (fen, rest) = text.split_at(fen_end(text));
        let mut is_quoted = false;
        let is_end = |letter: char| {
            is_quoted ^= letter == '"';
            letter == ';' && !is_quoted
        };
        let operations = rest.split(is_end).map(str::trim).filter(|text| !text.is_empty()).collect();
        Epd { line, fen: fen.trim_end(), operations }
    }

    /// The number of characters before a part of the line.
    fn indent(&self, part: &str) -> usize {
        self.line.get(..offset(self.line, part)).map_or(0, |before| before.chars().count())
    }

    /// The words after an operation's name.
    fn operation(&self, wanted: &str) -> Option<&'a str> {
        let is_whole = |words: &&str| words.is_empty() || words.starts_with(char::is_whitespace);
        self.operations.iter().find_map(|text| text.strip_prefix(wanted).filter(is_whole))
    }

    fn id(&self) -> Option<String> {
        let id = self.operation("id")?.trim().trim_matches('"');
        (!id.is_empty()).then(|| id.to_owned())
    }

    /// The board, or the game that leads to it, of which no more moves than asked for are taken.
    fn session(&self, source: &Source<'_>) -> Result<Box<dyn AnySession>, BadInput> {
        let game = source.game;
        let board =
            game.session(&self.with_counters(), "").map_err(|bad| bad.shifted(self.indent(self.fen)))?;
        let Some(words) = self.operation("moves") else { return Ok(board) };
        let indent = self.indent(words);
        let mut session = source.begin()?;
        play(game, &mut *session, words, indent, usize::MAX)?;
        let (reached, wanted) = (session.board(), board.board());
        if placement(&reached) == placement(&wanted) {
            let mut cut = source.begin()?;
            play(game, &mut *cut, words, indent, source.plies)?;
            return Ok(cut);
        }
        let found = format!("moves that lead to {}", quote(&placement(&reached).join(" ")));
        let column = Some(indent + 1 + usize::from(!words.is_empty()));
        let remedy = "Correct the moves, or leave them out";
        Err(BadInput::new("EPD line", column, found, "moves that lead to the line's board", remedy))
    }

    /// The FEN with the counters that operations give, if it has none itself.
    fn with_counters(&self) -> String {
        let number = |name| self.operation(name).map(str::trim);
        match (self.fen.split_whitespace().count(), number("hmvc"), number("fmvn")) {
            (4, plies, number) if plies.or(number).is_some() => {
                format!("{} {} {}", self.fen, plies.unwrap_or("0"), number.unwrap_or("1"))
            }
            _ => self.fen.to_owned(),
        }
    }
}

/// Board and side of a FEN.
fn placement(fen: &str) -> Vec<&str> {
    fen.split_whitespace().take(2).collect()
}

/// The end of a FEN: after board and side, up to two dashes and up to two numbers.
fn fen_end(text: &str) -> usize {
    let mut end = 0;
    for (place, word) in text.split_whitespace().enumerate() {
        let belongs = match place {
            0 | 1 => !word.starts_with(';'),
            2 | 3 => word == "-",
            4 | 5 => word.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        let last = word.find(';');
        if belongs {
            end = offset(text, word) + last.unwrap_or(word.len());
        }
        if !belongs || last.is_some() {
            break;
        }
    }
    end
}

/// The number of bytes before a part of a text.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}
