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
mod tests {
    use search_core::perft::perft;

    use super::*;

    const OWN: &str = include_str!("../../../data/xiangqi/perft.epd");

    /// The most leaves an entry may have to be counted in a quick run.
    const QUICK: u64 = 3_500_000;

    fn count_all(text: &str, name: &str, most: u64) -> usize {
        let mut counted = 0;
        for entry in entries(text, name) {
            let entry = entry.unwrap();
            for (depth, nodes) in entry.counts.into_iter().filter(|(_, nodes)| *nodes <= most) {
                assert_eq!(perft(&entry.position, depth), nodes, "{name}:{} depth {depth}", entry.line);
                counted += 1;
            }
        }
        counted
    }

    fn most() -> u64 {
        if std::env::var_os("SHUANGQI_LONG").is_some() { 1 << 40 } else { QUICK }
    }

    #[test]
    fn own_counts_are_right() {
        assert!(count_all(OWN, "data/xiangqi/perft.epd", most()) >= 60);
    }

    #[test]
    fn public_counts_are_right() {
        let Some(folder) = std::env::var_os("SHUANGQI_PUBLIC_DATA") else {
            eprintln!("skipped: SHUANGQI_PUBLIC_DATA does not name a folder with xiangqi/public/perft.epd");
            return;
        };
        let path = std::path::Path::new(&folder).join("xiangqi/public/perft.epd");
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(count_all(&text, &path.display().to_string(), most()) >= 50);
    }

    #[test]
    fn bad_lines_are_named() {
        let text = "\n# a comment\n4k4/9/9/9/9/9/9/9/9/3K5 w ;D1 2 ;D2 x\n\
                    4k4/9/9/9/9/9/9/9/9/3K5 w\n4k4/9/9/9/9/9/9/9/9/3K5 q ;D1 2\n";
        let errors: Vec<String> =
            entries(text, "a.epd").map(|entry| entry.map(|_| ()).unwrap_err().to_string()).collect();
        assert_eq!(errors.len(), 3);
        assert!(
            errors[0].starts_with("a.epd:3: Perft entry: column 34: found \"D2 x\", expected a depth"),
            "{}",
            errors[0]
        );
        assert!(errors[1].starts_with("a.epd:4: Perft entry: column 26: found the end"), "{}", errors[1]);
        assert!(errors[2].starts_with("a.epd:5: Xiangqi FEN: column 25: found \"q\""), "{}", errors[2]);
    }
}
