//! The limits of a search: the clock, a stop from another thread, and the time that a player's clock allows for one move.
//!
//! For that a game gives the number of its moves that will still cost time, a protocol the time on the clock and the delay of a
//! message; all else is the same for every game.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

/// The time kept on a clock that later moves need too: on a busy machine a thread may wait for some hundredths of a
/// second.
const RESERVE: Duration = Duration::from_millis(50);
/// For this many moves the overhead is kept back, where no increment makes up for it.
const OVERHEAD_MOVES: u32 = 10;
/// Kept back of a time for one move beside the overhead: of 50 searches of a second begun right after the start of the
/// engine, on a machine with ten times as much to do as it has processors, 30 were late without it.
const DELAY: Duration = Duration::from_millis(20);
/// Of a time for one move, no more than this part is kept back.
const FIXED_PART: u32 = 10;
/// The most that a move may take, in shares of the clock, when an iteration takes long.
const MAX_SHARES: u32 = 4;
const MIN_TIME: Duration = Duration::from_millis(1);
const FOREVER: Duration = Duration::from_secs(1 << 32);

/// The clock that a search reads the time from.
pub trait Clock: fmt::Debug + Send + Sync {
    /// Time since the search began.
    fn elapsed(&self) -> Duration;

    /// Notes that the search has visited some more positions.
    fn advance(&self, _visits: u64) {}
}

/// The clock of the system; the search begins at this instant.
impl Clock for Instant {
    fn elapsed(&self) -> Duration {
        Instant::elapsed(self)
    }
}

/// A clock that counts positions visited in place of time, as the Stockfish option `nodestime` does: a game by it is the same on
/// every run, and one on a busy machine is worth as much as one on a quiet machine.
#[derive(Debug)]
pub struct NodeClock {
    visits: AtomicU64,
    per_millisecond: NonZero<u64>,
}

impl NodeClock {
    /// A clock on which this number of visits takes a millisecond.
    pub fn new(per_millisecond: NonZero<u64>) -> NodeClock {
        NodeClock { visits: AtomicU64::new(0), per_millisecond }
    }
}

impl Clock for NodeClock {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.visits.load(Relaxed) * 1_000_000 / self.per_millisecond)
    }

    fn advance(&self, visits: u64) {
        self.visits.fetch_add(visits, Relaxed);
    }
}

/// The control that another thread has over a search: a stop, and deadlines that may be set while it runs
/// (`ponderhit`).
#[derive(Debug)]
pub struct Control {
    clock: Box<dyn Clock>,
    stop: Arc<AtomicBool>,
    /// The time at which the deadlines were set.
    allowed: AtomicU64,
    soft: AtomicU64,
    hard: AtomicU64,
}

impl Default for Control {
    fn default() -> Self {
        Control::new()
    }
}

impl Control {
    /// A search that begins now and may run for ever.
    pub fn new() -> Control {
        Control::with_clock(Instant::now())
    }

    /// The same by another clock.
    pub fn with_clock(clock: impl Clock + 'static) -> Control {
        Control {
            clock: Box::new(clock),
            stop: Arc::default(),
            allowed: AtomicU64::new(0),
            soft: AtomicU64::new(u64::MAX),
            hard: AtomicU64::new(u64::MAX),
        }
    }

    /// The same search, which ends soon after this flag is set.
    pub fn cancelled_by(self, flag: &Arc<AtomicBool>) -> Control {
        Control { stop: Arc::clone(flag), ..self }
    }

    /// Ends the search at its next test of the flag (within about a thousand nodes).
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Sets the deadlines, counted from this moment.
    pub fn allow(&self, budget: Budget) {
        let now = self.elapsed();
        self.allowed.store(nanoseconds(now), Relaxed);
        self.soft.store(nanoseconds(now + budget.soft), Relaxed);
        self.hard.store(nanoseconds(now + budget.hard), Relaxed);
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Returns whether [`Control::stop`] was called, or the flag set.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// What work under this control has found; `None` if it was stopped, and so may have been cut short.
    pub fn unless_stopped<T>(&self, found: T) -> Option<T> {
        (!self.is_stopped()).then_some(found)
    }

    /// Notes that the search has visited some more positions.
    pub(crate) fn advance(&self, visits: u64) {
        self.clock.advance(visits);
    }

    pub(crate) fn must_stop(&self) -> bool {
        self.is_stopped() || self.is_past(&self.hard, Duration::ZERO)
    }

    /// Returns whether time that is left is of use later: on a clock, not of a time for one move.
    pub(crate) fn saves_time(&self) -> bool {
        self.soft.load(Relaxed) < self.hard.load(Relaxed)
    }

    /// Returns whether another iteration should begin after one of this duration: if half of it can be done before the soft
    /// limit, of which it may use this part; where the hard limit is no later than the soft one, if neither is reached.
    pub(crate) fn may_begin(&self, last: Duration, per_cent: u32) -> bool {
        /// The usual growth from one iteration to the next; with another growth, about the same time is used.
        const GROWTH: u32 = 3;
        let is_fixed = !self.saves_time();
        let half = if is_fixed { Duration::ZERO } else { last * GROWTH / 2 };
        !self.is_stopped() && !self.is_past_soft(half, if is_fixed { 100 } else { per_cent })
    }

    /// Returns whether the soft deadline is no further away than this, when only this part of the time up to it may be used.
    fn is_past_soft(&self, ahead: Duration, per_cent: u32) -> bool {
        let (allowed, soft) = (self.allowed.load(Relaxed), self.soft.load(Relaxed));
        let part = soft.saturating_sub(allowed) / 100 * u64::from(per_cent);
        soft != u64::MAX && nanoseconds(self.elapsed() + ahead) >= allowed.saturating_add(part)
    }

    /// Returns whether the deadline is no further away than this.
    fn is_past(&self, deadline: &AtomicU64, ahead: Duration) -> bool {
        let deadline = deadline.load(Relaxed);
        deadline != u64::MAX && nanoseconds(self.elapsed() + ahead) >= deadline
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX - 1)
}

/// The time that the clock allows for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No iteration is begun of which more than half is expected to come after this.
    pub soft: Duration,
    /// The search is broken off at this.
    pub hard: Duration,
}

impl Budget {
    /// Longer than any search.
    pub const UNLIMITED: Budget = Budget { soft: FOREVER, hard: FOREVER };

    /// All of a time that cannot be saved for later moves, but for the overhead and a delay; of a short time those are a
    /// tenth at most.
    pub fn fixed(time: Duration, overhead: Duration) -> Budget {
        let time = (time - (overhead + DELAY).min(time / FIXED_PART)).max(MIN_TIME);
        Budget { soft: time, hard: time }
    }

    /// For a move without a choice: one iteration, however long the time.
    pub fn at_once(self) -> Budget {
        Budget { soft: Duration::ZERO, ..self }
    }

    /// The less of both.
    pub fn min(self, other: Budget) -> Budget {
        Budget { soft: self.soft.min(other.soft), hard: self.hard.min(other.hard) }
    }
}

/// A player's clock as a protocol states it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockState {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl ClockState {
    /// The time to spend on this move, with `overhead` lost between engine and clock on each move, if at most `expected`
    /// more moves of the game cost time, this one included.
    ///
    /// The hard limit leaves something of what the clock shows, unless that is a millisecond or less: then it is a millisecond.
    pub fn budget(self, overhead: Duration, expected: u32) -> Budget {
        let expected = expected.max(1);
        let moves = self.moves_to_go.unwrap_or(expected).clamp(1, expected);
        let reserve = self.reserve(overhead, moves);
        let usable = self.remaining.saturating_sub(reserve).max(self.remaining / 4);
        let share = usable / moves + self.spendable_increment(reserve);
        let ceiling = if moves == 1 { usable } else { usable.min(usable * 2 / 5 + self.increment) };
        let hard = (share * MAX_SHARES).min(ceiling).max(MIN_TIME);
        Budget { soft: share.min(hard), hard }
    }

    /// The time of a move beyond its share of the clock: nine tenths of the increment. The further the clock is below the reserve, the more of it is saved,
    /// and all of it below half the reserve: so a clock recovers from delays.
    fn spendable_increment(self, reserve: Duration) -> Duration {
        let half = reserve / 2;
        let above = self.remaining.saturating_sub(half).min(half);
        let thousandths = 900 * above.as_micros() / half.as_micros();
        self.increment / 1000 * thousandths as u32
    }

    /// The time that the clock should always show: a delay of this move, and what the moves to come lose.
    fn reserve(self, overhead: Duration, moves: u32) -> Duration {
        let lost = overhead.saturating_sub(self.increment);
        RESERVE + overhead + lost * (moves - 1).min(OVERHEAD_MOVES)
    }
}
