//! Commands that end when their work is done; the tool `shuangqi` has them too.

pub mod judge;

use std::env;
use std::ffi::OsStr;

use clap::{Parser, Subcommand};
use shuangqi_cli::args::ColorArgs;
use shuangqi_cli::program::{self, Program};
use shuangqi_cli::{Exit, Failure};

#[derive(Debug, Parser)]
#[command(name = "xiangqi")]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    color: ColorArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Judge(judge::Args),
}

impl Program for Cli {
    fn color(&self) -> ColorArgs {
        self.color
    }

    fn run(self) -> Result<Exit, Failure> {
        match self.command {
            Command::Judge(args) => judge::run(&args),
        }
    }
}

/// Whether the word names a command of this module.
pub(crate) fn has(word: &OsStr) -> bool {
    Command::has_subcommand(&word.to_string_lossy())
}

/// Runs the program's command line, which begins with a command of this module.
pub(crate) fn run() -> Exit {
    program::launch::<Cli>(env::args_os())
}
