//! The process of an engine: start it, exchange lines with it, end it together with every process it has started.
//!
//! No engine can block the runner: a thread reads its output, stamps each line with the time of its arrival and bounds
//! how much is kept; a line that the engine does not read in time is an error.

mod child;
mod input;
mod streams;

use std::collections::VecDeque;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};

use shuangqi_cli::interrupt;

use super::config::{EngineConfig, Timeouts};
use super::fault::Fault;
use super::log::Channel;
use super::supervisor::{self, EngineExit};
use child::{EngineChild, Streams};
use input::Input;
use streams::{MAX_BYTES, Output, OutputEvent, Stderr};

const DIALOGUE_LINES: usize = 40;
/// The letters of each of them.
const DIALOGUE_LETTERS: usize = 300;
/// The longest wait for an engine to read a line.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest wait for the supervisor to end an engine and every process that it started.
#[cfg(target_os = "linux")]
const SUPERVISOR_TIMEOUT: Duration = Duration::from_secs(8);
/// The longest wait for the end of a process after the end of its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
/// The interval at which a wait that the user can end tests for that.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(50);

/// A line that an engine wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOutput {
    /// The line without its end. Bytes that are not UTF-8 become U+FFFD, and a line longer than 1 MB is cut.
    pub text: String,
    /// The time of arrival of its end.
    pub at: Instant,
}

/// A running engine, killed when dropped.
#[derive(Debug)]
pub struct Process {
    /// The longest silences.
    pub timeouts: Timeouts,
    /// Whether a signal to stop ends every wait for a line, as if its time were over.
    pub is_interruptible: bool,
    /// The number of the last `ping`.
    pings: u32,
    child: EngineChild,
    /// `None` once it is closed.
    input: Option<Input>,
    output: Output,
    stderr: Stderr,
    dialogue: VecDeque<String>,
    log: Channel,
}

impl Process {
    /// Starts the program of an engine on these processors, on any if there are none, with a log of every line sent, received
    /// and written to stderr. A program that does not exist is reported by the first exchange.
    pub fn start(
        config: &EngineConfig,
        processors: &[usize],
        timeouts: Timeouts,
        log: Channel,
    ) -> Result<Process, Fault> {
        Process::spawn(config, processors, timeouts, log)
            .map_err(|error| Fault::Crash { how: format!("the engine could not be started: {error}") })
    }

    fn spawn(
        config: &EngineConfig,
        processors: &[usize],
        timeouts: Timeouts,
        log: Channel,
    ) -> io::Result<Process> {
        let mut command = supervisor::command(&program(config)?, &config.arguments, processors)?;
        if let Some(folder) = &config.folder {
            command.current_dir(checked(folder)?);
        }
        let (child, Streams { input, output, stderr }) = child::spawn(command)?;
        let input = Input::new(input)?;
        let output = Output::read(output)?;
        let stderr = Stderr::read(stderr, config.stderr.as_deref(), log.clone())?;
        Ok(Process {
            timeouts,
            is_interruptible: false,
            pings: 0,
            child,
            input: Some(input),
            output,
            stderr,
            dialogue: VecDeque::new(),
            log,
        })
    }

    /// Sends a line, and returns the time at which it was written.
    pub fn send(&mut self, line: impl Display) -> Result<Instant, Fault> {
        let line = line.to_string();
        self.note('>', &line, Instant::now());
        let text = format!("{line}\n");
        let written = match &mut self.input {
            Some(input) => input.write(text.as_bytes(), Instant::now() + SEND_TIMEOUT),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        match written {
            Ok(()) => Ok(Instant::now()),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                Err(Fault::Stall { to: line, waited: SEND_TIMEOUT })
            }
            Err(_) => Err(self.exit_fault()),
        }
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
        while let Some(output) = self.next_line(until)? {
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

    /// Waits for the next line; `None`: none arrived until then.
    ///
    /// # Errors
    /// If the engine has ended, or has written more than 64 MB since the last [`Process::drain`].
    pub fn next_line(&mut self, until: Instant) -> Result<Option<EngineOutput>, Fault> {
        loop {
            let now = Instant::now();
            let end = if self.is_interruptible { until.min(now + INTERRUPT_INTERVAL) } else { until };
            match self.output.events.recv_timeout(end.saturating_duration_since(now)) {
                Ok(OutputEvent::Line(output)) => {
                    self.note('<', &output.text, output.at);
                    return Ok(Some(output));
                }
                Ok(OutputEvent::Flood) => return Err(flood()),
                Err(RecvTimeoutError::Timeout) if end < until && !interrupt::is_requested() => {}
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_fault()),
            }
        }
    }

    /// All lines to the first that `is_last` accepts; `None`: it does not come until then.
    pub fn read_until(
        &mut self,
        until: Instant,
        mut is_last: impl FnMut(&str) -> bool,
    ) -> Result<Option<Vec<EngineOutput>>, Fault> {
        let mut lines = Vec::new();
        while let Some(output) = self.next_line(until)? {
            let is_done = is_last(output.text.trim());
            lines.push(output);
            if is_done {
                return Ok(Some(lines));
            }
        }
        Ok(None)
    }

    /// The lines that have arrived by now. The limit of 64 MB begins anew.
    pub fn drain(&mut self) -> Result<Vec<EngineOutput>, Fault> {
        let mut waiting = Vec::new();
        while let Some(output) = self.next_line(Instant::now())? {
            waiting.push(output);
        }
        self.output.reset_limit();
        Ok(waiting)
    }

    /// The last lines sent (`>`), received (`<`) and written to stderr (`!`).
    pub fn dialogue(&self) -> Vec<String> {
        let stderr = self.stderr.last_lines().into_iter().map(|line| entry('!', &line));
        self.dialogue.iter().cloned().chain(stderr).collect()
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end by itself; whether it has.
    pub fn has_exited(&mut self, timeout: Duration) -> bool {
        let until = Instant::now() + timeout;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                Ok(None) => return false,
                Ok(Some(_)) | Err(_) => return true,
            }
        }
    }

    /// The fault of an engine whose output has ended.
    pub fn exit_fault(&mut self) -> Fault {
        let how = match self.exit() {
            Some(ending) => ending.to_string(),
            None if self.has_exited(Duration::ZERO) => "the engine exited".to_owned(),
            None => "the engine closed its output".to_owned(),
        };
        Fault::Crash { how }
    }

    /// The exit of the process, after the end of its output; `None`: it still runs, or the supervisor did not report.
    pub fn exit(&mut self) -> Option<EngineExit> {
        let has_exited = self.has_exited(EXIT_TIMEOUT);
        self.stderr.ending(if has_exited { EXIT_TIMEOUT } else { Duration::ZERO })
    }

    /// The exit of the process, as far as reported by now.
    pub fn known_exit(&self) -> Option<EngineExit> {
        self.stderr.ending(Duration::ZERO)
    }

    /// Ends the engine: by `quit` if it obeys in time, by force otherwise.
    pub fn quit(&mut self) {
        // Whether or not it can still be sent, the process is ended.
        let _ = self.send("quit");
        if !self.has_exited(self.timeouts.quit) {
            self.kill();
        }
    }

    /// Kills the process and every process that it has started.
    fn kill(&mut self) {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Pid, Signal, kill_process};
            let supervisor = Pid::from_child(&self.child);
            // A supervisor that has ended, or is not yet reaped, receives no signal.
            let is_signalled =
                matches!(self.child.try_wait(), Ok(None)) && kill_process(supervisor, Signal::TERM).is_ok();
            if !is_signalled || self.has_exited(SUPERVISOR_TIMEOUT) {
                return;
            }
            supervisor::kill_descendants(supervisor);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn note(&mut self, side: char, line: &str, at: Instant) {
        self.log.write(at, side, line);
        if self.dialogue.len() == DIALOGUE_LINES {
            self.dialogue.pop_front();
        }
        self.dialogue.push_back(entry(side, line));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The program's absolute path, from the folder where it runs; a name without a folder is left to the search path.
fn program(config: &EngineConfig) -> io::Result<String> {
    if !config.command.contains(std::path::is_separator) {
        return Ok(config.command.clone());
    }
    let folder = config.folder.as_deref().unwrap_or_default();
    let path = std::path::absolute(Path::new(folder).join(&config.command))?;
    Ok(path.to_string_lossy().into_owned())
}

/// The folder, if it exists: the system's own error would not name it.
fn checked(folder: &str) -> io::Result<&str> {
    match std::fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => Ok(folder),
        Ok(_) => Err(io::Error::other(format!("dir={folder} is not a folder"))),
        Err(error) => Err(io::Error::other(format!("dir={folder}: {error}"))),
    }
}

fn entry(side: char, line: &str) -> String {
    let mut text: String = [side, ' '].into_iter().chain(line.chars().take(DIALOGUE_LETTERS)).collect();
    if line.chars().nth(DIALOGUE_LETTERS).is_some() {
        text.push('…');
    }
    text
}

fn flood() -> Fault {
    Fault::Junk { what: format!("the engine wrote more than {} MB for one move", MAX_BYTES >> 20) }
}

#[cfg(test)]
pub mod tests;
