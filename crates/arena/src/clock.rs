//! The clocks of a game.
//!
//! Nothing here reads the time: a [`Clock`] is given the duration of each move.

use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use super::config::TimeControl;
use search_core::ClockState;

const REMEDY: &str = "Write seconds and an increment as in 10+0.1, moves for a time as in 40/5:00, or inf";

/// The longest time that a control may state, in seconds: a thousand hours.
const MAX_SECONDS: u64 = 3_600_000;

/// Reads `[MOVES/]TIME[+INCREMENT]`, with times in seconds or as `m:s` or `h:m:s`, and decimals in the seconds. `inf` is
/// no control at all; no moves (`0/10`) are all of the game.
pub fn read(text: &str) -> Result<Option<TimeControl>, BadInput> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("inf") || text.eq_ignore_ascii_case("infinite") {
        return Ok(None);
    }
    let (moves, times) = match text.split_once('/') {
        Some((moves, times)) => (read_moves(moves)?, times),
        None => (None, text),
    };
    let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
    let (base, increment) = (read_time(base)?, read_time(increment)?);
    if base.is_zero() && increment.is_zero() {
        return Err(bad(times, "some time"));
    }
    Ok(Some(TimeControl { base, increment, moves }))
}

fn bad(found: &str, expected: &str) -> BadInput {
    BadInput::new("time control", None, quote(found), expected, REMEDY)
}

fn read_moves(text: &str) -> Result<Option<NonZeroU32>, BadInput> {
    let moves = digits(text).filter(|&moves| moves <= 1000).and_then(|moves| u32::try_from(moves).ok());
    moves.map(NonZeroU32::new).ok_or_else(|| bad(text, "a number of moves up to 1000"))
}

/// A time of up to three fields; every field but the first is below 60.
fn read_time(text: &str) -> Result<Duration, BadInput> {
    let expected = "a time of at most 1000 hours in seconds, m:s or h:m:s, such as 60, 0.1 or 1:30";
    fields(text).filter(|time| *time <= Duration::from_secs(MAX_SECONDS)).ok_or_else(|| bad(text, expected))
}

fn fields(text: &str) -> Option<Duration> {
    let mut seconds = 0;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    for (place, field) in whole.split(':').enumerate() {
        let number = digits(field).filter(|&number| place == 0 || number < 60)?;
        seconds = number.checked_add(seconds * 60).filter(|&sum| place < 3 && sum <= MAX_SECONDS)?;
    }
    let mut nanoseconds = digits(fraction).filter(|_| fraction.len() <= 9)? as u32;
    (fraction.len()..9).for_each(|_| nanoseconds *= 10);
    Some(Duration::new(seconds, nanoseconds))
}

/// A number of digits alone; `parse` would accept a sign as well.
fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// As [`read`] reads it, times in seconds: `40/300+0.5`.
impl fmt::Display for TimeControl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(out, "{moves}/")?;
        }
        write_seconds(out, self.base)?;
        if self.increment.is_zero() {
            return Ok(());
        }
        out.write_str("+")?;
        write_seconds(out, self.increment)
    }
}

fn write_seconds(out: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    write!(out, "{}", time.as_secs())?;
    match time.subsec_nanos() {
        0 => Ok(()),
        nanoseconds => write!(out, ".{}", format!("{nanoseconds:09}").trim_end_matches('0')),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    remaining: Duration,
    /// Moves to the next time control, the one to come included.
    moves: Option<u32>,
}

impl Clock {
    /// A clock before the first move. With an increment alone, the first move has it too.
    pub fn new(control: TimeControl) -> Clock {
        let remaining = if control.base.is_zero() { control.increment } else { control.base };
        Clock { control, remaining, moves: control.moves.map(NonZeroU32::get) }
    }

    pub fn face(&self) -> ClockState {
        ClockState { remaining: self.remaining, increment: self.control.increment, moves_to_go: self.moves }
    }

    pub fn remaining(&self) -> Duration {
        self.remaining
    }

    /// Subtracts the duration of a move. Time beyond what was left is not counted.
    pub fn spend(&mut self, elapsed: Duration) {
        self.remaining = self.remaining.saturating_sub(elapsed) + self.control.increment;
        match &mut self.moves {
            Some(moves) if *moves > 1 => *moves -= 1,
            Some(moves) => {
                *moves = self.control.moves.map_or(1, NonZeroU32::get);
                self.remaining += self.control.base;
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn control(base: f64, increment: f64, moves: u32) -> Option<TimeControl> {
        let seconds = Duration::from_secs_f64;
        Some(TimeControl {
            base: seconds(base),
            increment: seconds(increment),
            moves: NonZeroU32::new(moves),
        })
    }

    #[test]
    fn the_usual_forms_are_read() {
        let forms = [
            ("40/60", control(60.0, 0.0, 40)),
            ("10+0.1", control(10.0, 0.1, 0)),
            ("2:00+1", control(120.0, 1.0, 0)),
            ("40/1:30:00+0.5", control(5400.0, 0.5, 40)),
            ("0/10", control(10.0, 0.0, 0)),
            ("0.25", control(0.25, 0.0, 0)),
            ("1:02.5", control(62.5, 0.0, 0)),
            ("0+1", control(0.0, 1.0, 0)),
            (" 90:00 ", control(5400.0, 0.0, 0)),
            ("inf", None),
            ("Infinite", None),
        ];
        for (text, expected) in forms {
            assert_eq!(read(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_quoted() {
        for (text, found, expected) in [
            ("", "nothing", "a time"),
            ("x/10", "\"x\"", "a number of moves"),
            ("40/", "nothing", "a time"),
            ("10+", "nothing", "a time"),
            ("10+y", "\"y\"", "a time"),
            ("5000/10", "\"5000\"", "a number of moves up to 1000"),
            ("1:60", "\"1:60\"", "a time"),
            ("1:0:0:0", "\"1:0:0:0\"", "a time"),
            ("-5", "\"-5\"", "a time"),
            ("0", "\"0\"", "some time"),
            ("0+0.0", "\"0+0.0\"", "some time"),
            ("4000000", "\"4000000\"", "a time of at most 1000 hours"),
            ("0.1234567890", "\"0.1234567890\"", "a time"),
            ("99999999999999999999999", "\"99999999999999999999999\"", "a time"),
            ("1:9999999999999999999999", "\"1:9999999999999999999999\"", "a time"),
            ("60/-1", "\"-1\"", "a time"),
            ("1.5:00", "\"1.5:00\"", "a time"),
        ] {
            let message = read(text).unwrap_err().to_string();
            let start = format!("time control: found {found}, expected {expected}");
            assert!(message.starts_with(&start) && message.ends_with("or inf."), "{text}: {message}");
        }
    }

    #[test]
    fn controls_are_written_in_short_form() {
        let written = |text: &str| read(text).unwrap().map(|control| control.to_string());
        assert_eq!(written("40/1:30:00+0.50").as_deref(), Some("40/5400+0.5"));
        assert_eq!(written("0/10").as_deref(), Some("10"));
        assert_eq!(written("0.000000001").as_deref(), Some("0.000000001"));
    }

    proptest! {
        #[test]
        fn controls_round_trip(
            base in 0..3_600_000_000_000_000u64,
            increment in 0..3_600_000_000_000_000u64,
            moves in 0..=1000u32,
        ) {
            let nanoseconds = Duration::from_nanos;
            let control = TimeControl {
                base: nanoseconds(base), increment: nanoseconds(increment + 1), moves: NonZeroU32::new(moves)
            };
            prop_assert_eq!(read(&control.to_string()).unwrap(), Some(control));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9:./+ infx-]{0,24}|.{0,24}") {
            if let Ok(Some(control)) = read(&text) {
                prop_assert_eq!(read(&control.to_string()).unwrap(), Some(control));
            }
        }
    }

    /// The clocks of a game: seconds left and moves to go before the first move, and after moves of these seconds.
    #[test]
    fn clocks_follow_their_control() {
        for (text, start, moves) in [
            ("10+0.5", (10.0, None), vec![(4, (6.5, None)), (7, (0.5, None))]),
            (
                "3/60+1",
                (60.0, Some(3)),
                vec![(2, (59.0, Some(2))), (3, (57.0, Some(1))), (2, (116.0, Some(3)))],
            ),
            // An increment alone holds from the first move.
            ("0+2", (2.0, None), vec![(1, (3.0, None))]),
        ] {
            let mut clock = Clock::new(read(text).unwrap().unwrap());
            let shown = |clock: Clock| (clock.face().remaining.as_secs_f64(), clock.face().moves_to_go);
            assert_eq!(shown(clock), start, "{text}");
            for (elapsed, expected) in moves {
                clock.spend(Duration::from_secs(elapsed));
                assert_eq!(shown(clock), expected, "{text}");
            }
        }
    }
}
