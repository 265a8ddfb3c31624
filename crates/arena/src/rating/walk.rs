//! A random walk between two bounds: the model of a log-likelihood ratio during a match.

/// A walk from 0 with a drift. The variance is above 0, the lower bound below 0, the upper one above 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Walk {
    /// The mean of a step.
    pub drift: f64,
    /// The variance of a step.
    pub variance: f64,
    /// The lower bound.
    pub lower: f64,
    /// The upper bound.
    pub upper: f64,
}

/// A drift below this, relative to the bounds, counts as 0.
const MIN_DRIFT: f64 = 1e-6;

impl Walk {
    /// The probability that the upper bound is reached first (Wald 1945).
    pub fn upper_probability(&self) -> f64 {
        let Walk { lower, upper, .. } = *self;
        let pull = -2.0 * self.drift / self.variance;
        let width = upper - lower;
        if (pull * width).abs() < MIN_DRIFT {
            -lower / width
        } else if pull > 0.0 {
            (-pull * upper).exp() * (pull * lower).exp_m1() / (-pull * width).exp_m1()
        } else {
            (-pull * lower).exp_m1() / (pull * width).exp_m1()
        }
    }

    /// The expected number of steps until a bound is reached.
    pub fn expected_steps(&self) -> f64 {
        let Walk { drift, variance, lower, upper } = *self;
        if (drift / variance * (upper - lower)).abs() < MIN_DRIFT {
            return -lower * upper / variance;
        }
        let chance = self.upper_probability();
        (chance * upper + (1.0 - chance) * lower) / drift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(drift: f64) -> Walk {
        Walk { drift, variance: 2.0, lower: -3.0, upper: 5.0 }
    }

    #[test]
    fn without_drift_the_nearer_bound_is_likelier() {
        for drift in [0.0, 1e-9] {
            assert!((walk(drift).upper_probability() - 3.0 / 8.0).abs() < 1e-6);
            assert!((walk(drift).expected_steps() - 7.5).abs() < 1e-5);
        }
        assert!((walk(1e-5).expected_steps() / 7.5 - 1.0).abs() < 1e-4);
    }

    #[test]
    fn a_log_likelihood_ratio_has_the_nominal_error_rates() {
        let (lower, upper) = (-(19f64.ln()), 19f64.ln());
        for (drift, chance) in [(0.02, 0.95), (-0.02, 0.05)] {
            let walk = Walk { drift, variance: 0.04, lower, upper };
            assert!((walk.upper_probability() - chance).abs() < 1e-12);
            assert!((walk.expected_steps() - 0.9 * upper / 0.02).abs() < 1e-9);
        }
    }

    #[test]
    fn a_strong_drift_reaches_a_bound_directly() {
        for (drift, steps) in [(1e3, 5e-3), (-1e3, 3e-3)] {
            assert!((walk(drift).expected_steps() - steps).abs() < 1e-12);
            assert!((0.0..=1.0).contains(&walk(drift).upper_probability()));
        }
    }
}
