//! `shuangqi evaluate`: the error of an evaluator against exact scores.

use clap::Subcommand;
use othello::Position;
use serde::Serialize;
use shuangqi_cli::args::{FormatArgs, ThreadsArgs};
use shuangqi_cli::output::Record;
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{Exit, Failure, interrupt};

use crate::othello::exact::{EmptiesErrors, ExactErrors, ScoredPosition, rounded};

/// Measure the error of an evaluator against exact scores
#[derive(Debug, Subcommand)]
pub enum Args {
    /// Othello: problems with the scores of their moves
    Othello(OthelloArgs),
}

const EXAMPLES: &str = "\
An error is the evaluation less the exact score, in discs from the view of the side to move; bias is its mean. The exact score \
of a position is the best of its line. Nothing is searched.

Examples:
  shuangqi evaluate othello problems.obf
  shuangqi evaluate othello problems.obf --eval new.weights --format csv
  shuangqi evaluate othello problems.obf more.obf --threads 2 --json";

/// Options of the measurement of Othello's evaluator.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct OthelloArgs {
    /// Files of problems with scores (.obf); - for stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    weights: WeightsArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// The errors at a number of empty squares.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct AtEmpties(EmptiesErrors);

impl Record for AtEmpties {
    const SCHEMA: &'static str = "evaluate/1";
    const COLUMNS: &'static [&'static str] = EmptiesErrors::COLUMNS;
    const MINOR: &'static [&'static str] = &["game"];
}

/// The errors on all positions.
#[derive(Debug, Serialize)]
struct Total {
    game: &'static str,
    /// The checksum of the file of weights.
    evaluator: String,
    positions: u64,
    error: f64,
    root_mean_square: f64,
    bias: f64,
}

impl Record for Total {
    const SCHEMA: &'static str = "evaluate-summary/1";
    const COLUMNS: &'static [&'static str] =
        &["game", "evaluator", "positions", "error", "root_mean_square", "bias"];
}

/// Does what the command line says.
///
/// # Errors
/// Files of problems or weights that cannot be used, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Args::Othello(args) = args;
    let positions = ScoredPosition::read(&args.files)?;
    let evaluator = args.weights.read::<Position>()?;
    let pool = WorkerPool::new(args.threads.threads.count())?;
    args.format.deliver(|output| {
        let errors = pool.install(|| ExactErrors::new(&evaluator, &positions));
        interrupt::check()?;
        errors.records().try_for_each(|record| output.emit(&AtEmpties(record)))?;
        let all = errors.all;
        output.emit(&Total {
            game: "othello",
            evaluator: evaluator.id(),
            positions: all.positions,
            error: rounded(all.mean_absolute()),
            root_mean_square: rounded(all.root_mean_square()),
            bias: rounded(all.bias()),
        })?;
        Ok(Exit::Success)
    })
}
