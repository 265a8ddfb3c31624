//! Numbers and names as the page shows them.

use std::fmt::Write as _;
use std::time::Duration;

use shuangqi_cli::units::counted;

use crate::config::{EngineConfig, Limits, TimeControl};
use crate::rating::{Estimate, Rating, Trinomial};
use shuangqi_plot::number;

/// An estimate with its interval: `+35.2 ± 21.8`, `more than +150.3`.
pub fn estimate(estimate: Estimate, decimals: usize) -> String {
    let signed = |value: f64| number::signed(value, decimals);
    match (estimate.value, estimate.error, estimate.lower, estimate.upper) {
        (Some(value), Some(error), ..) => format!("{}\u{a0}±\u{a0}{error:.decimals$}", signed(value)),
        (Some(value), _, Some(lower), _) => format!("{}, more than {}", signed(value), signed(lower)),
        (Some(value), _, _, Some(upper)) => format!("{}, less than {}", signed(value), signed(upper)),
        (Some(value), ..) => signed(value),
        (_, _, Some(lower), _) => format!("more than {}", signed(lower)),
        (_, _, _, Some(upper)) => format!("less than {}", signed(upper)),
        _ => "unknown".to_owned(),
    }
}

/// A rating with its error: `+35.2 ± 21.8`.
pub fn rating(rating: &Rating) -> String {
    let error = rating.error.map_or_else(String::new, |error| format!("\u{a0}±\u{a0}{error:.1}"));
    format!("{}{error}", number::signed(rating.elo, 1))
}

/// A share in per cent; `0.0 %` and `100.0 %` are exact.
pub fn share(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        _ if percent > 0.0 && percent < 0.01 => "below 0.01 %".to_owned(),
        _ if percent > 99.99 && percent < 100.0 => "above 99.99 %".to_owned(),
        _ if percent > 99.9 && percent < 100.0 => format!("{percent:.2} %"),
        _ => format!("{percent:.1} %"),
    }
}

/// Won, drawn and lost games: `+4 =3 −1`.
pub fn results(games: Trinomial) -> String {
    let Trinomial { losses, draws, wins } = games;
    format!("+{wins} ={draws} −{losses}")
}

/// Points and games: `12½ / 20`.
pub fn points(games: Trinomial) -> String {
    let half_points = games.wins * 2 + games.draws;
    let points = match (half_points / 2, half_points % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    };
    format!("{points} / {}", games.games())
}

/// A duration of play: `17 ms`, `0.25 s`, `90 s`, `12:05 min`, `1:30 h`.
pub fn duration(duration: Duration) -> String {
    let whole = duration.as_secs();
    match whole {
        _ if !duration.is_zero() && duration < Duration::from_millis(100) => {
            move_time(duration.as_secs_f64())
        }
        0..120 => format!("{} s", number::plain(duration.as_secs_f64())),
        120..3600 => format!("{}:{:02} min", whole / 60, whole % 60),
        _ => format!("{}:{:02} h", whole / 3600, whole / 60 % 60),
    }
}

/// The time of a move: `1.5 s`, `20 ms`, `3 µs`.
pub fn move_time(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        1.0.. => (1.0, "s"),
        0.001.. => (1e3, "ms"),
        _ => (1e6, "µs"),
    };
    format!("{} {unit}", number::plain(seconds * factor))
}

/// `10 s + 0.1 s a move`, `depth 8`.
pub fn time(engine: &EngineConfig) -> String {
    let parts: Vec<String> = engine.clock.map(control).into_iter().chain(limits(&engine.limits)).collect();
    if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") }
}

fn control(control: TimeControl) -> String {
    let TimeControl { base, increment, moves } = control;
    let base = match moves {
        Some(moves) => format!("{} for {}", duration(base), counted(moves.get().into(), "move")),
        None => duration(base),
    };
    if increment.is_zero() { base } else { format!("{base} + {} a move", duration(increment)) }
}

fn limits(limits: &Limits) -> impl Iterator<Item = String> {
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let nodes = limits.nodes.map(|nodes| format!("{} a move", counted(nodes.get(), "node")));
    let time = limits.move_time.map(|time| format!("{} a move", duration(time)));
    [depth, nodes, time].into_iter().flatten()
}

/// The words of a snake-case name: `most_moves` is `most moves`.
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// A text with a capital letter in front.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text percent-encoded for the part of an address after `#`.
pub fn fragment(text: &str) -> String {
    text.bytes().fold(String::new(), |mut fragment, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => fragment.push(char::from(byte)),
            _ => drop(write!(fragment, "%{byte:02X}")),
        }
        fragment
    })
}

#[cfg(test)]
mod tests {
    use std::num::{NonZeroU32, NonZeroU64};
    use std::time::Duration;

    use super::super::tests::engine;
    use super::*;

    #[test]
    fn time_controls_have_their_text() {
        let mut engine = engine("A");
        assert_eq!(time(&engine), "10 s + 0.1 s a move");
        let base = Duration::from_secs(5400);
        engine.clock = Some(TimeControl { base, increment: Duration::ZERO, moves: NonZeroU32::new(40) });
        assert_eq!(time(&engine), "1:30 h for 40 moves");
        engine.clock = None;
        assert_eq!(time(&engine), "no limit");
        let move_time = Some(Duration::from_millis(250));
        engine.limits = Limits { depth: Some(8), nodes: NonZeroU64::new(20_000), move_time };
        assert_eq!(time(&engine), "depth 8, 20,000 nodes a move, 0.25 s a move");
    }
}
