//! Files of positions with known leaf counts: `FEN ;D1 44 ;D2 1920 …`, one position a line; empty lines and lines
//! that begin with `#` are skipped.

use search_core::Message;
use search_core::bad_input::{BadInput, quote, the_end};
use search_core::perft::KnownCount;

use crate::position::Position;

/// The counts of a file's text, and what is wrong with the other lines; `file` is its name in messages.
pub fn entries(file: &str, text: &str) -> Vec<Result<KnownCount<Position>, BadInput>> {
    let is_entry = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let lines = (1..).zip(text.lines()).filter(|(_, line)| is_entry(line));
    let counts = |(number, line)| match counts(number, line) {
        Ok(counts) => counts.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error.at(file, number))],
    };
    lines.flat_map(counts).collect()
}

/// The counts of a line, in its order.
fn counts(line: usize, text: &str) -> Result<Vec<KnownCount<Position>>, BadInput> {
    let mut parts = text.split(';');
    let fen = parts.next().unwrap_or_default();
    let position = Position::from_fen(fen)?;
    let mut column = fen.chars().count() + 2;
    let mut counts = Vec::new();
    for part in parts {
        let expected = || bad(column, quote(part.trim()), "a depth and its leaves, D3 79666");
        let (depth, count) = count(part).ok_or_else(expected)?;
        counts.push(KnownCount { position, convention: None, depth, count, line });
        column += part.chars().count() + 1;
    }
    if counts.is_empty() {
        return Err(bad(column - 1, the_end(), "at least one ;D1 count"));
    }
    Ok(counts)
}

fn bad(column: usize, found: Message, expected: &str) -> BadInput {
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
        let known = entries(name, text).into_iter().map(Result::unwrap).filter(|known| known.count <= most);
        let check = |KnownCount { position, depth, count, line, .. }: KnownCount<Position>| {
            assert_eq!(perft(&position, depth), count, "{name}:{line} depth {depth}");
        };
        known.map(check).count()
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
            entries("a.epd", text).into_iter().map(|entry| entry.unwrap_err().to_string()).collect();
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
