//! The exchange of lines with a running engine.

use std::time::{Duration, Instant};

use crate::arena::config::Timeouts;
use crate::arena::fault::Fault;
use crate::arena::log::Channel;
use crate::arena::process::{Launch, Process};

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
    pub fn send(&mut self, line: &str) -> Result<Instant, Fault> {
        self.process.send(line)
    }

    /// Sends lines that need no answer.
    pub fn send_all<L: AsRef<str>>(&mut self, lines: impl IntoIterator<Item = L>) -> Result<(), Fault> {
        lines.into_iter().try_for_each(|line| self.send(line.as_ref()).map(drop))
    }

    /// Sends a line, and reads lines until `read` finds the answer.
    pub fn request<T>(
        &mut self,
        line: &str,
        timeout: Duration,
        read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let begin = self.send(line)?;
        self.expect(line, begin + timeout, timeout, read)
    }

    /// Reads lines until `read` finds the answer to a line that was sent. Later than `until` it is a stall.
    pub fn expect<T>(
        &mut self,
        to: &str,
        until: Instant,
        timeout: Duration,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        while let Some(output) = self.process.next_line(until)? {
            if let Some(found) = read(&output.text) {
                return Ok(found);
            }
        }
        Err(Fault::Stall { to: to.to_owned(), waited: timeout })
    }

    /// Sends a numbered `ping`, and waits for its `pong`. `read` sees every other line, and may find a fault in it.
    pub fn ping(
        &mut self,
        timeout: Duration,
        mut read: impl FnMut(&str) -> Option<Fault>,
    ) -> Result<(), Fault> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.request(&format!("ping {}", self.pings), timeout, |line| match line.trim() == pong {
            true => Some(Ok(())),
            false => read(line).map(Err),
        })?
    }
}
