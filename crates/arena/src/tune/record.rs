//! The records of the command.

use serde::Serialize;
use shuangqi_cli::output::Record;

use super::spsa::Tunable;
use crate::games::Game;
use crate::rating::Trinomial;

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
