//! From words to what they say.

use std::fmt::Display;
use std::str::FromStr;

use clap::ValueEnum;
use shuangqi_cli::Failure;
use shuangqi_cli::bad_input::quote;

use super::engine::{self, EngineDraft};
use super::option::{self, Takes, Word};
use super::table::{FOREIGN, WORDS};
use super::{MatchConfigBuilder, Pair, Request};
use crate::arena::names::nearest;

/// Reads the words that follow `shuangqi match`.
///
/// # Errors
/// [`Failure::Usage`] for the first word that cannot be understood, with the one that was probably meant.
pub fn read(words: &[String]) -> Result<Request, Failure> {
    let mut draft = MatchConfigBuilder::default();
    let mut seen: Vec<&str> = Vec::new();
    let mut rest = words;
    while let Some((first, others)) = rest.split_first() {
        let option = option(first)?;
        match option.name.as_str() {
            "h" | "help" => return Ok(Request::Help),
            "V" | "version" => return Ok(Request::Version),
            _ => {}
        }
        let word = known(&option.name)?;
        if word.name() != "engine" && seen.contains(&word.name()) {
            return Err(usage(format!("-{} is given twice; leave one out", word.name())));
        }
        seen.push(word.name());
        let mut values: Vec<&str> = option.value.as_deref().into_iter().collect();
        let count = others.iter().take_while(|word| !is_option(word)).count();
        let (own, others) = others.split_at(count);
        values.extend(own.iter().map(String::as_str));
        take(&mut draft, word, &values).map_err(|why| usage(format!("-{}: {why}", word.name())))?;
        rest = others;
    }
    if draft.engines.is_empty() && draft.resume.is_none() {
        let message = "who plays? Give -game and two or more -engine …, or -resume FILE";
        return Err(usage(message.to_owned()));
    }
    Ok(Request::Match(Box::new(draft)))
}

/// A wrong command line, and where to look.
pub fn usage(message: String) -> Failure {
    let stop = if message.ends_with(['.', '?']) { "" } else { "." };
    Failure::Usage(format!("{message}{stop} See shuangqi match --help."))
}

/// `-name`, `--name`, `--name=value`.
struct Spelled {
    name: String,
    value: Option<String>,
}

/// Options begin with a dash and a letter: a negative number is a value.
fn is_option(word: &str) -> bool {
    word.trim_start_matches('-').len() + 2 >= word.len()
        && word.strip_prefix('-').is_some_and(|rest| {
            rest.trim_start_matches('-').starts_with(|letter: char| letter.is_ascii_alphabetic())
        })
}

fn option(word: &str) -> Result<Spelled, Failure> {
    if !is_option(word) {
        let remedy = "options begin with a dash, and what belongs to one follows it";
        return Err(usage(format!("{} belongs to no option: {remedy}", quote(word))));
    }
    let text = word.trim_start_matches('-');
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (text, None),
    };
    Ok(Spelled { name: name.to_owned(), value })
}

fn known(name: &str) -> Result<&'static Word, Failure> {
    if let Some(word) = WORDS.iter().find(|word| word.names.contains(&name)) {
        return Ok(word);
    }
    if let Some((_, advice)) = FOREIGN.iter().find(|(foreign, _)| *foreign == name) {
        return Err(usage(format!("-{name} is not offered here: {advice}")));
    }
    let names = WORDS.iter().flat_map(|word| word.names.iter().copied());
    let meant = nearest(name, names).map_or_else(String::new, |meant| format!(". Did you mean -{meant}?"));
    Err(usage(format!("there is no option {}{meant}", quote(&format!("-{name}")))))
}

fn take(draft: &mut MatchConfigBuilder, word: &'static Word, values: &[&str]) -> Result<(), String> {
    match (&word.takes, values) {
        (Takes::Nothing(put), []) => {
            put(draft);
            Ok(())
        }
        (Takes::Nothing(_), [value, ..]) => Err(format!("found {}, expected nothing after it", quote(value))),
        (Takes::One(_, put), [value]) => put(draft, value),
        (Takes::Maybe(_, put), [] | [_]) => put(draft, values.first().copied()),
        (Takes::One(shown, _), []) => Err(format!("found nothing after it, expected {shown}")),
        (Takes::One(shown, _) | Takes::Maybe(shown, _), [.., last]) => {
            Err(format!("found {} as well, expected {shown} and no more", quote(last)))
        }
        (Takes::Keys(_, _, begin), _) => {
            begin(draft);
            once(values.iter().map(|value| key_of(word, value)))?;
            values.iter().try_for_each(|value| take_key(draft, word, value))
        }
        (Takes::Engine(add), _) => {
            let pairs = values.iter().map(|value| engine_pair(value)).collect::<Result<Vec<_>, _>>()?;
            if pairs.is_empty() {
                return Err("found nothing after it, expected key=value, as in name=a".to_owned());
            }
            let keys = pairs.iter().map(|(key, _)| key.as_str());
            once(keys.filter(|key| !engine::REPEATED.contains(key)))?;
            add(draft, pairs);
            Ok(())
        }
    }
}

/// The key that a value belongs to; a value alone is that of the first one, or the name of a key that needs none.
fn key_of<'a>(word: &'static Word, value: &'a str) -> &'a str {
    let Takes::Keys(keys, ..) = &word.takes else { return value };
    match value.split_once('=') {
        Some((name, _)) if option::is_key(name) => name,
        _ if keys.iter().any(|key| key.name == value) => value,
        _ => keys.first().map_or(value, |key| key.name),
    }
}

/// Refuses a key that is there twice: nobody can know which of its values was meant.
fn once<'a>(keys: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut seen: Vec<&str> = Vec::new();
    for key in keys {
        if seen.iter().any(|other| other.eq_ignore_ascii_case(key)) {
            return Err(format!("{key}= is given twice; leave one out"));
        }
        seen.push(key);
    }
    Ok(())
}

fn take_key(draft: &mut MatchConfigBuilder, word: &'static Word, value: &str) -> Result<(), String> {
    let Takes::Keys(keys, bare, _) = &word.takes else { return Ok(()) };
    match (value.split_once('='), bare) {
        (Some((name, value)), _) if option::is_key(name) => option::key(keys, name)?.put(draft, value),
        (_, Some(put)) => put(draft, value),
        (_, None) => Err(format!("found {}, expected key=value", quote(value))),
    }
}

/// A key and a value that fit an engine.
fn engine_pair(text: &str) -> Result<Pair, String> {
    let (key, value) = text
        .split_once('=')
        .ok_or_else(|| format!("found {}, expected key=value, as in name=a", quote(text)))?;
    EngineDraft::default().take(key, value)?;
    Ok((key.to_owned(), value.to_owned()))
}

/// A number within bounds.
pub fn number<T: FromStr + PartialOrd + Display>(text: &str, least: T, most: T) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| *number >= least && *number <= most);
    number.ok_or_else(|| format!("found {}, expected a number from {least} to {most}", quote(text)))
}

/// One of the names of a closed list.
pub fn choice<T: ValueEnum>(text: &str) -> Result<T, String> {
    T::from_str(text, true).map_err(|_| {
        let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        let meant = nearest(text, names.iter().map(String::as_str));
        let meant = meant.map_or_else(String::new, |meant| format!(". Did you mean {meant}?"));
        format!("found {}, expected {}{meant}", quote(text), names.join(", "))
    })
}
