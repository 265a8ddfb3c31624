//! Values with their intervals, the normal distribution that these come from, and means of whole numbers.

use std::f64::consts::FRAC_1_SQRT_2;
use std::fmt;

/// The middle 95 % lie between minus this and this.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The probability of a value below `z`.
pub fn cumulative(z: f64) -> f64 {
    0.5 * libm::erfc(-z * FRAC_1_SQRT_2)
}

/// A value with its 95 % interval. A value or a bound that does not exist is absent: no number here is ever infinite or
/// NaN.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    pub value: Option<f64>,
    /// Half the width of the interval, which need not be symmetric; absent without both bounds.
    pub error: Option<f64>,
    pub lower: Option<f64>,
    pub upper: Option<f64>,
}

impl Estimate {
    pub const UNKNOWN: Estimate = Estimate { value: None, error: None, lower: None, upper: None };

    /// A value with its bounds; those that are not finite become absent.
    pub fn new(value: Option<f64>, lower: Option<f64>, upper: Option<f64>) -> Estimate {
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        let (lower, upper) = (finite(lower), finite(upper));
        let error = lower.zip(upper).map(|(lower, upper)| (upper - lower) / 2.0);
        Estimate { value: finite(value), error, lower, upper }
    }

    /// A value with a symmetric interval.
    pub fn even(value: f64, error: f64) -> Estimate {
        Estimate::new(Some(value), Some(value - error), Some(value + error))
    }

    /// The estimate on another scale, which is increasing; `None` makes a bound absent.
    pub fn map(self, scale: impl Fn(f64) -> Option<f64>) -> Estimate {
        Estimate::new(self.value.and_then(&scale), self.lower.and_then(&scale), self.upper.and_then(&scale))
    }
}

impl fmt::Display for Estimate {
    /// `30.29 ± 21.80`, `412.10, above 150.33`, `below -48.20`, `unknown`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = match self.value {
            Some(value) => {
                write!(out, "{value:.2}")?;
                ", "
            }
            None => "",
        };
        match (self.value, self.lower, self.upper, self.error) {
            (Some(_), _, _, Some(error)) => write!(out, " ± {error:.2}"),
            (None, Some(lower), Some(upper), _) => write!(out, "{lower:.2} to {upper:.2}"),
            (_, Some(lower), None, _) => write!(out, "{comma}above {lower:.2}"),
            (_, None, Some(upper), _) => write!(out, "{comma}below {upper:.2}"),
            (Some(_), ..) => Ok(()),
            (None, ..) => out.write_str("unknown"),
        }
    }
}

/// Sums of numbers and of their squares, from which mean and variance follow. A sum that overflows stays at its maximum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    count: u64,
    sum: i64,
    squares: u64,
}

impl Moments {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_those_of_published_tables() {
        for (z, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (Z95, 0.975),
            (3.0, 0.998_650_101_968_370),
            (-6.0, 9.865_876_450_376_9e-10),
        ] {
            assert!((cumulative(z) / below - 1.0).abs() < 1e-12, "{z}: {}", cumulative(z));
        }
        assert_eq!((cumulative(-1e9), cumulative(1e9)), (0.0, 1.0));
    }

    #[test]
    fn absent_bounds_have_their_text() {
        let shown = |value, lower, upper| Estimate::new(value, lower, upper).to_string();
        assert_eq!(shown(Some(30.288), Some(8.0), Some(52.0)), "30.29 ± 22.00");
        assert_eq!(shown(Some(412.1), Some(150.3), None), "412.10, above 150.30");
        assert_eq!(shown(None, Some(48.2), None), "above 48.20");
        assert_eq!(shown(None, None, Some(-48.2)), "below -48.20");
        assert_eq!(shown(None, Some(1.0), Some(2.0)), "1.00 to 2.00");
        assert_eq!(shown(Some(3.0), None, None), "3.00");
        assert_eq!(Estimate::UNKNOWN.to_string(), "unknown");
    }

    #[test]
    fn values_that_are_not_finite_are_absent() {
        let estimate = Estimate::new(Some(f64::NAN), Some(f64::NEG_INFINITY), Some(1.0));
        assert_eq!(estimate, Estimate { upper: Some(1.0), ..Estimate::UNKNOWN });
        assert_eq!(Estimate::even(2.0, 1.0).error, Some(1.0));
    }

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
}
