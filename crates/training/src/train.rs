//! `shuangqi train`: weights fitted to records of positions.

mod command;
mod othello;
mod xiangqi;

use clap::Subcommand;
use shuangqi_cli::{Exit, Failure};

use self::othello::OthelloArgs;
use self::xiangqi::XiangqiArgs;

/// Fit the weights of an evaluator to records of positions
#[derive(Debug, Subcommand)]
pub enum Args {
    /// Othello: the tables of patterns, stage by stage
    Othello(OthelloArgs),
    /// Xiangqi: every weight of the evaluation, on the full board and on the bare one
    Xiangqi(XiangqiArgs),
}

/// Does what the command line says.
///
/// # Errors
/// Records or weights that cannot be used, a file that cannot be written, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    match args {
        Args::Othello(args) => othello::run(args),
        Args::Xiangqi(args) => xiangqi::run(args),
    }
}
