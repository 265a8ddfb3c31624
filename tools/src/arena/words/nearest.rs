//! The word that was meant.

/// The known word that differs least from the one given, if it is near enough to have been meant.
pub fn nearest<'known>(word: &str, known: impl IntoIterator<Item = &'known str>) -> Option<&'known str> {
    let word = word.to_ascii_lowercase();
    let distances = known.into_iter().map(|name| (distance(&word, &name.to_ascii_lowercase()), name));
    let (least, name) = distances.min_by_key(|(distance, _)| *distance)?;
    (least <= name.len().max(word.len()) / 3).then_some(name)
}

/// Letters to insert, remove, replace or swap with their neighbour.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for row in 1..=one.len() {
        let mut line = vec![row];
        for column in 1..=other.len() {
            let is_other = usize::from(one[row - 1] != other[column - 1]);
            let mut least = (last[column] + 1).min(line[column - 1] + 1).min(last[column - 1] + is_other);
            let is_swap = row > 1
                && column > 1
                && one[row - 1] == other[column - 2]
                && one[row - 2] == other[column - 1];
            if is_swap {
                least = least.min(before_last[column - 2] + 1);
            }
            line.push(least);
        }
        before_last = std::mem::replace(&mut last, line);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_seen_through() {
        let known = ["concurrency", "rounds", "repeat", "srand"];
        for (word, meant) in [
            ("concurency", Some("concurrency")),
            ("ronuds", Some("rounds")),
            ("Repeat", Some("repeat")),
            ("sran", Some("srand")),
            ("tablebases", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
        assert_eq!(distance("ab", "ba"), 1);
    }
}
