//! The harness of an engine under test: its process, and the lines exchanged with it.

use std::fmt::Display;
use std::time::{Duration, Instant};

use shuangqi_cli::interrupt;

use crate::config::Timeouts;
use crate::fault::Fault;
use crate::log::Channel;
use crate::process::{EngineOutput, Launch, Process};
use crate::supervisor::EngineExit;

/// The interval at which a wait tests for interruption.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Why a step did not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepFailure {
    /// The engine breaks the rule, in this way.
    Failed(String),
    /// The engine does not offer this.
    Skipped(String),
    /// The user has asked to stop.
    Interrupted,
}

impl From<Fault> for StepFailure {
    fn from(fault: Fault) -> StepFailure {
        StepFailure::Failed(fault.to_string())
    }
}

/// The result of a step, with a note if it passed.
pub type StepResult = Result<String, StepFailure>;

/// Fails a step.
pub fn fail<T>(why: impl Into<String>) -> Result<T, StepFailure> {
    Err(StepFailure::Failed(why.into()))
}

/// Skips a step.
pub fn skip<T>(why: impl Into<String>) -> Result<T, StepFailure> {
    Err(StepFailure::Skipped(why.into()))
}

/// Fails a step unless a condition holds.
pub fn require(holds: bool, why: impl FnOnce() -> String) -> Result<(), StepFailure> {
    if holds { Ok(()) } else { fail(why()) }
}

/// Fails a step if the two runs of a search differ.
pub fn require_equal(first: String, second: &str) -> StepResult {
    if first == second { Ok(first) } else { fail(format!("first {first}, then {second}")) }
}

/// Passes an answer that came within its limit. The note has both times.
pub fn within(elapsed: Duration, limit: Duration, margin: Duration) -> StepResult {
    let late = if margin.is_zero() { String::new() } else { format!(" + {} ms", margin.as_millis()) };
    let note = format!("{} ms, limit {} ms{late}", elapsed.as_millis(), limit.as_millis());
    if elapsed <= limit + margin { Ok(note) } else { fail(note) }
}

/// An engine under test. Every exchange with it fails if it has ended, and when the user asks to stop.
#[derive(Debug)]
pub struct Harness {
    launch: Launch,
    process: Option<Process>,
    /// How long the engine may be silent.
    pub timeouts: Timeouts,
    /// How late its answers may be.
    pub margin: Duration,
    /// The number of the last `ping`.
    pings: u32,
}

impl Harness {
    /// A harness without a process.
    pub fn new(launch: Launch, timeouts: Timeouts, margin: Duration) -> Harness {
        Harness { launch, process: None, timeouts, margin, pings: 0 }
    }

    pub fn program(&self) -> &str {
        &self.launch.command
    }

    pub fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Whether the program could not be started at all.
    pub fn never_ran(&self) -> bool {
        let ending = self.process.as_ref().and_then(Process::known_exit);
        matches!(ending, Some(EngineExit::NotStarted(_)))
    }

    pub fn start(&mut self) -> Result<(), StepFailure> {
        self.process = Some(Process::start(&self.launch, self.timeouts, Channel::default())?);
        Ok(())
    }

    /// Ends the process, if one runs.
    pub fn end_process(&mut self) {
        self.process = None;
    }

    /// Drops the lines that have arrived, so that they are not taken for a later answer.
    pub fn drop_output(&mut self) -> Result<(), StepFailure> {
        if let Some(process) = &mut self.process {
            process.drain()?;
        }
        Ok(())
    }

    fn process(&mut self) -> Result<&mut Process, StepFailure> {
        self.process.as_mut().ok_or_else(|| StepFailure::Failed("the engine has ended".to_owned()))
    }

    /// Sends a line, and returns the time at which it was written.
    pub fn send(&mut self, line: impl Display) -> Result<Instant, StepFailure> {
        Ok(self.process()?.send(line)?)
    }

    pub fn send_all<L: Display>(&mut self, lines: impl IntoIterator<Item = L>) -> Result<(), StepFailure> {
        lines.into_iter().try_for_each(|line| self.send(line).map(drop))
    }

    /// The next line; `None`: none arrives until then.
    pub fn next_line(&mut self, until: Instant) -> Result<Option<EngineOutput>, StepFailure> {
        loop {
            if interrupt::is_requested() {
                return Err(StepFailure::Interrupted);
            }
            let now = Instant::now();
            if let Some(line) = self.process()?.next_line(until.min(now + POLL_INTERVAL))? {
                return Ok(Some(line));
            }
            if now >= until {
                return Ok(None);
            }
        }
    }

    /// Reads to the line that `is_last` accepts, which is the last of the result; `None`: it does not come in time.
    pub fn read_until(
        &mut self,
        timeout: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<Option<Vec<EngineOutput>>, StepFailure> {
        let until = Instant::now() + timeout;
        let mut lines = Vec::new();
        while let Some(line) = self.next_line(until)? {
            let is_done = is_last(line.text.trim());
            lines.push(line);
            if is_done {
                return Ok(Some(lines));
            }
        }
        Ok(None)
    }

    /// Reads as [`Harness::read_until`], in answer to a line. It is a failure if the last line does not come in time.
    pub fn expect(
        &mut self,
        to: &str,
        timeout: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<Vec<EngineOutput>, StepFailure> {
        let stall = || Fault::Stall { to: to.to_owned(), waited: timeout };
        self.read_until(timeout, is_last)?.ok_or_else(|| stall().into())
    }

    /// Sends a line, and reads as [`Harness::expect`]. Also returns the time to the last line.
    pub fn request(
        &mut self,
        line: impl Display,
        timeout: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<(Vec<EngineOutput>, Duration), StepFailure> {
        let begin = self.send(&line)?;
        let lines = self.expect(&line.to_string(), timeout, is_last)?;
        let end = lines.last().map_or(begin, |output| output.at);
        Ok((lines, end.saturating_duration_since(begin)))
    }

    /// Sends a numbered `ping`, and reads to its `pong` as [`Harness::request`].
    pub fn ping(&mut self) -> Result<(Vec<EngineOutput>, Duration), StepFailure> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.request(format!("ping {}", self.pings), self.timeouts.ready, |line| line == pong)
    }

    /// The lines that arrive within this time.
    pub fn collect(&mut self, time: Duration) -> Result<Vec<String>, StepFailure> {
        let until = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(line) = self.next_line(until)? {
            lines.push(line.text);
        }
        Ok(lines)
    }

    /// Waits for the process to end by itself; how it ended, as far as known, and after what time. The process is gone
    /// afterwards.
    fn exit(&mut self) -> Result<(Option<EngineExit>, Duration), StepFailure> {
        let begin = Instant::now();
        let Some(mut process) = self.process.take() else { return fail("the engine had ended before") };
        while !process.has_exited(POLL_INTERVAL) {
            if interrupt::is_requested() {
                return Err(StepFailure::Interrupted);
            }
            if begin.elapsed() >= self.timeouts.quit {
                return fail(format!("the engine still ran after {} ms", self.timeouts.quit.as_millis()));
            }
        }
        let elapsed = begin.elapsed();
        Ok((process.exit(), elapsed))
    }

    /// The process must end by itself, in time and not by a signal.
    pub fn await_exit(&mut self) -> StepResult {
        let (ending, elapsed) = self.exit()?;
        let note = within(elapsed, self.timeouts.quit, Duration::ZERO)?;
        match ending {
            Some(EngineExit::Signal(_) | EngineExit::NotStarted(_)) => fail(describe(ending)),
            Some(EngineExit::Status(0)) | None => Ok(note),
            Some(EngineExit::Status(status)) => Ok(format!("{note}, with status {status}")),
        }
    }

    /// The process must end by itself, in time and with status 0.
    fn await_success(&mut self) -> StepResult {
        let (ending, elapsed) = self.exit()?;
        require(matches!(ending, Some(EngineExit::Status(0)) | None), || describe(ending))?;
        within(elapsed, self.timeouts.quit, Duration::ZERO)
    }

    /// Sends `quit`, which must end the process.
    pub fn quit(&mut self) -> StepResult {
        self.send("quit")?;
        self.await_exit()
    }

    /// Sends `quit`, which must end the process with status 0.
    pub fn quit_with_success(&mut self) -> StepResult {
        self.send("quit")?;
        self.await_success()
    }

    /// Closes the input, which must end the process with status 0.
    pub fn end_input(&mut self) -> StepResult {
        self.process()?.close_input();
        self.await_success()
    }
}

fn describe(ending: Option<EngineExit>) -> String {
    ending.map_or_else(|| "the engine exited".to_owned(), |ending| ending.to_string())
}
