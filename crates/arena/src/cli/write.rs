//! The command line of a match, and in what two of them differ.

use std::collections::BTreeMap;

use shuangqi_cli::program::shell_word;

use super::engine::{MARGIN, usual_rank_base};
use crate::config::{
    Adjudication, Book, EngineConfig, Layout, Limits, Order, Restart, RunOptions, Tournament,
};
use crate::games::Game;
use crate::match_config::MatchConfig;
use crate::rating::SprtParameters;

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

/// The options of a match, each with its words.
fn written(config: &MatchConfig, book: &Book, test: Option<SprtParameters>) -> Vec<(&'static str, Words)> {
    let Layout { tournament, seeds, rounds, games, repeat, swaps, seed, .. } = config.layout;
    let Adjudication { resign, draw, most_moves, solve_empties } = config.adjudication;
    let is_gauntlet = tournament == Tournament::Gauntlet;
    let openings = Some(openings(book, &config.layout)).filter(|words| !words.is_empty());
    let engines = config.engines.iter().map(|one| ("-engine", Some(engine(one, config.game))));
    let rest = [
        ("-openings", openings),
        ("-srand", (seed != 1).then(|| vec![word(seed)])),
        ("-rounds", Some(vec![word(rounds)])),
        ("-games", Some(vec![word(games)])),
        ("-repeat", Some(vec![word(repeat)])),
        ("-tournament", is_gauntlet.then(|| vec![word("gauntlet")])),
        ("-seeds", is_gauntlet.then(|| vec![word(seeds)])),
        ("-noswap", (!swaps).then(Vec::new)),
        (
            "-resign",
            resign.map(|rule| {
                let both = pair("twosided", rule.is_two_sided);
                vec![pair("movecount", rule.moves), pair("score", rule.score), both]
            }),
        ),
        (
            "-draw",
            draw.map(|rule| {
                let score = pair("score", rule.score);
                vec![pair("movenumber", rule.from_move), pair("movecount", rule.moves), score]
            }),
        ),
        ("-maxmoves", most_moves.map(|moves| vec![word(moves)])),
        ("-solve", solve_empties.map(|empties| vec![word(empties)])),
        ("-sprt", test.map(sprt)),
    ];
    let rules = config.special_rules().map(|rules| rules.split(' ').map(word).collect());
    let first = [("-game", Some(vec![word(config.game.name())])), ("-rules", rules)];
    let all = first.into_iter().chain(engines).chain(rest);
    all.filter_map(|(option, words)| Some((option, words?))).collect()
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
    let protocol = Some(engine.protocol).filter(|protocol| *protocol != game.usual_protocol());
    let first = [
        Some(pair("name", &engine.name)),
        optional("proto", protocol.map(|protocol| protocol.name().to_owned())),
        optional("cmd", program),
    ];
    let conditions = [
        optional("dir", engine.folder.clone()),
        optional("tc", clock.map(|clock| clock.to_string())),
        optional("st", limits.move_time.map(|time| time.as_secs_f64().to_string())),
        optional("depth", limits.depth.map(|depth| depth.to_string())),
        optional("nodes", limits.nodes.map(|nodes| nodes.to_string())),
        is_endless.then(|| pair("tc", "inf")),
        (engine.margin != MARGIN).then(|| pair("timemargin", engine.margin.as_millis())),
        (engine.restart == Restart::On).then(|| pair("restart", "on")),
        (!engine.scale.is_one()).then(|| pair("scale", f64::from(engine.scale))),
        (!is_guessed).then(|| pair("rankbase", engine.rank_base)),
    ];
    let arguments = engine.arguments.iter().map(|argument| Some(pair("arg", argument)));
    let options = engine.options.iter().map(|(name, value)| Some(pair(&format!("option.{name}"), value)));
    let initial = engine.initial.iter().map(|line| Some(pair("initstr", line)));
    first.into_iter().chain(arguments).chain(conditions).chain(options).chain(initial).flatten().collect()
}

fn openings(book: &Book, layout: &Layout) -> Words {
    let words = [
        book.file.as_ref().map(|file| pair("file", file)),
        book.format.as_ref().map(|format| pair("format", format)),
        book.plies.map(|plies| pair("plies", plies)),
        (layout.order == Order::Random).then(|| pair("order", "random")),
        (layout.first > 0).then(|| pair("start", layout.first + 1)),
    ];
    words.into_iter().flatten().collect()
}

fn sprt(test: SprtParameters) -> Words {
    let SprtParameters { elo0, elo1, alpha, beta, model } = test;
    let numbers = [("elo0", elo0), ("elo1", elo1), ("alpha", alpha), ("beta", beta)];
    let model = clap::ValueEnum::to_possible_value(&model).map(|model| pair("model", model.get_name()));
    numbers.into_iter().map(|(key, number)| pair(key, number)).chain(model).collect()
}
