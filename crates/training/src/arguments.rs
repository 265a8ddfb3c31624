//! Parsers of arguments.

/// A number from `low` to `high`.
pub fn within(what: &str, low: f32, high: f32) -> impl Fn(&str) -> Result<f32, String> + Clone + use<> {
    let expected = format!("expected a {what} from {low} to {high}");
    move |text| text.parse().ok().filter(|value| (low..=high).contains(value)).ok_or_else(|| expected.clone())
}

/// Two numbers of random moves up to `most`, as `FEWEST..MOST`.
pub fn random_moves(text: &str, most: u32, example: &str) -> Result<(u32, u32), String> {
    let ends = text.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    ends.filter(|(low, high)| low <= high && *high <= most).ok_or_else(|| {
        format!("expected two numbers up to {most}, the lower one first; try --random {example}")
    })
}
