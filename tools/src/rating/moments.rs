//! Means of whole numbers that are gathered one by one: differences of discs in Othello, lengths of games.

use serde::{Deserialize, Serialize};

use super::estimate::Estimate;
use super::normal::Z95;

/// Sums from which mean and spread follow, whatever the order in which the numbers came. Sums of more than can be
/// held stay at the most that can.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Moments {
    /// How many numbers.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Moments {
    /// Takes one more number.
    pub fn add(&mut self, number: i32) {
        let one =
            Moments { count: 1, sum: i64::from(number), squares: u64::from(number.unsigned_abs()).pow(2) };
        *self = self.merged(one);
    }

    /// These numbers and those of other sums.
    #[must_use]
    pub fn merged(self, other: Moments) -> Moments {
        Moments {
            count: self.count.saturating_add(other.count),
            sum: self.sum.saturating_add(other.sum),
            squares: self.squares.saturating_add(other.squares),
        }
    }

    /// The mean; `None` without numbers.
    pub fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The standard error of the mean; `None` with fewer than two numbers.
    pub fn standard_error(self) -> Option<f64> {
        let count = self.count as f64;
        let mean = self.mean().filter(|_| self.count > 1)?;
        let variance = (self.squares as f64 - mean * self.sum as f64).max(0.0) / (count - 1.0);
        Some((variance / count).sqrt())
    }

    /// The mean with its 95 % interval; without one for fewer than two numbers.
    pub fn estimate(self) -> Estimate {
        match (self.mean(), self.standard_error()) {
            (Some(mean), Some(error)) => Estimate::even(mean, Z95 * error),
            (mean, _) => Estimate::new(mean, None, None),
        }
    }
}

/// By how many discs the first engine is ahead at the end of its games; much more telling than who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DiscDifference {
    /// Of single games.
    pub games: Moments,
    /// Sums of the two games of a pair, in which the opening's share cancels out.
    pub pairs: Moments,
}

impl DiscDifference {
    /// Takes the two games of a pair; differences are the first engine's discs less its opponent's.
    pub fn add(&mut self, one: i32, other: i32) {
        self.games.add(one);
        self.games.add(other);
        self.pairs.add(one.saturating_add(other));
    }

    /// The mean of a game, with an interval that knows of pairs: the figure to go by.
    pub fn per_game(self) -> Estimate {
        self.pairs.estimate().map(|pair| Some(pair / 2.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(numbers: &[i32]) -> Moments {
        let mut moments = Moments::default();
        numbers.iter().for_each(|&number| moments.add(number));
        moments
    }

    #[test]
    fn mean_and_error_are_those_of_the_sample() {
        let moments = moments(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!(moments.mean(), Some(5.0));
        let error = (32.0f64 / 7.0 / 8.0).sqrt();
        assert!((moments.standard_error().unwrap() - error).abs() < 1e-12);
        let estimate = moments.estimate();
        assert!((estimate.error.unwrap() - Z95 * error).abs() < 1e-12);
    }

    #[test]
    fn parts_merge_to_the_whole() {
        let whole = moments(&[-64, 12, 0, 64]);
        assert_eq!(moments(&[-64, 12]).merged(moments(&[0, 64])), whole);
    }

    #[test]
    fn too_few_numbers_have_no_interval() {
        assert_eq!(Moments::default().estimate(), Estimate::UNKNOWN);
        assert_eq!(moments(&[3]).estimate(), Estimate::new(Some(3.0), None, None));
        assert_eq!(moments(&[3, 3]).estimate().error, Some(0.0));
    }

    #[test]
    fn pairs_take_the_opening_out() {
        let mut discs = DiscDifference::default();
        for bias in [-20, 10, 30, -8] {
            discs.add(3 + bias, 3 - bias);
        }
        assert_eq!(discs.per_game(), Estimate::even(3.0, 0.0));
        assert!(discs.games.estimate().error.unwrap() > 10.0);
    }
}
