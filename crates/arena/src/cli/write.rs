//! The command line of a match, and in what two of them differ.

use std::collections::BTreeMap;

use clap::{Arg, Args, Command};
use serde::Serialize;
use serde_json::{Value, json};
use shuangqi_cli::program::shell_word;

use super::engine::{MARGIN, usual_rank_base};
use super::{OpeningArgs, help};
use crate::config::{Adjudication, Book, EngineConfig, Layout, Limits, Order, Protocol, Restart, RunOptions};
use crate::games::Game;
use crate::match_config::MatchConfig;
use crate::rating::SprtParameters;
use crate::segment::Segment;

/// The words behind an option: a key, which is empty for a word without one, and the value.
type Words = Vec<(String, String)>;

/// The command that plays the same match. Defaults are left out, and so is how the match is shown and kept.
pub fn command(config: &MatchConfig, options: &RunOptions) -> String {
    let mut text = "shuangqi match".to_owned();
    for (option, words) in written(config, &options.book, options.test) {
        text.push_str(&format!(" {option}"));
        for (key, value) in words {
            let word = if key.is_empty() { value } else { format!("{key}={value}") };
            text.push_str(&format!(" {}", shell_word(&word)));
        }
    }
    text
}

/// The options in which the match of the command line differs from the one of the journal. More rounds are the same match,
/// only longer; the name of the openings' file does not matter, only their content.
pub fn differences(asked: &MatchConfig, kept: &MatchConfig) -> Vec<String> {
    let mut names = Vec::new();
    if asked.openings_hash != kept.openings_hash {
        names.push("the openings".to_owned());
    }
    if asked.engines.len() != kept.engines.len() {
        names.push("the number of engines".to_owned());
    }
    if asked.layout.rounds < kept.layout.rounds {
        names.push("-rounds (fewer)".to_owned());
    }
    let [one, other] = [asked, kept].map(values);
    let differs = |place: &&(usize, String)| one.get(*place) != other.get(*place);
    names.extend(one.keys().chain(other.keys()).filter(differs).map(|(_, name)| name.clone()));
    names.sort();
    names.dedup();
    names
}

/// The values of a match by engine, counted from 1, and by the option or key. Whether an engine is restarted changes no
/// game.
fn values(config: &MatchConfig) -> BTreeMap<(usize, String), Vec<String>> {
    let (mut engine, mut values) = (0, BTreeMap::<_, Vec<String>>::new());
    for (option, words) in written(config, &Book::default(), None) {
        engine += usize::from(option == "-engine");
        let place = if option == "-engine" { engine } else { 0 };
        for (key, value) in if words.is_empty() { vec![word("")] } else { words } {
            let name = if key.is_empty() { option.to_owned() } else { format!("{option} {key}=") };
            values.entry((place, name)).or_default().push(value);
        }
    }
    values.retain(|(_, name), _| !matches!(name.as_str(), "-rounds" | "-engine restart="));
    values
}

/// The options of a match, each with its words. The numbers of games are always among them, as what is usual depends on other
/// options.
fn written(config: &MatchConfig, book: &Book, test: Option<SprtParameters>) -> Vec<(String, Words)> {
    let option = |name: &str, words: Words| (name.to_owned(), words);
    let mut all = vec![option("-game", vec![word(config.game.name())])];
    if let Some(rules) = config.special_rules() {
        all.push(option("-rules", rules.split(' ').map(word).collect()));
    }
    all.extend(config.engines.iter().map(|one| option("-engine", engine(one, config.game))));
    let mut opening = json!(book);
    if config.layout.order != Order::default() {
        opening["order"] = json!(config.layout.order);
    }
    if config.layout.first > 0 {
        opening["start"] = json!(config.layout.first + 1);
    }
    let openings = key_words(&OpeningArgs::command(), &opening);
    all.extend((!openings.is_empty()).then(|| option("-openings", openings)));
    let mut usual = json!(Layout::default());
    ["rounds", "games", "repeat"].into_iter().for_each(|name| usual[name] = Value::Null);
    all.extend(group_words(&config.layout, &usual));
    all.extend(group_words(&config.adjudication, &json!(Adjudication::default())));
    all.extend(test.map(|test| option("-sprt", key_words(&SprtParameters::command(), &json!(test)))));
    all
}

/// The options of a group that are not as usual.
fn group_words<T: Args + Serialize>(values: &T, usual: &Value) -> Vec<(String, Words)> {
    let (options, values) = (T::augment_args_for_update(Command::new("")), json!(values));
    let is_unusual = |option: &&Arg| value(option, &values) != value(option, usual);
    let words = |option: &Arg| match help::keys(option) {
        Some(keys) => key_words(&keys, value(option, &values)),
        None if help::is_flag(option) => Vec::new(),
        None => text(value(option, &values)).map(word).into_iter().collect(),
    };
    let unusual = options.get_arguments().filter(is_unusual);
    unusual.map(|option| (format!("-{}", help::name(option)), words(option))).collect()
}

/// The keys that have a value, with it.
fn key_words(keys: &Command, values: &Value) -> Words {
    let words = keys.get_arguments().map(|key| Some(pair(help::name(key), text(value(key, values))?)));
    words.flatten().collect()
}

/// The value of an option or key: what is serialised has the names by which clap knows them.
fn value<'a>(arg: &Arg, values: &'a Value) -> &'a Value {
    &values[arg.get_id().as_str()]
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        number => Some(number.to_string()),
    }
}

fn word(value: impl ToString) -> (String, String) {
    (String::new(), value.to_string())
}

fn pair(key: &str, value: impl ToString) -> (String, String) {
    (key.to_owned(), value.to_string())
}

fn engine(engine: &EngineConfig, game: Game) -> Words {
    let EngineConfig { limits, clock, .. } = engine;
    let is_endless = clock.is_none() && *limits == Limits::default();
    let is_guessed = engine.rank_base == usual_rank_base(engine.protocol, &engine.options);
    let optional = |key: &str, value: Option<String>| value.map(|value| pair(key, value));
    // A program whose name has blanks is quoted once more, as it is read as a command line.
    let program = Some(shell_word(&engine.command)).filter(|_| !engine.command.is_empty());
    let protocol = Some(engine.protocol).filter(|protocol| *protocol != Protocol::usual_of(game));
    let first = [
        Some(pair("name", &engine.name)),
        optional("proto", protocol.map(|protocol| protocol.name().to_owned())),
        optional("cmd", program),
    ];
    let conditions = [
        optional("dir", engine.folder.clone()),
        optional("tc", clock.map(|clock| clock.to_string())),
        optional("nodestime", engine.nodes_per_millisecond.map(|rate| rate.to_string())),
        optional("st", limits.move_time.map(|time| time.as_secs_f64().to_string())),
        optional("depth", limits.depth.map(|depth| depth.to_string())),
        optional("nodes", limits.nodes.map(|nodes| nodes.to_string())),
        is_endless.then(|| pair("tc", "inf")),
        (engine.margin != MARGIN).then(|| pair("timemargin", engine.margin.as_millis())),
        (engine.restart == Restart::On).then(|| pair("restart", "on")),
        engine.scale.map(|factor| pair("scale", factor)),
        (!is_guessed).then(|| pair("rankbase", engine.rank_base)),
    ];
    let arguments = engine.arguments.iter().map(|argument| Some(pair("arg", argument)));
    let options = engine.options.iter().map(|(name, value)| Some(pair(&format!("option.{name}"), value)));
    let initial = engine.initial.iter().map(|line| Some(pair("initstr", line)));
    first.into_iter().chain(arguments).chain(conditions).chain(options).chain(initial).flatten().collect()
}
