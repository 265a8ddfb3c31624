//! The limits of a search: depth, nodes, clock, and a stop from another thread.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::time::Budget;

/// The clock that a search reads the time from.
pub trait Clock: fmt::Debug + Send + Sync {
    /// Time since the search began.
    fn elapsed(&self) -> Duration;
}

/// The clock of the system; the search begins at this instant.
impl Clock for Instant {
    fn elapsed(&self) -> Duration {
        Instant::elapsed(self)
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

    /// A search that begins now, and ends soon after this flag is set.
    pub fn cancelled_by(flag: &Arc<AtomicBool>) -> Control {
        Control { stop: Arc::clone(flag), ..Control::new() }
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

    /// Returns whether the search must break off now.
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
