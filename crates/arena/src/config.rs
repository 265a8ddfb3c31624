//! What is to be played: plain values, as a journal holds them.

mod engine;
mod protocol;
mod run_options;

use clap::builder::BoolishValueParser;
use clap::{ArgAction, Parser, value_parser};
use serde::{Deserialize, Serialize};

pub use engine::{ConfigProblem, EngineConfig, Restart, Scale, TimeControl, Timeouts};
pub use game::{Limits, Notation};
pub use protocol::Protocol;
pub use run_options::{Affinity, Book, Concurrency, Outputs, PgnFile, RunOptions, notation_parser};

/// The largest score that an adjudication can ask for.
const MOST_SCORE: i64 = 1_000_000;

/// Where a game begins: a board, and the moves already made from it. Both sides continue from there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// The name in records: a file's `id`, or the number of its line in the file.
    pub name: String,
    /// The board before the moves, as the game's text: a FEN, or 64 letters and the side to move.
    pub start: String,
    /// Whether `start` is the start of every game: engines that cannot be given a board can still play it.
    pub is_standard: bool,
    /// The moves since, in the game's own coordinates, passes included.
    pub moves: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Tournament {
    /// Each engine against each other
    #[default]
    #[value(alias = "roundrobin")]
    RoundRobin,
    /// The first engine (or the first `-seeds`) against each of the others
    Gauntlet,
}

/// The order of the openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// As in the file
    #[default]
    Sequential,
    /// Shuffled by the seed
    Random,
}

/// The games of a match. The schedule follows from it and from the numbers of engines and openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout {
    pub tournament: Tournament,
    /// The number of engines that are the gauntlet's seeds.
    pub seeds: u32,
    /// How often every encounter is played.
    pub rounds: u32,
    /// Games in each encounter of a round.
    pub games: u32,
    /// Games in a row from the same opening.
    pub repeat: u32,
    /// Whether colours change from game to game of an encounter.
    pub swaps: bool,
    pub order: Order,
    /// The first opening, counted from 0.
    pub first: usize,
    /// For shuffled and generated openings.
    pub seed: u64,
}

impl Layout {
    /// The number of openings that a match uses; repetitions count again.
    pub fn openings_used(&self) -> u64 {
        let games = u64::from(self.rounds) * u64::from(self.games);
        games.div_ceil(u64::from(self.repeat.max(1)))
    }
}

impl Default for Layout {
    fn default() -> Layout {
        let (tournament, order) = (Tournament::RoundRobin, Order::Sequential);
        Layout { tournament, seeds: 1, rounds: 1, games: 2, repeat: 2, swaps: true, order, first: 0, seed: 1 }
    }
}

/// A player resigns when it reports a lost position for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct ResignRule {
    /// For this number of moves of the player in a row
    #[arg(long = "movecount", value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=10_000))]
    pub moves: u32,
    /// At least this far behind, in hundredths of a soldier or disc
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = value_parser!(i32).range(1..=MOST_SCORE))]
    pub score: i32,
    /// The opponent has to agree
    #[arg(long = "twosided", value_name = "BOOL", action = ArgAction::Set, default_value_t = false,
          hide_possible_values = true, value_parser = BoolishValueParser::new())]
    pub is_two_sided: bool,
}

/// A game is drawn when both players report a level position for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct DrawRule {
    /// From this full move on
    #[arg(long = "movenumber", value_name = "N", default_value_t = 40)]
    pub from_move: u32,
    /// For this number of moves of each player in a row
    #[arg(long = "movecount", value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(1..=10_000))]
    pub moves: u32,
    /// Neither side further ahead, in hundredths
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(i32).range(0..=MOST_SCORE))]
    pub score: i32,
}

/// What ends a game before its rules do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    pub resign: Option<ResignRule>,
    pub draw: Option<DrawRule>,
    /// The game is a draw after this number of full moves from the start.
    pub most_moves: Option<u32>,
    /// Othello: solved exactly, and scored, from this number of empty squares on.
    pub solve_empties: Option<u32>,
}

impl Adjudication {
    /// Games end by their rules alone.
    pub const NONE: Adjudication =
        Adjudication { resign: None, draw: None, most_moves: None, solve_empties: None };
}
