//! What a player can do wrong.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a player did wrong. Each kind is counted apart, and is the player's own fault: what goes wrong in the runner is
/// no [`Fault`].
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    /// It answered too late, or not before its time was over.
    #[error("it used {used:.3} s of the {allowed:.3} s that it had", used = .used.as_secs_f64(), allowed = .allowed.as_secs_f64())]
    Timeout {
        /// Until the answer, or until the waiting ended.
        used: Duration,
        /// Time left and margin together.
        allowed: Duration,
    },
    /// It did not answer where no clock runs: at its start, before a game, or under limits without time.
    #[error("it did not answer \"{to}\" within {waited:.0} s", waited = .waited.as_secs_f64())]
    Stall {
        /// What was said to it.
        to: String,
        /// How long was waited.
        waited: Duration,
    },
    /// Its process ended, or closed its output.
    #[error("{how}")]
    Crash {
        /// `it exited with status 1`, `it was killed by signal 11`, `it could not be started: …`.
        how: String,
    },
    /// It chose a move that may not be played.
    #[error("\"{text}\" may not be played: {why}")]
    Illegal {
        /// The move as received.
        text: String,
        /// What forbids it.
        why: String,
    },
    /// It answered that it has no move in a game that was not over, also to the bare position where it could be given
    /// one: it ends games by other rules.
    #[error("it answered \"{answer}\" in a game that was not over")]
    NoMove {
        /// `nobestmove`, `bestmove (none)`, `1/2-1/2 {50 moves}`.
        answer: String,
    },
    /// It said what cannot be understood where an answer was due, or more than anyone can read.
    #[error("{what}")]
    Junk {
        /// `it answered "?" to "genmove b"`, `it wrote more than 64 MB for one move`.
        what: String,
    },
}
