//! Engines: their protocols, and the conditions they play under.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use game::Limits;
use serde::{Deserialize, Serialize};

/// The protocol of an engine. A new one is a variant here, its row in the table of `drivers`, its driver and its compliance
/// steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// Universal Chess Interface (Xiangqi)
    Uci,
    /// Universal Chinese Chess Protocol (Xiangqi)
    Ucci,
    /// Go Text Protocol (Othello)
    Gtp,
    /// Chess Engine Communication Protocol (Xiangqi)
    Xboard,
    /// NBoard's protocol (Othello)
    Nboard,
    /// Our own engine of the game, in this process
    #[default]
    Internal,
}

impl Protocol {
    /// Whether the engine is a part of this program and runs in its process.
    pub fn is_internal(self) -> bool {
        self == Protocol::Internal
    }
}

/// When time is added. No control at all (`inf`) is no [`TimeControl`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time on the clock at the start, and again after every `moves`.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// The moves for which `base` is given; `None`: all moves of the game.
    pub moves: Option<NonZeroU32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Restart {
    /// After a fault.
    #[default]
    #[value(alias = "off")]
    Auto,
    /// Before every game.
    On,
}

/// An engine and the conditions it plays under.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct EngineConfig {
    /// The name in tables; unique in the match.
    pub name: String,
    /// The program; empty for [`Protocol::Internal`].
    pub command: String,
    pub arguments: Vec<String>,
    /// The working directory; `None`: that of the runner.
    pub folder: Option<String>,
    pub protocol: Protocol,
    /// The number of the lowest rank in its moves, 0 or 1 (Fairy-Stockfish over UCI).
    pub rank_base: u8,
    /// Options set before its first game, in the order given.
    pub options: Vec<(String, String)>,
    /// Lines sent as they are after the handshake.
    pub initial: Vec<String>,
    /// `None`: no clock runs.
    pub clock: Option<TimeControl>,
    /// Positions visited that take a millisecond by this player's clock, which then counts them in place of time; engines in this
    /// process alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes_per_millisecond: Option<NonZeroU64>,
    pub limits: Limits,
    /// By how much it may be late.
    pub margin: Duration,
    pub restart: Restart,
    /// The factor that makes its scores hundredths of a soldier or of a disc; `None`: they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// The file to which its stderr is appended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// The file to which its dialogue is appended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
}

/// A part of an engine's configuration that the engine cannot carry out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigProblem {
    /// A sentence with the way out; the engine's name goes before it.
    pub text: String,
    /// Whether the match would not be the one that was asked for.
    pub is_fatal: bool,
}

impl ConfigProblem {
    /// A mistake, which ends the match before it begins.
    pub fn fatal(text: String) -> ConfigProblem {
        ConfigProblem { text, is_fatal: true }
    }

    /// A limitation that the user may intend, but should know.
    pub fn warning(text: String) -> ConfigProblem {
        ConfigProblem { text, is_fatal: false }
    }
}
