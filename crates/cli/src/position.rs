//! Positions of any game as users write them: on the command line or in a file, as `startpos` or a board, and perhaps
//! moves from there.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, Command, Error};

use crate::failure::Failure;
use crate::source;
use search_core::BadInput;

/// A position on the command line.
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// The position: a board or FEN, @FILE, - for stdin, startpos, or startpos moves ...
    #[arg(value_name = "POSITION", allow_hyphen_values = true, value_parser = BoardWord)]
    first: Option<String>,
    /// More words of the position, where it is not quoted.
    #[arg(hide = true)]
    rest: Vec<String>,
}

/// A text of one line, and where it stands if not on the command line.
#[derive(Debug)]
pub struct Line {
    text: String,
    place: Option<(String, usize)>,
}

impl PositionArgs {
    /// Whether there is none on the command line.
    pub fn is_absent(&self) -> bool {
        self.first.is_none()
    }

    /// The position's text, read from the source that the argument names; `startpos` if there is none.
    ///
    /// # Errors
    /// A file that cannot be read or holds more than one line.
    pub fn read(&self) -> Result<Line, Failure> {
        let Some(first) = &self.first else { return Ok(Line { text: "startpos".to_owned(), place: None }) };
        let words: Vec<&str> =
            std::iter::once(first.as_str()).chain(self.rest.iter().map(String::as_str)).collect();
        match (first.strip_prefix('@'), words.len()) {
            (Some(path), 1) => only_line(path, &source::read(path)?),
            (None, 1) if first == "-" => only_line("stdin", &source::read("-")?),
            _ => Ok(Line { text: words.join(" "), place: None }),
        }
    }
}

impl Line {
    /// The result of a parser; its error gets the place of the text.
    pub fn parse<T>(&self, parser: impl FnOnce(&str) -> Result<T, BadInput>) -> Result<T, BadInput> {
        parser(&self.text).map_err(|bad| match &self.place {
            Some((file, line)) => bad.at(file, *line),
            None => bad,
        })
    }
}

/// Reads `startpos`, a board, or either followed by `moves` and the moves played from there. `set_up` is given
/// `startpos` or the board, `play` one word after the other.
///
/// # Errors
/// The error of the board or the first move that cannot be played, with its column.
pub fn read<P>(
    text: &str,
    set_up: impl FnOnce(&str) -> Result<P, BadInput>,
    mut play: impl FnMut(&mut P, &str) -> Result<(), BadInput>,
) -> Result<P, BadInput> {
    let mut moves = words(text).skip_while(|(_, word)| *word != "moves");
    let end = moves.next().map_or(text.len(), |(_, word)| word.as_ptr().addr() - text.as_ptr().addr());
    let board = text[..end].trim_end();
    let mut position = set_up(if board.trim_start() == "startpos" { "startpos" } else { board })?;
    for (column, word) in moves {
        play(&mut position, word).map_err(|bad| at_column(bad, column))?;
    }
    Ok(position)
}

/// The error about a word, with its column counted from the start of the text.
fn at_column(mut bad: BadInput, column: usize) -> BadInput {
    for reason in &mut bad.reasons {
        reason.column = Some(reason.column.unwrap_or(1) + column - 1);
    }
    bad
}

/// The words of a text with the columns at which they start, counted in characters from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| {
        // Words are slices of the text, so the difference of addresses is their offset.
        let offset = word.as_ptr().addr() - text.as_ptr().addr();
        (text[..offset].chars().count() + 1, word)
    })
}

/// The one line of a text that is not empty.
fn only_line(file: &str, text: &str) -> Result<Line, Failure> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let remedy = "Give a text of one line, or use --suite for a file of several";
    let wrong = |found: &str, line| {
        BadInput::new("position", None, found, "a position on a line of its own", remedy).at(file, line)
    };
    let (index, line) = lines.next().ok_or_else(|| wrong("no text", 1))?;
    if let Some((next, _)) = lines.next() {
        return Err(wrong("a second line of text", next + 1).into());
    }
    Ok(Line { text: line.trim().to_owned(), place: Some((file.to_owned(), index + 1)) })
}

/// A parser of words that may begin with dashes, as Othello boards do. Where such words are allowed, clap takes an option
/// that does not exist for one; this parser refuses it as clap does elsewhere.
#[derive(Clone, Debug)]
pub struct BoardWord;

impl TypedValueParser for BoardWord {
    type Value = String;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        let word = value.to_str().ok_or_else(|| Error::new(ErrorKind::InvalidUtf8).with_cmd(command))?;
        if is_option(word) { Err(unknown_argument(command, word)) } else { Ok(word.to_owned()) }
    }
}

/// Whether a word is meant as an option: behind its dashes it begins with a small letter, and it has one that is no disc.
fn is_option(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    name.len() < word.len()
        && name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name.contains(|letter: char| letter.is_ascii_lowercase() && !"xobw".contains(letter))
}

/// The error of clap about an option that does not exist.
fn unknown_argument(command: &Command, word: &str) -> Error {
    let option = word.split('=').next().unwrap_or_default();
    let mut error = Error::new(ErrorKind::UnknownArgument).with_cmd(command);
    error.insert(ContextKind::InvalidArg, ContextValue::String(option.to_owned()));
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.clone().render_usage()));
    error
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap::Parser;

    use super::*;
    use crate::Exit;
    use crate::args::ColorArgs;
    use crate::program::{self, Program};

    fn position(words: &[&str]) -> PositionArgs {
        let mut words = words.iter().map(|word| (*word).to_owned());
        PositionArgs { first: words.next(), rest: words.collect() }
    }

    #[test]
    fn words_are_one_position() {
        assert_eq!(position(&[]).read().unwrap().text, "startpos");
        assert_eq!(position(&["9/9", "w", "-", "-"]).read().unwrap().text, "9/9 w - -");
        assert_eq!(position(&["---OX---", "X"]).read().unwrap().text, "---OX--- X");
        assert_eq!(position(&["startpos", "moves", "f5"]).read().unwrap().text, "startpos moves f5");
    }

    #[test]
    fn a_file_holds_one_line() {
        let line = only_line("f", "\n  9/9 w \n\n").unwrap();
        let complaint = line.parse(|text| -> Result<(), _> {
            assert_eq!(text, "9/9 w");
            Err(BadInput::new("FEN", Some(2), "a", "b", "C"))
        });
        assert_eq!(complaint.unwrap_err().to_string(), "f:2: FEN: column 2: found a, expected b. C.");
        assert!(
            only_line("f", "a\n\nb\n").unwrap_err().to_string().starts_with("f:3: position: found a second")
        );
        assert!(only_line("f", " \n").unwrap_err().to_string().contains("found no text"));
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(words(" 炮 二  x").collect::<Vec<_>>(), [(2, "炮"), (4, "二"), (7, "x")]);
    }

    /// A game whose moves are digits that are added up.
    fn sum(text: &str) -> Result<u32, BadInput> {
        let number = |word: &str| {
            let bad = || BadInput::new("digit", None, word, "a digit", "Give one");
            word.parse::<u32>().map_err(|_| bad())
        };
        let set_up = |board: &str| if board == "startpos" { Ok(0) } else { number(board.trim_start()) };
        read(text, set_up, |total, word| number(word).map(|more| *total += more))
    }

    #[test]
    fn moves_lead_on_from_any_board() {
        assert_eq!(sum(" startpos").unwrap(), 0);
        assert_eq!(sum("startpos  moves 1 2").unwrap(), 3);
        assert_eq!(sum(" 7 moves 1").unwrap(), 8);
        assert_eq!(sum("7 moves").unwrap(), 7);
    }

    #[test]
    fn a_bad_move_is_shown_where_it_stands() {
        assert_eq!(sum("startpos moves 1 x").unwrap_err().reasons[0].column, Some(18));
        assert!(sum("startpos 1").is_err());
    }

    #[derive(Debug, Parser)]
    struct Solving {
        #[arg(allow_hyphen_values = true, value_parser = BoardWord)]
        first: String,
        rest: Vec<String>,
        #[arg(long)]
        check: bool,
        #[arg(long)]
        out: bool,
        #[command(flatten)]
        color: ColorArgs,
    }

    impl Program for Solving {
        fn color(&self) -> ColorArgs {
            self.color
        }

        fn run(self) -> Result<Exit, Failure> {
            Ok(Exit::Success)
        }
    }

    fn parse(line: &str) -> Result<Solving, Error> {
        let words = std::iter::once("solve").chain(line.split_whitespace());
        program::parse(words.map(OsString::from).collect())
    }

    #[test]
    fn a_board_may_begin_with_dashes() {
        for line in ["---OX--- X", "-", "-XO O --check", "--------", "-1", "--*-O X", "---ox--- x", "-x--o"] {
            let Solving { first, rest, check, .. } = parse(line).unwrap();
            let words = [first].into_iter().chain(rest).chain(check.then(|| "--check".to_owned()));
            assert_eq!(words.collect::<Vec<_>>().join(" "), line);
        }
    }

    #[test]
    fn a_misspelled_option_is_no_board() {
        for line in ["--chek", "---OX--- --chek", "startpos --chek=yes", "-check"] {
            let error = parse(line).unwrap_err();
            assert_eq!((error.kind(), error.exit_code()), (ErrorKind::UnknownArgument, 2), "{line}");
            assert!(error.to_string().contains("a similar argument exists: '--check'"), "{line}: {error}");
        }
        assert!(parse("--ot").unwrap_err().to_string().contains("'--out'"));
        let error = parse("--dpeth").unwrap_err().to_string();
        assert!(
            error.contains("unexpected argument '--dpeth' found") && error.contains("Usage: "),
            "{error}"
        );
        assert!(!error.contains("similar"), "{error}");
    }
}
