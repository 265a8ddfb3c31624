//! The numbers of a Xiangqi board's ranks: from 0 to 9, or, as some programs write coordinates, from 1 to 10.

use game::{BoardShape, GameInfo};
use search_core::BadInput;

/// How a game's coordinates count ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ranks {
    /// From 0, or the game has no other way.
    FromZero,
    /// From 1.
    FromOne,
    /// No move has shown it yet.
    Unknown,
}

impl Ranks {
    pub fn of(info: &GameInfo) -> Ranks {
        if info.board == BoardShape::Xiangqi { Ranks::Unknown } else { Ranks::FromZero }
    }

    /// Plays a move in the way that the game is written in, which its first moves show: in the start position no move can be read
    /// in both.
    pub fn play(
        &mut self,
        text: &str,
        mut play: impl FnMut(&str) -> Result<(), BadInput>,
    ) -> Result<(), BadInput> {
        let Some(lower) = from_one(text).filter(|_| *self != Ranks::FromZero) else { return play(text) };
        if *self == Ranks::FromOne {
            return play(&lower);
        }
        *self = match play(text) {
            Ok(()) => Ranks::FromZero,
            Err(bad) => play(&lower).map(|()| Ranks::FromOne).map_err(|_| bad)?,
        };
        Ok(())
    }
}

/// Coordinates that count from 1, counted from 0.
fn from_one(text: &str) -> Option<String> {
    let mut lower = String::new();
    let mut rest = text;
    for _ in 0..2 {
        let file = rest.chars().next().filter(|letter| matches!(letter, 'a'..='i' | 'A'..='I'))?;
        let digits =
            rest[1..].find(|letter: char| !letter.is_ascii_digit()).map_or(rest.len(), |end| end + 1);
        let rank: u8 = rest[1..digits].parse().ok().filter(|rank| (1..=10).contains(rank))?;
        lower.push_str(&format!("{file}{}", rank - 1));
        rest = rest[digits..].trim_start_matches('-');
    }
    rest.is_empty().then_some(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_from_one_are_recognised() {
        assert_eq!(from_one("h3e3").as_deref(), Some("h2e2"));
        assert_eq!(from_one("H10-G8").as_deref(), Some("H9G7"));
        for text in ["h0e0", "h3", "h3e3x", "j3e3", "h11e3", "炮二平五", "h3e3e4"] {
            assert_eq!(from_one(text), None, "{text}");
        }
    }
}
