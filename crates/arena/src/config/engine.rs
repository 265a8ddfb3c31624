//! An engine and the conditions it plays under.

use std::num::NonZeroU32;
use std::time::Duration;

use game::Limits;
use serde::{Deserialize, Serialize};

use super::protocol::Protocol;

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
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    pub limits: Limits,
    /// By how much it may be late.
    pub margin: Duration,
    pub restart: Restart,
    #[serde(default, skip_serializing_if = "Scale::is_one")]
    pub scale: Scale,
    /// The file to which its stderr is appended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// The file to which its dialogue is appended.
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
    pub const ONE: Scale = Scale { thousandths: 1000 };

    /// A factor from 0.001 to 1000, to three decimals.
    pub fn new(factor: f64) -> Option<Scale> {
        let is_possible = (0.001..=1000.0).contains(&factor);
        is_possible.then(|| Scale { thousandths: (factor * 1000.0).round() as u32 })
    }

    pub fn is_one(&self) -> bool {
        *self == Scale::ONE
    }

    /// The score multiplied by the factor, rounded away from 0 and within the range of an `i32`.
    pub fn apply(self, score: i32) -> i32 {
        let scaled = i64::from(score) * i64::from(self.thousandths);
        let rounded = (scaled + 500 * scaled.signum()) / 1000;
        let most = i64::from(i32::MAX);
        i32::try_from(rounded.clamp(-most, most)).unwrap_or_default()
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
pub struct Timeouts {
    /// From its start to the end of the handshake.
    pub start: Duration,
    /// For a new game to be ready, and for an answer to a `ping`.
    pub ready: Duration,
    /// For a move without a clock and without a time for each move.
    pub answer: Duration,
    /// For its exit after `quit`.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let seconds = Duration::from_secs;
        Timeouts { start: seconds(10), ready: seconds(60), answer: seconds(600), quit: seconds(2) }
    }
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
