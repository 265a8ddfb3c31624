//! What is to be played: plain values, as a journal holds them.

mod engine;
mod protocol;
mod run_options;

use serde::{Deserialize, Serialize};

pub use engine::{ConfigProblem, EngineConfig, Limits, Restart, Scale, TimeControl, Timeouts};
pub use protocol::Protocol;
pub use run_options::{Affinity, Book, Concurrency, Notation, Outputs, PgnFile, RunOptions, Style};

use crate::args::Game;

/// Where a game begins: a board, and the moves already made from it. Both sides continue from there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// The name in records: a file's `id`, or the number of the line it stood on.
    pub name: String,
    /// The board before the moves, as the game's text: a FEN, or 64 letters and the side to move.
    pub start: String,
    /// Whether `start` is where every game begins: engines that cannot be given a board can still play it.
    pub is_standard: bool,
    /// The moves since, in the game's own coordinates, passes included.
    pub moves: Vec<String>,
}

/// Who meets whom.
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

/// How the games are laid out. A pure function of it and the number of engines and openings is the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout {
    /// Who meets whom.
    pub tournament: Tournament,
    /// How many engines are the gauntlet's seeds.
    pub seeds: u32,
    /// Times that every encounter is played.
    pub rounds: u32,
    /// Games in each encounter of a round.
    pub games: u32,
    /// Games in a row from the same opening.
    pub repeat: u32,
    /// Whether colours change from game to game of an encounter.
    pub swaps: bool,
    /// The order of the openings.
    pub order: Order,
    /// The first opening, counted from 0.
    pub first: usize,
    /// For shuffled and generated openings.
    pub seed: u64,
}

impl Layout {
    /// The openings that a match uses, counted again whenever the list begins anew; how many to generate for a match
    /// without repetitions.
    pub fn openings_used(&self) -> u64 {
        let games = u64::from(self.rounds) * u64::from(self.games);
        games.div_ceil(u64::from(self.repeat.max(1)))
    }
}

/// A game is given up for lost when its player thinks so for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves of that player in a row.
    pub moves: u32,
    /// Hundredths of a soldier or of a disc, against itself.
    pub score: i32,
    /// Whether the other must agree.
    pub is_two_sided: bool,
}

/// A game is drawn when both players think so for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// From this full move on.
    pub from_move: u32,
    /// Moves of each player in a row.
    pub moves: u32,
    /// Hundredths of a soldier or of a disc, for either side.
    pub score: i32,
}

/// What ends a game before its rules do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// Lost positions are given up.
    pub resign: Option<ResignRule>,
    /// Level positions are drawn.
    pub draw: Option<DrawRule>,
    /// A draw after so many full moves from the start.
    pub most_moves: Option<u32>,
    /// Othello: solved exactly, and scored, from so many empties on.
    pub solve_empties: Option<u32>,
}

/// Everything that decides what is played, and so what a journal belongs to. Nothing here says how fast or where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchConfig {
    /// The game.
    pub game: Game,
    /// The rules of the Xiangqi referee, as [`GameRules::named`](xiangqi::GameRules::named) reads them.
    pub rules: String,
    /// Who plays.
    pub engines: Vec<EngineConfig>,
    /// Where the openings come from, for the reader.
    pub openings: String,
    /// A hash of the openings in order; of generated ones, the first few stand for all.
    pub openings_hash: u64,
    /// Which games there are.
    pub layout: Layout,
    /// What ends them early.
    pub adjudication: Adjudication,
}

impl MatchConfig {
    /// The name of an engine; `?` if there is none with this index.
    pub fn engine_name(&self, engine: usize) -> &str {
        self.engines.get(engine).map_or("?", |engine| engine.name.as_str())
    }

    /// The rules of the Xiangqi referee if they are not the default ones.
    pub fn special_rules(&self) -> Option<&str> {
        let is_default = self.game == Game::Othello || self.rules == xiangqi::Rules::default().name();
        (!is_default).then_some(self.rules.as_str())
    }
}
