//! The command line of this run, and the name of its program.

use std::path::Path;

/// The name under which this program was started, without its folder. Commands that several programs share show it in
/// their messages.
pub fn name() -> String {
    let path = std::env::args_os().next().unwrap_or_default();
    Path::new(&path).file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The command line of this run, as a shell understands it.
pub fn command_line() -> String {
    let words = std::env::args_os().skip(1).map(|word| shell_word(&word.to_string_lossy()));
    std::iter::once(name()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Options that change no result, or only where it is written.
const INDIFFERENT: [&str; 3] = ["--force", "--json", "--wide"];
/// The same with a value.
const INDIFFERENT_PAIRS: [&str; 7] =
    ["--format", "--threads", "--progress", "--color", "--out", "--report", "--resume"];

/// The command line without the options that change no result: two runs with the same one have the same results.
pub fn command_of_results() -> String {
    let words = std::env::args_os().skip(1).map(|word| shell_word(&word.to_string_lossy()));
    std::iter::once(name()).chain(results_alone(words)).collect::<Vec<_>>().join(" ")
}

fn results_alone(mut words: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let option = word.split('=').next().unwrap_or_default();
        let has_value = INDIFFERENT_PAIRS.contains(&option);
        if has_value && option == word {
            words.next();
        }
        if !has_value && !INDIFFERENT.contains(&option) {
            kept.push(word);
        }
    }
    kept
}

/// The word itself, in single quotes if the shell would interpret it.
pub fn shell_word(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:,@+=%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_change_no_result_are_left_out() {
        let kept = |line: &str| results_alone(line.split(' ').map(str::to_owned)).join(" ");
        let line =
            "analyze othello a.pgn --nodes 5K --force --out x --threads=3 --format json --json --exact 9";
        assert_eq!(kept(line), "analyze othello a.pgn --nodes 5K --exact 9");
    }

    #[test]
    fn words_are_quoted_where_the_shell_needs_it() {
        assert_eq!(shell_word("data/ffo.obf"), "data/ffo.obf");
        assert_eq!(shell_word("a b"), "'a b'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word(""), "''");
    }
}
