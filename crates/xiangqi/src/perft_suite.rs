//! Files of positions with known leaf counts: `FEN ;D1 44 ;D2 1920 …`, one position a line; empty lines and lines
//! that begin with `#` are skipped.

use search_core::bad_input::{BadInput, quote};

use crate::position::Position;

/// A position with its leaf counts.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line of the file, from 1.
    pub line: usize,
    /// The position.
    pub position: Position,
    /// Depth in plies and number of leaves, in the order of the file.
    pub counts: Vec<(u32, u64)>,
}

/// Reads the entries of a text, one by one; `name` is the file in error messages.
pub fn entries(text: &str, name: &str) -> impl Iterator<Item = Result<Entry, BadInput>> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(move |(number, line)| entry(number, line).map_err(|error| error.at(name, number)))
}

fn entry(line: usize, text: &str) -> Result<Entry, BadInput> {
    let mut parts = text.split(';');
    let fen = parts.next().unwrap_or_default();
    let position = Position::from_fen(fen)?;
    let mut column = fen.chars().count() + 2;
    let mut counts = Vec::new();
    for part in parts {
        let count = count(part);
        counts
            .push(count.ok_or_else(|| bad(column, quote(part.trim()), "a depth and its leaves, D3 79666"))?);
        column += part.chars().count() + 1;
    }
    if counts.is_empty() {
        return Err(bad(column - 1, "the end".to_owned(), "at least one ;D1 count"));
    }
    Ok(Entry { line, position, counts })
}

fn bad(column: usize, found: String, expected: &str) -> BadInput {
    BadInput::new("Perft entry", Some(column), found, expected, "Write the line as FEN ;D1 44 ;D2 1920")
}

fn count(part: &str) -> Option<(u32, u64)> {
    let (depth, leaves) = part.trim().split_once(char::is_whitespace)?;
    let depth = depth.strip_prefix(['D', 'd'])?;
    Some((depth.parse().ok()?, leaves.trim().parse().ok()?))
}

#[cfg(test)]
mod tests;
