//! Why a command could not do its work, the exit code of each reason, on which scripts rely, and other messages on stderr.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use thiserror::Error;

use search_core::bad_input::{BadInput, quote};

/// The exit status of a program.
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

/// The end of a command that did not complete.
#[derive(Debug, Error)]
pub enum Failure {
    /// A file, position, move or protocol line was malformed.
    #[error("{0}")]
    BadInput(#[from] BadInput),
    /// Options that parse one by one but do not go together, or a file that is in use.
    #[error("{0}")]
    Usage(String),
    /// An engine process failed.
    #[error("{0}")]
    Engine(String),
    /// Results could not be written. The text says how to go on, if the work can be resumed.
    #[error("the results cannot be written: {0}. Free some space{rest}", rest = remedy(.1))]
    Unwritable(io::Error, Option<String>),
    /// A bug of this program.
    #[error("{0}")]
    Internal(String),
    /// The reader of the results has gone away, as `head` does: nothing is wrong.
    #[error("the reader of the results has closed the pipe")]
    ClosedPipe,
    /// The user asked to stop. The text says how to go on, if the work can be resumed.
    #[error("interrupted{}", hint(.0))]
    Interrupted(Option<String>),
    /// A failure of which the results on stdout have a record already.
    #[error("{0}")]
    Recorded(Box<Failure>),
}

fn hint(resume: &Option<String>) -> String {
    resume.as_ref().map(|how| format!("; to go on: {how}")).unwrap_or_default()
}

fn remedy(resume: &Option<String>) -> String {
    resume.as_ref().map_or_else(|| " or choose another place.".to_owned(), |_| hint(resume))
}

impl Failure {
    /// The failure of a write: a closed pipe, or output that cannot be written.
    pub fn from_write(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Unwritable(error, None),
        }
    }

    /// A file or folder that cannot be written, with its name.
    pub fn unwritable(path: impl AsRef<Path>, error: &io::Error) -> Failure {
        let name = quote(&path.as_ref().to_string_lossy());
        Failure::Unwritable(io::Error::new(error.kind(), format!("{name}: {error}")), None)
    }

    /// The failure of work that is kept as far as it was done: an interruption or a full disk is shown with the command that
    /// goes on.
    #[must_use]
    pub fn resumable_by(self, command: Option<String>) -> Failure {
        match self {
            Failure::Interrupted(_) => Failure::Interrupted(command),
            Failure::Unwritable(error, _) => Failure::Unwritable(error, command),
            other => other,
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Failure::BadInput(_) => Exit::BadInput,
            Failure::Usage(_) => Exit::Usage,
            Failure::Engine(_) => Exit::Engine,
            Failure::Unwritable(..) | Failure::Internal(_) => Exit::Internal,
            Failure::ClosedPipe => Exit::Success,
            Failure::Interrupted(_) => Exit::Interrupted,
            Failure::Recorded(failure) => failure.exit(),
        }
    }

    /// Prints the failure to stderr; a closed pipe is none.
    pub fn report(&self, colour: bool) {
        match self {
            Failure::ClosedPipe => {}
            Failure::Recorded(failure) => failure.report(colour),
            _ => print_error(self, colour),
        }
    }
}

/// Prints a warning to stderr, without colour; the work goes on.
pub fn warn(message: &dyn fmt::Display) {
    print_error(message, false);
}

/// Prints a note that is no error to stderr. A closed stderr is ignored.
pub fn note(message: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "note: {message}");
}

/// Writes `error: …` to stderr. A closed stderr is ignored.
fn print_error(message: &dyn fmt::Display, colour: bool) {
    let (on, off) = if colour && io::stderr().is_terminal() { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    let _ = writeln!(io::stderr(), "{on}error:{off} {message}");
}
