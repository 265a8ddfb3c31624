//! The limits of a search, as Python gives them.

use std::num::NonZero;
use std::time::Duration;

use game::{Limits, SearchRequest, Strength};
use pyo3::prelude::*;
use search_core::ClockState;

use crate::errors::bad_argument;

/// The most seconds that a limit may have: more than a year.
const MAX_SECONDS: f64 = 1e8;
/// More threads than a machine has processors.
const MAX_THREADS: usize = 1024;

/// The limits of a search. All may be combined; the first one reached ends it.
///
/// ``time`` is the time for this move in seconds, ``depth`` the last iteration in plies, ``nodes`` the number of positions visited,
/// ``strength`` how strong the play may be, from 1, which a beginner beats, to 20. ``first_clock`` and ``second_clock`` are the
/// seconds on the clocks of the side that begins the game and of the other one, ``first_inc`` and ``second_inc`` what each move adds,
/// ``remaining_moves`` the moves to the next time control.
///
/// Raises ValueError for numbers out of range.
#[pyclass(frozen, eq, module = "shuangqi")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limit(SearchRequest);

#[pymethods]
impl Limit {
    #[new]
    #[pyo3(signature = (time = None, depth = None, nodes = None, *, strength = None, first_clock = None, second_clock = None,
                        first_inc = 0.0, second_inc = 0.0, remaining_moves = None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        strength: Option<u8>,
        first_clock: Option<f64>,
        second_clock: Option<f64>,
        first_inc: f64,
        second_inc: f64,
        remaining_moves: Option<u32>,
    ) -> PyResult<Limit> {
        let limits = Limits {
            depth: depth.map(|depth| positive("depth", depth)).transpose()?,
            nodes: nodes.map(|nodes| positive("nodes", nodes)).transpose()?.and_then(NonZero::new),
            move_time: time.map(|time| seconds("time", time)).transpose()?,
        };
        let moves_to_go = remaining_moves.map(|moves| positive("remaining_moves", moves)).transpose()?;
        let clock = |name, remaining: Option<f64>, increment| {
            let state = |remaining| {
                let (remaining, increment) = (seconds(name, remaining)?, seconds("increment", increment)?);
                Ok::<_, PyErr>(ClockState { remaining, increment, moves_to_go })
            };
            remaining.map(state).transpose()
        };
        let clocks =
            [clock("first_clock", first_clock, first_inc)?, clock("second_clock", second_clock, second_inc)?];
        let strength = strength.map(read_strength).transpose()?.unwrap_or_default();
        Ok(Limit(SearchRequest { clocks, strength, ..SearchRequest::within(limits) }))
    }

    fn __repr__(&self) -> String {
        let SearchRequest { limits, clocks, strength, .. } = &self.0;
        let parts = [
            limits.move_time.map(|time| format!("time={}", time.as_secs_f64())),
            limits.depth.map(|depth| format!("depth={depth}")),
            limits.nodes.map(|nodes| format!("nodes={nodes}")),
            (*strength != Strength::FULL).then(|| format!("strength={strength}")),
            clocks[0].map(|clock| format!("first_clock={}", clock.remaining.as_secs_f64())),
            clocks[1].map(|clock| format!("second_clock={}", clock.remaining.as_secs_f64())),
        ];
        format!("Limit({})", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// The search that limits ask for; without limits, one that nothing but a stop ends.
pub(crate) fn request(limit: Option<&Limit>, threads: NonZero<usize>, lines: usize) -> SearchRequest {
    SearchRequest { threads, lines, ..limit.map_or(SearchRequest::ENDLESS, |limit| limit.0) }
}

/// The same of a search whose end is waited for.
///
/// # Errors
/// If nothing ends it.
pub(crate) fn finite_request(
    limit: &Limit,
    threads: NonZero<usize>,
    lines: usize,
) -> PyResult<SearchRequest> {
    let request = request(Some(limit), threads, lines);
    match request.is_endless() {
        true => {
            Err(bad_argument("limit", "none", "a time, a depth, a number of nodes, a strength or a clock"))
        }
        false => Ok(request),
    }
}

/// A number of threads.
///
/// # Errors
/// None at all, or more than any machine has.
pub(crate) fn threads(threads: usize) -> PyResult<NonZero<usize>> {
    let known = NonZero::new(threads).filter(|threads| threads.get() <= MAX_THREADS);
    known.ok_or_else(|| bad_argument("threads", &threads.to_string(), &format!("1 to {MAX_THREADS}")))
}

/// The bytes of a table of so many mebibytes.
///
/// # Errors
/// None at all, or more than fits into an address.
pub(crate) fn table_bytes(mebibytes: usize) -> PyResult<usize> {
    /// The largest table, in mebibytes.
    const MAX: usize = 1 << 20;
    match mebibytes {
        1..=MAX => Ok(mebibytes << 20),
        _ => Err(bad_argument("hash", &mebibytes.to_string(), &format!("mebibytes, 1 to {MAX}"))),
    }
}

fn read_strength(number: u8) -> PyResult<Strength> {
    let expected = format!("{} to {}", Strength::WEAKEST, Strength::FULL);
    Strength::new(number).ok_or_else(|| bad_argument("strength", &number.to_string(), &expected))
}

fn positive<N: PartialOrd + Default + ToString>(name: &str, number: N) -> PyResult<N> {
    if number > N::default() { Ok(number) } else { Err(bad_argument(name, &number.to_string(), "1 or more")) }
}

fn seconds(name: &str, seconds: f64) -> PyResult<Duration> {
    match (0.0..=MAX_SECONDS).contains(&seconds) {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(bad_argument(name, &seconds.to_string(), &format!("seconds, 0 to {MAX_SECONDS}"))),
    }
}
