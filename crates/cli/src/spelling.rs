//! Misspelled names and options.

use std::ffi::{OsStr, OsString};

use clap::builder::TypedValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};

use crate::{Failure, command_line};

/// The known name that is nearest to the one given, if it is near enough to have been meant.
pub fn nearest<'known>(name: &str, known: impl IntoIterator<Item = &'known str>) -> Option<&'known str> {
    let name = name.to_ascii_lowercase();
    let distance = |other: &str| strsim::osa_distance(&name, &other.to_ascii_lowercase());
    let (least, meant) = known.into_iter().map(|other| (distance(other), other)).min_by_key(|pair| pair.0)?;
    (least <= meant.len().max(name.len()) / 3).then_some(meant)
}

/// The error about an option that a program does not have; `known` are those that it has, without dashes.
pub fn unknown_option<'known>(option: &str, known: impl IntoIterator<Item = &'known str>) -> Failure {
    let similar = nearest(option.trim_start_matches('-'), known);
    let tip = similar.map_or_else(String::new, |name| format!(" A similar option exists: --{name}."));
    Failure::Usage(format!("unknown option '{option}'.{tip} Try {} --help.", command_line::name()))
}

/// A parser of words that may begin with dashes, as Othello boards do. Where such words are allowed, clap takes an option
/// that does not exist for one; this parser refuses it as clap does elsewhere.
#[derive(Clone, Debug)]
pub struct BoardWord;

impl TypedValueParser for BoardWord {
    type Value = String;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        let word = value.to_str().ok_or_else(|| Error::new(ErrorKind::InvalidUtf8).with_cmd(command))?;
        if is_option(word) { Err(unknown_argument(command, word)) } else { Ok(word.to_owned()) }
    }
}

/// Whether a word is meant as an option: behind its dashes it begins with a small letter, and it has one that is no disc.
fn is_option(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    name.len() < word.len()
        && name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name.contains(|letter: char| letter.is_ascii_lowercase() && !"xobw".contains(letter))
}

/// The error of clap about an option that does not exist.
fn unknown_argument(command: &Command, word: &str) -> Error {
    let option = word.split('=').next().unwrap_or_default();
    let mut error = Error::new(ErrorKind::UnknownArgument).with_cmd(command);
    error.insert(ContextKind::InvalidArg, ContextValue::String(option.to_owned()));
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.clone().render_usage()));
    error
}

/// The error of a command line with the option that was probably meant, where clap has found none: to it short names are
/// never near.
pub(crate) fn with_nearest_option(mut error: Error, command: &Command, words: &[OsString]) -> Error {
    if let (ErrorKind::UnknownArgument, Some(ContextValue::String(option)), None) =
        (error.kind(), error.get(ContextKind::InvalidArg), error.get(ContextKind::SuggestedArg))
    {
        let words = words.iter().filter_map(|word| word.to_str());
        let command = words.fold(command, |command, word| command.find_subcommand(word).unwrap_or(command));
        let known = command.get_arguments().filter_map(Arg::get_long);
        if let Some(similar) = nearest(option.trim_start_matches('-'), known) {
            error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{similar}")));
        }
    }
    error
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::Exit;
    use crate::args::ColorArgs;
    use crate::program::{self, Program};

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

    #[derive(Debug, Parser)]
    struct Solving {
        #[arg(allow_hyphen_values = true, value_parser = BoardWord)]
        first: String,
        rest: Vec<String>,
        #[arg(long)]
        check: bool,
        #[arg(long)]
        out: bool,
        #[command(flatten)]
        color: ColorArgs,
    }

    impl Program for Solving {
        fn color(&self) -> ColorArgs {
            self.color
        }

        fn run(self) -> Result<Exit, Failure> {
            Ok(Exit::Success)
        }
    }

    fn parse(line: &str) -> Result<Solving, Error> {
        let words = std::iter::once("solve").chain(line.split_whitespace());
        program::parse(words.map(OsString::from).collect())
    }

    #[test]
    fn a_board_may_begin_with_dashes() {
        for line in ["---OX--- X", "-", "-XO O --check", "--------", "-1", "--*-O X", "---ox--- x", "-x--o"] {
            let Solving { first, rest, check, .. } = parse(line).unwrap();
            let words = [first].into_iter().chain(rest).chain(check.then(|| "--check".to_owned()));
            assert_eq!(words.collect::<Vec<_>>().join(" "), line);
        }
    }

    #[test]
    fn a_misspelled_option_is_no_board() {
        for line in ["--chek", "---OX--- --chek", "startpos --chek=yes", "-check"] {
            let error = parse(line).unwrap_err();
            assert_eq!((error.kind(), error.exit_code()), (ErrorKind::UnknownArgument, 2), "{line}");
            assert!(error.to_string().contains("a similar argument exists: '--check'"), "{line}: {error}");
        }
        assert!(parse("--ot").unwrap_err().to_string().contains("'--out'"));
        let error = parse("--dpeth").unwrap_err().to_string();
        assert!(
            error.contains("unexpected argument '--dpeth' found") && error.contains("Usage: "),
            "{error}"
        );
        assert!(!error.contains("similar"), "{error}");
    }
}
