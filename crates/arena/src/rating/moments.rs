//! Means of whole numbers with their intervals: differences of discs in Othello.

use super::estimate::Estimate;
use super::normal::Z95;

/// Sums of numbers and of their squares, from which mean and variance follow. A sum that overflows stays at its maximum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    count: u64,
    sum: i64,
    squares: u64,
}

impl Moments {
    /// Adds a number.
    pub fn add(&mut self, number: i32) {
        self.count = self.count.saturating_add(1);
        self.sum = self.sum.saturating_add(i64::from(number));
        self.squares = self.squares.saturating_add(u64::from(number.unsigned_abs()).pow(2));
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

    /// The mean with its 95 % interval; fewer than two numbers have none.
    pub fn estimate(self) -> Estimate {
        match (self.mean(), self.standard_error()) {
            (Some(mean), Some(error)) => Estimate::even(mean, Z95 * error),
            (mean, _) => Estimate::new(mean, None, None),
        }
    }
}

/// The differences of discs at the end of games, as the first engine sees them: they show a difference in strength with
/// fewer games than wins and losses do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiscDifference {
    /// The differences of single games.
    pub games: Moments,
    /// The sums of the two games of a pair, in which the opening's advantage cancels out.
    pub pairs: Moments,
}

impl DiscDifference {
    /// Adds the two games of a pair.
    pub fn add(&mut self, one: i32, other: i32) {
        self.games.add(one);
        self.games.add(other);
        self.pairs.add(one.saturating_add(other));
    }

    /// The mean of a game with the interval of pairs.
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
    fn too_few_numbers_have_no_interval() {
        assert_eq!(Moments::default().estimate(), Estimate::UNKNOWN);
        assert_eq!(moments(&[3]).estimate(), Estimate::new(Some(3.0), None, None));
        assert_eq!(moments(&[3, 3]).estimate().error, Some(0.0));
    }

    #[test]
    fn pairs_cancel_the_advantage_of_the_opening() {
        let mut discs = DiscDifference::default();
        for bias in [-20, 10, 30, -8] {
            discs.add(3 + bias, 3 - bias);
        }
        assert_eq!(discs.per_game(), Estimate::even(3.0, 0.0));
        assert!(discs.games.estimate().error.unwrap() > 10.0);
    }
}
