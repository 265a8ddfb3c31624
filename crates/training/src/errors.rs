//! Errors of an evaluator, and their means.

use serde::Serialize;

use crate::numbers::rounded;

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
}
