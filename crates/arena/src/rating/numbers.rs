//! The numbers of the command line.

use std::ops::RangeInclusive;

/// The greatest strength of a hypothesis: beyond it the iteration of the normalised model does not converge.
pub const MAX_ELO: f64 = 200.0;
/// The greatest count: it and its sums are exact as floating-point numbers.
const MAX_COUNT: u64 = 1_000_000_000_000_000;
/// The greatest number of runs.
const MAX_RUNS: u64 = 10_000_000;

/// A count of games or pairs.
pub fn count(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|count| *count <= MAX_COUNT);
    count.ok_or_else(|| format!("expected a whole number from 0 to {MAX_COUNT}, as in 136"))
}

/// A number of simulated tests.
pub fn runs(text: &str) -> Result<u64, String> {
    let runs = text.parse().ok().filter(|runs| (1..=MAX_RUNS).contains(runs));
    runs.ok_or_else(|| format!("expected a whole number from 1 to {MAX_RUNS}, as in 1000"))
}

/// A strength.
pub fn elo(text: &str) -> Result<f64, String> {
    within(text, -MAX_ELO..=MAX_ELO, "as in 5 or -1.75")
}

/// A share of drawn games.
pub fn share(text: &str) -> Result<f64, String> {
    within(text, 0.0..=0.99, "as in 0.4")
}

/// The advantage that an opening gives a side.
pub fn bias(text: &str) -> Result<f64, String> {
    within(text, 0.0..=1000.0, "as in 80")
}

/// An error rate of a test.
pub fn error_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate < 0.5);
    rate.ok_or_else(|| "expected a number above 0 and below 0.5, as in 0.05".to_owned())
}

fn within(text: &str, range: RangeInclusive<f64>, example: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected a number from {} to {}, {example}", range.start(), range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_ranges() {
        assert_eq!((count("0"), elo("-1.75"), error_rate("0.01")), (Ok(0), Ok(-1.75), Ok(0.01)));
        for wrong in ["", "-1", "1.5", "99999999999999999999", "x"] {
            assert!(count(wrong).unwrap_err().contains("as in 136"), "{wrong}");
        }
        for wrong in ["nan", "inf", "-inf", "201", "1e9", ""] {
            assert!(elo(wrong).is_err() && share(wrong).is_err(), "{wrong}");
        }
        for wrong in ["0", "0.5", "-0.1", "NaN"] {
            assert!(error_rate(wrong).is_err(), "{wrong}");
        }
        assert!(runs("0").is_err() && bias("-1").is_err());
    }
}
