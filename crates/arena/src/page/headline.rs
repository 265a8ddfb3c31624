//! The head of the page: the result in a sentence, the most important figures, the conditions of the match.

use std::borrow::Cow;
use std::time::Duration;

use shuangqi_cli::units::counted;

use super::{Report, format};
use crate::config::EngineConfig;
use crate::rating::{Counts, Rating, SprtParameters, Trinomial, Verdict};
use shuangqi_plot::number;
use shuangqi_plot::report::Card;

pub fn headline(report: &Report<'_>) -> String {
    match (report.games.len(), report.is_duel()) {
        (0, _) => "No game has been finished yet.".to_owned(),
        (_, true) => duel_headline(report),
        (_, false) => tournament_headline(report),
    }
}

fn duel_headline(report: &Report<'_>) -> String {
    let encounter = report.standings.first_encounter();
    let counts = encounter.counts();
    let games = counted(encounter.games().games(), "game");
    if counts.games() == 0 {
        return format!("{games} finished, and no pair of games from the same opening yet.");
    }
    let is_behind = counts.spread().mean < 0.5;
    let method = if matches!(counts, Counts::Pairs(_)) { "pentanomial" } else { "trinomial" };
    let (winner, loser, counts) = if is_behind { (1, 0, counts.reversed()) } else { (0, 1, counts) };
    let (winner, loser, spread) = (report.name(winner), report.name(loser), counts.spread());
    let elo = spread.elo();
    let by = format!("{} Elo ({method}, 95 %)", format::estimate(elo, 1).replace('+', ""));
    let superiority = format::share(spread.superiority());
    if elo.lower.is_some_and(|lower| lower > 0.0) {
        format!("{winner} beats {loser} by {by} over {games}; likelihood of superiority {superiority}.")
    } else if elo.value.is_none() {
        format!("{winner} wins all of {games} against {loser}, too few for a figure.")
    } else if spread.mean > 0.5 {
        format!(
            "{winner} is ahead of {loser} by {by} over {games}, too little to show that it is the stronger one; \
             likelihood of superiority {superiority}."
        )
    } else {
        format!("{winner} and {loser} are level over {games}: {by}.")
    }
}

fn tournament_headline(report: &Report<'_>) -> String {
    let games = counted(report.standings.games(), "game");
    let rated = |rating: &Rating| format!("{} ({} Elo)", report.name(rating.engine), format::rating(rating));
    match &report.standings.ratings()[..] {
        [first, second, ..] => format!("{} leads after {games}, before {}.", rated(first), rated(second)),
        _ => format!("{games} finished."),
    }
}

/// The most important figures.
pub fn cards(report: &Report<'_>) -> Vec<Card> {
    let mut cards = if report.is_duel() { duel(report) } else { Vec::new() };
    cards.extend(common(report));
    cards
}

fn duel(report: &Report<'_>) -> Vec<Card> {
    let encounter = report.standings.first_encounter();
    let (games, pairs, spread) = (encounter.games(), encounter.pairs, encounter.counts().spread());
    let name = report.name(0);
    let percent = games.score().map(format::share).unwrap_or_default();
    let elo = |estimate| format::estimate(estimate, 1);
    let superiority = format::share(spread.superiority());
    let mut cards = vec![
        Card::new("score", format::points(games), format!("{percent}: {}", format::results(games))),
        Card::new("Elo", elo(spread.elo()), format!("of {name}, 95 %")),
        Card::new("normalised Elo", elo(spread.normalized_elo()), "by the spread of a game".to_owned()),
        Card::new("superiority", superiority, format!("likelihood that {name} is better")),
    ];
    cards.extend(test(report));
    if let Some(ratio) = pairs.ratio() {
        let [ll, ld, _, dw, ww] = pairs.0;
        let note = format!("{} pairs won, {} lost", dw + ww, ll + ld);
        cards.push(Card::new("pair ratio", number::ratio(ratio), note));
    }
    let discs = encounter.discs();
    if discs.value.is_some() {
        cards.push(Card::new("discs a game", format::estimate(discs, 2), format!("of {name}, 95 %")));
    }
    cards
}

fn test(report: &Report<'_>) -> Option<Card> {
    let (state, SprtParameters { elo0, elo1, .. }) =
        (report.standings.test_state()?, report.standings.test?.parameters);
    let value = match state.verdict {
        Verdict::H0 => "H0 accepted",
        Verdict::H1 => "H1 accepted",
        Verdict::Continue => "undecided",
    };
    let [llr, lower, upper] = [state.llr, state.lower, state.upper].map(|value| number::signed(value, 2));
    let note = format!("[{elo0}, {elo1}]: LLR {llr}, bounds {lower} and {upper}");
    Some(Card::new("SPRT", value.to_owned(), note))
}

fn common(report: &Report<'_>) -> [Card; 3] {
    let Trinomial { draws, .. } = report.standings.first_seat;
    let games = report.standings.games().max(1);
    let play_time = Duration::from_millis(report.games.iter().map(|game| game.lasted).sum());
    let mean = play_time.div_f64(games as f64);
    [
        Card::new("draws", format::share(draws as f64 / games as f64), counted(draws, "game")),
        Card::new("faults", report.standings.faults().total().to_string(), faults_by_engine(report)),
        Card::new(
            "played for",
            format::duration(play_time),
            format!("{} a game on average", format::duration(mean)),
        ),
    ]
}

fn faults_by_engine(report: &Report<'_>) -> String {
    let results = report.standings.engines.iter().enumerate();
    let faults = results.map(|(engine, results)| (engine, results.faults.total()));
    let texts: Vec<String> = faults
        .filter(|(_, count)| *count > 0)
        .map(|(engine, count)| format!("{count} by {}", report.name(engine)))
        .collect();
    if texts.is_empty() { "by no engine".to_owned() } else { texts.join(", ") }
}

/// The conditions of the match, which its command says in full.
pub fn conditions(report: &Report<'_>) -> Vec<(Cow<'static, str>, String)> {
    let config = report.config;
    let protocol = |engine: &EngineConfig| {
        let options = engine.options.iter().map(|(name, value)| format!(" {name}={value}"));
        engine.protocol.facts().title.to_owned() + &options.collect::<String>()
    };
    let mut conditions = vec![("time", each(report, format::time)), ("openings", config.openings.clone())];
    if config.game.info.rules.is_some() {
        conditions.push(("rules", format::capital(&config.rules)));
    }
    conditions.push(("engines", each(report, protocol)));
    conditions.into_iter().map(|(name, value)| (name.into(), value)).collect()
}

/// A text that is the same for all engines once, or else each engine's own.
fn each(report: &Report<'_>, text: impl Fn(&EngineConfig) -> String) -> String {
    let texts: Vec<String> = report.config.engines.iter().map(text).collect();
    match texts.first() {
        Some(first) if texts.iter().all(|other| other == first) => first.clone(),
        _ => {
            let named =
                texts.iter().enumerate().map(|(engine, text)| format!("{}: {text}", report.name(engine)));
            named.collect::<Vec<_>>().join("; ")
        }
    }
}
