//! The arguments of self-play that both games have.

use std::path::PathBuf;

use shuangqi_cli::args::{FormatArgs, ProgressArgs, SeedArgs, ThreadsArgs};

/// The folder of the shards, their number, and how the work is done.
#[derive(Debug, clap::Args)]
pub(super) struct CommonArgs {
    /// The folder of the shards; made if there is none
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// How many shards the folder is to have
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub shards: u32,
    /// Games of a shard
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: u32,
    #[command(flatten)]
    pub seed: SeedArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub format: FormatArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// Two numbers of random moves up to `most`, as `FEWEST..MOST`.
pub(super) fn random_moves(text: &str, most: u32, example: &str) -> Result<(u32, u32), String> {
    let ends = text.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    ends.filter(|(low, high)| low <= high && *high <= most).ok_or_else(|| {
        format!("expected two numbers up to {most}, the lower one first; try --random {example}")
    })
}
