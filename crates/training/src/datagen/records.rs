//! The records of the command.

use serde::Serialize;
use shuangqi_cli::columns;
use shuangqi_cli::output::Record;

use crate::xiangqi::tally::GameTotals;

/// A shard that was played, or was there already.
#[derive(Debug, Serialize)]
pub struct Shard {
    pub game: &'static str,
    pub shard: u32,
    pub games: u32,
    pub positions: u64,
    pub seconds: f64,
    pub file: String,
}

impl Record for Shard {
    const SCHEMA: &'static str = "datagen/1";
    const COLUMNS: &'static [&'static str] = columns! { game shard games positions seconds file };
    const MINOR: &'static [&'static str] = columns! { games game };
}

/// All of them.
#[derive(Debug, Default, Serialize)]
pub struct Total {
    pub game: &'static str,
    pub shards: u32,
    pub positions: u64,
    pub seconds: f64,
    pub positions_per_second: u64,
    /// What became of the games, where the shards hold that.
    #[serde(flatten)]
    pub games: Option<GameTotals>,
}

impl Record for Total {
    const SCHEMA: &'static str = "datagen-summary/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game shards positions seconds positions_per_second games red_wins draws black_wins plies kept_per_cent adjudicated
        checked wrong
    };
    const MINOR: &'static [&'static str] = columns! { game };
}
