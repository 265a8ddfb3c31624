//! An option that takes `key=value` words: a command line within the command line.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Parser};
use shuangqi_cli::bad_input::quote;

/// The `key=value` words of one option, as clap reads them.
pub trait Segment: Parser {
    /// The argument that a word without a key stands for; `None`: every word needs a key.
    fn bare(_word: &str) -> Option<String> {
        None
    }

    fn argument(key: &str, value: &str) -> String {
        format!("--{key}={value}")
    }

    /// Problems that clap does not find.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Reads the words of a segment, which stand in one text as in a shell.
///
/// # Errors
/// The first word that is wrong, with the key that was probably meant.
pub fn parse<S: Segment>(text: &str) -> Result<S, String> {
    let segment = S::try_parse_from(arguments::<S>(text)?).map_err(|error| message(&error, &S::command()))?;
    segment.check()?;
    Ok(segment)
}

/// The arguments that the words of a segment stand for.
pub fn arguments<S: Segment>(text: &str) -> Result<Vec<String>, String> {
    let words = shlex::split(text).ok_or("expected every quote to be closed")?;
    let argument = |word: &String| match word.split_once('=').filter(|(key, _)| is_key(key)) {
        Some((key, value)) => Ok(S::argument(key, value)),
        None => S::bare(word).ok_or_else(|| format!("found {}, expected key=value", quote(word))),
    };
    words.iter().map(argument).collect()
}

/// Whether this is a key, and not the beginning of a file's name with an `=` in it. Names of engine options have blanks.
fn is_key(text: &str) -> bool {
    let is_word = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_word || text.starts_with("option.")
}

/// What clap found wrong with a segment, in terms of keys.
fn message(error: &clap::Error, command: &Command) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let key = key(text(ContextKind::InvalidArg));
    let given = format!("{key}={}", text(ContextKind::InvalidValue));
    let meant = |kind, mark| match text(kind).trim_start_matches('-') {
        "" => String::new(),
        meant => format!("; did you mean {meant}{mark}?"),
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let keys = || command.get_arguments().filter_map(|arg| arg.get_long());
            let meant = match meant(ContextKind::SuggestedArg, "=") {
                none if none.is_empty() => format!("; known are {}", keys().collect::<Vec<_>>().join(", ")),
                meant => meant,
            };
            format!("there is no key {}{meant}", quote(key))
        }
        ErrorKind::ArgumentConflict => format!("{key}= is given twice; leave one out"),
        ErrorKind::InvalidValue => {
            let values = match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(values)) if !values.is_empty() => values.join(", "),
                _ => "a value".to_owned(),
            };
            format!("{given}: expected {values}{}", meant(ContextKind::SuggestedValue, ""))
        }
        ErrorKind::ValueValidation => match std::error::Error::source(error) {
            Some(why) => format!("{given}: {why}"),
            None => given,
        },
        ErrorKind::MissingRequiredArgument => "expected a file".to_owned(),
        _ => "expected key=value, as in name=a".to_owned(),
    }
}

/// `name` of `--name <NAME>`.
fn key(argument: &str) -> &str {
    let name = argument.trim_start_matches('-');
    name.split_once([' ', '=']).map_or(name, |(name, _)| name)
}
