//! Commands that end when their work is done; the tool `shuangqi` has them too.

use clap::Subcommand;
use shuangqi_cli::program::Commands;
use shuangqi_cli::{Exit, Failure};

use super::solve;

/// The commands of the program `othello`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::Args),
}

impl Commands for Command {
    const PROGRAM: &'static str = "othello";

    fn run(self) -> Result<Exit, Failure> {
        match self {
            Command::Solve(args) => solve::run(&args),
        }
    }
}
