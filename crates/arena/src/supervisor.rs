//! The process between the runner and an engine, which ends the engine and all of its descendants when the runner is gone.
//!
//! An engine is never started directly: `shuangqi supervise -- ENGINE ARGUMENTS` is, and hands the engine its own standard
//! streams, so that no byte passes through it. It is the reaper of everything the engine starts: a process that leaves
//! the engine's group or outlives its parent still is a descendant, and is found. One more step (`--launch`) leads to the
//! engine: it asks the system to kill it when the supervisor dies, and then becomes the engine.
//!
//! The supervisor's last line on stderr reports how the engine ended, behind a mark that no other text begins with.

#[cfg(target_os = "linux")]
mod descendants;
mod report;
#[cfg(target_os = "linux")]
mod service;

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use shuangqi_cli::{Exit, Failure};

#[cfg(target_os = "linux")]
pub use descendants::kill_descendants;
pub use report::EngineExit;

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
    #[cfg(target_os = "linux")]
    return match args.launch {
        true => service::launch(args),
        false => service::supervise(args),
    };
    #[cfg(not(target_os = "linux"))]
    return Err(Failure::Usage("engines are supervised on Linux only".to_owned()));
}

/// The command that starts an engine, supervised where the system can do that. The caller adds folder and streams.
pub fn command(engine: &str, arguments: &[String], processors: &[usize]) -> io::Result<Command> {
    if !cfg!(target_os = "linux") {
        let mut command = Command::new(engine);
        command.args(arguments);
        return Ok(command);
    }
    let mut command = Command::new(executable()?);
    command.arg("supervise").arg("--parent").arg(std::process::id().to_string());
    if !processors.is_empty() {
        let list: Vec<String> = processors.iter().map(usize::to_string).collect();
        command.arg("--cpus").arg(list.join(","));
    }
    command.arg("--").arg(engine).args(arguments);
    Ok(command)
}

/// This program.
fn executable() -> io::Result<PathBuf> {
    let own = env::current_exe()?;
    // Tests run in a program of their own, in a folder below that of the program.
    if cfg!(test) {
        let built = own.ancestors().nth(2).map(|folder| folder.join("shuangqi"));
        return built.filter(|file| file.exists()).ok_or_else(|| io::Error::other("build the program first"));
    }
    Ok(own)
}
