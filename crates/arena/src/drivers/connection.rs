//! The exchange of lines with a running engine.

use std::fmt::Display;
use std::time::{Duration, Instant};

use crate::config::Timeouts;
use crate::fault::Fault;
use crate::log::Channel;
use crate::process::{Launch, Process};

/// A running engine, and how long it may be silent.
#[derive(Debug)]
pub struct Connection {
    process: Process,
    pub timeouts: Timeouts,
    /// The number of the last `ping`.
    pings: u32,
}

impl Connection {
    pub fn start(launch: &Launch, timeouts: Timeouts, log: Channel) -> Result<Connection, Fault> {
        Ok(Connection { process: Process::logged(launch, log)?, timeouts, pings: 0 })
    }

    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    pub fn dialogue(&self) -> Vec<String> {
        self.process.dialogue()
    }

    /// Sends a line, and returns the time at which it was written.
    pub fn send(&mut self, line: impl Display) -> Result<Instant, Fault> {
        self.process.send(&line.to_string())
    }

    /// Sends lines that need no answer.
    pub fn send_all<L: Display>(&mut self, lines: impl IntoIterator<Item = L>) -> Result<(), Fault> {
        lines.into_iter().try_for_each(|line| self.send(line).map(drop))
    }

    /// Sends a line, and reads lines until `read` finds the answer. Later than the timeout it is a stall.
    pub fn request<T>(
        &mut self,
        line: impl Display,
        timeout: Duration,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let until = self.send(&line)? + timeout;
        while let Some(output) = self.process.next_line(until)? {
            if let Some(found) = read(&output.text) {
                return Ok(found);
            }
        }
        Err(Fault::Stall { to: line.to_string(), waited: timeout })
    }

    /// Sends a numbered `ping`, and waits for its `pong`. `read` sees every other line, and may find a fault in it.
    pub fn ping(
        &mut self,
        timeout: Duration,
        mut read: impl FnMut(&str) -> Option<Fault>,
    ) -> Result<(), Fault> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.request(format!("ping {}", self.pings), timeout, |line| match line.trim() == pong {
            true => Some(Ok(())),
            false => read(line).map(Err),
        })?
    }
}
