//! The standard normal distribution.

use std::f64::consts::FRAC_1_SQRT_2;

/// The middle 95 % lie between minus this and this.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The probability of a value below `z`.
pub fn cumulative(z: f64) -> f64 {
    0.5 * libm::erfc(-z * FRAC_1_SQRT_2)
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
}
