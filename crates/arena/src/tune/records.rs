//! The records of a run: those of its output, and the file that keeps it, whose first line says what is tuned and how; each line
//! after it is an iteration.
//!
//! The games of an iteration follow from those before it, so their results alone lead back to the same values.

use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};
use shuangqi_cli::Failure;
use shuangqi_cli::journal::{Journal, Kind};
use shuangqi_cli::output::Record;
use shuangqi_cli::run_journal::RunKind;

use super::spsa::{self, Gains, Tunable};
use crate::games::{Game, Games};
use crate::rating::Trinomial;

const KIND: RunKind = RunKind {
    journal: Kind {
        name: "journal of a tuning run",
        schema: "tune-journal/1",
        first: "header",
        item: "the next iteration of a run",
        restart: "begin another run, with another --journal",
    },
    options: OPTIONS,
    unit: Some("/iteration"),
    another: "name another --journal",
    may: "play other games",
};

/// The options that decide the games of a run, and of an iteration that shards play. The same openings may be in another file.
pub const OPTIONS: &[(&str, &str)] = &[
    ("/game", "the game"),
    ("/recipe", "--recipe"),
    ("/parameters", "--parameters"),
    ("/gains/iterations", "--iterations"),
    ("/gains/perturbation", "--perturbation"),
    ("/gains/rate", "--rate"),
    ("/pairs", "--pairs"),
    ("/nodes", "--nodes"),
    ("/seed", "--seed"),
    ("/openings_hash", "--openings"),
    ("/iteration", "--after"),
    ("/after", "--after"),
];

/// Everything that decides the games of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tuning<G = Game> {
    /// The game; its name, where it is read from a journal.
    pub game: G,
    /// The recipe whose parameters are tuned, as a text.
    pub recipe: String,
    pub parameters: Vec<Tunable>,
    pub gains: Gains,
    /// Pairs of games in each iteration.
    pub pairs: u32,
    /// Nodes for each move.
    pub nodes: NonZeroU64,
    pub seed: u64,
    /// The file of openings; `None`: they are generated.
    pub openings: Option<String>,
    /// A hash of the openings in order.
    pub openings_hash: u64,
}

impl Tuning {
    /// The recipe with these values.
    pub fn recipe_with(&self, values: &[i32]) -> String {
        spsa::recipe_text(&self.recipe, &self.parameters, values)
    }
}

impl Tuning<String> {
    /// The same run of one of these games; `None` if none of them has the name.
    pub fn of_games(self, games: &Games) -> Option<Tuning> {
        let Tuning { recipe, parameters, gains, pairs, nodes, seed, openings, openings_hash, .. } = self;
        let game = games.named(&self.game)?;
        Some(Tuning { game, recipe, parameters, gains, pairs, nodes, seed, openings, openings_hash })
    }
}

/// An iteration: its number, from 1, and the games of the side with the first values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Iteration {
    pub iteration: u32,
    #[serde(flatten)]
    pub games: Trinomial,
}

/// Opens the journal of a run, or begins it; with the results of its iterations, in order.
pub fn open(path: &str, tuning: &Tuning) -> Result<(Journal, Vec<Trinomial>), Failure> {
    let mut results = Vec::new();
    let journal = KIND.open(path, tuning, |found| take(found, tuning.pairs, &mut results))?;
    Ok((journal, results))
}

/// The results of the iterations in the journal of a run, in order, while others may be reading it too: none if it is not there yet.
pub fn read(path: &str, tuning: &Tuning) -> Result<Vec<Trinomial>, Failure> {
    let mut results = Vec::new();
    KIND.read(path, tuning, |found| take(found, tuning.pairs, &mut results))?;
    Ok(results)
}

/// Takes an iteration, if it is the next one and has all its games.
fn take(found: Iteration, pairs: u32, results: &mut Vec<Trinomial>) -> Result<(), String> {
    let next = results.len() as u32 + 1;
    if found.iteration != next {
        return Err(format!("iteration {} where {next} follows", found.iteration));
    }
    if found.games.games() > 2 * u64::from(pairs) {
        return Err(format!("{} games in iteration {next}", found.games.games()));
    }
    results.push(found.games);
    Ok(())
}

/// An iteration, in the output that streams.
#[derive(Clone, Debug, Serialize)]
pub struct IterationLine {
    pub game: Game,
    pub iteration: u32,
    #[serde(flatten)]
    pub games: Trinomial,
    /// The values after it.
    pub values: Vec<f64>,
}

impl Record for IterationLine {
    const SCHEMA: &'static str = "tune-iteration/1";
    const COLUMNS: &'static [&'static str] =
        shuangqi_cli::columns! { game iteration losses draws wins values };
}

impl IterationLine {
    pub fn new(game: Game, iteration: u32, games: Trinomial, values: &[f64]) -> IterationLine {
        IterationLine {
            game,
            iteration,
            games,
            values: values.iter().map(|&value| rounded(value, 100.0)).collect(),
        }
    }
}

/// A parameter and where it went.
#[derive(Clone, Debug, Serialize)]
pub struct Tuned<'a> {
    game: Game,
    parameter: &'a str,
    start: i32,
    /// To the nearest whole number, as a recipe takes it.
    tuned: i32,
    value: f64,
    least: i32,
    most: i32,
    /// Hundredths of its range.
    moved_percent: f64,
}

impl Record for Tuned<'_> {
    const SCHEMA: &'static str = "tune/1";
    const COLUMNS: &'static [&'static str] =
        shuangqi_cli::columns! { game parameter start tuned value least most moved_percent };
    const MINOR: &'static [&'static str] = shuangqi_cli::columns! { game value least most };
}

impl<'a> Tuned<'a> {
    pub fn new(game: Game, parameter: &'a Tunable, value: f64) -> Tuned<'a> {
        let &Tunable { start, least, most, .. } = parameter;
        let moved_percent = rounded(100.0 * (value - f64::from(start)) / parameter.range(), 10.0);
        let (tuned, value) = (nearest(value), rounded(value, 100.0));
        Tuned { game, parameter: &parameter.name, start, tuned, value, least, most, moved_percent }
    }
}

/// The end of a run, finished or interrupted.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub game: Game,
    pub iterations: u32,
    pub games: u64,
    /// With the tuned values, as `option.Recipe` of a match takes it.
    pub recipe: String,
}

impl Record for Summary {
    const SCHEMA: &'static str = "tune-summary/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! { game iterations games recipe };
}

/// A value as a recipe takes it.
pub fn nearest(value: f64) -> i32 {
    value.round() as i32
}

/// To this part of one.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64) -> Trinomial {
        Trinomial { losses: 1, draws: 0, wins }
    }

    #[test]
    fn iterations_that_do_not_follow_are_refused() {
        for (lines, words) in [
            (&[(1, games(1)), (3, games(1))][..], "iteration 3 where 2 follows"),
            (&[(1, games(4))][..], "5 games in iteration 1"),
        ] {
            let mut results = Vec::new();
            let mut take = |&(iteration, games)| take(Iteration { iteration, games }, 2, &mut results);
            assert!(lines.iter().try_for_each(&mut take).unwrap_err().contains(words));
        }
    }
}
