//! Weights as text.
//!
//! ```text
//! shuangqi xiangqi weights 1
//! # remarks
//! horse.reach.0            -42 |   -50
//! table.advisor.2            .    .    .  -10    . |    .    .    .    0    .
//! checksum 0a1b2c3d
//! ```
//! A line names a weight, or a rank of a table, and gives its numbers on the full board, then those on the bare one.
//! The order of the lines is free; no weight is there twice. The checksum is that of names and numbers; remarks and
//! blanks do not count. A file may be older than a term of the evaluation: a weight without a line is 0.

use std::collections::HashMap;
use std::fmt;

use search_core::BadInput;

use crate::evaluator::weights::Tapered;

use super::Weights;
use super::layout::{self, GROUPS, Labels, Row};

/// The first line; the number is the version of the format.
const HEADER: &str = "shuangqi xiangqi weights 1";

const REMARKS: &str = "\
# What the evaluation adds up for each side: names, with their numbers on the full board | on the bare board. A soldier
# at home is about 100. Tables are drawn from the side that owns the piece, files a to e, the enemy's back rank first.";

/// Everything that is wrong with a file of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadWeights {
    /// The line, counted from 1; the last one for the checksum.
    pub line: usize,
    /// The text that stands there, or what is missing.
    pub found: String,
    /// The text that should be there.
    pub expected: String,
}

impl fmt::Display for BadWeights {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: found {}, expected {}", self.line, self.found, self.expected)
    }
}

impl std::error::Error for BadWeights {}

/// Everything that is wrong with a line, without its number.
type Reason = (String, String);

impl Weights {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// The first thing wrong with it: the version, a line that is no weight, an unknown or repeated name, a number out
    /// of range, or the checksum.
    pub fn parse(text: &str) -> Result<Weights, BadWeights> {
        let mut reader = Reader::new();
        let mut last = 0;
        for (number, line) in (1..).zip(text.lines()) {
            last = number;
            let read = if number == 1 { header(line) } else { reader.read(line) };
            read.map_err(|(found, expected)| BadWeights { line: number, found, expected })?;
        }
        reader.finish().map_err(|(found, expected)| BadWeights { line: last.max(1), found, expected })
    }

    /// Reads a file of weights, whose path is for messages.
    ///
    /// # Errors
    /// As [`Weights::parse`], or bytes that are no text.
    pub fn parse_file(path: &str, contents: &[u8]) -> Result<Weights, BadInput> {
        let bad = |line, found: String, expected: String| {
            let remedy = "Name a file like data/xiangqi/hand.weights, or leave the option out";
            BadInput::new("file of weights", None, found, expected, remedy).at(path, line)
        };
        let text = std::str::from_utf8(contents)
            .map_err(|error| bad(1, error.to_string(), "weights of Xiangqi's evaluation".to_owned()))?;
        Weights::parse(text).map_err(|wrong| bad(wrong.line, wrong.found, wrong.expected))
    }

    /// The file of these weights.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n{REMARKS}\n");
        let mut before = Labels::Numbers;
        for group in GROUPS {
            if group.labels != Labels::None || before != Labels::None {
                text.push('\n');
            }
            before = group.labels;
            layout::rows(*group).iter().for_each(|row| text += &drawn(self, row));
        }
        text + &format!("\nchecksum {}\n", self.id())
    }

    /// The checksum of all names and numbers, 8 hexadecimal digits.
    pub fn id(&self) -> String {
        checksum(self, |_| true)
    }
}

fn drawn(weights: &Weights, row: &Row) -> String {
    let column = |board: usize| -> String {
        let number = |index: &Option<usize>| index.map(|index| weights.get(index)[board].to_string());
        let numbers = row.indices.iter().map(|index| number(index).unwrap_or_else(|| ".".to_owned()));
        numbers.map(|number| format!("{number:>6}")).collect()
    };
    format!("{:<26}{} |{}\n", row.name, column(0), column(1))
}

/// The checksum of the names and numbers that a file has.
fn checksum(weights: &Weights, has: impl Fn(usize) -> bool) -> String {
    let mut hasher = crc32fast::Hasher::new();
    for index in (0..Weights::COUNT).filter(|&index| has(index)) {
        let [full, bare] = weights.get(index);
        hasher.update(format!("{} {full} {bare}\n", Weights::name(index)).as_bytes());
    }
    format!("{:08x}", hasher.finalize())
}

fn header(line: &str) -> Result<(), Reason> {
    if line.trim_end() == HEADER { Ok(()) } else { Err((quoted(line), quoted(HEADER))) }
}

fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(60).collect::<String>())
}

struct Reader {
    rows: HashMap<String, Row>,
    values: Vec<Option<Tapered>>,
    checksum: Option<String>,
}

impl Reader {
    fn new() -> Reader {
        let rows = GROUPS.iter().flat_map(|&group| layout::rows(group));
        let rows = rows.map(|row| (row.name.clone(), row)).collect();
        Reader { rows, values: vec![None; Weights::COUNT], checksum: None }
    }

    fn read(&mut self, line: &str) -> Result<(), Reason> {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace();
        match words.next() {
            None => Ok(()),
            Some(_) if self.checksum.is_some() => {
                Err((quoted(line), "nothing after the checksum".to_owned()))
            }
            Some("checksum") => {
                self.checksum = Some(words.next().unwrap_or_default().to_owned());
                Ok(())
            }
            Some(name) => self.read_row(name, &words.collect::<Vec<_>>()),
        }
    }

    fn read_row(&mut self, name: &str, words: &[&str]) -> Result<(), Reason> {
        let known = || (format!("the name {}", quoted(name)), "the name of a weight, each once".to_owned());
        let row = self.rows.remove(name).ok_or_else(known)?;
        let count = row.indices.len();
        let bar = words.get(count) == Some(&"|") && words.len() == 2 * count + 1;
        if !bar {
            let expected = format!("{count} for the full board, a bar, and {count} for the bare one");
            return Err((format!("{} after {name}", quoted(&words.join(" "))), expected));
        }
        let (full, bare) = (&words[..count], &words[count + 1..]);
        for ((index, full), bare) in row.indices.iter().zip(full).zip(bare) {
            match index {
                Some(index) => {
                    self.values[*index] = Some(Tapered::new(number(full)?, number(bare)?));
                }
                None if *full == "." && *bare == "." => {}
                None => {
                    let expected = format!("a dot where the piece of {name} never stands");
                    return Err((format!("{full} and {bare}"), expected));
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Weights, Reason> {
        let numbers = self.values.iter().map(|value| value.unwrap_or(Tapered::ZERO));
        let weights = Weights::from_numbers(numbers.map(|value| [value.full(), value.bare()]));
        let right = checksum(&weights, |index| self.values[index].is_some());
        match self.checksum {
            Some(found) if found == right => Ok(weights),
            found => Err((
                found.map_or("no checksum".to_owned(), |found| format!("checksum {}", quoted(&found))),
                format!("\"{right}\", the checksum of these weights, if they were changed on purpose"),
            )),
        }
    }
}

fn number(text: &str) -> Result<i32, Reason> {
    let limit = Weights::LIMIT;
    let number = text.parse().ok().filter(|number| (-limit..=limit).contains(number));
    number.ok_or_else(|| (quoted(text), format!("a whole number from -{limit} to {limit}")))
}
