//! Numbers as a picture shows them, and as its coordinates are written.

use maud::Render;

pub use shuangqi_cli::units::grouped;

/// A coordinate or length, in units of the picture, written to a tenth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Px(pub f64);

impl Render for Px {
    fn render_to(&self, buffer: &mut String) {
        let tenths = if self.0.is_finite() { (self.0 * 10.0).round() / 10.0 + 0.0 } else { 0.0 };
        buffer.push_str(&tenths.to_string());
    }
}

/// A count in three digits: `12.3 M`.
pub fn count(value: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " K")];
    let unit = UNITS.into_iter().find(|&(size, _)| value.abs() >= size * 0.9995);
    let (size, name) = unit.unwrap_or((1.0, ""));
    format!("{}{name}", trimmed(&significant(value / size, 3)))
}

/// A ratio in three digits: `0.900`.
pub fn ratio(value: f64) -> String {
    significant(value, 3)
}

/// As short as it may be: `0.5`, `20`.
pub fn plain(value: f64) -> String {
    trimmed(&significant(value, 3)).replace('-', "−")
}

/// With its sign and a number of decimals: `+35.2`, `−3.1`, `0.0`.
pub fn signed(value: f64, decimals: usize) -> String {
    let size = format!("{:.decimals$}", if value.is_finite() { value.abs() } else { 0.0 });
    let is_zero = size.chars().all(|digit| matches!(digit, '0' | '.'));
    let sign = if is_zero {
        ""
    } else if value < 0.0 {
        "−"
    } else {
        "+"
    };
    format!("{sign}{size}")
}

/// A share, in per cent.
pub fn percent(value: f64) -> String {
    format!("{value:.1} %")
}

/// A number of significant digits, at most six decimals, no rounding before the point.
fn significant(value: f64, digits: i32) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    let magnitude = value.abs().log10().floor() as i32;
    let decimals = (digits - 1 - magnitude).clamp(0, 6) as usize;
    format!("{value:.decimals$}")
}

/// Without zeros at the end of the decimals.
fn trimmed(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short_and_always_numbers() {
        let text = |value: f64| Px(value).render().into_string();
        assert_eq!([text(1.0), text(2.25), text(-0.04), text(1e6 / 3.0)], ["1", "2.3", "0", "333333.3"]);
        assert_eq!([text(f64::NAN), text(f64::INFINITY)], ["0", "0"]);
    }

    #[test]
    fn counts_have_three_digits_and_a_unit() {
        let counts = [0.0, 7.0, 999.0, 1000.0, 12_345.0, 999_960.0, 1.5e9, 2e13].map(count);
        assert_eq!(counts, ["0", "7", "999", "1 K", "12.3 K", "1 M", "1.5 G", "20 T"]);
    }

    #[test]
    fn signs_are_told_of_what_is_not_nothing() {
        assert_eq!(
            [35.21, -3.06, 0.04, -0.04].map(|value| signed(value, 1)),
            ["+35.2", "−3.1", "0.0", "0.0"]
        );
        assert_eq!(signed(f64::NAN, 2), "0.00");
    }

    #[test]
    fn ratios_keep_their_zeros_and_plain_numbers_do_not() {
        assert_eq!(
            [0.9, 1.0, 12.345, 0.012_34, 250.0].map(ratio),
            ["0.900", "1.00", "12.3", "0.0123", "250"]
        );
        assert_eq!([0.5, 20.0, 0.05, -2.5].map(plain), ["0.5", "20", "0.05", "−2.5"]);
        assert_eq!([f64::NAN, f64::INFINITY].map(ratio), ["0", "0"]);
    }
}
