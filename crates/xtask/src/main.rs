//! `cargo run --release -p xtask -- COMMAND`: builds what is given away.

mod site;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use shuangqi_cli::Failure;

/// Builds what is given away of Shuangqi.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Write the page with its engines as a folder of files that any web server can serve. It needs the target for
    /// WebAssembly: rustup target add wasm32-wasip1
    Site {
        /// The folder, which is made if it is not there; files of the page in it are replaced
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Site { out } => site::write(&out),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The error of a step that could not be done.
fn failed(what: &str, why: impl std::fmt::Display) -> Failure {
    Failure::Internal(format!("{what}: {why}"))
}
