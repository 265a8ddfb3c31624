//! When a search has to end: depth, nodes, clock, and a stop from another thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What the clock allows for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search is broken off at this.
    pub hard: Duration,
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
    /// The time to spend on this move, with `overhead` kept back for the way between engine and clock, and at most
    /// `horizon` more moves expected in the game.
    ///
    /// The hard limit never exceeds what is left after the overhead, so that no clock ever falls, whatever the soft
    /// limit would like.
    pub fn budget(self, overhead: Duration, horizon: u32) -> Budget {
        let usable = self.remaining.saturating_sub(overhead);
        let moves = self.moves_to_go.unwrap_or(horizon).clamp(1, horizon.max(1));
        // The overhead is lost again on every move still to come.
        let share = usable.saturating_sub(overhead * (moves - 1).min(10)) / moves;
        let soft = share + self.increment * 3 / 4;
        let ceiling = if moves == 1 { usable * 9 / 10 } else { usable * 4 / 10 };
        let hard = (soft * 4).min(ceiling).max(Duration::from_millis(1));
        // Half the share: the next iteration costs more than all before it.
        Budget { soft: (soft / 2).min(hard), hard }
    }
}

/// The strings by which another thread holds a search: a stop, and deadlines that may be set while it runs
/// (`ponderhit`).
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stop: AtomicBool,
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
        Control {
            started: Instant::now(),
            stop: AtomicBool::new(false),
            soft: AtomicU64::new(u64::MAX),
            hard: AtomicU64::new(u64::MAX),
        }
    }

    /// Ends the search as soon as it looks (within about a thousand nodes).
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Sets the deadlines, counted from this moment.
    pub fn allow(&self, budget: Budget) {
        let now = self.elapsed();
        self.soft.store(nanoseconds(now + budget.soft), Relaxed);
        self.hard.store(nanoseconds(now + budget.hard), Relaxed);
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whether the search must break off now.
    pub(crate) fn must_stop(&self) -> bool {
        self.is_stopped() || self.is_past(&self.hard)
    }

    /// Whether another iteration should not be begun.
    pub(crate) fn is_spent(&self) -> bool {
        self.is_stopped() || self.is_past(&self.soft)
    }

    fn is_past(&self, deadline: &AtomicU64) -> bool {
        let deadline = deadline.load(Relaxed);
        deadline != u64::MAX && nanoseconds(self.elapsed()) >= deadline
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX - 1)
}
