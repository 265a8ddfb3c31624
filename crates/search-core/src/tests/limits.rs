use std::time::Duration;

use crate::limits::{Budget, ClockState, Control};

const MILLISECOND: Duration = Duration::from_millis(1);

/// Whatever the clock says, the hard limit leaves the overhead on it: played over and over, the clock never falls.
#[test]
fn a_clock_never_falls() {
    let overhead = 10 * MILLISECOND;
    for increment in [0, 10, 50, 2000] {
        for moves_to_go in [None, Some(1), Some(2), Some(40)] {
            let mut remaining = 1000 * MILLISECOND;
            for _ in 0..200 {
                let clock = ClockState { remaining, increment: increment * MILLISECOND, moves_to_go };
                let budget = clock.budget(overhead, 45);
                assert!(budget.soft <= budget.hard);
                assert!(
                    budget.hard + overhead <= remaining || budget.hard <= MILLISECOND,
                    "{clock:?}: {budget:?}"
                );
                // The worst case: every move takes its hard limit, and a third of the overhead besides.
                remaining = (remaining + increment * MILLISECOND).saturating_sub(budget.hard + overhead / 3);
                if moves_to_go == Some(1) {
                    remaining += 1000 * MILLISECOND;
                }
            }
        }
    }
}

#[test]
fn more_time_is_not_spent_slower() {
    let budget = |seconds| {
        let clock = ClockState {
            remaining: Duration::from_secs(seconds),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        clock.budget(Duration::ZERO, 40)
    };
    assert!((1..100).all(|seconds| budget(seconds).hard <= budget(seconds + 1).hard));
}

#[test]
fn deadlines_count_from_when_they_are_set() {
    let control = Control::new();
    assert!(!control.must_stop() && !control.is_spent());
    control.allow(Budget { soft: Duration::ZERO, hard: Duration::from_secs(3600) });
    assert!(control.is_spent() && !control.must_stop());
    control.stop();
    assert!(control.must_stop());
}
