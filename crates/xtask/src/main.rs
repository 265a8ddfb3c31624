//! `cargo run --release -p xtask -- COMMAND`: builds releases.

mod archive;
mod cargo;
mod debian;
mod dist;
mod help;
mod pack;
mod site;
mod version;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use shuangqi_cli::Failure;

/// Builds releases of Shuangqi.
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
    /// Write an archive for each target: the programs for any machine of its kind, licences, completions, manual pages;
    /// a Debian package with the same; and an archive of the page; with their checksums
    Dist {
        /// The folder, which is made if it is not there
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// A target to build for, several times if need be [default: that of this machine]
        #[arg(long, value_name = "TARGET")]
        target: Vec<String>,
        /// A form of the programs for x86-64 on Linux to pack, several times if need be [default: all]
        #[arg(long, value_name = "FORM", value_parser = pack::names())]
        form: Vec<String>,
        /// Leave the page out
        #[arg(long)]
        without_site: bool,
    },
    /// Set the version of all packages, and date the changelog's unreleased section
    Version {
        /// The version, as in 1.2.0
        version: String,
        /// The day, as in 2026-11-27
        day: String,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Site { out } => site::write(&out),
        Task::Dist { out, target, form, without_site } => dist::write(&out, &target, &form, !without_site),
        Task::Version { version, day } => version::set(root(), &version, &day),
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
fn failed(what: impl std::fmt::Display, why: impl std::fmt::Display) -> Failure {
    Failure::Internal(format!("{what}: {why}"))
}
