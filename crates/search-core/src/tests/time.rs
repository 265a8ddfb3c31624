//! Games on a simulated clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::limits::{Clock, Control};
use crate::time::{Budget, ClockState};

/// As the engines have it by default.
const OVERHEAD: Duration = milliseconds(10);

const fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> ClockState {
    let (remaining, increment) = (milliseconds(remaining), milliseconds(increment));
    ClockState { remaining, increment, moves_to_go }
}

/// A clock that shows what it is set to.
#[derive(Clone, Default, Debug)]
struct Moved(Arc<AtomicU64>);

impl Moved {
    fn pass(&self, time: Duration) {
        self.0.fetch_add(time.as_nanos() as u64, Relaxed);
    }
}

impl Clock for Moved {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.0.load(Relaxed))
    }
}

/// An engine whose iterations grow by a factor, with its other costs of time.
#[derive(Clone, Copy, Debug)]
struct Engine {
    growth: f64,
    /// The time from one reading of the clock to the next.
    poll: Duration,
    /// The time lost between engine and clock.
    link: Duration,
}

impl Engine {
    /// The time it uses for a move, if the first iteration takes `first` and it may use this part of its share.
    fn think(self, first: Duration, budget: Budget, per_cent: u32) -> Duration {
        let time = Moved::default();
        let control = Control::with_clock(time.clone());
        control.allow(budget);
        let mut iteration = first;
        loop {
            if time.elapsed() + iteration > budget.hard + self.poll {
                return budget.hard + self.poll;
            }
            time.pass(iteration);
            if !control.may_begin(iteration, per_cent) {
                return time.elapsed();
            }
            iteration = iteration.mul_f64(self.growth);
        }
    }

    /// The time left after each of `moves` moves; `expected` is the number of moves that still cost time, by those
    /// played.
    fn play(self, control: ClockState, moves: u32, expected: impl Fn(u32) -> u32) -> Vec<Duration> {
        let mut clock = control;
        let mut shown = Vec::new();
        for number in 0..moves {
            let budget = clock.budget(OVERHEAD, expected(number));
            assert!(budget.soft <= budget.hard, "{clock:?}: {budget:?}");
            // Some positions are searched more quickly than others.
            let first = Duration::from_micros(20 + u64::from(number * 7919 % 341));
            // Some best moves are settled soon, some change with every iteration.
            let per_cent = [100, 53, 125, 71, 185][number as usize % 5];
            let used = self.think(first, budget, per_cent) + self.link;
            let left = clock.remaining.checked_sub(used);
            clock.remaining = left
                .unwrap_or_else(|| panic!("{self:?}, move {number}: {used:?} of {clock:?}"))
                + control.increment;
            clock.moves_to_go = clock.moves_to_go.map(|moves| moves - 1);
            if clock.moves_to_go == Some(0) {
                clock.moves_to_go = control.moves_to_go;
                clock.remaining += control.remaining;
            }
            shown.push(clock.remaining);
        }
        shown
    }
}

/// Engines whose iterations grow slowly and fast, on quick links and slow ones.
fn engines() -> impl Iterator<Item = Engine> {
    let links = [(milliseconds(0), Duration::from_micros(100)), (milliseconds(1), milliseconds(3))];
    let engine = |growth| move |(poll, link)| Engine { growth, poll, link };
    [1.5, 2.0, 3.0, 4.0, 6.0].into_iter().flat_map(move |growth| links.map(engine(growth)))
}

/// As if the end were always equally far away.
fn any_game(_: u32) -> u32 {
    20
}

#[test]
fn a_game_ends_with_little_left() {
    // The control, and the most that may be left after 40, 60 and 120 moves.
    for (control, most) in [
        (clock(1000, 10, None), [340, 240, 190]),
        (clock(2000, 20, None), [580, 380, 270]),
        (clock(10_000, 100, None), [2600, 1500, 1050]),
        (clock(60_000, 0, None), [11_500, 5200, 600]),
        (clock(60_000, 600, None), [14_500, 8500, 4700]),
    ] {
        for engine in engines() {
            let left = engine.play(control, 120, any_game);
            for (moves, most) in [40, 60, 120].into_iter().zip(most) {
                let left = left[moves - 1].as_millis();
                assert!(left <= most, "{engine:?}, {control:?}: {left} ms left after {moves} moves");
            }
        }
    }
}

/// Othello: after a number of moves that is known nothing costs time any more.
#[test]
fn the_moves_that_cost_time_have_it() {
    let expected = |number: u32| 18_u32.saturating_sub(number).max(3);
    for (control, most) in [(clock(1000, 10, None), 250), (clock(10_000, 100, None), 1300)] {
        for engine in engines() {
            let left = engine.play(control, 18, expected)[17].as_millis();
            assert!(left <= most, "{engine:?}, {control:?}: {left} ms left");
        }
    }
}

#[test]
fn a_clock_with_an_increment_keeps_the_reserve() {
    for engine in engines().filter(|engine| engine.link < milliseconds(1)) {
        for increment in [10, 20, 100, 2000] {
            let left = engine.play(clock(1000, increment, None), 400, any_game);
            let least = left.iter().min().unwrap();
            assert!(*least >= milliseconds(60), "{engine:?}, +{increment} ms: {least:?}");
        }
    }
}

#[test]
fn periods_are_used_up_and_survived() {
    for (period, moves) in [(1000, 40), (10_000, 40), (60_000, 40), (5000, 10), (1000, 2), (500, 1)] {
        for engine in engines() {
            let left = engine.play(clock(period, 0, Some(moves)), 3 * moves, any_game);
            // What was left over when the last period began.
            let over = left[2 * moves as usize - 1] - milliseconds(period);
            assert!(over <= milliseconds(period / 4 + 200), "{engine:?}, {moves}/{period}: {over:?}");
        }
    }
}

#[test]
fn a_clock_without_an_increment_lasts_for_a_long_game() {
    for (remaining, moves) in [(200, 100), (500, 200), (1000, 250), (5000, 300)] {
        for engine in engines().filter(|engine| engine.link < milliseconds(1)) {
            engine.play(clock(remaining, 0, None), moves, |_| 30);
        }
    }
}

/// The hard limit always leaves some time on the clock, even if two hundred moves in a row use all that it allows.
#[test]
fn a_clock_never_falls() {
    for increment in [0, 10, 50, 2000] {
        for moves_to_go in [None, Some(1), Some(2), Some(40)] {
            let mut remaining = milliseconds(1000);
            for _ in 0..200 {
                let state = ClockState { remaining, ..clock(0, increment, moves_to_go) };
                let budget = state.budget(OVERHEAD, 45);
                let kept = milliseconds(110).min(remaining / 4 * 3);
                assert!(
                    budget.hard + kept <= remaining || budget.hard <= milliseconds(1),
                    "{state:?}: {budget:?}"
                );
                remaining = (remaining + state.increment).saturating_sub(budget.hard + OVERHEAD / 3);
                if moves_to_go == Some(1) {
                    remaining += milliseconds(1000);
                }
            }
        }
    }
}

#[test]
fn more_time_is_not_spent_slower() {
    let budget = |tenths: u64| clock(tenths * 100, 0, None).budget(OVERHEAD, 40);
    assert!((1..1000).all(|tenths| budget(tenths).hard <= budget(tenths + 1).hard));
    assert!((1..1000).all(|tenths| budget(tenths).soft <= budget(tenths + 1).soft));
}

#[test]
fn a_fixed_time_keeps_the_overhead_and_a_delay_or_a_tenth() {
    let fixed = |time| Budget::fixed(milliseconds(time), OVERHEAD);
    for (time, expected) in [(0, 1), (10, 9), (50, 45), (100, 90), (1000, 970), (60_000, 59_970)] {
        assert_eq!(fixed(time), Budget { soft: milliseconds(expected), hard: milliseconds(expected) });
    }
    assert_eq!(Budget::fixed(milliseconds(1000), Duration::ZERO).hard, milliseconds(980));
}

#[test]
fn a_move_without_a_choice_is_made_at_once() {
    let budget = clock(1000, 10, None).budget(OVERHEAD, 24);
    assert_eq!(budget.at_once(), Budget { soft: Duration::ZERO, ..budget });
    assert_eq!(budget.at_once().min(budget), budget.at_once());
}
