//! The process between the runner and an engine, which ends the engine's whole family when the runner is gone.
//!
//! An engine is never started directly: `shuangqi keep -- ENGINE ARGUMENTS` is, and hands the engine its own standard
//! streams, so that no byte passes through it. It is the reaper of everything the engine starts: a process that leaves
//! the engine's group or outlives its parent still is a descendant, and is found. The way to the engine leads through
//! one more step (`--launch`), which asks the system to end it when the keeper dies, and then becomes the engine.
//!
//! How the engine ended is the keeper's last line on stderr, behind a mark that no text begins with.

#[cfg(target_os = "linux")]
mod family;
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
pub use family::end_family;
pub use report::Ending;

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
    /// Become the engine instead of keeping it
    #[arg(long)]
    launch: bool,
    /// The engine and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Does what the command line says.
///
/// # Errors
/// If the system refuses what keeping takes. That the engine cannot be started is no error, but reported on stderr.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    #[cfg(target_os = "linux")]
    return match args.launch {
        true => service::launch(args),
        false => service::keep(args),
    };
    #[cfg(not(target_os = "linux"))]
    return Err(Failure::Usage("engines are kept on Linux only".to_owned()));
}

/// The command that starts an engine, kept if the system can do that. The caller adds folder and streams.
///
/// # Errors
/// If this program's own file cannot be named.
pub fn command(engine: &str, arguments: &[String], processors: &[usize]) -> io::Result<Command> {
    if !cfg!(target_os = "linux") {
        let mut command = Command::new(engine);
        command.args(arguments);
        return Ok(command);
    }
    let mut command = Command::new(executable()?);
    command.arg("keep").arg("--parent").arg(std::process::id().to_string());
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
