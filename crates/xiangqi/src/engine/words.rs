//! A protocol line as words with their columns.

use std::fmt;
use std::str::FromStr;

use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, Reason};

/// A word of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Where it begins, in characters from 1.
    pub column: usize,
}

impl Word<'_> {
    /// The reason that this word cannot be used.
    pub fn reject(self, expected: impl Into<String>) -> Reason {
        Reason { column: Some(self.column), found: quote(self.text), expected: expected.into() }
    }

    /// What is wrong with the word, with its place in the line.
    pub fn place(self, bad: BadInput) -> BadInput {
        let mut bad = bad.shifted(self.column - 1);
        for reason in &mut bad.reasons {
            reason.column.get_or_insert(self.column);
        }
        bad
    }
}

/// The words of a line, in order.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Words<'a> {
    /// The words of a whole line.
    pub fn of(line: &'a str) -> Words<'a> {
        Words { rest: line, column: 1 }
    }

    /// The next word, left in place.
    pub fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// The text of the words up to the one that reads `end`, which is left, or to the last; with its column.
    pub fn until(&mut self, end: &str) -> Word<'a> {
        self.skip_blanks();
        let (start, column) = (self.rest, self.column);
        let mut length = 0;
        while let Some(word) = self.peek().filter(|word| word.text != end) {
            self.next();
            length = word.text.as_ptr() as usize + word.text.len() - start.as_ptr() as usize;
        }
        Word { text: &start[..length], column }
    }

    fn skip_blanks(&mut self) {
        let trimmed = self.rest.trim_start();
        let blanks = &self.rest[..self.rest.len() - trimmed.len()];
        self.column += blanks.chars().count();
        self.rest = trimmed;
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        self.skip_blanks();
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        let word = Word { text, column: self.column };
        self.column += text.chars().count();
        self.rest = rest;
        (!text.is_empty()).then_some(word)
    }
}

/// A word as a number of a range, both ends included.
///
/// # Errors
/// What was expected instead.
pub fn number<N>(word: Option<Word<'_>>, name: &str, least: N, most: N) -> Result<N, Reason>
where
    N: FromStr + PartialOrd + fmt::Display,
{
    let expected = || format!("{name}, a number from {least} to {most}");
    match word {
        None => Err(Reason { column: None, found: "the end of the line".to_owned(), expected: expected() }),
        Some(word) => {
            let number = word.text.parse().ok().filter(|number| (&least..=&most).contains(&number));
            number.ok_or_else(|| word.reject(expected()))
        }
    }
}

/// The error that consists of these reasons.
pub fn bad_input(kind: &'static str, reasons: Vec<Reason>, remedy: &str) -> BadInput {
    BadInput { kind, place: None, reasons, remedy: remedy.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<(usize, &str)> {
        Words::of(line).map(|word| (word.column, word.text)).collect()
    }

    #[test]
    fn blanks_of_any_kind_separate() {
        assert_eq!(words("  go\t 深さ  depth 3 \r"), [(3, "go"), (7, "深さ"), (11, "depth"), (17, "3")]);
        assert_eq!(words(" \t "), []);
    }

    #[test]
    fn a_stretch_of_words_keeps_its_blanks() {
        let mut words = Words::of("fen  9/9  w moves h2e2");
        words.next();
        assert_eq!(words.until("moves"), Word { text: "9/9  w", column: 6 });
        assert_eq!(words.next().unwrap().text, "moves");
        assert_eq!(words.until("moves").text, "h2e2");
        assert_eq!(words.until("moves").text, "");
    }

    #[test]
    fn numbers_have_bounds() {
        let read = |text| number(Words::of(text).next(), "depth", 1, 250);
        assert_eq!(read("7"), Ok(7));
        for wrong in ["0", "251", "x", "", "-3", "1e3", "99999999999"] {
            assert!(read(wrong).unwrap_err().expected.contains("from 1 to 250"), "{wrong}");
        }
    }
}
