//! Options that take `key=value` words, each a command line within the command line; and numbers among values.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Command};
use shuangqi_cli::bad_input::quote;

/// The words that follow an option that takes keys.
pub const KEYS: &str = "KEY=VALUE…";

/// The `key=value` words of one option, as clap reads them.
pub trait Segment: Args {
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

    /// The keys.
    fn command() -> Command {
        Self::augment_args(command())
    }
}

/// Reads the words of a segment, which stand in one text as in a shell.
pub fn parse<S: Segment>(text: &str) -> Result<S, String> {
    let segment: S = read(&arguments::<S>(text)?)?;
    segment.check()?;
    Ok(segment)
}

/// The arguments that the words of a segment stand for. Some may be missing, but none may be wrong or given twice.
pub fn arguments<S: Segment>(text: &str) -> Result<Vec<String>, String> {
    let words = shlex::split(text).ok_or("expected every quote to be closed")?;
    let argument = |word: &String| match word.split_once('=').filter(|(key, _)| is_key(key)) {
        Some((key, value)) => Ok(S::argument(key, value)),
        None => S::bare(word).ok_or_else(|| format!("found {}, expected key=value", quote(word))),
    };
    let arguments = words.iter().map(argument).collect::<Result<Vec<_>, _>>()?;
    let command = S::augment_args_for_update(command());
    let matches = command.clone().try_get_matches_from(&arguments);
    matches.map(|_| arguments).map_err(|error| message(&error, &command))
}

/// The segment of these arguments, of which later ones replace earlier ones.
pub fn read<'a, S: Segment>(arguments: impl IntoIterator<Item = &'a String>) -> Result<S, String> {
    let matches = S::command().args_override_self(true).try_get_matches_from(arguments);
    let segment = matches.and_then(|matches| S::from_arg_matches(&matches));
    segment.map_err(|error| message(&error, &S::command()))
}

fn command() -> Command {
    Command::new("").no_binary_name(true).disable_help_flag(true)
}

/// Whether this is a key, and not the beginning of a file's name with an `=` in it. Names of engine options have blanks.
fn is_key(text: &str) -> bool {
    let is_word = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_word || text.starts_with("option.")
}

/// The message of clap's error in a segment, in terms of keys.
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
        ErrorKind::MissingRequiredArgument => {
            let missing = match error.get(ContextKind::InvalidArg) {
                Some(ContextValue::Strings(arguments)) => arguments.as_slice(),
                _ => &[],
            };
            let keys: Vec<String> =
                missing.iter().map(|argument| format!("{}=", self::key(argument))).collect();
            format!("expected {}", keys.join(", "))
        }
        _ => "expected key=value, as in name=a".to_owned(),
    }
}

/// `name` of `--name <NAME>`.
fn key(argument: &str) -> &str {
    let name = argument.trim_start_matches('-');
    name.split_once([' ', '=']).map_or(name, |(name, _)| name)
}

/// A number within bounds.
pub fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

/// A time in milliseconds, of at most a day.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    number(0..=86_400_000)(text).map(Duration::from_millis)
}
