//! An engine's process: started, spoken to line by line, and ended with everything it has started.
//!
//! Nothing that an engine does can stop the runner: its output is read on a thread of its own, which stamps each line
//! when its bytes arrive and keeps no more of them than fits; what is said to it is given up when it does not listen.

mod output;
mod remarks;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};

use super::fault::Fault;
use super::log::Channel;
use super::supervisor::{self, EngineExit};
use output::{Arrival, Output};
use remarks::Remarks;

use output::MOST;

/// How many lines of the dialogue are kept, and how many letters of each.
const KEPT: (usize, usize) = (40, 300);
/// How long an engine may not listen before it is given up.
const DEAF: Duration = Duration::from_secs(10);
/// How long the supervisor may need to end an engine and all that it started.
const BURIAL: Duration = Duration::from_secs(8);
/// How long the end of a process is waited for after the end of its output.
const FAREWELL: Duration = Duration::from_millis(500);

/// What is to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it runs; `None`: here.
    pub folder: Option<String>,
    /// The processors it may use; none: all.
    pub processors: Vec<usize>,
    /// The file to which its stderr is appended.
    pub stderr: Option<String>,
}

impl Launch {
    /// The program as it is started: a path is told in full, from the folder where it runs; a name alone is left to the
    /// search path.
    fn program(&self) -> io::Result<String> {
        if !self.command.contains('/') {
            return Ok(self.command.clone());
        }
        let folder = self.folder.as_deref().unwrap_or_default();
        let path = std::path::absolute(Path::new(folder).join(&self.command))?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// The folder, if it is one: the system's own error would not name it.
    fn checked<'a>(&self, folder: &'a str) -> io::Result<&'a str> {
        match std::fs::metadata(folder) {
            Ok(metadata) if metadata.is_dir() => Ok(folder),
            Ok(_) => Err(io::Error::other(format!("dir={folder} is no folder"))),
            Err(error) => Err(io::Error::other(format!("dir={folder}: {error}"))),
        }
    }
}

/// A line that an engine wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heard {
    /// The line without its end; bytes that are not UTF-8 appear as U+FFFD, and a line longer than 1 MB is cut.
    pub text: String,
    /// When its end arrived.
    pub at: Instant,
}

/// A running engine. Dropped, it is ended at once.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    output: Output,
    remarks: Remarks,
    dialogue: VecDeque<String>,
    log: Channel,
}

impl Process {
    /// Starts it. That the program does not exist shows only when it is spoken to.
    ///
    /// # Errors
    /// If no process can be started at all.
    pub fn start(launch: &Launch) -> Result<Process, Fault> {
        Process::logged(launch, Channel::default())
    }

    /// The same with a log of all that it is told, answers, and writes to stderr.
    ///
    /// # Errors
    /// As of [`Process::start`].
    pub fn logged(launch: &Launch, log: Channel) -> Result<Process, Fault> {
        Process::spawn(launch, log)
            .map_err(|error| Fault::Crash { how: format!("it could not be started: {error}") })
    }

    fn spawn(launch: &Launch, log: Channel) -> io::Result<Process> {
        let program = launch.program()?;
        let mut command = supervisor::command(&program, &launch.arguments, &launch.processors)?;
        if let Some(folder) = &launch.folder {
            command.current_dir(launch.checked(folder)?);
        }
        // Out of the terminal's reach: Ctrl-C is for the runner to understand.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let streams = (Stdio::piped(), Stdio::piped(), Stdio::piped());
        let mut child = command.stdin(streams.0).stdout(streams.1).stderr(streams.2).spawn()?;
        let lost = || io::Error::other("its streams are lost");
        let input = child.stdin.take().ok_or_else(lost)?;
        #[cfg(unix)]
        rustix::io::ioctl_fionbio(&input, true)?;
        let output = Output::read(child.stdout.take().ok_or_else(lost)?)?;
        let stderr = child.stderr.take().ok_or_else(lost)?;
        let remarks = Remarks::read(stderr, launch.stderr.as_deref(), log.clone())?;
        Ok(Process { child, input: Some(input), output, remarks, dialogue: VecDeque::new(), log })
    }

    /// Says a line, and tells when it was written.
    ///
    /// # Errors
    /// If it does not listen, or is no more.
    pub fn say(&mut self, line: &str) -> Result<Instant, Fault> {
        self.note('>', line, Instant::now());
        let text = format!("{line}\n");
        let written = match &mut self.input {
            Some(input) => write(input, text.as_bytes(), Instant::now() + DEAF),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        match written {
            Ok(()) => Ok(Instant::now()),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                Err(Fault::Stall { to: line.to_owned(), waited: DEAF })
            }
            Err(_) => Err(self.crash()),
        }
    }

    /// Waits for its next line; `None`: there is none until then.
    ///
    /// # Errors
    /// If it is no more, or has written more than 64 MB since the last [`Process::turn`].
    pub fn hear(&mut self, until: Instant) -> Result<Option<Heard>, Fault> {
        let wait = until.saturating_duration_since(Instant::now());
        match self.output.arrivals.recv_timeout(wait) {
            Ok(Arrival::Line(heard)) => {
                self.note('<', &heard.text, heard.at);
                Ok(Some(heard))
            }
            Ok(Arrival::Flood) => Err(flood()),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.crash()),
        }
    }

    /// What has arrived by now. A new turn of the dialogue begins, in which it may write 64 MB again.
    ///
    /// # Errors
    /// As of [`Process::hear`].
    pub fn turn(&mut self) -> Result<Vec<Heard>, Fault> {
        let mut waiting = Vec::new();
        while let Some(heard) = self.hear(Instant::now())? {
            waiting.push(heard);
        }
        self.output.forgive();
        Ok(waiting)
    }

    /// The last lines said (`>`), heard (`<`) and written to stderr (`!`).
    pub fn dialogue(&self) -> Vec<String> {
        let remarks = self.remarks.last_lines().into_iter().map(|line| entry('!', &line));
        self.dialogue.iter().cloned().chain(remarks).collect()
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits for it to end by itself; whether it has.
    pub fn has_ended(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                Ok(None) => return false,
                Ok(Some(_)) | Err(_) => return true,
            }
        }
    }

    /// How it ended, as far as is known, after its output has.
    pub fn crash(&mut self) -> Fault {
        let how = match self.ending() {
            Some(ending) => ending.to_string(),
            None if self.has_ended(Duration::ZERO) => "it ended".to_owned(),
            None => "it closed its output".to_owned(),
        };
        Fault::Crash { how }
    }

    /// How it ended, after its output has; `None`: it runs on, or its supervisor did not report.
    pub fn ending(&mut self) -> Option<EngineExit> {
        let has_ended = self.has_ended(FAREWELL);
        self.remarks.ending(if has_ended { FAREWELL } else { Duration::ZERO })
    }

    /// How it ended, as far as was reported by now.
    pub fn ending_so_far(&self) -> Option<EngineExit> {
        self.remarks.ending(Duration::ZERO)
    }

    /// Ends it: by the protocol's word if it obeys that in time, by force otherwise.
    pub fn dismiss(&mut self, farewell: &str, patience: Duration) {
        // Whatever it answers or does not, it will end.
        let _ = self.say(farewell);
        if !self.has_ended(patience) {
            self.end();
        }
    }

    /// Ends it by force, with everything it has started.
    fn end(&mut self) {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Pid, Signal, kill_process};
            let supervisor_pid = Pid::from_child(&self.child);
            // A supervisor that is gone, or not yet reaped, is not there to be asked.
            let is_asked = matches!(self.child.try_wait(), Ok(None))
                && kill_process(supervisor_pid, Signal::TERM).is_ok();
            if !is_asked || self.has_ended(BURIAL) {
                return;
            }
            supervisor::kill_descendants(supervisor_pid);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn note(&mut self, side: char, line: &str, at: Instant) {
        self.log.write(at, side, line);
        if self.dialogue.len() == KEPT.0 {
            self.dialogue.pop_front();
        }
        self.dialogue.push_back(entry(side, line));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn entry(side: char, line: &str) -> String {
    let mut text: String = [side, ' '].into_iter().chain(line.chars().take(KEPT.1)).collect();
    if line.chars().nth(KEPT.1).is_some() {
        text.push('…');
    }
    text
}

fn flood() -> Fault {
    Fault::Junk { what: format!("it wrote more than {} MB in one turn", MOST >> 20) }
}

/// Writes everything, waiting for room until the time is over.
fn write(input: &mut ChildStdin, mut bytes: &[u8], until: Instant) -> io::Result<()> {
    while !bytes.is_empty() {
        match input.write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => await_room(input, until)?,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(unix)]
fn await_room(input: &ChildStdin, until: Instant) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    let mut fds = [PollFd::new(input, PollFlags::OUT)];
    // An interrupted wait is tried again by the caller.
    let _ = poll(&mut fds, Timespec::try_from(left).ok().as_ref());
    Ok(())
}

#[cfg(not(unix))]
fn await_room(_: &ChildStdin, _: Instant) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
pub mod tests;
