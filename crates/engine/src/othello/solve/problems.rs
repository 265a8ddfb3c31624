//! What there is to solve.

use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use shuangqi_cli::{BadInput, Failure, source};

use super::super::position;
use super::nothing_to_solve;
use othello::notation::obf::{self, Problem};

/// A position to solve, and where it stands.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file; `None` for a position of the command line.
    pub file: Option<String>,
    /// The line of the file, counted from 1.
    pub id: usize,
    /// The position and its known scores.
    pub problem: Problem,
}

/// Everything to solve, and what cannot be.
#[derive(Debug, Default)]
pub struct Problems {
    /// In the order of the files.
    pub entries: Vec<Entry>,
    /// One for each line that is no problem.
    pub bad: Vec<BadInput>,
    /// Whether a problem needs the file's name beside its line number.
    pub are_several_files: bool,
}

impl Problems {
    /// Reads the files or the one position of a command line.
    ///
    /// # Errors
    /// A file that cannot be read, a bad position, or nothing to solve.
    pub fn read(first: &str, rest: &[String], ids: Option<&Ids>) -> Result<Problems, Failure> {
        let words: Vec<&str> = std::iter::once(first).chain(rest.iter().map(String::as_str)).collect();
        if is_position(&words) {
            let position = position::read(&words.join(" "))?;
            let entry = Entry { file: None, id: 1, problem: Problem { position, scores: Vec::new() } };
            return Ok(Problems { entries: vec![entry], ..Problems::default() });
        }
        let mut problems = Problems { are_several_files: words.len() > 1, ..Problems::default() };
        for word in words {
            let path = word.strip_prefix('@').unwrap_or(word);
            let file = if path == "-" { "stdin" } else { path };
            problems.take_file(file, &source::read(path).map_err(or_position)?, ids);
        }
        if problems.entries.is_empty() && problems.bad.is_empty() {
            return Err(nothing_to_solve(first));
        }
        Ok(problems)
    }

    fn take_file(&mut self, file: &str, text: &str, ids: Option<&Ids>) {
        let is_wanted = |line: usize| ids.is_none_or(|ids| ids.has(line));
        for problem in obf::read(file, text) {
            match problem {
                Ok((id, problem)) if is_wanted(id) => {
                    self.entries.push(Entry { file: Some(file.to_owned()), id, problem })
                }
                Err(bad) if bad.place.as_ref().is_none_or(|(_, line)| is_wanted(*line)) => self.bad.push(bad),
                _ => {}
            }
        }
    }
}

/// Whether the words are a board rather than names of files.
fn is_position(words: &[&str]) -> bool {
    let letters: usize = words.iter().map(|word| word.chars().count()).sum();
    let ranks =
        words[0].matches('/').count() == 7 && words[0].contains(|letter: char| letter.is_ascii_digit());
    let boardlike = words[0] == "startpos" || letters >= 64 || ranks;
    boardlike && !Path::new(words[0]).exists()
}

/// A file that is not there may have been meant as a board.
fn or_position(mut bad: BadInput) -> BadInput {
    bad.remedy = "Check the name and that the file may be read; a position has 64 cells and the side to move"
        .to_owned();
    bad
}

/// Line numbers as `40-49` or `1,3,5-7`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ids(Vec<RangeInclusive<usize>>);

impl Ids {
    fn has(&self, id: usize) -> bool {
        self.0.iter().any(|range| range.contains(&id))
    }
}

impl FromStr for Ids {
    type Err = String;

    fn from_str(text: &str) -> Result<Ids, String> {
        let range = |part: &str| {
            let (low, high) = part.split_once('-').unwrap_or((part, part));
            let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
            (1 <= low && low <= high).then_some(low..=high)
        };
        let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
        ranges
            .map(Ids)
            .ok_or_else(|| "expected line numbers from 1; try --ids 40-49 or --ids 1,3,5-7".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn boards_are_told_from_files() {
        assert!(is_position(&["startpos"]) && is_position(&["startpos", "moves", "f5"]));
        assert!(is_position(&[BOARD, "X"]) && is_position(&["8/8/8/3Pp3/3pP3/8/8/8", "b"]));
        assert!(!is_position(&["ffo.obf"]) && !is_position(&["-"]) && !is_position(&["../a/b/c/d/e/f/g"]));
    }

    #[test]
    fn lines_are_listed() {
        let ids: Ids = "1,3, 5-7".parse().unwrap();
        let held: Vec<usize> = (0..10).filter(|&id| ids.has(id)).collect();
        assert_eq!(held, [1, 3, 5, 6, 7]);
        for wrong in ["", "0", "3-1", "a", "1,,2", "1-2-3", "-1"] {
            assert!(wrong.parse::<Ids>().unwrap_err().contains("--ids 40-49"), "{wrong}");
        }
    }

    #[test]
    fn only_wanted_lines_are_read() {
        let text = format!("{BOARD} X;\nbad\n\n{BOARD} O;\nworse\n");
        let lines = |ids: Option<&str>| {
            let mut problems = Problems::default();
            problems.take_file("f", &text, ids.map(|ids| ids.parse().unwrap()).as_ref());
            let bad = problems.bad.iter().map(|bad| bad.place.clone().unwrap().1).collect::<Vec<_>>();
            (problems.entries.iter().map(|entry| entry.id).collect::<Vec<_>>(), bad)
        };
        assert_eq!(lines(None), (vec![1, 4], vec![2, 5]));
        assert_eq!(lines(Some("4-5")), (vec![4], vec![5]));
    }
}
