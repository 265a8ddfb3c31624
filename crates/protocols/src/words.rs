//! A protocol line as words with their columns, and the numbers among them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use search_core::Message;
use search_core::bad_input::{BadInput, Reason, quote};

/// A word of a line, or a text of several. Two are equal if their texts are, wherever they stand.
#[derive(Clone, Debug, Default, Eq)]
pub struct Word {
    /// The text; empty at the end of the line.
    pub text: String,
    /// The place of its first character, from 1, if it was read.
    pub column: Option<usize>,
}

impl Word {
    /// The first word of the text.
    #[must_use]
    pub fn first(&self) -> Word {
        Word { text: self.text.split_whitespace().next().unwrap_or_default().to_owned(), column: self.column }
    }

    /// The reason that this word cannot be used.
    pub fn reject(&self, expected: impl Into<Message>) -> Reason {
        let is_end = self.text.is_empty() && self.column.is_none();
        let found = if is_end { "the end of the line".into() } else { quote(&self.text) };
        Reason::new(self.column, found, expected)
    }

    /// An error in this word, at its place in the line.
    #[must_use]
    pub fn place(&self, bad: BadInput) -> BadInput {
        let Some(column) = self.column else { return bad };
        let mut bad = bad.shifted(column - 1);
        for reason in &mut bad.reasons {
            reason.column.get_or_insert(column);
        }
        bad
    }

    /// This word as a number of a range, both ends included.
    ///
    /// # Errors
    /// The text that was expected instead.
    pub fn number<N>(&self, name: &str, least: N, most: N) -> Result<N, Reason>
    where
        N: FromStr + PartialOrd + fmt::Display,
    {
        let number = self.text.parse().ok().filter(|number| (&least..=&most).contains(&number));
        number.ok_or_else(|| self.reject(format!("{name}, a number from {least} to {most}")))
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.text == other.text
    }
}

impl<T: Into<String>> From<T> for Word {
    fn from(text: T) -> Word {
        Word { text: text.into(), column: None }
    }
}

impl FromStr for Word {
    type Err = BadInput;

    /// The first word of a line.
    fn from_str(line: &str) -> Result<Word, BadInput> {
        Ok(Words::of(line).word())
    }
}

impl fmt::Display for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
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

    /// The text of the next word, left in place.
    pub fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    /// The next word; an empty one at the end of the line.
    pub fn word(&mut self) -> Word {
        self.next().unwrap_or_default()
    }

    /// The text of the words before the first that ends it, which is left, or to the last.
    pub fn until(&mut self, mut is_end: impl FnMut(&str) -> bool) -> Word {
        self.skip_blanks();
        let (start, column) = (self.rest, self.column);
        let mut length = 0;
        while self.peek().is_some_and(|word| !is_end(word)) {
            self.next();
            length = start.len() - self.rest.len();
        }
        Word { text: start[..length].to_owned(), column: Some(column) }
    }

    /// All the words that are left; an empty text, without a place, if there are none.
    pub fn rest(&mut self) -> Word {
        if self.peek().is_some() { self.until(|_| false) } else { Word::default() }
    }

    /// The words behind this beginning, if the line has it with any blanks between its words. A name ends at a blank or a
    /// colon, a sign anywhere.
    pub(crate) fn after(mut self, beginning: &str) -> Option<Words<'a>> {
        for part in beginning.split(' ') {
            self.skip_blanks();
            let rest = self.rest.strip_prefix(part)?;
            let is_whole = rest.is_empty() || rest.starts_with(char::is_whitespace) || rest.starts_with(':');
            if !is_whole && part.ends_with(char::is_alphanumeric) {
                return None;
            }
            self.advance(rest);
        }
        Some(self)
    }

    fn skip_blanks(&mut self) {
        self.advance(self.rest.trim_start());
    }

    /// Goes on to `rest`, an end of the text that is left.
    fn advance(&mut self, rest: &'a str) {
        self.column += self.rest[..self.rest.len() - rest.len()].chars().count();
        self.rest = rest;
    }
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        self.skip_blanks();
        let (text, column) = (self.peek()?.to_owned(), Some(self.column));
        self.advance(&self.rest[text.len()..]);
        Some(Word { text, column })
    }
}

/// The error that consists of these reasons.
pub fn bad_input(kind: &'static str, reasons: Vec<Reason>, remedy: &str) -> BadInput {
    BadInput::of(kind, reasons, remedy)
}

/// Whether a line of UCI or UCCI says nothing: it is blank, or a comment.
pub fn is_blank(line: &str) -> bool {
    Words::of(line).peek().is_none_or(|word| word.starts_with('#'))
}

/// A whole number from 0; the largest of its type stands for a larger one.
pub fn saturating_number(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

/// As [`saturating_number`].
pub fn saturating_count(text: &str) -> Option<u32> {
    saturating_number(text).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// A number of units of time, of which there may be parts, to the millisecond; a negative one, as of a clock already
/// overrun, is 0, and one above `most` is `most`.
pub fn saturating_time(text: &str, unit: Duration, most: Duration) -> Option<Duration> {
    // No words: `inf` and `nan` are numbers to the standard library.
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let count: f64 = text.parse().ok().filter(|_| is_number)?;
    let milliseconds = (count.max(0.0) * unit.as_secs_f64() * 1000.0).round();
    Some(Duration::try_from_secs_f64(milliseconds / 1000.0).map_or(most, |time| time.min(most)))
}

/// A time in seconds: whole ones without a fraction, unless a precision is asked for; 0 always.
pub(crate) fn write_seconds(time: Duration, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    if time.is_zero() || out.precision().is_none() && time.subsec_millis() == 0 {
        return write!(out, "{}", time.as_secs());
    }
    write!(out, "{}.{:03}", time.as_secs(), time.subsec_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<(usize, String)> {
        Words::of(line).map(|word| (word.column.unwrap(), word.text)).collect()
    }

    #[test]
    fn blanks_of_any_kind_separate() {
        let expected = [(3, "go"), (7, "深さ"), (11, "depth"), (17, "3")];
        assert_eq!(
            words("  go\t 深さ  depth 3 \r"),
            expected.map(|(column, text)| (column, text.to_owned()))
        );
        assert_eq!(words(" \t "), []);
    }

    #[test]
    fn a_stretch_of_words_keeps_its_blanks() {
        let mut words = Words::of("fen  9/9  w moves h2e2");
        words.next();
        let fen = words.until(|word| word == "moves");
        assert_eq!((fen.text.as_str(), fen.column), ("9/9  w", Some(6)));
        assert_eq!(words.word().text, "moves");
        assert_eq!((words.rest().text.as_str(), words.rest().column), ("h2e2", None));
    }

    #[test]
    fn a_beginning_is_whole_words_or_signs() {
        let rest =
            |line: &str, beginning| Words::of(line).after(beginning).map(|mut words| words.rest().text);
        assert_eq!(rest(" id \t name  A b ", "id name").as_deref(), Some("A b"));
        assert_eq!(rest("===F5", "===").as_deref(), Some("F5"));
        assert_eq!(rest("Illegal move: a0", "Illegal move").as_deref(), Some(": a0"));
        for line in ["idname", "id names", "id", "go-depth"] {
            assert_eq!(rest(line, "id name").or(rest(line, "go")), None, "{line}");
        }
    }

    #[test]
    fn numbers_have_bounds() {
        let read = |text| Words::of(text).word().number("depth", 1, 250);
        assert_eq!(read("7"), Ok(7));
        for wrong in ["0", "251", "x", "", "-3", "1e3", "99999999999"] {
            assert!(read(wrong).unwrap_err().expected.to_string().contains("from 1 to 250"), "{wrong}");
        }
    }

    #[test]
    fn times_out_of_range_are_the_nearest() {
        let (second, most) = (Duration::from_secs(1), Duration::from_secs(1000));
        let read = |text| saturating_time(text, second, most);
        assert_eq!(read("0.25"), Some(Duration::from_millis(250)));
        assert_eq!([read("-3"), read("1e300")], [Some(Duration::ZERO), Some(most)]);
        assert_eq!([read("nan"), read("inf"), read(""), read("1:30")], [None; 4]);
        assert_eq!(saturating_number("99999999999999999999"), Some(u64::MAX));
        assert_eq!([saturating_number("-1"), saturating_number("")], [None; 2]);
    }
}
