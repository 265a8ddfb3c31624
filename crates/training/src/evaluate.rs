//! `shuangqi evaluate`: the error of an evaluator against exact scores.

use std::collections::BTreeMap;

use clap::Subcommand;
use othello::notation::obf::{self, Problem};
use othello::patterns::Patterns;
use othello::{DISC, Position};
use rayon::prelude::*;
use serde::Serialize;
use shuangqi_cli::args::{FormatArgs, ThreadsArgs};
use shuangqi_cli::output::Record;
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{BadInput, Exit, Failure, columns, interrupt, source};

use crate::numbers::rounded;

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
/// Files of problems or weights that cannot be used, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Args::Othello(args) = args;
    let positions = scored_positions(&args.files)?;
    let evaluator = args.weights.read::<Position>()?;
    let pool = WorkerPool::new(args.threads.threads.count())?;
    let game = "othello";
    args.format.deliver(|output| {
        let by_empties = pool.install(|| errors(&evaluator, &positions));
        interrupt::check()?;
        let mut all = ErrorSums::default();
        for (&empties, sums) in by_empties.iter().rev() {
            output.emit(&AtEmpties { game, empties, errors: sums.errors() })?;
            all.merge(sums);
        }
        output.emit(&Total { game, evaluator: evaluator.id(), errors: all.errors() })?;
        Ok(Exit::Success)
    })
}

/// The positions of problem files (`.obf`), `-` for standard input, with their exact scores in discs: the best of the line.
fn scored_positions(paths: &[String]) -> Result<Vec<(Position, i32)>, Failure> {
    let mut positions = Vec::new();
    for path in paths {
        let file = if path == "-" { "stdin" } else { path };
        let before = positions.len();
        for problem in obf::read(file, &source::read(path)?) {
            let (line, problem) = problem?;
            positions.push(scored_position(&problem).map_err(|bad| bad.at(file, line))?);
        }
        if positions.len() == before {
            return Err(bad_problem("no line with a position").at(file, 1).into());
        }
    }
    Ok(positions)
}

fn scored_position(problem: &Problem) -> Result<(Position, i32), BadInput> {
    let (score, _) = problem.expected().ok_or_else(|| bad_problem("a position without scores"))?;
    Ok((problem.position, score))
}

fn bad_problem(found: &str) -> BadInput {
    let expected = "positions with exact scores, such as `…X; G8:+18;`";
    let remedy = "Let shuangqi solve find the scores first";
    BadInput::new("problem file", None, found, expected, remedy)
}

/// The errors on these positions by the number of empty squares, found by the threads of the current pool; the sums do not
/// depend on how many.
fn errors(evaluator: &Patterns, positions: &[(Position, i32)]) -> BTreeMap<u32, ErrorSums> {
    let error = |(position, score): &(Position, i32)| {
        f64::from(evaluator.evaluate_alone(position) - DISC * score) / f64::from(DISC)
    };
    let found: Vec<f64> = positions.par_iter().map(error).collect();
    let mut errors: BTreeMap<u32, ErrorSums> = BTreeMap::new();
    for ((position, _), error) in positions.iter().zip(found) {
        errors.entry(position.board.empties().len()).or_default().add(error);
    }
    errors
}

/// Sums of errors on some positions; an error is in discs.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct ErrorSums {
    pub positions: u64,
    sum: f64,
    absolute: f64,
    square: f64,
}

/// Means of the errors, to thousandths of a disc.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Errors {
    pub positions: u64,
    /// The mean absolute error.
    pub error: f64,
    pub root_mean_square: f64,
    /// The mean error: above 0 if the evaluator thinks too well of the side to move.
    pub bias: f64,
}

impl ErrorSums {
    pub fn add(&mut self, error: f64) {
        self.positions += 1;
        self.sum += error;
        self.absolute += error.abs();
        self.square += error * error;
    }

    pub fn merge(&mut self, other: &ErrorSums) {
        self.positions += other.positions;
        self.sum += other.sum;
        self.absolute += other.absolute;
        self.square += other.square;
    }

    /// All 0 without positions.
    pub fn errors(&self) -> Errors {
        let mean = |sum: f64| sum / self.positions.max(1) as f64;
        Errors {
            positions: self.positions,
            error: rounded(mean(self.absolute), 3),
            root_mean_square: rounded(mean(self.square).sqrt(), 3),
            bias: rounded(mean(self.sum), 3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_means_in_the_end() {
        let mut sums = ErrorSums::default();
        assert_eq!(sums.errors(), Errors { positions: 0, error: 0.0, root_mean_square: 0.0, bias: 0.0 });
        [3.0, -4.0, -5.0, 0.0].into_iter().for_each(|error| sums.add(error));
        let expected = Errors { positions: 4, error: 3.0, root_mean_square: 3.536, bias: -1.5 };
        assert_eq!(sums.errors(), expected);
    }

    #[test]
    fn errors_are_from_the_view_of_the_side_to_move() {
        let evaluator = Patterns::default();
        let black = Position::START;
        let white = Position { board: black.board, side: black.side.other() };
        let evaluation = f64::from(evaluator.evaluate_alone(&black)) / f64::from(DISC);
        let errors = errors(&evaluator, &[(black, -3), (white, -3)]);
        assert_eq!(errors.keys().collect::<Vec<_>>(), [&60]);
        assert_eq!(errors[&60].errors().bias, rounded(evaluation + 3.0, 3));
    }

    #[test]
    fn the_best_score_of_a_line_counts() {
        const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("problems.obf");
        std::fs::write(&path, format!("% a comment\n{BOARD}; H1:+12; G8:+18;\n{BOARD}; H1:-2;\n")).unwrap();
        let found = scored_positions(&[path.to_string_lossy().into_owned()]).unwrap();
        assert_eq!(found.iter().map(|scored| scored.1).collect::<Vec<_>>(), [18, -2]);
    }
}
