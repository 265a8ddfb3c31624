//! The record of a failure, for programs that read JSON.

use std::ffi::OsString;

use clap::ValueEnum;
use serde::Serialize;

use super::{Format, Record, render, row};
use crate::failure::Failure;

/// Why a command did not complete.
#[derive(Serialize)]
pub(super) struct Failed {
    message: String,
    exit: u8,
}

impl Record for Failed {
    const SCHEMA: &'static str = "error/1";
    const COLUMNS: &'static [&'static str] = &["message", "exit"];
}

impl Failed {
    pub(super) fn of(failure: &Failure) -> Failed {
        Failed { message: failure.to_string(), exit: failure.exit() as u8 }
    }
}

/// The results of a command that failed before it had any: an array with the record, or its line; `None` in formats for
/// people.
pub(crate) fn record(format: Format, message: String, exit: u8) -> Option<String> {
    let object = row::object(&Failed { message, exit }).ok()?;
    match format {
        Format::Json => Some(render::json(&[object])),
        Format::Ndjson => Some(object + "\n"),
        Format::Table | Format::Csv | Format::Md => None,
    }
}

/// The format that a command line chooses, read before the line is parsed: `--json`, `--format FORM`,
/// with one dash or two.
pub(crate) fn asked_for(words: &[OsString]) -> Format {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let options = words.iter().take_while(|word| *word != "--").filter(|word| word.starts_with('-'));
    if options.clone().any(|word| word.trim_start_matches('-') == "json") {
        return Format::Json;
    }
    let named = |text: &str| Format::from_str(text, false).ok();
    let after = words.windows(2).filter(|pair| is_format(&pair[0])).filter_map(|pair| named(&pair[1]));
    let within = options.filter_map(|word| word.split_once('=')).filter(|(name, _)| is_format(name));
    after.chain(within.filter_map(|(_, text)| named(text))).last().unwrap_or_default()
}

fn is_format(word: &str) -> bool {
    matches!(word, "-format" | "--format")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_known_before_the_command_line_is_understood() {
        let asked = |line: &str| asked_for(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(asked("tool perft --dpeth 3 --json"), Format::Json);
        assert_eq!(asked("tool match -json -ruonds 3"), Format::Json);
        assert_eq!(asked("tool solve --format ndjson x"), Format::Ndjson);
        assert_eq!(asked("tool solve --format=json x"), Format::Json);
        for people in
            ["tool perft", "tool perft --format csv", "tool supervise -- engine --json", "tool solve json"]
        {
            assert!(!matches!(asked(people), Format::Json | Format::Ndjson), "{people}");
        }
    }

    #[test]
    fn a_failure_without_results_is_well_formed() {
        let text = record(Format::Json, "no \"such\" file".to_owned(), 3).unwrap();
        let array: serde_json::Value = serde_json::from_str(&text).unwrap();
        let expected = serde_json::json!([{"schema": "error/1", "message": "no \"such\" file", "exit": 3}]);
        assert_eq!(array, expected);
        assert!(record(Format::Ndjson, String::new(), 2).unwrap().ends_with("}\n"));
        assert!(record(Format::Csv, String::new(), 2).is_none());
    }
}
