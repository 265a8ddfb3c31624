//! Errors of evaluators in discs: against exact scores, and as records hold them.

use std::collections::BTreeMap;

use othello::notation::obf::{self, Problem};
use othello::patterns::Patterns;
use othello::{DISC, Position};
use rayon::prelude::*;
use serde::Serialize;
use shuangqi_cli::{BadInput, Failure, columns, source};

/// A position whose exact score is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredPosition {
    pub position: Position,
    /// In discs, −64 to 64, from the view of the side to move.
    pub score: i32,
}

impl ScoredPosition {
    /// The positions of problem files (`.obf`), `-` for standard input. The score of a position is the best of its line.
    ///
    /// # Errors
    /// A file that cannot be read, a line that is no problem or has no score, and files without any problem.
    pub fn read(paths: &[String]) -> Result<Vec<ScoredPosition>, Failure> {
        let mut positions = Vec::new();
        for path in paths {
            let file = if path == "-" { "stdin" } else { path };
            let before = positions.len();
            for problem in obf::read(file, &source::read(path)?) {
                let (line, problem) = problem?;
                positions.push(ScoredPosition::new(&problem).map_err(|bad| bad.at(file, line))?);
            }
            if positions.len() == before {
                return Err(bad_problem("no line with a position").at(file, 1).into());
            }
        }
        Ok(positions)
    }

    fn new(problem: &Problem) -> Result<ScoredPosition, BadInput> {
        let (score, _) = problem.expected().ok_or_else(|| bad_problem("a position without scores"))?;
        Ok(ScoredPosition { position: problem.position, score })
    }
}

fn bad_problem(found: &str) -> BadInput {
    let expected = "positions with exact scores, such as `…X; G8:+18;`";
    BadInput::new(
        "problem file",
        None,
        found.to_owned(),
        expected,
        "Let shuangqi solve find the scores first",
    )
}

/// Sums of errors on some positions; an error is in discs.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct ErrorSums {
    pub positions: u64,
    sum: f64,
    absolute: f64,
    square: f64,
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

    pub fn mean_absolute(&self) -> f64 {
        self.mean(self.absolute)
    }

    pub fn root_mean_square(&self) -> f64 {
        self.mean(self.square).sqrt()
    }

    /// The mean error: above 0 if the evaluator thinks too well of the side to move.
    pub fn bias(&self) -> f64 {
        self.mean(self.sum)
    }

    /// 0 without positions.
    fn mean(&self, sum: f64) -> f64 {
        sum / self.positions.max(1) as f64
    }
}

/// The errors of an evaluator against exact scores: the evaluation less the score.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct ExactErrors {
    /// By the number of empty squares.
    pub by_empties: BTreeMap<u32, ErrorSums>,
    pub all: ErrorSums,
}

impl ExactErrors {
    /// The errors on these positions, found by the threads of the current pool; the sums do not depend on how many.
    pub fn new(evaluator: &Patterns, positions: &[ScoredPosition]) -> ExactErrors {
        let evaluate = |scored: &ScoredPosition| evaluator.evaluate_alone(&scored.position);
        let evaluations: Vec<i32> = positions.par_iter().map(evaluate).collect();
        let mut errors = ExactErrors::default();
        for (scored, evaluation) in positions.iter().zip(evaluations) {
            let error = f64::from(evaluation - DISC * scored.score) / f64::from(DISC);
            errors.by_empties.entry(scored.position.board.empties().len()).or_default().add(error);
            errors.all.add(error);
        }
        errors
    }

    /// A record for each number of empty squares, the most first, as a game goes.
    pub fn records(&self) -> impl Iterator<Item = EmptiesErrors> {
        self.by_empties.iter().rev().map(|(&empties, sums)| EmptiesErrors {
            game: "othello",
            empties,
            positions: sums.positions,
            error: rounded(sums.mean_absolute()),
            root_mean_square: rounded(sums.root_mean_square()),
            bias: rounded(sums.bias()),
        })
    }
}

/// The errors on the positions with one number of empty squares, as records of commands hold them.
#[derive(Clone, Debug, Serialize)]
pub struct EmptiesErrors {
    game: &'static str,
    pub empties: u32,
    pub positions: u64,
    /// The mean absolute error.
    pub error: f64,
    pub root_mean_square: f64,
    /// The mean of evaluation less score.
    pub bias: f64,
}

impl EmptiesErrors {
    /// The columns of a record.
    pub const COLUMNS: &'static [&'static str] =
        columns! { game empties positions error root_mean_square bias };
}

/// To thousandths of a disc.
pub fn rounded(discs: f64) -> f64 {
    (discs * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_means_in_the_end() {
        let mut sums = ErrorSums::default();
        assert_eq!((sums.mean_absolute(), sums.root_mean_square(), sums.bias()), (0.0, 0.0, 0.0));
        [3.0, -4.0, -5.0, 0.0].into_iter().for_each(|error| sums.add(error));
        assert_eq!((sums.positions, sums.mean_absolute(), sums.bias()), (4, 3.0, -1.5));
        assert!((sums.root_mean_square() - 12.5_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn errors_are_from_the_view_of_the_side_to_move() {
        let evaluator = Patterns::default();
        let black = Position::START;
        let white = Position { board: black.board, side: black.side.other() };
        let evaluation = f64::from(evaluator.evaluate_alone(&black)) / f64::from(DISC);
        let scored = [black, white].map(|position| ScoredPosition { position, score: -3 });
        let errors = ExactErrors::new(&evaluator, &scored);
        assert_eq!(errors.by_empties.keys().collect::<Vec<_>>(), [&60]);
        assert_eq!(errors.all, errors.by_empties[&60]);
        assert!((errors.all.bias() - (evaluation + 3.0)).abs() < 1e-9);
    }

    #[test]
    fn the_best_score_of_a_line_counts_and_lines_without_are_named() {
        const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("problems.obf");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            ScoredPosition::read(&[path.to_string_lossy().into_owned()])
        };
        let found = read(&format!("% a comment\n{BOARD}; H1:+12; G8:+18;\n{BOARD}; H1:-2;\n")).unwrap();
        assert_eq!(found.iter().map(|scored| scored.score).collect::<Vec<_>>(), [18, -2]);
        for (text, words) in [
            (format!("{BOARD}; G8:+18;\n{BOARD};\n"), ["problems.obf:2", "shuangqi solve"]),
            ("% nothing\n".to_owned(), ["problems.obf:1", "no line with a position"]),
            ("bad\n".to_owned(), ["problems.obf:1", ""]),
        ] {
            let error = read(&text).unwrap_err().to_string();
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        }
    }
}
