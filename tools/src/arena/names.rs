//! Names: how long those of engines and openings may be, and which known one a misspelled one is nearest to.

/// Letters of a name: longer ones fit no table.
pub const LONGEST: usize = 100;

/// Whether a name is too long.
pub fn is_too_long(name: &str) -> bool {
    name.chars().nth(LONGEST).is_some()
}

/// A name as it is, or its beginning if it is too long.
pub fn shortened(name: &str) -> String {
    if !is_too_long(name) {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// The known name that is nearest to the one given, if it is near enough to have been meant.
pub fn nearest<'known>(name: &str, known: impl IntoIterator<Item = &'known str>) -> Option<&'known str> {
    let name = name.to_ascii_lowercase();
    let distance = |other: &str| strsim::osa_distance(&name, &other.to_ascii_lowercase());
    let (least, meant) = known.into_iter().map(|other| (distance(other), other)).min_by_key(|pair| pair.0)?;
    (least <= meant.len().max(name.len()) / 3).then_some(meant)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("Fairy-Stockfish"), "Fairy-Stockfish");
        let long = shortened(&"象".repeat(70_000));
        assert_eq!(long.chars().count(), LONGEST);
        assert!(is_too_long(&"x".repeat(101)) && !is_too_long(&"x".repeat(100)) && long.ends_with("象…"));
    }
}
