//! One clear error for text that cannot be used: where, what was found, what was expected, and a remedy.
//!
//! Every parser of the workspace returns it. It stands here, below everything else, so that a game's library needs no other
//! crate for its errors. What people at a board meet has a key for every language ([`Message`]); what only programs and command lines
//! meet stays English.
//!
//! ```
//! use search_core::bad_input::{BadInput, quote};
//!
//! let bad = BadInput::new("number", Some(3), quote("x"), "a digit", "Give a number").at("data.txt", 7);
//! assert_eq!(bad.to_string(), "data.txt:7: number: column 3: found \"x\", expected a digit. Give a number.");
//! ```

use std::error::Error;
use std::fmt;

use crate::message;
use crate::message::Message;

/// One thing wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The place in the text, counted in characters from 1, if it has a place.
    pub column: Option<usize>,
    /// The text that stands there, or the case.
    pub found: Message,
    /// The text that should.
    pub expected: Message,
}

/// A text that cannot be used, with every reason found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// The kind of text expected: "Xiangqi FEN", "OBF line".
    pub kind: &'static str,
    /// The file or stream, and the line counted from 1, where known.
    pub place: Option<(String, usize)>,
    /// The reasons why it is wrong; never empty.
    pub reasons: Vec<Reason>,
    /// The remedy for the user, as an imperative sentence without a full stop.
    pub remedy: Message,
}

impl Reason {
    /// What was found and what was expected, and the place if there is one.
    pub fn new(column: Option<usize>, found: impl Into<Message>, expected: impl Into<Message>) -> Reason {
        Reason { column, found: found.into(), expected: expected.into() }
    }
}

impl BadInput {
    /// An error with a single reason.
    pub fn new(
        kind: &'static str,
        column: Option<usize>,
        found: impl Into<Message>,
        expected: impl Into<Message>,
        remedy: impl Into<Message>,
    ) -> BadInput {
        BadInput::of(kind, vec![Reason::new(column, found, expected)], remedy)
    }

    /// An error with these reasons, of which there is at least one.
    pub fn of(kind: &'static str, reasons: Vec<Reason>, remedy: impl Into<Message>) -> BadInput {
        BadInput { kind, place: None, reasons, remedy: remedy.into() }
    }

    /// The same error, known to come from this line of this file.
    #[must_use]
    pub fn at(mut self, file: impl Into<String>, line: usize) -> BadInput {
        self.place = Some((file.into(), line));
        self
    }

    /// The same error with columns counted from further left, for a text that was part of a longer one.
    #[must_use]
    pub fn shifted(mut self, columns: usize) -> BadInput {
        for reason in &mut self.reasons {
            reason.column = reason.column.map(|column| column + columns);
        }
        self
    }
}

/// The most reasons that a message gives; a text of another kind altogether has as many as letters.
const SHOWN: usize = 12;

impl fmt::Display for BadInput {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((file, line)) = &self.place {
            write!(out, "{file}:{line}: ")?;
        }
        write!(out, "{}: ", self.kind)?;
        for (index, reason) in self.reasons.iter().take(SHOWN).enumerate() {
            if index > 0 {
                out.write_str("; ")?;
            }
            if let Some(column) = reason.column {
                write!(out, "column {column}: ")?;
            }
            write!(out, "found {}, expected {}", reason.found, reason.expected)?;
        }
        if self.reasons.len() > SHOWN {
            write!(out, "; and {} more", self.reasons.len() - SHOWN)?;
        }
        write!(out, ". {}.", self.remedy)
    }
}

impl Error for BadInput {}

/// A piece of user text in an error message: quoted, control characters escaped, shortened to a readable length;
/// `nothing` if it is empty.
pub fn quote(text: &str) -> Message {
    const LIMIT: usize = 60;
    if text.is_empty() {
        return message!("input-nothing", "nothing");
    }
    let mut shown: String = text.chars().take(LIMIT).flat_map(char::escape_debug).collect();
    if text.chars().nth(LIMIT).is_some() {
        shown.push('…');
    }
    Message::verbatim(format!("\"{shown}\""))
}

/// What is found behind the last letter.
pub fn the_end() -> Message {
    message!("input-end", "the end")
}

/// The known name that is nearest to the one given, if it is near enough to have been meant: at most a third of the letters are
/// wrong, missing, too many, or in the wrong order.
pub fn nearest<'known>(name: &str, known: impl IntoIterator<Item = &'known str>) -> Option<&'known str> {
    let name = name.to_ascii_lowercase();
    let limit = |other: &str| other.len().max(name.len()) / 3;
    let known = known.into_iter().filter(|other| other.len().abs_diff(name.len()) <= limit(other));
    let measured = known.map(|other| (edit_distance(&name, &other.to_ascii_lowercase()), other));
    let (distance, meant) = measured.min_by_key(|pair| pair.0)?;
    (distance <= limit(meant)).then_some(meant)
}

/// The number of bytes inserted, removed, replaced or swapped with their neighbour (optimal string alignment).
fn edit_distance(from: &str, to: &str) -> usize {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    let mut table = vec![vec![0; to.len() + 1]; from.len() + 1];
    for (i, j) in (0..=from.len()).flat_map(|i| (0..=to.len()).map(move |j| (i, j))) {
        table[i][j] = if i == 0 || j == 0 {
            i + j
        } else {
            let replaced = table[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let is_swap = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            let swapped = if is_swap { table[i - 2][j - 2] + 1 } else { replaced };
            replaced.min(swapped).min(table[i - 1][j] + 1).min(table[i][j - 1] + 1)
        };
    }
    table[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_lists_twelve_reasons_and_counts_the_others() {
        let mut bad = BadInput::new("number", Some(1), quote("x"), "a digit", "Give a number");
        bad.reasons = vec![bad.reasons[0].clone(); SHOWN];
        assert!(bad.to_string().ends_with("; column 1: found \"x\", expected a digit. Give a number."));
        bad.reasons = vec![bad.reasons[0].clone(); SHOWN + 3];
        assert!(bad.to_string().ends_with("expected a digit; and 3 more. Give a number."));
    }

    #[test]
    fn quotations_are_fit_to_be_read() {
        let quoted = |text: &str| quote(text).to_string();
        assert_eq!(quoted(""), "nothing");
        assert_eq!(quoted("a\n\"\u{7}"), r#""a\n\"\u{7}""#);
        assert_eq!(quoted(&"x".repeat(99)).chars().count(), 63);
    }

    #[test]
    fn misspelled_names_are_recognised() {
        let known = ["concurrency", "rounds", "repeat", "srand"];
        for (name, meant) in [
            ("concurency", Some("concurrency")),
            ("ronuds", Some("rounds")),
            ("Repeat", Some("repeat")),
            ("sran", Some("srand")),
            ("tablebases", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, known), meant, "{name}");
        }
    }
}
