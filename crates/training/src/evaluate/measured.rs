//! Positions with exact scores, and what an evaluator makes of them.

use std::collections::BTreeMap;
use std::path::Path;

use othello::notation::obf::{self, Problem};
use othello::patterns::Patterns;
use othello::{DISC, Position};
use rayon::prelude::*;
use shuangqi_cli::{BadInput, Failure, source};

use crate::errors::ErrorSums;

/// A file of problems.
#[derive(Debug)]
pub(super) struct ProblemSet {
    /// The name of the file.
    pub name: String,
    /// The positions with their exact scores in discs: the best of the line.
    pub positions: Vec<(Position, i32)>,
}

impl ProblemSet {
    /// Reads a file (`.obf`), `-` for standard input.
    pub fn read(path: &str) -> Result<ProblemSet, Failure> {
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
pub(super) struct Measured {
    pub empties: u32,
    /// The legal moves of the side to move.
    pub moves: u32,
    /// The exact score in discs, from its view.
    pub score: i32,
    /// The evaluation less the score, in discs.
    pub error: f64,
}

/// The errors on these positions, in their order, found by the threads of the current pool.
pub(super) fn measure(evaluator: &Patterns, positions: &[(Position, i32)]) -> Vec<Measured> {
    let measured = |&(position, score): &(Position, i32)| Measured {
        empties: position.board.empties().len(),
        moves: position.board.legal_moves().len(),
        score,
        error: f64::from(evaluator.evaluate_alone(&position) - DISC * score) / f64::from(DISC),
    };
    positions.par_iter().map(measured).collect()
}

/// The sums of the errors of positions with equal keys.
pub(super) fn group<'all>(
    measured: impl Iterator<Item = &'all Measured>,
    key: impl Fn(&Measured) -> i32,
) -> BTreeMap<i32, ErrorSums> {
    let mut sums: BTreeMap<i32, ErrorSums> = BTreeMap::new();
    measured.for_each(|one| sums.entry(key(one)).or_default().add(one.error));
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::rounded;

    #[test]
    fn errors_are_from_the_view_of_the_side_to_move() {
        let evaluator = Patterns::default();
        let black = Position::START;
        let white = Position { board: black.board, side: black.side.other() };
        let error = f64::from(evaluator.evaluate_alone(&black) + 3 * DISC) / f64::from(DISC);
        let measured = measure(&evaluator, &[(black, -3), (white, -3)]);
        let expected = Measured { empties: 60, moves: 4, score: -3, error };
        assert_eq!(measured, [expected; 2]);
        let errors = group(measured.iter(), |measured| measured.empties as i32);
        assert_eq!(errors.keys().collect::<Vec<_>>(), [&60]);
        assert_eq!(errors[&60].errors().bias, rounded(error, 3));
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
