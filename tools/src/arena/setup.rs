//! What is to be played.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::player::Claim;
use crate::args::Game;

/// How an engine is spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// Universal Chess Interface (Xiangqi)
    Uci,
    /// Universal Chinese Chess Protocol (Xiangqi)
    Ucci,
    /// Go Text Protocol (Othello)
    Gtp,
    /// NBoard's protocol (Othello)
    Nboard,
    /// Chess Engine Communication Protocol (Xiangqi)
    Xboard,
    /// Our own engine of the game, in this process
    Internal,
}

/// When time is added. A control of nothing at all (`inf`) is no [`TimeControl`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time on the clock at the start, and again after every `moves`.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// The moves for which `base` is given; `None`: all of the game.
    pub moves: Option<NonZeroU32>,
}

/// What ends a search apart from the clock. All may be combined; the first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<NonZeroU64>,
    /// Time for each move, exactly.
    pub move_time: Option<Duration>,
}

/// When an engine is started anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Restart {
    /// After a fault.
    #[default]
    Auto,
    /// Before every game.
    On,
}

/// An engine and the conditions it plays under.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineSetup {
    /// The name in tables; unique in the match.
    pub name: String,
    /// The program; empty for [`Protocol::Internal`].
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it runs; `None`: here.
    pub folder: Option<String>,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// The number of the lowest rank in its moves, 0 or 1 (Fairy-Stockfish over UCI).
    pub rank_base: u8,
    /// Options set before its first game, in the order given.
    pub options: Vec<(String, String)>,
    /// Lines sent as they are after the handshake.
    pub initial: Vec<String>,
    /// Its clock; `None`: none runs.
    pub clock: Option<TimeControl>,
    /// What else ends its searches.
    pub limits: Limits,
    /// By how much it may be late.
    pub margin: Duration,
    /// When it is started anew.
    pub restart: Restart,
    /// By what its scores are multiplied.
    #[serde(default, skip_serializing_if = "Scale::is_one")]
    pub scale: Scale,
    /// The file to which what it writes to stderr is appended; `None`: nobody reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// The file to which its dialogue is appended; `None`: that of the match, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
}

/// A factor that makes an engine's scores hundredths of a soldier or of a disc.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Scale {
    /// Thousandths, from 1.
    thousandths: u32,
}

impl Scale {
    /// Scores stay as they are.
    pub const ONE: Scale = Scale { thousandths: 1000 };

    /// A factor from 0.001 to 1000, to three decimals.
    pub fn new(factor: f64) -> Option<Scale> {
        let is_possible = (0.001..=1000.0).contains(&factor);
        is_possible.then(|| Scale { thousandths: (factor * 1000.0).round() as u32 })
    }

    /// Whether scores stay as they are.
    pub fn is_one(&self) -> bool {
        *self == Scale::ONE
    }

    /// What a score is worth. A mate is a mate on every scale.
    pub fn apply(self, claim: Claim) -> Claim {
        match claim {
            Claim::Hundredths(score) => {
                let scaled = i64::from(score) * i64::from(self.thousandths);
                let rounded = (scaled + 500 * scaled.signum()) / 1000;
                let bounded = rounded.clamp(-i64::from(i32::MAX), i64::from(i32::MAX));
                Claim::Hundredths(i32::try_from(bounded).unwrap_or_default())
            }
            Claim::Mate(moves) => Claim::Mate(moves),
        }
    }
}

impl Default for Scale {
    fn default() -> Scale {
        Scale::ONE
    }
}

impl From<Scale> for f64 {
    fn from(scale: Scale) -> f64 {
        f64::from(scale.thousandths) / 1000.0
    }
}

impl TryFrom<f64> for Scale {
    type Error = String;

    fn try_from(factor: f64) -> Result<Scale, String> {
        Scale::new(factor).ok_or_else(|| format!("the scale {factor} is not from 0.001 to 1000"))
    }
}

/// How long an engine may be silent where no clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Patience {
    /// From its start to the end of the handshake.
    pub start: Duration,
    /// For a new game to be ready, and for an answer to a `ping`.
    pub ready: Duration,
    /// For a move without a clock and without a time for each move.
    pub answer: Duration,
    /// For it to end by itself after `quit`.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience { start: seconds(10), ready: seconds(60), answer: seconds(600), quit: seconds(2) }
    }
}

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
    /// Everybody against everybody
    #[default]
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
pub struct Setup {
    /// The game.
    pub game: Game,
    /// The rules of the Xiangqi referee, as [`GameRules::named`](xiangqi::GameRules::named) reads them.
    pub rules: String,
    /// Who plays.
    pub engines: Vec<EngineSetup>,
    /// Where the openings come from, for the reader.
    pub openings: String,
    /// A hash of the openings in order; of generated ones, the first few stand for all.
    pub openings_hash: u64,
    /// Which games there are.
    pub layout: Layout,
    /// What ends them early.
    pub adjudication: Adjudication,
}
