//! `shuangqi datagen`: games that an engine plays against itself, and the positions in them.

mod othello;
mod plan;
mod xiangqi;

use clap::Subcommand;
use shuangqi_cli::{Exit, Failure};

use self::othello::OthelloArgs;
use self::xiangqi::XiangqiArgs;

/// Play games of the engine against itself, and keep their positions
#[derive(Debug, Subcommand)]
pub enum Args {
    /// Othello: random opening moves, then a search of a few plies, then the solver
    Othello(OthelloArgs),
    /// Xiangqi: balanced random openings, then a search of a number of nodes
    Xiangqi(XiangqiArgs),
}

/// Does what the command line says.
///
/// # Errors
/// A file of weights or a shard that cannot be used, a folder that cannot be written, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    match args {
        Args::Othello(args) => othello::run(args),
        Args::Xiangqi(args) => xiangqi::run(args),
    }
}
