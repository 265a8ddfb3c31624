//! What is to be played, as options give it and as a journal holds it.

mod engine;
mod run_options;

use clap::builder::BoolishValueParser;
use clap::{ArgAction, Args};
use serde::{Deserialize, Serialize};

pub use engine::{ConfigProblem, EngineConfig, Protocol, Restart, TimeControl};
pub use game::{Limits, Notation};
pub use run_options::{
    Affinity, Book, Concurrency, LogFile, Outputs, PgnFile, RunOptions, Timeouts, notation_parser,
};

use crate::segment::{KEYS, Segment, number, parse};

/// More rounds or moves than any match has.
const MAX_COUNT: u32 = 100_000_000;
/// The largest score that an adjudication can ask for.
const MAX_SCORE: i32 = 1_000_000;
/// More empty squares take hours to solve.
const MAX_EMPTIES: u32 = 26;

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Args)]
#[command(next_help_heading = "Which games there are")]
pub struct Layout {
    /// Seed of shuffled and generated openings (1)
    #[arg(long = "srand", visible_alias = "seed", value_name = "N", help_heading = "Where games begin")]
    pub seed: u64,
    #[arg(skip)]
    pub order: Order,
    /// The first opening, counted from 0.
    #[arg(skip)]
    pub first: usize,
    /// round-robin: each engine against each other; gauntlet: the first against all others (round-robin)
    #[arg(long, value_name = "KIND", ignore_case = true, hide_possible_values = true)]
    pub tournament: Tournament,
    /// In a gauntlet, the first N engines play the others (1)
    #[arg(long, value_name = "N", value_parser = number(1..=1000_u32))]
    pub seeds: u32,
    /// Encounters of each two engines (1; with -sprt as many as it takes, up to 50000)
    #[arg(long, value_name = "N", value_parser = number(1..=MAX_COUNT))]
    pub rounds: u32,
    /// Games of an encounter (2: the same opening with either colour)
    #[arg(long, value_name = "N", value_parser = number(1..=1_000_000_u32))]
    pub games: u32,
    /// Games in a row from one opening, 1 or 2 (2); two are a pair, and statistics count pairs
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "2", value_parser = number(1..=2_u32))]
    pub repeat: u32,
    /// Keep colours: the engine named first always moves first
    #[arg(long = "noswap", num_args = 0, default_missing_value = "false", action = ArgAction::Set)]
    pub swaps: bool,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Args)]
pub struct ResignRule {
    /// For this number of moves of the player in a row
    #[arg(long = "movecount", value_name = "N", default_value_t = 3, value_parser = number(1..=10_000_u32))]
    pub moves: u32,
    /// At least this far behind, in hundredths of a soldier or disc
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = number(1..=MAX_SCORE))]
    pub score: i32,
    /// The opponent has to agree
    #[arg(long = "twosided", value_name = "BOOL", action = ArgAction::Set, default_value_t = false,
          hide_possible_values = true, value_parser = BoolishValueParser::new())]
    pub is_two_sided: bool,
}

impl Segment for ResignRule {}

/// A game is drawn when both players report a level position for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Args)]
pub struct DrawRule {
    /// From this full move on
    #[arg(long = "movenumber", value_name = "N", default_value_t = 40)]
    pub from_move: u32,
    /// For this number of moves of each player in a row
    #[arg(long = "movecount", value_name = "N", default_value_t = 8, value_parser = number(1..=10_000_u32))]
    pub moves: u32,
    /// Neither side further ahead, in hundredths
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number(0..=MAX_SCORE))]
    pub score: i32,
}

impl Segment for DrawRule {}

/// What ends a game before its rules do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Args)]
#[command(next_help_heading = "What ends games and the match")]
pub struct Adjudication {
    /// A player that reports a lost position has lost. Keys:
    #[arg(long, value_name = KEYS, value_parser = parse::<ResignRule>)]
    pub resign: Option<ResignRule>,
    /// A game that both players report as level is drawn. Keys:
    #[arg(long, value_name = KEYS, value_parser = parse::<DrawRule>)]
    pub draw: Option<DrawRule>,
    /// A game is drawn after N full moves
    #[arg(long = "maxmoves", value_name = "N", value_parser = number(1..=MAX_COUNT))]
    pub most_moves: Option<u32>,
    /// Othello: from this number of empty squares on, the exact solver decides the result (14 takes a moment)
    #[arg(long = "solve", value_name = "EMPTIES", value_parser = number(1..=MAX_EMPTIES))]
    pub solve_empties: Option<u32>,
}

impl Adjudication {
    /// Games end by their rules alone.
    pub const NONE: Adjudication =
        Adjudication { resign: None, draw: None, most_moves: None, solve_empties: None };
}
