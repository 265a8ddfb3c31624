//! Faults of players.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A failure of a player. Each kind is counted apart. A failure of the match runner is never a [`Fault`].
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    /// It answered too late, or not before its time was over.
    #[error("the engine used {used:.3} s of {allowed:.3} s", used = .used.as_secs_f64(), allowed = .allowed.as_secs_f64())]
    Timeout {
        /// Until the answer, or until the end of the wait.
        used: Duration,
        /// Time left and margin together.
        allowed: Duration,
    },
    /// It did not answer where no clock runs: at its start, before a game, or under limits without time.
    #[error("the engine did not answer \"{to}\" within {waited:.0} s", waited = .waited.as_secs_f64())]
    Stall {
        /// The line sent.
        to: String,
        /// The timeout.
        waited: Duration,
    },
    /// Its process ended, or closed its output.
    #[error("{how}")]
    Crash {
        /// `the engine exited with status 1`, `the engine could not be started: …`.
        how: String,
    },
    /// It chose an illegal move.
    #[error("\"{text}\" is illegal: {why}")]
    Illegal {
        /// The move as received.
        text: String,
        /// The rule that forbids it.
        why: String,
    },
    /// It answered that it has no move in a game that is not over, also to the bare position where the protocol can send
    /// one: it ends games by other rules.
    #[error("the engine answered \"{answer}\" in a game that is not over")]
    NoMove {
        /// `nobestmove`, `bestmove (none)`, `1/2-1/2 {50 moves}`.
        answer: String,
    },
    /// It sent text that is no answer where one was due, or more text than is read.
    #[error("{what}")]
    Junk {
        /// `the engine answered "?" to "genmove b"`, `the engine wrote more than 64 MB for one move`.
        what: String,
    },
}
