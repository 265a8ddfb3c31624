//! Numbers as people type and read them.

use std::num::NonZeroU64;
use std::time::Duration;

pub use crate::output::grouped;

/// A count: `250000`, `10M`, `20G`; K, M, G stand for 10^3, 10^6, 10^9.
pub fn count(text: &str) -> Result<u64, String> {
    let scale = match text.chars().last().map(|letter| letter.to_ascii_uppercase()) {
        Some('K') => 1_000,
        Some('M') => 1_000_000,
        Some('G') => 1_000_000_000,
        _ => 1,
    };
    let digits = if scale > 1 { &text[..text.len() - 1] } else { text };
    let number = digits.parse().ok().and_then(|number: u64| number.checked_mul(scale));
    number.ok_or_else(|| "expected a whole number, as in 250000, 10M or 20G".to_owned())
}

/// The nodes of a search: a [`count`] above 0.
pub fn nodes(text: &str) -> Result<NonZeroU64, String> {
    let nodes = count(text).ok().and_then(NonZeroU64::new);
    nodes.ok_or_else(|| "expected a whole number above 0, as in 5000 or 100K".to_owned())
}

/// A count with its noun, which has an s in the plural: `1 game`, `3,000 games`.
pub fn counted(count: u64, noun: &str) -> String {
    counted_as(count, noun, &format!("{noun}s"))
}

/// A count with its noun for one or for several: `1 crash`, `2 crashes`.
pub fn counted_as(count: u64, one: &str, several: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { several })
}

/// Seconds to whole microseconds, so that the number stays short.
pub fn short_seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// A time in whole milliseconds.
pub fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A rate, rounded; what took less than a microsecond counts as taking one.
pub fn per_second(count: u64, time: Duration) -> u64 {
    (count as f64 / time.as_secs_f64().max(1e-6)).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        let texts = [0, 1, 2, 3000].map(|count| counted(count, "game"));
        assert_eq!(texts, ["0 games", "1 game", "2 games", "3,000 games"]);
        assert_eq!([1, 2].map(|count| counted_as(count, "crash", "crashes")), ["1 crash", "2 crashes"]);
    }

    #[test]
    fn rates_are_finite() {
        assert_eq!(per_second(500, Duration::ZERO), 500_000_000);
        assert_eq!(per_second(3_000_001, Duration::from_secs(2)), 1_500_001);
    }

    #[test]
    fn counts_may_be_short() {
        assert_eq!(count("250000"), Ok(250_000));
        assert_eq!(count("10M"), Ok(10_000_000));
        assert_eq!(count("20g"), Ok(20_000_000_000));
        for wrong in ["", "M", "-1", "1.5M", "99999999999G", "1é"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }
}
