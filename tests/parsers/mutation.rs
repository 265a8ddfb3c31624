//! The properties of the fuzz targets on samples, and on samples spoilt in ways that are the same on every run.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use search_core::testing::conformance::next;

use super::properties::{PARSERS, Property};

/// How many spoilt texts every parser gets.
const CASES: usize = 20_000;

#[test]
fn parsers_keep_their_promises_on_spoilt_samples() {
    PARSERS.par_iter().for_each(|&(name, property)| {
        let samples: Vec<String> =
            ["seeds", "regressions"].iter().flat_map(|folder| samples(folder, name)).collect();
        assert!(samples.len() >= 2, "there are samples for {name}");
        samples.iter().for_each(|sample| keeps(name, property, sample));
        let mut spoiler = Spoiler { state: 0x5AFE };
        for _ in 0..CASES {
            keeps(name, property, &spoiler.spoilt(&samples));
        }
    });
}

/// Nothing is said of how long it may take, but what grows with the square of the length would not end.
#[test]
fn parsers_keep_their_promises_on_long_lines() {
    const LENGTH: usize = 1 << 17;
    PARSERS.par_iter().for_each(|&(name, property)| {
        for piece in ["x", "/", "x ", "1;", "-", "帅"] {
            let line = piece.repeat(LENGTH / piece.len());
            assert!(catch_unwind(AssertUnwindSafe(|| property(&line))).is_ok(), "{name}: many of {piece:?}");
        }
    });
}

fn keeps(name: &str, property: Property, text: &str) {
    let outcome = catch_unwind(AssertUnwindSafe(|| property(text)));
    assert!(outcome.is_ok(), "{name} breaks its promise for {text:?}");
}

/// The files of `tests/fuzz/FOLDER/NAME`, in the order of their names.
fn samples(folder: &str, name: &str) -> Vec<String> {
    let path = format!("{}/fuzz/{folder}/{name}", env!("CARGO_MANIFEST_DIR"));
    let Ok(entries) = fs::read_dir(&path) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()).collect()
}

/// Texts that parsers tend to trip over.
const TRAPS: [&str; 24] = [
    "",
    " ",
    "\n",
    "\t",
    "\r",
    "\0",
    "-",
    "--",
    "+",
    "/",
    ";",
    ":",
    "%",
    "#",
    "0",
    "-1",
    "+5",
    "65536",
    "1e9",
    "NaN",
    "99999999999999999999",
    "é",
    "将９",
    "\u{2028}\u{feff}🀄",
];

/// A source of spoilt texts.
struct Spoiler {
    state: u64,
}

impl Spoiler {
    fn below(&mut self, bound: usize) -> usize {
        (next(&mut self.state) % bound.max(1) as u64) as usize
    }

    /// A sample after one to four changes.
    fn spoilt(&mut self, samples: &[String]) -> String {
        let mut letters: Vec<char> = samples[self.below(samples.len())].chars().collect();
        for _ in 0..=self.below(4) {
            let other = &samples[self.below(samples.len())];
            self.spoil(&mut letters, other);
        }
        letters.into_iter().collect()
    }

    fn spoil(&mut self, letters: &mut Vec<char>, other: &str) {
        let begin = self.below(letters.len() + 1);
        let end = (begin + self.below(4)).min(letters.len());
        match self.below(6) {
            0 => drop(letters.drain(begin..end)),
            1 => drop(letters.splice(begin..end, TRAPS[self.below(TRAPS.len())].chars())),
            2 => letters.extend_from_within(begin..end),
            3 => letters.truncate(begin),
            4 => drop(letters.splice(begin.., other.chars().skip(begin))),
            _ => self.exchange(letters, other),
        }
    }

    /// Puts a letter of the other text in the place of one.
    fn exchange(&mut self, letters: &mut [char], other: &str) {
        let (place, source) = (self.below(letters.len()), self.below(other.chars().count()));
        if let (Some(letter), Some(strange)) = (letters.get_mut(place), other.chars().nth(source)) {
            *letter = strange;
        }
    }
}
