//! The bench on which an engine goes through the steps: its process, and everything that is written to and read from it.

use std::time::{Duration, Instant};

use shuangqi_cli::interrupt;

use crate::arena::config::Timeouts;
use crate::arena::fault::Fault;
use crate::arena::process::{Heard, Launch, Process};
use crate::arena::supervisor::EngineExit;

/// How often a wait looks whether the user has asked to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Why a step did not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Miss {
    /// The engine does not do what is tested: how.
    Failed(String),
    /// It does not offer what is tested: what.
    Skipped(String),
    /// The user has asked to stop.
    Interrupted,
}

impl From<Fault> for Miss {
    fn from(fault: Fault) -> Miss {
        Miss::Failed(fault.to_string())
    }
}

/// What came of a step: a note, if it passed.
pub type Finding = Result<String, Miss>;

/// Fails a step.
pub fn fail<T>(why: impl Into<String>) -> Result<T, Miss> {
    Err(Miss::Failed(why.into()))
}

/// Skips a step.
pub fn skip<T>(why: impl Into<String>) -> Result<T, Miss> {
    Err(Miss::Skipped(why.into()))
}

/// Fails a step unless this is so.
pub fn demand(is_so: bool, why: impl FnOnce() -> String) -> Result<(), Miss> {
    if is_so { Ok(()) } else { fail(why()) }
}

/// Passes an answer that came within its limit; in any case the note names both times.
pub fn within(elapsed: Duration, limit: Duration, margin: Duration) -> Finding {
    let late = if margin.is_zero() { String::new() } else { format!(" + {} ms", margin.as_millis()) };
    let note = format!("{} ms, limit {} ms{late}", elapsed.as_millis(), limit.as_millis());
    if elapsed <= limit + margin { Ok(note) } else { fail(note) }
}

/// An engine under examination.
#[derive(Debug)]
pub struct Bench {
    launch: Launch,
    process: Option<Process>,
    /// How long it may be silent.
    pub patience: Timeouts,
    /// How late its answers may be.
    pub margin: Duration,
}

impl Bench {
    /// A bench on which no engine runs yet.
    pub fn new(launch: Launch, patience: Timeouts, margin: Duration) -> Bench {
        Bench { launch, process: None, patience, margin }
    }

    /// The program that is examined.
    pub fn program(&self) -> &str {
        &self.launch.command
    }

    /// Whether an engine runs.
    pub fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Whether the program could not be run at all.
    pub fn never_ran(&self) -> bool {
        let ending = self.process.as_ref().and_then(Process::ending_so_far);
        matches!(ending, Some(EngineExit::NotStarted(_)))
    }

    /// Starts a new process.
    ///
    /// # Errors
    /// If there is no process to be had.
    pub fn start(&mut self) -> Result<(), Miss> {
        self.process = Some(Process::start(&self.launch)?);
        Ok(())
    }

    /// Ends the process, if one runs. What upset it is over.
    pub fn clear(&mut self) {
        self.process = None;
    }

    /// Drops what has been written so far, so that it is not taken for a later answer.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn drop_output(&mut self) -> Result<(), Miss> {
        if let Some(process) = &mut self.process {
            process.turn()?;
        }
        Ok(())
    }

    fn process(&mut self) -> Result<&mut Process, Miss> {
        self.process.as_mut().ok_or_else(|| Miss::Failed("it has ended".to_owned()))
    }

    /// Writes a line, and returns when it was written.
    ///
    /// # Errors
    /// As of [`Process::say`].
    pub fn say(&mut self, line: &str) -> Result<Instant, Miss> {
        Ok(self.process()?.say(line)?)
    }

    /// Its next line; `None`: there is none until then.
    ///
    /// # Errors
    /// If it has ended, and interruption.
    pub fn next_line(&mut self, until: Instant) -> Result<Option<Heard>, Miss> {
        loop {
            if interrupt::is_requested() {
                return Err(Miss::Interrupted);
            }
            let now = Instant::now();
            if let Some(line) = self.process()?.hear(until.min(now + POLL_INTERVAL))? {
                return Ok(Some(line));
            }
            if now >= until {
                return Ok(None);
            }
        }
    }

    /// Reads until a line is the one that was waited for, which is the last one of the result; `None`: it does not come
    /// in time.
    ///
    /// # Errors
    /// As of [`Bench::next_line`].
    pub fn read_until(
        &mut self,
        patience: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<Option<Vec<Heard>>, Miss> {
        let until = Instant::now() + patience;
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

    /// Reads as [`Bench::read_until`] does what must come in time.
    ///
    /// # Errors
    /// If it does not, and as of [`Bench::next_line`].
    pub fn hear(
        &mut self,
        to: &str,
        patience: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<Vec<Heard>, Miss> {
        let stall = || Fault::Stall { to: to.to_owned(), waited: patience };
        self.read_until(patience, is_last)?.ok_or_else(|| stall().into())
    }

    /// Writes a line, and reads as in [`Bench::hear`]. Also returns how long that took.
    ///
    /// # Errors
    /// As of [`Bench::hear`].
    pub fn ask(
        &mut self,
        line: &str,
        patience: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<(Vec<Heard>, Duration), Miss> {
        let begin = self.say(line)?;
        let lines = self.hear(line, patience, is_last)?;
        let end = lines.last().map_or(begin, |heard| heard.at);
        Ok((lines, end.saturating_duration_since(begin)))
    }

    /// What it writes within this time.
    ///
    /// # Errors
    /// As of [`Bench::next_line`].
    pub fn overhear(&mut self, time: Duration) -> Result<Vec<String>, Miss> {
        let until = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(line) = self.next_line(until)? {
            lines.push(line.text);
        }
        Ok(lines)
    }

    /// Waits for it to end by itself; in any case it is gone afterwards. How it ended, as far as is known, and after how
    /// long.
    fn await_ending(&mut self) -> Result<(Option<EngineExit>, Duration), Miss> {
        let begin = Instant::now();
        let Some(mut process) = self.process.take() else { return fail("it had ended before") };
        while !process.has_ended(POLL_INTERVAL) {
            if interrupt::is_requested() {
                return Err(Miss::Interrupted);
            }
            if begin.elapsed() >= self.patience.quit {
                return fail(format!("it still ran after {} ms", self.patience.quit.as_millis()));
            }
        }
        let elapsed = begin.elapsed();
        Ok((process.ending(), elapsed))
    }

    /// Waits for it to end by itself, in time and not by a signal.
    ///
    /// # Errors
    /// If it does not.
    pub fn await_end(&mut self) -> Finding {
        let (ending, elapsed) = self.await_ending()?;
        let note = within(elapsed, self.patience.quit, Duration::ZERO)?;
        match ending {
            Some(EngineExit::Signal(_) | EngineExit::NotStarted(_)) => fail(describe(ending)),
            Some(EngineExit::Status(0)) | None => Ok(note),
            Some(EngineExit::Status(status)) => Ok(format!("{note}, with status {status}")),
        }
    }

    /// Waits for it to end by itself, with status 0.
    ///
    /// # Errors
    /// If it does not.
    pub fn await_success(&mut self) -> Finding {
        let (ending, elapsed) = self.await_ending()?;
        demand(matches!(ending, Some(EngineExit::Status(0)) | None), || describe(ending))?;
        within(elapsed, self.patience.quit, Duration::ZERO)
    }

    /// Closes its input, and waits for it to end.
    ///
    /// # Errors
    /// If it does not.
    pub fn end_input(&mut self) -> Finding {
        self.process()?.close();
        self.await_success()
    }
}

fn describe(ending: Option<EngineExit>) -> String {
    ending.map_or_else(|| "it ended".to_owned(), |ending| ending.to_string())
}
