//! `shuangqi evaluate`: the error of an evaluator against exact scores.

mod measured;
mod report;

use std::path::PathBuf;

use clap::Subcommand;
use othello::Position;
use serde::Serialize;
use shuangqi_cli::args::{FormatArgs, ThreadsArgs};
use shuangqi_cli::output::Record;
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{Exit, Failure, columns, files, interrupt};

use self::measured::{Measured, ProblemSet, group, measure};
use self::report::EvaluationResults;
use crate::errors::{ErrorSums, Errors};
use crate::report::prepare;

/// Measure the error of an evaluator against exact scores
#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub enum Args {
    /// Othello: problems with the scores of their moves
    Othello(OthelloArgs),
}

const EXAMPLES: &str = "\
An error is the evaluation less the exact score, in discs from the view of the side to move; bias is its mean. The exact score \
of a position is the best of its line. Nothing is searched. --report draws the errors by empty squares, by score and by moves, a line for \
each file.

Examples:
  shuangqi evaluate othello problems.obf
  shuangqi evaluate othello problems.obf --eval new.weights --format csv
  shuangqi evaluate othello problems.obf more.obf --threads 2 --report errors";

/// Options of the measurement of Othello's evaluator.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct OthelloArgs {
    /// Files of problems with scores (.obf); - for stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Write a page to this folder too, with the errors by empty squares, by exact score and by the number of moves, file by file
    /// (report.html), its pictures (.svg) and its data (.json)
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    /// Replace files even if this command has not written them
    #[arg(long, requires = "report")]
    force: bool,
    #[command(flatten)]
    weights: WeightsArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// The errors at a number of empty squares.
#[derive(Debug, Serialize)]
struct AtEmpties {
    game: &'static str,
    empties: u32,
    #[serde(flatten)]
    errors: Errors,
}

impl Record for AtEmpties {
    const SCHEMA: &'static str = "evaluate/1";
    const COLUMNS: &'static [&'static str] = columns! { game empties positions error root_mean_square bias };
    const MINOR: &'static [&'static str] = columns! { game };
}

/// The errors on all positions.
#[derive(Debug, Serialize)]
struct Total {
    game: &'static str,
    /// The checksum of the file of weights.
    evaluator: String,
    #[serde(flatten)]
    errors: Errors,
}

impl Record for Total {
    const SCHEMA: &'static str = "evaluate-summary/1";
    const COLUMNS: &'static [&'static str] =
        columns! { game evaluator positions error root_mean_square bias };
}

/// Does what the command line says.
///
/// # Errors
/// Files of problems or weights that cannot be used, a folder of others, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Args::Othello(args) = args;
    if let Some(folder) = &args.report {
        prepare(folder, report::FILES, args.force)?;
    }
    let sets: Vec<ProblemSet> =
        args.files.iter().map(|path| ProblemSet::read(path)).collect::<Result<_, _>>()?;
    let evaluator = args.weights.read::<Position>()?;
    let pool = WorkerPool::new(args.threads.threads.count())?;
    let game = "othello";
    args.format.deliver(|output| {
        let measured: Vec<Vec<Measured>> =
            pool.install(|| sets.iter().map(|set| measure(&evaluator, &set.positions)).collect());
        interrupt::check()?;
        let by_empties = group(measured.iter().flatten(), |measured| measured.empties as i32);
        let mut all = ErrorSums::default();
        for (&empties, sums) in by_empties.iter().rev() {
            output.emit(&AtEmpties { game, empties: empties as u32, errors: sums.errors() })?;
            all.merge(sums);
        }
        if let Some(folder) = &args.report {
            let results = EvaluationResults::new(evaluator.id(), &sets, &measured);
            files::write_all(folder, &results.report().files(&results)?)?;
        }
        output.emit(&Total { game, evaluator: evaluator.id(), errors: all.errors() })?;
        Ok(Exit::Success)
    })
}
