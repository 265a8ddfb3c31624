//! How an engine ended, as a line.

use std::fmt;
use std::io::Write;

/// Nothing that an engine writes begins with it, except on purpose.
const MARK: &str = "\u{1}keeper: ";

/// How an engine ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By itself, with this status.
    Status(i32),
    /// By a signal.
    Signal(i32),
    /// It never ran: why.
    NotStarted(String),
}

impl Ending {
    /// Reads what [`Ending::tell`] wrote; `None` for any other line.
    pub fn read(line: &str) -> Option<Ending> {
        let (kind, rest) = line.strip_prefix(MARK)?.split_once(' ')?;
        match kind {
            "status" => rest.parse().ok().map(Ending::Status),
            "signal" => rest.parse().ok().map(Ending::Signal),
            "unstarted" => Some(Ending::NotStarted(rest.to_owned())),
            _ => None,
        }
    }

    /// Tells the runner. Nobody is left to be told if that fails.
    pub fn tell(&self) {
        let text = match self {
            Ending::Status(status) => format!("status {status}"),
            Ending::Signal(signal) => format!("signal {signal}"),
            Ending::NotStarted(why) => format!("unstarted {}", why.replace('\n', " ")),
        };
        // The engine may have left an unfinished line behind.
        let _ = std::io::stderr().write_all(format!("\n{MARK}{text}\n").as_bytes());
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Status(status) => write!(out, "it ended with status {status}"),
            Ending::Signal(signal) => write!(out, "it was ended by signal {signal}"),
            Ending::NotStarted(why) => write!(out, "it could not be started: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_and_others_are_not() {
        let line = |text: &str| Ending::read(&format!("{MARK}{text}"));
        assert_eq!(line("status 3"), Some(Ending::Status(3)));
        assert_eq!(line("signal 11").unwrap().to_string(), "it was ended by signal 11");
        let missing = line("unstarted No such file or directory").unwrap();
        assert_eq!(missing.to_string(), "it could not be started: No such file or directory");
        assert_eq!(line("status x"), None);
        assert_eq!(Ending::read("status 3"), None);
    }
}
