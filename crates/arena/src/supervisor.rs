//! The process between the runner and an engine, which ends the engine and all of its descendants when the runner is gone.
//!
//! An engine is never started directly: `shuangqi supervise -- ENGINE ARGUMENTS` is, and hands the engine its own standard
//! streams, so that no byte passes through it. It is the reaper of everything the engine starts: a process that leaves
//! the engine's group or outlives its parent still is a descendant, and is found. One more step (`--launch`) leads to the
//! engine: it asks the system to kill it when the supervisor dies, and then becomes the engine.
//!
//! The supervisor's last line on stderr reports how the engine ended, behind a mark that no other text begins with.

#[cfg(target_os = "linux")]
mod service;

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::process::Command;
use std::sync::OnceLock;

use shuangqi_cli::{Exit, Failure};

#[cfg(target_os = "linux")]
pub use service::kill_descendants;

/// No line of an engine begins with it, except on purpose.
const MARK: &str = "\u{1}supervisor: ";

/// Start an engine, and end it with everything it has started when the caller is gone
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub struct Args {
    /// The processors that it may run on
    #[arg(long, value_delimiter = ',', value_name = "N,…")]
    cpus: Vec<usize>,
    /// The process whose end ends everything
    #[arg(long, value_name = "PID")]
    parent: i32,
    /// Become the engine instead of supervising it
    #[arg(long)]
    launch: bool,
    /// The engine and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Runs the hidden command. An engine that cannot be started is no error here, but reported on stderr.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    match args.launch {
        true => service::launch(args),
        false => service::supervise(args),
    }
}

/// Its twin for other systems, on which no engine is started by this command.
#[cfg(not(target_os = "linux"))]
mod service {
    use super::{Args, Exit, Failure};

    pub fn launch(_: &Args) -> Result<Exit, Failure> {
        Err(Failure::Usage("engines are supervised on Linux only".to_owned()))
    }

    pub use launch as supervise;
}

/// The command that starts an engine, supervised where the system can do that. The caller adds folder and streams.
pub fn command(engine: &str, arguments: &[String], processors: &[usize]) -> io::Result<Command> {
    if !cfg!(target_os = "linux") {
        let mut command = Command::new(engine);
        command.args(arguments);
        return Ok(command);
    }
    let mut command = own_program()?;
    command.arg("supervise").arg("--parent").arg(std::process::id().to_string());
    if !processors.is_empty() {
        let list: Vec<String> = processors.iter().map(usize::to_string).collect();
        command.arg("--cpus").arg(list.join(","));
    }
    command.arg("--").arg(engine).args(arguments);
    Ok(command)
}

/// The words by which this program is started again, where that is not its file.
static PROGRAM: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the words by which this program is started again; to be called first, and once. An interpreter that runs it as a module of its
/// own is another program without them.
pub fn set_program(words: Vec<OsString>) {
    // A second call changes nothing.
    let _ = PROGRAM.set(words);
}

/// This program, as a command without arguments.
fn own_program() -> io::Result<Command> {
    if let Some((program, words)) = PROGRAM.get().and_then(|words| words.split_first()) {
        let mut command = Command::new(program);
        command.args(words);
        return Ok(command);
    }
    let own = env::current_exe()?;
    // Tests run in a program of their own, in a folder below that of the program.
    if cfg!(test) {
        let built = own.ancestors().nth(2).map(|folder| folder.join("shuangqi"));
        let built = built.filter(|file| file.exists());
        return built.map(Command::new).ok_or_else(|| io::Error::other("build the program first"));
    }
    Ok(Command::new(own))
}

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
        let _ = io::stderr().write_all(format!("\n{MARK}{text}\n").as_bytes());
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
