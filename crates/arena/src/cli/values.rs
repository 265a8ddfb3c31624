//! Values of options.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use crate::config::{Affinity, Concurrency};
use crate::games::Games;

/// More rounds or moves than any match has.
pub const MOST: u32 = 100_000_000;

/// A number within bounds.
pub fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

/// A time in milliseconds, of at most a day.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    number(0..=86_400_000)(text).map(Duration::from_millis)
}

/// The name of a set of rules, in any game that has several.
pub fn rules(text: &str) -> Result<String, String> {
    let name = text.to_ascii_lowercase();
    let games = Games::built_in();
    let read = games.all().filter(|game| game.info.rules.is_some()).map(|game| game.any.rules(&[&name]));
    match read.reduce(Result::or) {
        Some(Err(bad)) => {
            Err(bad.reasons.iter().map(|reason| format!("expected {}", reason.expected)).collect())
        }
        Some(Ok(_)) | None => Ok(name),
    }
}

/// `auto`, a number of games, or 0 and less: all processors but this number.
pub fn concurrency(text: &str) -> Result<Concurrency, String> {
    if text == "auto" {
        return Ok(Concurrency::Auto);
    }
    let count: i32 = number(-1024..=1024)(text)?;
    let magnitude = count.unsigned_abs() as usize;
    Ok(if count > 0 { Concurrency::Games(magnitude) } else { Concurrency::AllBut(magnitude) })
}

/// `all`, or a list of processors as in `0-3,8`.
pub fn processors(text: &str) -> Result<Affinity, String> {
    if text == "all" {
        return Ok(Affinity::All);
    }
    let mut all = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let bounds = first.parse::<usize>().ok().zip(last.parse::<usize>().ok());
        let bounds = bounds.filter(|(first, last)| first <= last && *last < 4096);
        let (first, last) = bounds.ok_or("expected numbers of processors, as in 0-3,8")?;
        all.extend((first..=last).filter(|one| !all.contains(one)).collect::<Vec<_>>());
    }
    Ok(Affinity::Of(all))
}
