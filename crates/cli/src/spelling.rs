//! Misspelled names.

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
}
