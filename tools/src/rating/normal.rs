//! The standard normal distribution, to the precision of the numbers themselves.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// How far from 0 the middle 95 % reach.
pub const Z95: f64 = 1.959_963_984_540_054;

/// From here on a continued fraction needs fewer terms than the series.
const FAR: f64 = 2.5;

/// The chance that a standard normal value lies below `z`.
pub fn cumulative(z: f64) -> f64 {
    0.5 * complementary_error(-z * FRAC_1_SQRT_2)
}

/// The complementary error function (Abramowitz & Stegun 7.1.6 and 7.1.14).
fn complementary_error(x: f64) -> f64 {
    if x < 0.0 {
        2.0 - complementary_error(-x)
    } else if x < FAR {
        1.0 - error_series(x)
    } else {
        let tail = (1..=60).rev().fold(0.0, |tail, k| f64::from(k) / 2.0 / (x + tail));
        (-x * x).exp() / PI.sqrt() / (x + tail)
    }
}

/// The error function as a series of positive terms, for which `x` must not be large.
fn error_series(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    for n in 1..=100 {
        term *= 2.0 * x * x / f64::from(2 * n + 1);
        sum += term;
    }
    2.0 / PI.sqrt() * (-x * x).exp() * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of published tables.
    #[test]
    fn chances_are_those_of_the_tables() {
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
    }

    #[test]
    fn both_forms_agree_where_they_meet() {
        let step = complementary_error(FAR - 1e-12) - complementary_error(FAR + 1e-12);
        assert!((0.0..1e-14).contains(&step), "{step}");
    }

    #[test]
    fn far_away_there_is_nothing_left() {
        assert_eq!((cumulative(-1e9), cumulative(1e9)), (0.0, 1.0));
    }
}
