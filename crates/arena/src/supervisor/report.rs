//! How an engine ended, as a line on stderr.

use std::fmt;
use std::io::Write;

/// No line of an engine begins with it, except on purpose.
const MARK: &str = "\u{1}supervisor: ";

/// The end of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineExit {
    /// It ended with this status.
    Status(i32),
    /// A signal of this number ended it.
    Signal(i32),
    /// It did not run, for this reason.
    NotStarted(String),
}

impl EngineExit {
    /// Reads a line of [`EngineExit::report`]; `None` for any other line.
    pub fn read(line: &str) -> Option<EngineExit> {
        let (kind, rest) = line.strip_prefix(MARK)?.split_once(' ')?;
        match kind {
            "status" => rest.parse().ok().map(EngineExit::Status),
            "signal" => rest.parse().ok().map(EngineExit::Signal),
            "unstarted" => Some(EngineExit::NotStarted(rest.to_owned())),
            _ => None,
        }
    }

    /// Reports to the runner. If that fails, there is no reader any more.
    pub fn report(&self) {
        let text = match self {
            EngineExit::Status(status) => format!("status {status}"),
            EngineExit::Signal(signal) => format!("signal {signal}"),
            EngineExit::NotStarted(why) => format!("unstarted {}", why.replace('\n', " ")),
        };
        // The engine may have left an unfinished line behind.
        let _ = std::io::stderr().write_all(format!("\n{MARK}{text}\n").as_bytes());
    }
}

impl fmt::Display for EngineExit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineExit::Status(status) => write!(out, "the engine exited with status {status}"),
            EngineExit::Signal(signal) => write!(out, "the engine was killed by signal {signal}"),
            EngineExit::NotStarted(why) => write!(out, "the engine could not be started: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_and_others_are_not() {
        let line = |text: &str| EngineExit::read(&format!("{MARK}{text}"));
        assert_eq!(line("status 3"), Some(EngineExit::Status(3)));
        assert_eq!(line("signal 11").unwrap().to_string(), "the engine was killed by signal 11");
        let missing = line("unstarted No such file or directory").unwrap();
        assert_eq!(missing.to_string(), "the engine could not be started: No such file or directory");
        assert_eq!(line("status x"), None);
        assert_eq!(EngineExit::read("status 3"), None);
    }
}
