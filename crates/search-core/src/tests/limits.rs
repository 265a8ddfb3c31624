use super::trees::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

crate::fixed_recipe!(Play = PLAY);

const fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

/// A clock on which a millisecond passes at each reading.
#[derive(Clone, Default, Debug)]
struct Ticking(Arc<AtomicU64>);

impl Ticking {
    fn looks(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        milliseconds(self.0.fetch_add(1, Relaxed))
    }
}

/// A clock that stands still.
#[derive(Debug)]
struct Standing;

impl Clock for Standing {
    fn elapsed(&self) -> Duration {
        milliseconds(7)
    }
}

/// A search to this depth of a tree that is far deeper.
fn search(depth: i16, control: &Control) -> Outcome<u16> {
    let shape = Shape { width: 20, passes: 10, ends: 0, captures: 60, values: 30, positions: 1 << 40 };
    let root = TreePosition::root(7, shape);
    let root = Root { position: &root, history: &[()] };
    let (mut thread, table) = (ThreadData::new(TreeEvaluator::<false>), Table::with_bytes(1 << 16));
    think(root, &mut thread, &table, Play, &SearchOptions::to_depth(depth), control, |_| {})
}

#[test]
fn the_hard_limit_breaks_the_search_off() {
    let clock = Ticking::default();
    let control = Control::with_clock(clock.clone());
    control.allow(Budget { soft: milliseconds(1_000_000), hard: milliseconds(40) });
    let outcome = search(60, &control);
    assert!(outcome.is_stopped && outcome.best.is_some() && outcome.depth > 0);
    // After the limit the clock is hardly read any more.
    assert!((41..44).contains(&clock.looks()), "{}", clock.looks());
}

#[test]
fn the_soft_limit_lets_an_iteration_end() {
    let clock = Ticking::default();
    let control = Control::with_clock(clock.clone());
    control.allow(Budget { soft: milliseconds(30), hard: milliseconds(1_000_000) });
    let outcome = search(60, &control);
    assert!(outcome.is_stopped && outcome.depth > 0 && clock.looks() > 15, "{}", clock.looks());
    // All that was counted belongs to iterations that were finished.
    let whole = search(outcome.depth, &Control::with_clock(Standing));
    assert_eq!((outcome.counters, outcome.best), (whole.counters, whole.best));
}

#[test]
fn an_iteration_is_begun_if_half_of_it_is_expected_in_time() {
    let control = Control::with_clock(Standing);
    assert!(control.may_begin(milliseconds(1_000_000), 100));
    control.allow(Budget { soft: milliseconds(30), hard: milliseconds(100) });
    assert!(control.may_begin(milliseconds(19), 100) && !control.may_begin(milliseconds(20), 100));
    // A fixed time is all used.
    control.allow(Budget { soft: milliseconds(100), hard: milliseconds(100) });
    assert!(control.may_begin(milliseconds(1_000_000), 100));
}

#[test]
fn deadlines_count_from_when_they_are_set() {
    let control = Control::with_clock(Ticking(Arc::new(AtomicU64::new(500))));
    assert!(!control.must_stop() && control.may_begin(Duration::ZERO, 100));
    control.allow(Budget { soft: Duration::ZERO, hard: milliseconds(1000) });
    assert!(!control.may_begin(Duration::ZERO, 100) && !control.must_stop());
    control.allow(Budget { soft: Duration::ZERO, hard: milliseconds(2) });
    assert!(!control.must_stop() && control.must_stop());
}

#[test]
fn a_stop_needs_no_clock() {
    let control = Control::with_clock(Standing);
    control.allow(Budget { soft: milliseconds(1), hard: milliseconds(1) });
    assert!(!control.must_stop());
    control.stop();
    assert!(control.must_stop() && !control.may_begin(Duration::ZERO, 100));
}

/// Half of an iteration that takes three times as long as the last must end before the part of the time that may be used.
#[test]
fn a_part_of_the_soft_limit_counts_from_when_it_was_set() {
    let control = Control::with_clock(Standing);
    control.allow(Budget { soft: milliseconds(100), hard: milliseconds(1000) });
    assert!(control.may_begin(milliseconds(40), 61) && !control.may_begin(milliseconds(40), 60));
    assert!(control.may_begin(milliseconds(80), 125) && !control.may_begin(milliseconds(80), 100));
}
