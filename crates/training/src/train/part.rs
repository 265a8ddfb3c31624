//! A part of a whole, as an argument.

/// A number from 0 to 1.
pub(super) fn part(text: &str) -> Result<f32, String> {
    let value = text.parse().ok().filter(|value: &f32| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
