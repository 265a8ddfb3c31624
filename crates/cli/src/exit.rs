//! The exit codes that scripts rely on.

use std::process::ExitCode;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The work was done and the answers are right.
    Success = 0,
    /// The work ran, but a count, score, expectation or assertion was not met.
    Wrong = 1,
    /// The command line was not understood.
    Usage = 2,
    /// A file, position, move or protocol line was malformed.
    BadInput = 3,
    /// An engine process failed.
    Engine = 4,
    /// An internal error, or the output could not be written.
    Internal = 5,
    /// Interrupted, with the state saved.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
