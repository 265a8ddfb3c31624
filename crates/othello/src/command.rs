//! Commands that end when their work is done; the tool `shuangqi` has them too.

pub mod position;
pub mod solve;

use std::env;
use std::ffi::{OsStr, OsString};

use clap::{Parser, Subcommand};
use shuangqi_cli::args::ColorArgs;
use shuangqi_cli::program::{self, Program};
use shuangqi_cli::{Exit, Failure};

#[derive(Debug, Parser)]
#[command(name = "othello")]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    color: ColorArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
}

impl Program for Cli {
    fn color(&self) -> ColorArgs {
        self.color
    }

    fn run(self) -> Result<Exit, Failure> {
        match self.command {
            Command::Solve(args) => solve::run(&args),
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

/// The same for these words, without the program's name.
pub(crate) fn run_words(words: impl IntoIterator<Item = OsString>) -> Exit {
    program::launch::<Cli>(std::iter::once(OsString::from("othello")).chain(words))
}
