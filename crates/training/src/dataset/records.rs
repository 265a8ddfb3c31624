//! The records of the command.

use serde::Serialize;
use shuangqi_cli::columns;
use shuangqi_cli::output::Record;

use crate::xiangqi::tally::GameTotals;

/// The positions of a phase.
#[derive(Clone, Debug, Serialize)]
pub struct Phase {
    pub game: &'static str,
    pub phase: String,
    /// The least of its numbers.
    #[serde(skip)]
    pub least: usize,
    pub positions: u64,
    /// How many of a hundred of them the side to move won, drew and lost.
    pub wins: f64,
    pub draws: f64,
    pub losses: f64,
    /// From its view.
    pub mean_score: f64,
    pub mean_absolute_score: f64,
}

impl Record for Phase {
    const SCHEMA: &'static str = "dataset/1";
    const COLUMNS: &'static [&'static str] =
        columns! { game phase positions wins draws losses mean_score mean_absolute_score };
    const MINOR: &'static [&'static str] = columns! { game };
}

/// All positions.
#[derive(Clone, Debug, Serialize)]
pub struct Total {
    pub game: &'static str,
    pub shards: u64,
    pub positions: u64,
    /// How many different ones.
    pub distinct: u64,
    pub mean_score: f64,
    pub mean_absolute_score: f64,
    /// What became of the games, where the shards hold that, …
    #[serde(flatten)]
    pub games: Option<GameTotals>,
    /// … and how long they were, the random moves included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_length: Option<f64>,
}

impl Record for Total {
    const SCHEMA: &'static str = "dataset-summary/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game shards positions distinct mean_score mean_absolute_score games red_wins draws black_wins plies kept_per_cent
        adjudicated checked wrong mean_length
    };
    const MINOR: &'static [&'static str] = columns! { game };
}

/// To tenths.
pub fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
