//! `shuangqi datagen`: games that an engine plays against itself, and the positions in them.

mod othello;
mod plan;
mod records;
mod xiangqi;

use std::path::PathBuf;

use clap::Subcommand;
use shuangqi_cli::args::{FormatArgs, ProgressArgs, SeedArgs, ThreadsArgs};
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

/// Where the shards are kept, how many, and how the work is done.
#[derive(Debug, clap::Args)]
struct CommonArgs {
    /// The folder of the shards; made if there is none
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// How many shards the folder is to have
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shards: u32,
    /// Games of a shard
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    progress: ProgressArgs,
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

/// Two numbers of random moves up to `most`, as `FEWEST..MOST`.
fn random_moves(text: &str, most: u32, example: &str) -> Result<(u32, u32), String> {
    let ends = text.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    ends.filter(|(low, high)| low <= high && *high <= most).ok_or_else(|| {
        format!("expected two numbers up to {most}, the lower one first; try --random {example}")
    })
}
