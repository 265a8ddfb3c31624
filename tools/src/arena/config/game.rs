//! The games of matches.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// A game of which matches can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Game {
    /// 8 × 8, discs that turn
    Othello,
    /// Chinese chess
    Xiangqi,
}

impl Game {
    /// The name as options and records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Game::Othello => "othello",
            Game::Xiangqi => "xiangqi",
        }
    }
}
