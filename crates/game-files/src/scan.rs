//! Texts read character by character, and the places in them that errors name.

use search_core::bad_input::quote;
use search_core::{BadInput, Message, message};

/// A place in a text: its line and the character of the line, from 1, and the bytes before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub line: usize,
    pub column: usize,
    pub offset: usize,
}

impl Place {
    /// The beginning of a text.
    pub const START: Place = Place { line: 1, column: 1, offset: 0 };

    /// An error at this place, its columns counted from the beginning of the line.
    pub fn within_line(self, bad: BadInput) -> BadInput {
        let mut bad = bad.shifted(self.column - 1);
        for reason in &mut bad.reasons {
            reason.column = reason.column.or(Some(self.column));
        }
        bad
    }

    /// The same, with file and line.
    pub fn blame(self, file: &str, bad: BadInput) -> BadInput {
        self.within_line(bad).at(file, self.line)
    }

    /// The same for an error in a text that begins here. In a text of several lines, this is its place.
    pub fn blame_in(self, file: &str, text: &str, mut bad: BadInput) -> BadInput {
        if text.contains('\n') {
            bad.reasons.iter_mut().for_each(|reason| reason.column = None);
        }
        self.blame(file, bad)
    }
}

/// A sign that is never closed.
pub(crate) fn without_an_end(sign: char) -> Message {
    message!("input-open", "{sign} without an end", sign = quote(&sign.to_string()))
}

/// The rest of a text, and where it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scan<'a> {
    pub rest: &'a str,
    pub place: Place,
}

impl<'a> Scan<'a> {
    pub fn new(text: &'a str) -> Scan<'a> {
        Scan { rest: text, place: Place::START }
    }

    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes this text, if the rest begins with it; whether it does.
    pub fn take_text(&mut self, text: &str) -> bool {
        let is_there = self.rest.starts_with(text);
        if is_there {
            self.take(text.len());
        }
        is_there
    }

    /// Takes the characters for which the condition holds.
    pub fn take_while(&mut self, is_such: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|letter| !is_such(letter)).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// Takes the text up to the next such character, and that character. If there is none, nothing is taken.
    pub fn take_past(&mut self, end: char) -> Option<&'a str> {
        let length = self.rest.find(end)?;
        let taken = self.take(length);
        self.take(end.len_utf8());
        Some(taken)
    }

    pub fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    pub fn skip(&mut self) {
        self.take(self.peek().map_or(0, char::len_utf8));
    }

    pub fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        for letter in taken.chars() {
            match letter {
                '\n' => (self.place.line, self.place.column) = (self.place.line + 1, 1),
                _ => self.place.column += 1,
            }
        }
        self.place.offset += taken.len();
        self.rest = rest;
        taken
    }
}
