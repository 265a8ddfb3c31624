//! Texts that come from the command line, a file or standard input.

use std::fs::File;
use std::io::{self, Read};

use clap::Args;
use console::{BadInput, Failure};

/// Larger than any file of positions; beyond it, the wrong file was named.
const LIMIT: u64 = 1 << 28;

/// A position on the command line.
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// The position: a board or FEN, @FILE, - for stdin, startpos, or startpos moves ...
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
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
    /// The position's text, read from where the argument says; `startpos` if there is none.
    ///
    /// # Errors
    /// A file that cannot be read or holds more than one line; an option that does not exist, which clap takes for
    /// a position because Othello boards may begin with dashes.
    pub fn read(&self) -> Result<Line, Failure> {
        let Some(first) = &self.first else { return Ok(Line { text: "startpos".to_owned(), place: None }) };
        refuse_option(first)?;
        let words: Vec<&str> =
            std::iter::once(first.as_str()).chain(self.rest.iter().map(String::as_str)).collect();
        match (first.strip_prefix('@'), words.len()) {
            (Some(path), 1) => only_line(path, &read(path)?),
            (None, 1) if first == "-" => only_line("stdin", &read("-")?),
            _ => Ok(Line { text: words.join(" "), place: None }),
        }
    }
}

impl Line {
    /// What a parser makes of the text; its complaint is given the place.
    pub fn parse<T>(&self, parser: impl FnOnce(&str) -> Result<T, BadInput>) -> Result<T, BadInput> {
        parser(&self.text).map_err(|bad| match &self.place {
            Some((file, line)) => bad.at(file, *line),
            None => bad,
        })
    }
}

/// Makes sure that a word is not meant as an option: where Othello boards may begin with dashes, clap takes an option
/// that does not exist for one.
///
/// # Errors
/// A word that begins like an option.
pub fn refuse_option(word: &str) -> Result<(), Failure> {
    let name = word.trim_start_matches('-');
    if name.len() < word.len() && name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        return Err(Failure::Usage(format!("unexpected option '{word}'. Try --help.")));
    }
    Ok(())
}

/// The whole text of a file, or of standard input for `-`.
///
/// # Errors
/// [`BadInput`] that names the file and the operating system's reason.
pub fn read(path: &str) -> Result<String, BadInput> {
    let mut bytes = Vec::new();
    let outcome = match path {
        "-" => io::stdin().take(LIMIT + 1).read_to_end(&mut bytes),
        _ => File::open(path).and_then(|file| file.take(LIMIT + 1).read_to_end(&mut bytes)),
    };
    let unreadable = |found: String| {
        let expected = format!("a text file of at most {} MiB", LIMIT >> 20);
        BadInput::new("file", None, found, expected, "Check the name and that the file may be read")
    };
    match outcome {
        Err(error) => Err(unreadable(format!("{} ({error})", console::bad_input::quote(path)))),
        Ok(length) if length as u64 > LIMIT => Err(unreadable(format!("{path}, which is longer"))),
        Ok(_) => String::from_utf8(bytes).map_err(|_| unreadable(format!("{path}, which is not UTF-8"))),
    }
}

/// The words of a text with the columns at which they start, counted in characters from 1.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| {
        // Words are slices of the text, so their addresses tell where they stand.
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_mistyped_option_is_no_position() {
        assert!(matches!(position(&["--dpeth", "4"]).read(), Err(Failure::Usage(_))));
        assert!(matches!(position(&["-d"]).read(), Err(Failure::Usage(_))));
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

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = read("no/such/file").unwrap_err().to_string();
        assert!(error.contains("\"no/such/file\" (") && error.contains("Check the name"), "{error}");
    }
}
