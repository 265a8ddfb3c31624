//! Differences of discs: their mean, and how sure it is.

use crate::rating::Estimate;

/// How far from 0 the middle 95 % of a normal distribution reach.
const Z95: f64 = 1.959_963_984_540_054;

/// Whole numbers, of which only their number, their sum and that of their squares are kept: in whatever order they come,
/// the same follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    count: u64,
    sum: i64,
    squares: i64,
}

impl Sample {
    /// Adds a value; at most a few hundreds.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// How many values there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean of the values over `scale`, with its 95 % interval from two values on.
    pub fn mean(&self, scale: f64) -> Estimate {
        if self.count == 0 {
            return Estimate::UNKNOWN;
        }
        let count = self.count as f64;
        let mean = self.sum as f64 / count;
        if self.count == 1 {
            return Estimate::new(Some(mean / scale), None, None);
        }
        let variance = (self.squares as f64 - count * mean * mean).max(0.0) / (count - 1.0);
        Estimate::even(mean / scale, Z95 * (variance / count).sqrt() / scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_comes_with_its_error() {
        let mut sample = Sample::default();
        assert_eq!(sample.mean(1.0), Estimate::UNKNOWN);
        sample.add(4);
        assert_eq!((sample.mean(2.0).value, sample.mean(1.0).error), (Some(2.0), None));
        [-2, 4, 10].into_iter().for_each(|value| sample.add(value));
        let mean = sample.mean(1.0);
        assert_eq!((sample.count(), mean.value), (4, Some(4.0)));
        assert!((mean.error.unwrap() - Z95 * (24.0f64 / 4.0).sqrt()).abs() < 1e-9);
    }
}
