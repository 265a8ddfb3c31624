//! Lists with an opening on each line.
//!
//! A line is a board (a FEN, which may go on as an EPD does, or 64 cells as in OBF files) or moves from the start
//! position. The operation `moves` of an EPD line leads there from the start: then the game begins at the start, and
//! engines that cannot be given a board can play it.

use game::any::AnySession;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use super::scan::{Place, Scan};
use super::{FileGame, Source, is_comment};
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
        let column = indent + scan.place().column;
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

/// A FEN and the operations behind it, each with the number of characters before it.
struct Epd<'a> {
    fen: (usize, &'a str),
    operations: Vec<(usize, &'a str)>,
}

impl<'a> Epd<'a> {
    fn parse(line: &'a str) -> Epd<'a> {
        let indent = line.chars().take_while(|letter| letter.is_whitespace()).count();
        let text = line.trim_start();
        let end = fen_end(text);
        let (fen, mut rest) = text.split_at(end);
        let mut offset = indent + fen.chars().count();
        let mut operations = Vec::new();
        while !rest.is_empty() {
            let end = operation_end(rest);
            let (operation, tail) = rest.split_at(end);
            let blank =
                operation.chars().take_while(|letter| letter.is_whitespace() || *letter == ';').count();
            let body = operation.trim_matches(|letter: char| letter.is_whitespace() || letter == ';');
            if !body.is_empty() {
                operations.push((offset + blank, body));
            }
            offset += operation.chars().count();
            rest = tail;
        }
        Epd { fen: (indent, fen.trim_end()), operations }
    }

    /// The words after an operation's name, with the number of characters before them.
    fn operation(&self, wanted: &str) -> Option<(usize, &'a str)> {
        self.operations.iter().find_map(|&(offset, text)| {
            let (name, words) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
            (name == wanted).then(|| (offset + name.chars().count(), words))
        })
    }

    fn id(&self) -> Option<String> {
        let (_, id) = self.operation("id")?;
        let id = id.trim().trim_matches('"');
        (!id.is_empty()).then(|| id.to_owned())
    }

    /// The board, or the game that leads to it, of which no more moves than asked for are taken.
    fn session(&self, source: &Source<'_>) -> Result<Box<dyn AnySession>, BadInput> {
        let game = source.game;
        let (indent, fen) = self.fen;
        let fen = self.with_counters(fen);
        let board = game.session(&fen, "").map_err(|bad| bad.shifted(indent))?;
        let Some((offset, words)) = self.operation("moves") else { return Ok(board) };
        let mut session = source.begin()?;
        play(game, &mut *session, words, offset, usize::MAX)?;
        let (reached, wanted) = (session.board(), board.board());
        if placement(&reached) == placement(&wanted) {
            let mut cut = source.begin()?;
            play(game, &mut *cut, words, offset, source.plies)?;
            return Ok(cut);
        }
        let found = format!("moves that lead to {}", quote(&placement(&reached).join(" ")));
        let remedy = "Correct the moves, or leave them out";
        Err(BadInput::new(
            "EPD line",
            Some(offset + 1 + usize::from(!words.is_empty())),
            found,
            "moves that lead to the line's board",
            remedy,
        ))
    }

    /// The FEN with the counters that operations give, if it has none itself.
    fn with_counters(&self, fen: &str) -> String {
        let number = |name| self.operation(name).map(|(_, words)| words.trim());
        match (fen.split_whitespace().count(), number("hmvc"), number("fmvn")) {
            (4, plies, number) if plies.or(number).is_some() => {
                format!("{fen} {} {}", plies.unwrap_or("0"), number.unwrap_or("1"))
            }
            _ => fen.to_owned(),
        }
    }
}

/// Board and side of a FEN.
fn placement(fen: &str) -> Vec<&str> {
    fen.split_whitespace().take(2).collect()
}

/// Where a FEN ends: after board and side, up to two dashes and up to two numbers.
fn fen_end(text: &str) -> usize {
    let mut end = 0;
    for (place, field) in
        text.split_inclusive(char::is_whitespace).filter(|field| !field.trim().is_empty()).enumerate()
    {
        let word = field.trim_end();
        let is_counter = word.bytes().all(|byte| byte.is_ascii_digit());
        let belongs = match place {
            0 | 1 => !word.starts_with(';'),
            2 | 3 => word == "-",
            4 | 5 => is_counter,
            _ => false,
        };
        if !belongs {
            break;
        }
        let before = field.as_ptr() as usize - text.as_ptr() as usize;
        end = before + word.find(';').unwrap_or(word.len());
        if word.contains(';') {
            break;
        }
    }
    end
}

/// Where an operation ends: behind the next semicolon that does not stand in quotation marks.
fn operation_end(text: &str) -> usize {
    let mut is_quoted = false;
    for (index, letter) in text.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ';' if !is_quoted => return index + 1,
            _ => {}
        }
    }
    text.len()
}
