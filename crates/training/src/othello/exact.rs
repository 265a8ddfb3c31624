//! The error of an evaluator against exact scores.

use std::collections::BTreeMap;

use othello::patterns::Patterns;
use othello::{DISC, Position};
use rayon::prelude::*;

/// A position whose exact score is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredPosition {
    /// The position.
    pub position: Position,
    /// Its score in discs, −64 to 64, from the view of the side to move.
    pub score: i32,
}

/// What an evaluator's errors on some positions come to; an error is the evaluation less the score, in discs.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct ErrorSums {
    /// How many positions there are.
    pub positions: u64,
    sum: f64,
    absolute: f64,
    square: f64,
}

impl ErrorSums {
    fn add(&mut self, error: f64) {
        self.positions += 1;
        self.sum += error;
        self.absolute += error.abs();
        self.square += error * error;
    }

    /// The mean absolute error.
    pub fn mean_absolute(&self) -> f64 {
        self.mean(self.absolute)
    }

    /// The root of the mean squared error.
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

/// The errors of an evaluator.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct ExactErrors {
    /// By the number of empty squares.
    pub by_empties: BTreeMap<u32, ErrorSums>,
    /// On all positions.
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
}
