//! `shuangqi evaluate`: the error of an evaluator against exact scores.

mod report;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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
use shuangqi_cli::{BadInput, Exit, Failure, columns, files, interrupt, source};

use self::report::EvaluationResults;
use crate::numbers::rounded;
use crate::report::prepare;

/// Measure the error of an evaluator against exact scores
#[derive(Debug, Subcommand)]
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
  shuangqi evaluate othello problems.obf more.obf --threads 2 --json
  shuangqi evaluate othello random-games.obf level-games.obf --report errors";

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

/// A file of problems.
#[derive(Debug)]
struct ProblemSet {
    /// The name of the file.
    name: String,
    /// The positions with their exact scores in discs: the best of the line.
    positions: Vec<(Position, i32)>,
}

impl ProblemSet {
    /// Reads a file (`.obf`), `-` for standard input.
    fn read(path: &str) -> Result<ProblemSet, Failure> {
        let file = if path == "-" { "stdin" } else { path };
        let mut positions = Vec::new();
        for problem in obf::read(file, &source::read(path)?) {
            let (line, problem) = problem?;
            positions.push(scored_position(&problem).map_err(|bad| bad.at(file, line))?);
        }
        if positions.is_empty() {
            return Err(bad_problem("no line with a position").at(file, 1).into());
        }
        let name = Path::new(file).file_name().map_or_else(|| file.into(), |name| name.to_string_lossy());
        Ok(ProblemSet { name: name.into_owned(), positions })
    }
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

/// A position whose evaluation was compared with its exact score.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Measured {
    empties: u32,
    /// The legal moves of the side to move.
    moves: u32,
    /// The exact score in discs, from its view.
    score: i32,
    /// The evaluation less the score, in discs.
    error: f64,
}

/// The errors on these positions, in their order, found by the threads of the current pool.
fn measure(evaluator: &Patterns, positions: &[(Position, i32)]) -> Vec<Measured> {
    let measured = |&(position, score): &(Position, i32)| Measured {
        empties: position.board.empties().len(),
        moves: position.board.legal_moves().len(),
        score,
        error: f64::from(evaluator.evaluate_alone(&position) - DISC * score) / f64::from(DISC),
    };
    positions.par_iter().map(measured).collect()
}

/// The sums of the errors of positions with equal keys.
fn group<'all>(
    measured: impl Iterator<Item = &'all Measured>,
    key: impl Fn(&Measured) -> i32,
) -> BTreeMap<i32, ErrorSums> {
    let mut sums: BTreeMap<i32, ErrorSums> = BTreeMap::new();
    measured.for_each(|one| sums.entry(key(one)).or_default().add(one.error));
    sums
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
        let measured = measure(&evaluator, &[(black, -3), (white, -3)]);
        let expected = Measured { empties: 60, moves: 4, score: -3, error: evaluation + 3.0 };
        assert_eq!(measured, [expected; 2]);
        let errors = group(measured.iter(), |measured| measured.empties as i32);
        assert_eq!(errors.keys().collect::<Vec<_>>(), [&60]);
        assert_eq!(errors[&60].errors().bias, rounded(evaluation + 3.0, 3));
    }

    #[test]
    fn the_best_score_of_a_line_counts() {
        const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("problems.obf");
        std::fs::write(&path, format!("% a comment\n{BOARD}; H1:+12; G8:+18;\n{BOARD}; H1:-2;\n")).unwrap();
        let found = ProblemSet::read(&path.to_string_lossy()).unwrap();
        assert_eq!(found.name, "problems.obf");
        assert_eq!(found.positions.iter().map(|scored| scored.1).collect::<Vec<_>>(), [18, -2]);
    }
}
