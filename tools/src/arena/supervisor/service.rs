//! What the keeper does, on Linux.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, id};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process_group, pidfd_open,
    set_child_subreaper, set_parent_process_death_signal, wait,
};
use rustix::stdio::{dup2_stdin, dup2_stdout};
use rustix::thread::{CpuSet, sched_setaffinity};
use shuangqi_cli::{Exit, Failure, interrupt};

use super::{Args, Ending, end_family};

/// How often the keeper looks whether it is asked to stop. What it waits for in earnest wakes it at once.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a family may take to die.
const LAST_BREATH: Duration = Duration::from_secs(5);
/// The status of a launcher whose engine could not be started, as shells have it.
const NOT_STARTED: i32 = 127;

/// Starts the engine and stays until it has ended, or has to be ended.
pub fn keep(args: &Args) -> Result<Exit, Failure> {
    let parent =
        Pid::from_raw(args.parent).ok_or_else(|| Failure::Usage("--parent 0 is nobody".to_owned()))?;
    // From here on the parent's end cannot be missed: either it is still there, or it is known to be gone.
    let Ok(watch) = pidfd_open(parent, PidfdFlags::empty()) else { return Ok(Exit::Success) };
    if getppid() != Some(parent) {
        return Ok(Exit::Success);
    }
    set_child_subreaper(Some(getpid())).map_err(|error| refused("the reaping of processes", error))?;
    restrict(&args.cpus)?;
    let engine = start(args)?;
    let sight = pidfd_open(engine, PidfdFlags::empty()).map_err(|error| refused("the watching", error))?;
    let_go()?;
    let mut family = Family { engine, ending: None };
    loop {
        let mut fds = [PollFd::new(&watch, PollFlags::IN), PollFd::new(&sight, PollFlags::IN)];
        let glance = Timespec::try_from(GLANCE).ok();
        // An interrupted wait is as good as one that is over.
        let _ = poll(&mut fds, glance.as_ref());
        family.reap();
        let is_alone = !fds[0].revents().is_empty();
        if is_alone || family.ending.is_some() || interrupt::is_requested() {
            break;
        }
    }
    family.end();
    if let Some(ending) = family.ending {
        // If the engine could not be started, the launcher has told so before, which counts.
        ending.tell();
    }
    Ok(Exit::Success)
}

/// Becomes the engine, which ends with the keeper, whatever ends that.
pub fn launch(args: &Args) -> Result<Exit, Failure> {
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|error| refused("the death signal", error))?;
    if getppid() != Pid::from_raw(args.parent) {
        return Ok(Exit::Success);
    }
    let mut words = args.command.iter();
    let command = words.next().map(Command::new);
    let error = match command {
        Some(mut command) => command.args(words).exec(),
        None => io::ErrorKind::NotFound.into(),
    };
    let name = args.command.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let place = if name.contains('/') { "" } else { " on the PATH" };
    Ending::NotStarted(format!("{name}{place}: {error}")).tell();
    std::process::exit(NOT_STARTED)
}

fn refused(what: &str, error: impl std::fmt::Display) -> Failure {
    Failure::Internal(format!("{what} is refused by the system: {error}"))
}

fn restrict(processors: &[usize]) -> Result<(), Failure> {
    if processors.is_empty() {
        return Ok(());
    }
    let mut set = CpuSet::new();
    for &processor in processors.iter().filter(|&&processor| processor < CpuSet::MAX_CPU) {
        set.set(processor);
    }
    sched_setaffinity(None, &set).map_err(|error| refused(&format!("processors {processors:?}"), error))
}

/// Starts the launcher, in a process group of its own.
fn start(args: &Args) -> Result<Pid, Failure> {
    let own = std::env::current_exe().map_err(|error| refused("its own name", error))?;
    let child = Command::new(own)
        .args(["keep", "--launch", "--parent", &id().to_string(), "--"])
        .args(&args.command)
        .process_group(0)
        .spawn();
    let child = child.map_err(|error| refused("a new process", error))?;
    Ok(Pid::from_child(&child))
}

/// Lets go of the streams that are the engine's, so that their other ends notice when it does.
fn let_go() -> Result<(), Failure> {
    let nothing = OpenOptions::new().read(true).write(true).open("/dev/null");
    let nothing = nothing.map_err(|error| refused("/dev/null", error))?;
    dup2_stdin(&nothing).and_then(|()| dup2_stdout(&nothing)).map_err(|error| refused("letting go", error))
}

/// The engine and what it has started.
struct Family {
    engine: Pid,
    /// Once it has ended.
    ending: Option<Ending>,
}

impl Family {
    /// Takes note of those who have ended; `false`: nobody is left.
    fn reap(&mut self) -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if pid == self.engine => self.ending = ending(status),
                Ok(Some(_)) => {}
                Ok(None) => return true,
                Err(error) => return error == rustix::io::Errno::INTR,
            }
        }
    }

    /// Ends all who are left.
    fn end(&mut self) {
        let begin = Instant::now();
        while self.reap() && begin.elapsed() < LAST_BREATH {
            let _ = kill_process_group(self.engine, Signal::KILL);
            end_family(getpid());
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn ending(status: WaitStatus) -> Option<Ending> {
    let signal = status.terminating_signal().map(Ending::Signal);
    status.exit_status().map(Ending::Status).or(signal)
}
