//! The games of a match as data for the scripts of the page.

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use shuangqi_cli::Failure;

use super::Report;
use crate::config::{EngineConfig, Notation};
use crate::match_config::MatchConfig;
use crate::record::{GameRecord, MoveRecord};
use crate::replay::{Data, claim, words};
use shuangqi_plot::page;

/// The most moves of all games in a page, which phones must be able to open; the last games are left out.
const MOST_MOVES: usize = 400_000;

/// The games that can be replayed: the first ones.
pub fn replayable<'a>(report: &Report<'a>) -> &'a [GameRecord] {
    let mut moves = 0;
    let fits = |game: &&GameRecord| {
        moves += game.moves.len();
        moves <= MOST_MOVES
    };
    let count = report.games.iter().take_while(fits).count();
    &report.games[..count]
}

/// The data as [`page::packed`] writes them.
pub fn packed(report: &Report<'_>) -> Result<String, Failure> {
    page::packed(&data(report))
}

fn data<'a>(report: &Report<'a>) -> Data<'a> {
    let games = replayable(report);
    let mut starts: Vec<&str> = games.iter().map(|game| game.start.as_str()).collect();
    starts.sort_unstable();
    starts.dedup();
    let engines = &report.config.engines;
    let names = engines.iter().map(|engine| engine.name.as_str()).collect();
    let columns = columns(report, games, &starts);
    Data::new("match-report/1", report.config.game, names, starts, columns)
        .with_clocks(engines.iter().map(clock).collect())
}

fn clock(engine: &EngineConfig) -> Option<u64> {
    engine.clock.and_then(|clock| clock.base.as_millis().try_into().ok())
}

fn columns(report: &Report<'_>, games: &[GameRecord], starts: &[&str]) -> Value {
    let start = |game: &GameRecord| starts.binary_search(&game.start.as_str()).unwrap_or_default();
    let opening = |game: &GameRecord| game.opening_name.clone();
    let mut columns = json!({
        "number": column(games, |game| game.fixture.number),
        "round": column(games, |game| game.fixture.round),
        "first": column(games, |game| game.fixture.engines[0]),
        "second": column(games, |game| game.fixture.engines[1]),
        "opening": column(games, opening),
        "start": column(games, start),
        "book": column(games, |game| game.book),
        "result": column(games, |game| game.result.text()),
        "termination": column(games, |game| game.termination),
        "explanation": column(games, |game| game.explanation.clone()),
        "begun": column(games, |game| game.begun),
        "moves": column(games, |game| words(game.moves.iter().map(|mv| mv.text.clone()))),
        "names": names(report.config, games),
        "claim": of_moves(games, |mv| mv.claim.map(claim)),
        "depth": of_moves(games, |mv| mv.depth),
        "nodes": of_moves(games, |mv| mv.nodes.map(|nodes| rounded(nodes, 3))),
        "ms": of_moves(games, |mv| mv.micros.map(milliseconds)),
        "left": of_moves(games, |mv| mv.left.map(|left| left / 100_000 * 100)),
    });
    if !report.config.game.matches.has_script {
        columns["boards"] =
            json!(games.par_iter().map(|game| boards(report.config, game)).collect::<Vec<_>>());
    }
    columns
}

/// The board before each move and after the last, for a script that does not know the rules; as far as they can be
/// replayed.
fn boards(config: &MatchConfig, game: &GameRecord) -> Vec<String> {
    let Ok(mut session) = config.game.session(&game.start, &config.rules) else { return Vec::new() };
    let _ = game.moves.iter().try_for_each(|step| session.advance(&step.text));
    (0..=session.plies()).map(|plies| session.board_after(plies)).collect()
}

fn column<T: Serialize>(games: &[GameRecord], value: impl Fn(&GameRecord) -> T) -> Value {
    json!(games.iter().map(value).collect::<Vec<T>>())
}

fn of_moves<T: Serialize>(games: &[GameRecord], value: impl Fn(&MoveRecord) -> T) -> Value {
    column(games, |game| game.moves.iter().map(&value).collect::<Vec<T>>())
}

/// A value rounded to a number of significant digits: further ones differ from run to run.
fn rounded(value: u64, digits: u32) -> u64 {
    let surplus = value.checked_ilog10().unwrap_or(0).saturating_sub(digits - 1);
    let unit = 10u64.pow(surplus);
    value.saturating_add(unit / 2) / unit * unit
}

fn milliseconds(micros: u64) -> f64 {
    rounded(micros, 3) as f64 / 1000.0
}

/// The names of the moves in the writing of the game's readers, if it has one.
fn names(config: &MatchConfig, games: &[GameRecord]) -> Value {
    let names = |game: &GameRecord| words(move_names(config, game).into_iter());
    let has_names = config.game.info.has_notations;
    json!(games.par_iter().map(|game| has_names.then(|| names(game))).collect::<Vec<_>>())
}

/// The moves in the notation of the game's readers; one that cannot be replayed keeps its coordinates, and so do all after it.
fn move_names(config: &MatchConfig, game: &GameRecord) -> Vec<String> {
    let mut names = Vec::new();
    if let Ok(mut session) = config.game.session(&game.start, "") {
        let _ = game.moves.iter().try_for_each(|step| session.advance(&step.text));
        names.extend(session.moves(Notation::Chinese).into_iter().map(|mv| mv.name));
    }
    let rest = game.moves.iter().skip(names.len()).map(|step| step.text.clone());
    names.into_iter().chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_are_kept() {
        assert_eq!([0, 7, 999, 1234, 1_999_600].map(|value| rounded(value, 3)), [0, 7, 999, 1230, 2_000_000]);
        assert_eq!(rounded(u64::MAX, 3), 18_400_000_000_000_000_000);
        assert_eq!(milliseconds(1_234), 1.23);
    }
}
