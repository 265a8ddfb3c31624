//! Every parser: its messages for bad input, its properties for any text, and that what is written can be read; and searches
//! with any limits, one after another.

mod bad_input;
#[path = "fuzz/src/lib.rs"]
mod properties;
mod round_trips;

use std::fs;
use std::panic::catch_unwind;

use rayon::prelude::*;
use search_core::split_mix::next;

use self::properties::searches::{self, SIZE};
use self::properties::{PARSERS, check};

/// The number of inputs for a property; `SHUANGQI_CASES=1000000` asks for more.
fn cases(usual: usize) -> usize {
    std::env::var("SHUANGQI_CASES").map_or(usual, |cases| cases.parse().expect("SHUANGQI_CASES is a number"))
}

#[test]
fn properties_hold_for_mutated_samples() {
    let only = std::env::var("SHUANGQI_PARSER").unwrap_or_default();
    PARSERS.par_iter().filter(|(name, _)| name.contains(&only)).for_each(|&(name, _)| {
        let samples: Vec<String> =
            ["seeds", "regressions"].iter().flat_map(|folder| samples(folder, name)).collect();
        assert!(samples.len() >= 2, "there are samples for {name}");
        samples.iter().for_each(|sample| holds(name, sample));
        let mut mutator = Mutator { state: 0x5AFE };
        for _ in 0..cases(20_000) {
            holds(name, &mutator.mutated(&samples));
        }
    });
}

/// No time is measured, but a reader of quadratic time would not end.
#[test]
fn properties_hold_for_long_lines() {
    const LENGTH: usize = 1 << 17;
    PARSERS.par_iter().for_each(|&(name, _)| {
        for piece in ["x", "/", "x ", "1;", "-", "帅"] {
            let line = piece.repeat(LENGTH / piece.len());
            assert!(catch_unwind(|| check(name, line.as_bytes())).is_ok(), "{name}: many of {piece:?}");
        }
    });
}

fn holds(name: &str, text: &str) {
    let outcome = catch_unwind(|| check(name, text.as_bytes()));
    assert!(outcome.is_ok(), "{name} fails for {text:?}");
}

/// The files of `tests/fuzz/FOLDER/NAME`, in the order of their names.
fn samples(folder: &str, name: &str) -> Vec<String> {
    let path = format!("{}/fuzz/{folder}/{name}", env!("CARGO_MANIFEST_DIR"));
    let Ok(entries) = fs::read_dir(&path) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()).collect()
}

/// Texts that parsers often misread.
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

/// A source of mutated texts.
struct Mutator {
    state: u64,
}

impl Mutator {
    fn below(&mut self, bound: usize) -> usize {
        (next(&mut self.state) % bound.max(1) as u64) as usize
    }

    /// A sample after one to four changes.
    fn mutated(&mut self, samples: &[String]) -> String {
        let mut letters: Vec<char> = samples[self.below(samples.len())].chars().collect();
        for _ in 0..=self.below(4) {
            let other = &samples[self.below(samples.len())];
            self.mutate(&mut letters, other);
        }
        letters.into_iter().collect()
    }

    fn mutate(&mut self, letters: &mut Vec<char>, other: &str) {
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

/// Each engine makes its searches one after another in this process, both at the same time.
#[test]
fn every_search_is_answered_with_a_legal_move() {
    let run = |game: u8| {
        let mut state = 0x5EA7;
        let mut bytes: Vec<[u8; SIZE]> = (0..cases(300)).map(|_| next(&mut state).to_le_bytes()).collect();
        bytes.iter_mut().for_each(|[kind, ..]| *kind = *kind & !1 | game);
        searches::check(bytes.as_flattened());
    };
    rayon::join(|| run(0), || run(1));
}
