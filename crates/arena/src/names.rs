//! The length of the names of engines and openings.

/// Letters of a name: longer ones fit no table.
pub const MAX_LENGTH: usize = 100;

/// Whether a name is too long.
pub fn is_too_long(name: &str) -> bool {
    name.chars().nth(MAX_LENGTH).is_some()
}

/// A name as it is, or its beginning if it is too long.
pub fn shortened(name: &str) -> String {
    if !is_too_long(name) {
        return name.to_owned();
    }
    name.chars().take(MAX_LENGTH - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("Fairy-Stockfish"), "Fairy-Stockfish");
        let long = shortened(&"象".repeat(70_000));
        assert_eq!(long.chars().count(), MAX_LENGTH);
        assert!(is_too_long(&"x".repeat(101)) && !is_too_long(&"x".repeat(100)) && long.ends_with("象…"));
    }
}
