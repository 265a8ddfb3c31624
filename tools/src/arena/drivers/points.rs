//! Xiangqi moves as engines write them: the lowest rank is 0 or 1.

/// Between our coordinates and an engine's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points {
    /// The number of the lowest rank.
    pub base: u8,
}

impl Points {
    /// An engine's move in our coordinates; as it stands if it is none.
    pub fn read(self, word: &str) -> String {
        self.translated(word).unwrap_or_else(|| word.to_owned())
    }

    fn translated(self, word: &str) -> Option<String> {
        // HoiXiangqi names the piece: Cb7xb0.
        let is_named = word.chars().take(2).filter(char::is_ascii_alphabetic).count() == 2;
        let (from, rest) = self.point(if is_named { &word[1..] } else { word })?;
        let (to, rest) = self.point(rest.strip_prefix(['-', 'x']).unwrap_or(rest))?;
        rest.is_empty().then(|| format!("{from}{to}"))
    }

    /// Whether a word is a move, in the engine's coordinates.
    pub fn is_move(self, word: &str) -> bool {
        self.translated(word).is_some()
    }

    /// The point at the start of a text, and the rest.
    fn point(self, text: &str) -> Option<(String, &str)> {
        let file = text.chars().next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
        let digits = text[1..].find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len() - 1);
        let rank: u8 = text[1..=digits].parse().ok()?;
        let rank = rank.checked_sub(self.base).filter(|&rank| rank < 10)?;
        (('a'..='i').contains(&file)).then(|| (format!("{file}{rank}"), &text[1 + digits..]))
    }

    /// A move of ours in the engine's coordinates.
    pub fn write(self, mv: &str) -> String {
        mv.chars()
            .map(|letter| match letter.to_digit(10) {
                Some(rank) => (rank + u32::from(self.base)).to_string(),
                None => letter.to_string(),
            })
            .collect()
    }

    /// Moves of ours, each behind a blank.
    pub fn write_all(self, moves: &[String]) -> String {
        moves.iter().map(|mv| format!(" {}", self.write(mv))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: Points = Points { base: 0 };
    const FAIRY: Points = Points { base: 1 };

    #[test]
    fn ranks_from_one_have_two_digits_at_the_top() {
        assert_eq!(FAIRY.read("h3e3"), "h2e2");
        assert_eq!(FAIRY.read("a10i10"), "a9i9");
        assert_eq!(FAIRY.read("b8b10"), "b7b9");
        assert_eq!(FAIRY.write("b7b9"), "b8b10");
        assert_eq!(FAIRY.write_all(&["a0a1".to_owned(), "h9g7".to_owned()]), " a1a2 h10g8");
    }

    #[test]
    fn other_ways_of_writing_are_read() {
        for word in ["h2e2", "H2E2", "h2-e2", "Ch2-e2", "Ch2xe2"] {
            assert_eq!(OURS.read(word), "h2e2");
        }
    }

    #[test]
    fn what_is_no_move_stays_as_it_is() {
        for word in ["(none)", "0000", "", "h2", "a10a9", "é2e2", "j1a1", "h2e2e4", "aa", "h99999999999e2"] {
            assert_eq!((OURS.read(word), OURS.is_move(word)), (word.to_owned(), false));
        }
        assert!(!FAIRY.is_move("a0a1"));
    }
}
