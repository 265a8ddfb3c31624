//! Commands that end when their work is done; the tool `shuangqi` has them too.

use clap::Subcommand;
use shuangqi_cli::program::Commands;
use shuangqi_cli::{Exit, Failure};

use super::judge;

/// The commands of the program `xiangqi`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Judge(judge::Args),
}

impl Commands for Command {
    const PROGRAM: &'static str = "xiangqi";

    fn run(self) -> Result<Exit, Failure> {
        match self {
            Command::Judge(args) => judge::run(&args),
        }
    }
}
