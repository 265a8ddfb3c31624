//! The command line of a match in the form that clap reads.

use std::ffi::OsString;

use clap::builder::UnknownArgumentValueParser;
use clap::{Arg, ArgAction};
use shuangqi_cli::program::shell_word;

use super::help;
use crate::segment::KEYS;

/// Options that clap answers by itself, with anything after them.
const HELP: [&str; 4] = ["h", "help", "V", "version"];

/// Options that other match runners have, and how the same is done here.
const OTHERS: [(&str, &str); 12] = [
    ("config", "-state FILE keeps the match, and -resume FILE goes on with it"),
    ("autosaveinterval", "every game is saved at once with -state FILE"),
    ("tb", "tablebases are for chess; -solve N adjudicates Othello exactly"),
    ("bookmode", "openings are always in memory"),
    ("reverse", "each opening is played with both colours; see -repeat and -noswap"),
    ("debug", "-log file=FILE keeps the dialogues with engines"),
    ("output", "-format json or ndjson writes records for scripts"),
    ("quick", "give two -engine and -each"),
    ("ponder", "engines do not think on their opponent's time"),
    ("force-concurrency", "-concurrency N is always obeyed"),
    ("scoreinterval", "see -ratinginterval N"),
    ("compliance", "it is a command of its own: shuangqi compliance"),
];

/// The options of other runners, which are refused with advice.
pub fn options_of_other_runners() -> Vec<Arg> {
    let refused = |(name, advice): (&'static str, &'static str)| {
        let parser = UnknownArgumentValueParser::suggest(advice);
        Arg::new(name).long(name).action(ArgAction::SetTrue).value_parser(parser).hide(true)
    };
    OTHERS.into_iter().map(refused).collect()
}

/// The words of this program's command line, with those of a match brought into the form that clap reads.
pub fn normalised(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    let is_global = |word: &OsString| word.to_str().is_some_and(|word| word.starts_with("--color"));
    let mut place = 1;
    while let Some(word) = words.get(place).filter(|word| is_global(word)) {
        place += if word == "--color" { 2 } else { 1 };
    }
    if words.get(place).is_some_and(|word| word == "match") {
        let own = words.split_off(place + 1);
        let texts: Option<Vec<String>> = own.iter().map(|word| word.to_str().map(str::to_owned)).collect();
        // Words that are no text are left for clap to refuse.
        words.extend(texts.map_or(own, |texts| arguments(&texts).into_iter().map(OsString::from).collect()));
    }
    words
}

/// The words that follow `shuangqi match`: two dashes instead of one, values behind an equals sign, segments in one word.
pub fn arguments(words: &[String]) -> Vec<String> {
    let options = help::options();
    let takes_keys = |name: &str| {
        let option = options.get_arguments().find(|option| help::name(option) == name);
        option.is_some_and(|option| help::value(option) == KEYS)
    };
    let mut arguments = Vec::new();
    let mut rest = words;
    while let Some((first, others)) = rest.split_first() {
        let Some((name, value)) = option(first) else {
            arguments.push(first.clone());
            rest = others;
            continue;
        };
        let count = others.iter().take_while(|word| option(word).is_none()).count();
        let (own, others) = others.split_at(count);
        let values: Vec<&str> = value.into_iter().chain(own.iter().map(String::as_str)).collect();
        if HELP.contains(&name) || OTHERS.iter().any(|(other, _)| *other == name) {
            arguments.push(if name.len() == 1 { format!("-{name}") } else { format!("--{name}") });
        } else if takes_keys(name) {
            // Words that belong together become one value, quoted as in a shell.
            let words: Vec<String> = values.into_iter().map(shell_word).collect();
            arguments.push(format!("--{name}={}", words.join(" ")));
        } else {
            // What is too much is left for clap to refuse.
            let mut values = values.into_iter();
            arguments
                .push(values.next().map_or_else(|| format!("--{name}"), |value| format!("--{name}={value}")));
            arguments.extend(values.map(str::to_owned));
        }
        rest = others;
    }
    arguments
}

/// The name of an option and the value behind its equals sign. Options begin with one or two dashes and a letter: a
/// negative number is a value.
fn option(word: &str) -> Option<(&str, Option<&str>)> {
    let rest = word.strip_prefix('-')?;
    let text = rest.strip_prefix('-').unwrap_or(rest);
    text.starts_with(|letter: char| letter.is_ascii_alphabetic()).then(|| match text.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    })
}
