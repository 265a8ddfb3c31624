//! Files of known counts.
//!
//! A line `position NAME BOARD SIDE` is followed by lines of a convention's letter and the counts for depths
//! 1, 2, 3, … in order. Lines that begin with `#` and empty lines are skipped.

use search_core::Message;
use search_core::bad_input::{BadInput, quote};
use search_core::perft::KnownCount;

use super::Convention;
use crate::notation;
use crate::position::Position;

const KIND: &str = "Othello perft suite";
const REMEDY: &str = "Write `position NAME BOARD SIDE` and below it lines such as `A 4 12 56`";

/// Reads a file's text; `file` is its name for error messages.
///
/// # Errors
/// At the first line that is neither a position, counts, a comment nor empty.
pub fn read(file: &str, text: &str) -> Result<Vec<KnownCount<Position>>, BadInput> {
    entries(file, text).into_iter().collect()
}

/// The entries of a file's text, and what is wrong with the other lines. The counts of a position that cannot be read
/// are left out.
pub fn entries(file: &str, text: &str) -> Vec<Result<KnownCount<Position>, BadInput>> {
    let mut entries = Vec::new();
    let mut current = Ok(None);
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        match line.split_whitespace().next() {
            None => {}
            Some(word) if word.starts_with('#') => {}
            Some("position") => {
                current =
                    read_position(line).map(Some).map_err(|bad| entries.push(Err(bad.at(file, number))));
            }
            Some(word) => {
                let Ok(position) = current else { continue };
                match read_counts(number, line, word, position) {
                    Ok(read) => entries.extend(read.into_iter().map(Ok)),
                    Err(bad) => entries.push(Err(bad.at(file, number))),
                }
            }
        }
    }
    entries
}

fn bad(line: &str, found: impl Into<Message>, expected: &str) -> BadInput {
    let column = line.chars().take_while(|letter| letter.is_whitespace()).count() + 1;
    BadInput::new(KIND, Some(column), found, expected, REMEDY)
}

fn convention(line: &str, word: &str) -> Result<Convention, BadInput> {
    let mut letters = word.chars();
    let known = letters.next().and_then(Convention::from_letter).filter(|_| letters.next().is_none());
    known.ok_or_else(|| bad(line, quote(word), "`position`, or one of the conventions A, B and C"))
}

/// The board of a `position` line; the name is for the reader.
fn read_position(line: &str) -> Result<Position, BadInput> {
    let rest = line.trim_start().trim_start_matches("position");
    let Some((_, board)) = rest.trim_start().split_once(char::is_whitespace) else {
        return Err(bad(line, quote(line.trim()), "a name, a board and a side after `position`"));
    };
    let columns = line.chars().count() - board.chars().count();
    notation::board::read(board).map_err(|error| error.shifted(columns))
}

/// The entries of a line of counts that begins with this word.
fn read_counts(
    number: usize,
    line: &str,
    word: &str,
    current: Option<Position>,
) -> Result<Vec<KnownCount<Position>>, BadInput> {
    let convention = Some(convention(line, word)?);
    let before = "counts before any position";
    let position = current.ok_or_else(|| bad(line, before, "a line `position NAME BOARD SIDE` above"))?;
    let words = line.split_whitespace().skip(1);
    let read = |(depth, word): (u32, &str)| match word.parse() {
        Ok(count) => Ok((depth, count)),
        Err(_) => {
            let byte = word.as_ptr() as usize - line.as_ptr() as usize;
            let column = line.get(..byte).map(|before| before.chars().count() + 1);
            let expected = format!("the number of leaves at depth {depth}");
            Err(BadInput::new(KIND, column, quote(word), expected, REMEDY))
        }
    };
    let counts: Vec<(u32, u64)> = (1..).zip(words).map(read).collect::<Result<_, _>>()?;
    if counts.is_empty() {
        return Err(bad(line, "no count", "the numbers of leaves at depths 1, 2, 3, …"));
    }
    let entry = |(depth, count)| KnownCount { position, convention, depth, count, line: number };
    Ok(counts.into_iter().map(entry).collect())
}
