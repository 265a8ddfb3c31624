//! The supervisor and the launcher, on Linux, and the descendants of a process.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, id};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process, kill_process_group,
    pidfd_open, set_child_subreaper, set_parent_process_death_signal, wait,
};
use rustix::stdio::{dup2_stdin, dup2_stdout};
use rustix::thread::{CpuSet, sched_setaffinity};
use shuangqi_cli::reader::read_file;
use shuangqi_cli::{Exit, Failure, interrupt};

use super::{Args, EngineExit};

/// The interval at which the supervisor checks whether it is asked to stop. The end of a process wakes it at once.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The longest time that killed processes may take to end.
const KILL_TIMEOUT: Duration = Duration::from_secs(5);
/// The status of a launcher whose engine could not be started, as shells have it.
const NOT_STARTED: i32 = 127;

/// Starts the engine and waits until it has ended, or has to be killed.
pub fn supervise(args: &Args) -> Result<Exit, Failure> {
    let parent =
        Pid::from_raw(args.parent).ok_or_else(|| Failure::Usage("--parent 0 is no process".to_owned()))?;
    // From here on the parent's end cannot be missed: either it still runs, or it is known to be gone.
    let Ok(parent_fd) = pidfd_open(parent, PidfdFlags::empty()) else { return Ok(Exit::Success) };
    if getppid() != Some(parent) {
        return Ok(Exit::Success);
    }
    set_child_subreaper(Some(getpid())).map_err(|error| refused("the reaping of processes", error))?;
    restrict(&args.cpus)?;
    let engine = start(args)?;
    let engine_fd = pidfd_open(engine, PidfdFlags::empty()).map_err(|error| refused("pidfd_open", error))?;
    release_streams()?;
    let mut group = ProcessGroup { engine, exit: None };
    loop {
        let mut fds = [PollFd::new(&parent_fd, PollFlags::IN), PollFd::new(&engine_fd, PollFlags::IN)];
        let timeout = Timespec::try_from(POLL_INTERVAL).ok();
        // An interrupted wait is the same as one that is over.
        let _ = poll(&mut fds, timeout.as_ref());
        group.reap();
        let is_orphan = !fds[0].revents().is_empty();
        if is_orphan || group.exit.is_some() || interrupt::is_requested() {
            break;
        }
    }
    group.kill();
    if let Some(exit) = group.exit {
        // If the engine could not be started, the launcher has reported that before, and the first report counts.
        exit.report();
    }
    Ok(Exit::Success)
}

/// Becomes the engine, which is killed when the supervisor ends, for whatever reason.
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
    EngineExit::NotStarted(format!("{name}{place}: {error}")).report();
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
    let child = super::own_program()
        .map_err(|error| refused("the path of this program", error))?
        .args(["supervise", "--launch", "--parent", &id().to_string(), "--"])
        .args(&args.command)
        .process_group(0)
        .spawn();
    let child = child.map_err(|error| refused("a new process", error))?;
    Ok(Pid::from_child(&child))
}

/// Replaces the streams that are the engine's by /dev/null, so that their other ends notice when the engine closes them.
fn release_streams() -> Result<(), Failure> {
    let nothing = OpenOptions::new().read(true).write(true).open("/dev/null");
    let nothing = nothing.map_err(|error| refused("/dev/null", error))?;
    dup2_stdin(&nothing)
        .and_then(|()| dup2_stdout(&nothing))
        .map_err(|error| refused("the replacement of streams", error))
}

/// The engine and the processes that it has started.
struct ProcessGroup {
    engine: Pid,
    /// Once it has ended.
    exit: Option<EngineExit>,
}

impl ProcessGroup {
    /// Reaps the processes that have ended; `false`: none is left.
    fn reap(&mut self) -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if pid == self.engine => self.exit = exit(status),
                Ok(Some(_)) => {}
                Ok(None) => return true,
                Err(error) => return error == rustix::io::Errno::INTR,
            }
        }
    }

    /// Kills all processes that are left.
    fn kill(&mut self) {
        let begin = Instant::now();
        while self.reap() && begin.elapsed() < KILL_TIMEOUT {
            let _ = kill_process_group(self.engine, Signal::KILL);
            kill_descendants(getpid());
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn exit(status: WaitStatus) -> Option<EngineExit> {
    let signal = status.terminating_signal().map(EngineExit::Signal);
    status.exit_status().map(EngineExit::Status).or(signal)
}

/// Kills every descendant of a process, not the process itself. Those that start others meanwhile need another call.
pub fn kill_descendants(ancestor: Pid) {
    for pid in descendants(ancestor.as_raw_nonzero().get()) {
        if let Some(pid) = Pid::from_raw(pid) {
            // It may have ended by now.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// The descendants that live now, parents before children.
fn descendants(ancestor: i32) -> Vec<i32> {
    let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for (pid, parent) in processes() {
        children.entry(parent).or_default().push(pid);
    }
    let mut found = Vec::new();
    let mut waiting = vec![ancestor];
    while let Some(parent) = waiting.pop() {
        let own = children.remove(&parent).unwrap_or_default();
        waiting.extend(&own);
        found.extend(own);
    }
    found
}

/// Every process with its parent.
fn processes() -> impl Iterator<Item = (i32, i32)> {
    fs::read_dir("/proc").into_iter().flatten().filter_map(|entry| {
        let pid = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let stat = read_file(format!("/proc/{pid}/stat"), 4096).ok()?;
        Some((pid, parent(&String::from_utf8_lossy(&stat))?))
    })
}

/// The parent that a line of `/proc/PID/stat` names: the second field behind the program's name, which stands in
/// brackets and may hold anything.
fn parent(stat: &str) -> Option<i32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_brackets_and_blanks() {
        assert_eq!(parent("12 (a) b (c) S 7 12 12 0 -1"), Some(7));
        assert_eq!(parent("12 a S 7"), None);
    }

    #[test]
    fn this_process_descends_from_its_parent() {
        let own = i32::try_from(std::process::id()).unwrap();
        let parent = rustix::process::getppid().unwrap().as_raw_nonzero().get();
        assert!(descendants(parent).contains(&own));
        assert!(!descendants(own).contains(&parent));
    }
}
