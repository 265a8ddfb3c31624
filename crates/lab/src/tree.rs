//! `shuangqi tree`: the search tree itself.

mod document;
mod forms;
mod recorder;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::PathBuf;

use shuangqi_cli::args::HashSize;
use shuangqi_cli::files;
use shuangqi_cli::position::PositionArgs;
use shuangqi_cli::{Exit, Failure, units};

use crate::compare::Algorithm;
use crate::lab_game::LabGame;
use document::Document;
use forms::Form;
use recorder::{Limits, LineNumbers, grow};

/// Deeper than any tree that can be drawn.
const DEEPEST: i64 = 60;

const ABOUT: &str = "\
Each node is one call of the search: its window (alpha, beta) and the value that it returned, from the view of \
the side to move. A node is pv if the value lies inside the window, cut if it reached beta, all if it did not beat \
alpha; outside the window a value is only a bound. Searches that deepen, and drivers that search the root more than \
once, have a tree for each time. The table is empty at first, and rules about repetition and move limits are off. \
See shuangqi compare --help for the parts of an algorithm.

Examples:
  shuangqi tree othello --depth 3
  shuangqi tree othello --depth 4 --algorithm pvs,alpha-beta --out tree.html
  shuangqi tree xiangqi --depth 2 --algorithm strongest@mtdf --format dot";

/// Show the search tree of an algorithm, or those of two side by side
#[derive(Debug, clap::Args)]
#[command(after_help = ABOUT)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Plies to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i16).range(1..=DEEPEST))]
    depth: i16,
    /// The algorithm, or two joined with a comma: what only one of them visited is marked
    #[arg(long, value_name = "A[,B]", default_value = "alpha-beta")]
    algorithm: String,
    /// How to write the tree; as the name of --out says, else as text
    #[arg(long, value_name = "FORM")]
    format: Option<Form>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to this file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace that file even if this command has not written it
    #[arg(long, requires = "out")]
    force: bool,
    /// Refuse trees with more nodes than this; K and M stand for 10^3 and 10^6
    #[arg(long, value_name = "N", default_value = "30K", value_parser = count_of_nodes)]
    max_nodes: u64,
    /// Size of the table: a number and a unit, as in 64M or 2G
    #[arg(long, value_name = "SIZE", default_value = "16M")]
    hash: HashSize,
}

/// The most nodes: more of them, neither a person nor a browser can use.
const MAX_NODES: u64 = 1_000_000;

fn count_of_nodes(text: &str) -> Result<u64, String> {
    let count = units::count(text)?;
    let is_fitting = (1..=MAX_NODES).contains(&count);
    is_fitting.then_some(count).ok_or_else(|| format!("expected a number from 1 to {MAX_NODES}, as in 20K"))
}

/// Runs the command.
///
/// # Errors
/// Bad positions, unknown algorithms, trees that are too large, output that cannot be written, and interruption.
pub fn run<P: LabGame>(args: &Args) -> Result<Exit, Failure> {
    files::refuse_foreign_files(args.out.clone(), args.force)?;
    let text = args.form().render(&args.document::<P>()?)?;
    match &args.out {
        Some(path) => files::write(path, text.as_bytes())?,
        None => {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Failure::from_write)?;
        }
    }
    Ok(Exit::Success)
}

impl Args {
    /// Searches with each algorithm.
    fn document<P: LabGame>(&self) -> Result<Document, Failure> {
        let position = self.position.read()?.parse(P::parse_position)?;
        let algorithms = self.algorithms::<P>()?;
        let limits = Limits { depth: self.depth, max_nodes: self.max_nodes, table: self.hash.bytes() };
        let mut document = Document::new(&position, self.depth);
        let mut lines = LineNumbers::default();
        for algorithm in &algorithms {
            document.trees.push(grow(&position, algorithm, limits, &mut lines)?);
        }
        document.mark_lines_only_here();
        Ok(document)
    }

    fn algorithms<P: LabGame>(&self) -> Result<Vec<Algorithm>, Failure> {
        let algorithms = Algorithm::parse_list::<P>(&self.algorithm).map_err(with_own_option)?;
        if algorithms.len() > 2 {
            let message = format!(
                "--algorithm names {}, but at most two trees stand side by side. Leave some out.",
                algorithms.len()
            );
            return Err(Failure::Usage(message));
        }
        Ok(algorithms)
    }

    fn form(&self) -> Form {
        let named = || self.out.as_deref().and_then(Form::of_name);
        match self.json {
            true => Form::Json,
            false => self.format.or_else(named).unwrap_or(Form::Text),
        }
    }
}

/// An error about a list of algorithms, with the name that their option has here.
fn with_own_option(failure: Failure) -> Failure {
    match failure {
        Failure::Usage(text) => Failure::Usage(text.replace("--algorithms", "--algorithm")),
        other => other,
    }
}
