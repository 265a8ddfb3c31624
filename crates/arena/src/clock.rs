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

const KIND: &str = "time control";
const REMEDY: &str = "Write seconds and an increment as in 10+0.1, moves for a time as in 40/5:00, or inf";

/// The longest time that a control may state, in seconds: a thousand hours.
const LONGEST: u64 = 3_600_000;

/// Reads `[MOVES/]TIME[+INCREMENT]`, with times in seconds or as `m:s` or `h:m:s`, and decimals in the seconds. `inf` is
/// no control at all; no moves (`0/10`) are all of the game.
pub fn read(text: &str) -> Result<Option<TimeControl>, BadInput> {
    let trimmed = text.trim();
    let indent = text.chars().take_while(|letter| letter.is_whitespace()).count();
    if trimmed.eq_ignore_ascii_case("inf") || trimmed.eq_ignore_ascii_case("infinite") {
        return Ok(None);
    }
    let (moves, times) = match trimmed.split_once('/') {
        Some((moves, times)) => (read_moves(moves, indent + 1)?, times),
        None => (None, trimmed),
    };
    let column = indent + trimmed.chars().count() - times.chars().count() + 1;
    let (base, increment) = match times.split_once('+') {
        Some((base, increment)) => {
            let after = column + base.chars().count() + 1;
            (read_time(base, column)?, read_time(increment, after)?)
        }
        None => (read_time(times, column)?, Duration::ZERO),
    };
    if base.is_zero() && increment.is_zero() {
        return Err(bad(column, quote(times), "some time"));
    }
    Ok(Some(TimeControl { base, increment, moves }))
}

fn bad(column: usize, found: String, expected: &str) -> BadInput {
    BadInput::new(KIND, Some(column), found, expected, REMEDY)
}

fn read_moves(text: &str, column: usize) -> Result<Option<NonZeroU32>, BadInput> {
    let moves = digits(text).filter(|&moves| moves <= 1000).and_then(|moves| u32::try_from(moves).ok());
    moves.map(NonZeroU32::new).ok_or_else(|| bad(column, quote(text), "a number of moves up to 1000"))
}

/// A time of up to three fields; every field but the first is below 60.
fn read_time(text: &str, column: usize) -> Result<Duration, BadInput> {
    let expected = "a time of at most 1000 hours in seconds, m:s or h:m:s, such as 60, 0.1 or 1:30";
    fields(text)
        .filter(|time| *time <= Duration::from_secs(LONGEST))
        .ok_or_else(|| bad(column, quote(text), expected))
}

fn fields(text: &str) -> Option<Duration> {
    let mut seconds = 0;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    for (place, field) in whole.split(':').enumerate() {
        let number = digits(field).filter(|&number| place == 0 || number < 60)?;
        seconds = number.checked_add(seconds * 60).filter(|&sum| place < 3 && sum <= LONGEST)?;
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
mod tests;
