//! Xiangqi moves as engines write them: the number of the lowest rank is 0 or 1.

use xiangqi::{Move, Position, fen};

/// The coordinates of an engine; records count ranks from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coordinates {
    /// The number of the lowest rank.
    pub rank_base: u8,
}

impl Coordinates {
    /// The coordinates in which this is a legal first move of a game. No text is one in both.
    pub fn of_first_move(word: &str) -> Option<Coordinates> {
        let start = Position::from_fen(fen::START).ok()?;
        let is_legal = |text: &str| Move::parse(text).is_ok_and(|mv| start.check(mv).is_ok());
        let both = [0, 1].map(|rank_base| Coordinates { rank_base });
        both.into_iter().find(|own| own.translated(word).is_some_and(|text| is_legal(&text)))
    }

    /// An engine's move in the coordinates of records; any other text as it is.
    pub fn read(self, word: &str) -> String {
        self.translated(word).unwrap_or_else(|| word.to_owned())
    }

    /// Whether a word is a move, in the engine's coordinates.
    pub fn is_move(self, word: &str) -> bool {
        self.translated(word).is_some()
    }

    fn translated(self, word: &str) -> Option<String> {
        // HoiXiangqi names the piece: Cb7xb0.
        let is_named = word.chars().take(2).filter(char::is_ascii_alphabetic).count() == 2;
        let (from, rest) = self.point(if is_named { &word[1..] } else { word })?;
        let (to, rest) = self.point(rest.strip_prefix(['-', 'x']).unwrap_or(rest))?;
        rest.is_empty().then(|| format!("{from}{to}"))
    }

    /// The point at the start of a text, and the rest.
    fn point(self, text: &str) -> Option<(String, &str)> {
        let file = text.chars().next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
        let digits = text[1..].find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len() - 1);
        let rank: u8 = text[1..=digits].parse().ok()?;
        let rank = rank.checked_sub(self.rank_base).filter(|&rank| rank < 10)?;
        (('a'..='i').contains(&file)).then(|| (format!("{file}{rank}"), &text[1 + digits..]))
    }

    /// A move of a record in the engine's coordinates.
    pub fn write(self, mv: &str) -> String {
        mv.chars()
            .map(|letter| match letter.to_digit(10) {
                Some(rank) => (rank + u32::from(self.rank_base)).to_string(),
                None => letter.to_string(),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM_0: Coordinates = Coordinates { rank_base: 0 };
    const FROM_1: Coordinates = Coordinates { rank_base: 1 };

    #[test]
    fn ranks_from_one_have_two_digits_at_the_top() {
        for (theirs, ours) in [("h3e3", "h2e2"), ("a10i10", "a9i9"), ("b8b10", "b7b9")] {
            assert_eq!((FROM_1.read(theirs).as_str(), FROM_1.write(ours).as_str()), (ours, theirs));
        }
    }

    #[test]
    fn the_first_move_shows_the_coordinates() {
        let of = Coordinates::of_first_move;
        assert_eq!([of("h2e2"), of("h3e3")], [Some(FROM_0), Some(FROM_1)]);
        assert_eq!([of("h1g3"), of("h0g2"), of("a0a9")], [Some(FROM_1), Some(FROM_0), None]);
        for mv in Position::from_fen(fen::START).unwrap().legal_moves() {
            assert_eq!(of(&mv.to_string()), Some(FROM_0));
            assert_eq!(of(&FROM_1.write(&mv.to_string())), Some(FROM_1));
        }
    }

    #[test]
    fn other_spellings_are_read() {
        for word in ["h2e2", "H2E2", "h2-e2", "Ch2-e2", "Ch2xe2"] {
            assert_eq!(FROM_0.read(word), "h2e2");
        }
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for word in ["(none)", "0000", "", "h2", "a10a9", "é2e2", "j1a1", "h2e2e4", "aa", "h99999999999e2"] {
            assert_eq!((FROM_0.read(word), FROM_0.is_move(word)), (word.to_owned(), false));
        }
        assert!(!FROM_1.is_move("a0a1"));
    }
}
