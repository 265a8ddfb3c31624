//! Time controls as people type them: `40/60`, `10+0.1`, `2:00+1`.

use std::num::NonZeroU32;
use std::time::Duration;

use console::bad_input::quote;

use crate::arena::setup::TimeControl;

/// Longer than any match; a larger number is a slip of the finger.
const LONGEST: f64 = 1e7;

/// `[moves/]time[+increment]`, or `inf` for no clock at all.
pub fn time_control(text: &str) -> Result<Option<TimeControl>, String> {
    if matches!(text, "inf" | "infinite") {
        return Ok(None);
    }
    if text == "hg" || text.starts_with("hg/") {
        return Err(
            "hourglass clocks are not offered; give moves/seconds+increment, as in 40/60+0.5".to_owned()
        );
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves_of(moves)?), rest),
        None => (None, text),
    };
    let (base, increment) = match rest.split_once('+') {
        Some((base, increment)) => (span(base)?, span(increment)?),
        None => (span(rest)?, Duration::ZERO),
    };
    if base.is_zero() {
        return Err(format!("{} leaves no time for the first move; give seconds, as in 10+0.1", quote(text)));
    }
    Ok(Some(TimeControl { base, increment, moves }))
}

fn moves_of(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| {
        format!("found {} before the slash, expected a number of moves, as in 40/60", quote(text))
    })
}

/// Seconds, `m:s` or `h:m:s`; the seconds may have decimals.
pub fn span(text: &str) -> Result<Duration, String> {
    let wrong = || format!("found {}, expected a time in seconds or m:s, as in 10, 0.1 or 2:30", quote(text));
    let mut total = 0.0;
    let parts: Vec<&str> = text.split(':').collect();
    let (last, firsts) = parts.split_last().ok_or_else(wrong)?;
    if firsts.len() > 2 {
        return Err(wrong());
    }
    for part in firsts {
        total = (total + f64::from(part.parse::<u32>().map_err(|_| wrong())?)) * 60.0;
    }
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = last.parse::<f64>().ok().filter(|_| is_number).ok_or_else(wrong)?;
    Some(total + seconds).filter(|sum| *sum <= LONGEST).map(Duration::from_secs_f64).ok_or_else(wrong)
}

/// A time control as [`time_control`] reads it.
pub fn written(clock: &TimeControl) -> String {
    let moves = clock.moves.map_or_else(String::new, |moves| format!("{moves}/"));
    let increment = match clock.increment {
        Duration::ZERO => String::new(),
        increment => format!("+{}", increment.as_secs_f64()),
    };
    format!("{moves}{}{increment}", clock.base.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_forms_are_read_and_written() {
        for (text, moves, base, increment, written_as) in [
            ("10+0.1", None, 10.0, 0.1, "10+0.1"),
            ("40/60", Some(40), 60.0, 0.0, "40/60"),
            ("2:00+1", None, 120.0, 1.0, "120+1"),
            ("40/2:30+0.5", Some(40), 150.0, 0.5, "40/150+0.5"),
            ("1:00:00", None, 3600.0, 0.0, "3600"),
            (".5", None, 0.5, 0.0, "0.5"),
        ] {
            let clock = time_control(text).unwrap().unwrap();
            assert_eq!(clock.base.as_secs_f64(), base, "{text}");
            assert_eq!(clock.increment.as_secs_f64(), increment, "{text}");
            assert_eq!(clock.moves.map(NonZeroU32::get), moves, "{text}");
            assert_eq!(written(&clock), written_as);
        }
        assert_eq!(time_control("inf"), Ok(None));
    }

    #[test]
    fn what_is_no_time_control_is_refused() {
        for wrong in [
            "", "x", "0", "0+1", "10+", "+1", "-5", "0/60", "40/", "1e3", "nan", "inf+1", "hg", "1:2:3:4",
            "99999999",
        ] {
            assert!(time_control(wrong).is_err(), "{wrong}");
        }
    }
}
