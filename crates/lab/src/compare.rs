//! `shuangqi compare`: the cost of algorithms on the same positions.

mod algorithm;
mod comparison;
pub(crate) mod experiment;
mod experiments;
pub(crate) mod results;
mod run;
pub(crate) mod search;
pub(crate) mod summary;

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::LazyLock;

use shuangqi_cli::args::{HashSize, RunArgs, SeedArgs};
use shuangqi_cli::output::Format;
use shuangqi_cli::shard::Shard;
use shuangqi_cli::{Exit, Failure, units};

use crate::lab_game::LabGame;

pub use algorithm::Algorithm;
use comparison::Comparison;
pub use comparison::{JOURNAL_FILE, embedded};
#[cfg(test)]
pub(crate) use run::tests::with_report;
pub use run::{Comparable, JOURNAL};
pub use search::SearchRunner;

/// The deepest depth that can be chosen: no algorithm here reaches it.
const DEEPEST: i16 = 60;
/// The limit of a search unless another is given.
const MAX_NODES: &str = "50M";

static ABOUT: LazyLock<String> = LazyLock::new(|| {
    format!(
        "{}
Blocks: {}.

nodes are visits; ratio_geomean is the geometric mean over positions of (nodes + ordering_nodes) divided by the \
baseline's, with a 95 % bootstrap interval; visits_ratio leaves the ordering positions out. Searches that deepen \
count all their iterations; graph_ratio is the full-width part of the last one over the left-first minimal graph.

Every search begins with an empty table, and rules about repetition and move limits are off. Exact algorithms must \
agree on every score (exit 1 if not); selective ones have an error instead. Seconds compare with each other only: \
recipes are read at run time here, fixed at compile time in the engines.

Examples:
  shuangqi compare xiangqi --depth 2..3 --sample 20
  shuangqi compare othello --blocks ordering --depth 3 --sample 5 --out results
  shuangqi compare othello --depth 2..5 --algorithms pvs,strongest@mtdf --json",
        algorithm::parts_help(),
        block_names()
    )
});

/// The names of all blocks; Xiangqi has them all.
fn block_names() -> String {
    let names: Vec<&str> = experiments::all(&xiangqi::Position::LAB).iter().map(|block| block.id).collect();
    names.join(", ")
}

/// Compare the node counts of search algorithms
#[derive(Debug, clap::Args)]
#[command(after_help = ABOUT.as_str())]
pub struct Args {
    /// Plies to search: a number, or the first and the last as in 4..8; each block has its own if none are given
    #[arg(long, value_name = "A..B")]
    depth: Option<Depths>,
    /// Algorithms joined with commas; alpha-beta, or else the first, is what the others are measured against
    #[arg(long, value_name = "LIST", conflicts_with = "blocks")]
    algorithms: Option<String>,
    /// Questions of the laboratory, joined with commas, or all; the first of them unless others are named
    #[arg(long, value_name = "LIST")]
    blocks: Option<String>,
    /// Search the positions of this file, one a line, instead of those that are built in
    #[arg(long, value_name = "FILE")]
    positions: Option<String>,
    /// Search only this many of the positions, drawn by --seed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Give up a search that visits more positions than this (negamax: than a tenth of it), and leave it out of the
    /// ratios; K, M, G stand for 10^3, 10^6, 10^9
    #[arg(long, value_name = "N", default_value = MAX_NODES, value_parser = units::count)]
    max_nodes: u64,
    /// Write the data, plots and report.html to this folder as well; if it is interrupted, the same command goes on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace files in that folder that this command has not written, and remove the results of another comparison
    #[arg(long, requires = "out")]
    force: bool,
    /// Do a part of the searches: the Ith of every N. auto/N takes I from the scheduler. Nothing is shown then;
    /// shuangqi merge joins the folders, and the command without this option shows the results
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Size of the table: a number and a unit, as in 64M or 2G; otherwise it grows with the depth from 1M to 256M
    #[arg(long, value_name = "SIZE")]
    hash: Option<HashSize>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Depths from first to last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Depths(i16, i16);

impl FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Depths, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let bounds = first.parse().ok().zip(last.parse().ok());
        let fitting = bounds.filter(|&(first, last)| 1 <= first && first <= last && last <= DEEPEST);
        fitting
            .map(|(first, last)| Depths(first, last))
            .ok_or_else(|| format!("expected depths from 1 to {DEEPEST}; try --depth 6 or --depth 4..8"))
    }
}

/// A comparison that is ready to be made, or why it is not.
pub type Prepared<'args> = Result<Box<dyn Comparable + 'args>, Failure>;

/// Reads what the options say about one game. Where several games are compared, each gets a folder of its own.
///
/// # Errors
/// Unknown algorithms and experiments, tables that are too large, and bad positions or none.
pub fn prepare<P: LabGame>(args: &Args, is_one_of_several: bool) -> Prepared<'_> {
    let comparison = Comparison::<P>::new(args, is_one_of_several)?;
    comparison.run_folder().map_or(Ok(()), |folder| folder.check(args.force))?;
    Ok(Box::new(comparison))
}

/// Makes comparisons, one after the other, and prints what comes of them.
///
/// # Errors
/// Output that cannot be written, and interruption.
pub fn run(args: &Args, comparisons: &[Box<dyn Comparable + '_>]) -> Result<Exit, Failure> {
    if args.is_for_reading() {
        return worst(comparisons.iter().map(|comparison| comparison.print_tables()));
    }
    args.run
        .format
        .deliver(|output| worst(comparisons.iter().map(|comparison| comparison.emit_records(output))))
}

impl Args {
    /// Whether a person reads the results: then there is a table for each depth, and single searches are left out.
    fn is_for_reading(&self) -> bool {
        matches!(self.run.format.format(), Format::Table | Format::Md)
    }
}

/// The most serious of several exit codes.
fn worst(exits: impl Iterator<Item = Result<Exit, Failure>>) -> Result<Exit, Failure> {
    let mut worst = Exit::Success;
    for exit in exits {
        let exit = exit?;
        if exit as u8 > worst as u8 {
            worst = exit;
        }
    }
    Ok(worst)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_a_number_or_a_range() {
        assert_eq!("4..8".parse(), Ok(Depths(4, 8)));
        assert_eq!("3".parse(), Ok(Depths(3, 3)));
        for wrong in ["", "0", "8..4", "4..", "a..b", "1..99", "4...8"] {
            assert!(wrong.parse::<Depths>().unwrap_err().contains("--depth 4..8"), "{wrong}");
        }
    }
}
