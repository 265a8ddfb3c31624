//! The limits of a search, and games on a simulated clock.

use super::trees::*;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::limits::{ClockState, NodeClock};

crate::fixed_recipe!(Play = PLAY);

const fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

/// A clock that shows what it is set to, and on which some time passes at each reading.
#[derive(Clone, Default, Debug)]
struct TestClock {
    nanoseconds: Arc<AtomicU64>,
    each_reading: Duration,
}

impl TestClock {
    /// A millisecond passes at each reading.
    fn ticking() -> TestClock {
        TestClock { each_reading: milliseconds(1), ..TestClock::default() }
    }

    fn pass(&self, time: Duration) -> Duration {
        Duration::from_nanos(self.nanoseconds.fetch_add(time.as_nanos() as u64, Relaxed))
    }

    fn readings(&self) -> u128 {
        self.pass(Duration::ZERO).as_millis()
    }
}

impl Clock for TestClock {
    fn elapsed(&self) -> Duration {
        self.pass(self.each_reading)
    }
}

/// A search to this depth of a tree that is far deeper.
fn search(depth: i16, control: &Control) -> Outcome<u16> {
    let root = TreePosition::root(7, ENDLESS);
    let root = Root { position: &root, history: &[()] };
    let (mut thread, table) = (ThreadData::new(TreeEvaluator::<false>), Table::with_bytes(1 << 16));
    think(root, &mut thread, &table, Play, &SearchOptions::to_depth(depth), control, |_| {})
}

#[test]
fn the_hard_limit_breaks_the_search_off() {
    let clock = TestClock::ticking();
    let control = Control::with_clock(clock.clone());
    control.allow(Budget { soft: milliseconds(1_000_000), hard: milliseconds(40) });
    let outcome = search(60, &control);
    assert!(outcome.is_stopped && outcome.best.is_some() && outcome.depth > 0);
    // After the limit the clock is hardly read any more.
    assert!((41..44).contains(&clock.readings()), "{}", clock.readings());
}

#[test]
fn the_soft_limit_lets_an_iteration_end() {
    let clock = TestClock::ticking();
    let control = Control::with_clock(clock.clone());
    control.allow(Budget { soft: milliseconds(30), hard: milliseconds(1_000_000) });
    let outcome = search(60, &control);
    assert!(outcome.is_stopped && outcome.depth > 0 && clock.readings() > 15, "{}", clock.readings());
    // All that was counted belongs to iterations that were finished.
    let whole = search(outcome.depth, &Control::with_clock(TestClock::default()));
    assert_eq!((outcome.counters, outcome.best), (whole.counters, whole.best));
}

/// Ten nodes are a millisecond: whatever the machine does, a search ends at the same node, within the nodes between two tests.
#[test]
fn a_clock_of_nodes_ends_every_search_at_the_same_node() {
    let visits = || {
        let control = Control::with_clock(NodeClock::new(NonZero::new(10).unwrap()));
        control.allow(Budget { soft: milliseconds(1_000_000), hard: milliseconds(1_000) });
        let outcome = search(60, &control);
        assert!(outcome.is_stopped && control.elapsed() >= milliseconds(1_000));
        outcome.counters.visits
    };
    let first = visits();
    assert!((10_000..11_100).contains(&first), "{first}");
    assert_eq!(visits(), first);
}

/// Soft and hard limit, the time of the last iteration (all in milliseconds), and the part of the soft limit that may be used, in
/// per cent: whether another iteration is begun. Half of one that takes three times as long as the last must end in time.
#[test]
fn an_iteration_is_begun_if_half_of_it_is_expected_in_time() {
    let control = Control::with_clock(TestClock::default());
    assert!(control.may_begin(milliseconds(1_000_000), 100), "there is no limit yet");
    for (soft, hard, last, per_cent, expected) in [
        (30, 100, 19, 100, true),
        (30, 100, 20, 100, false),
        (100, 1000, 40, 61, true),
        (100, 1000, 40, 60, false),
        (100, 1000, 80, 125, true),
        (100, 1000, 80, 100, false),
        // A fixed time is all used.
        (100, 100, 1_000_000, 100, true),
    ] {
        control.allow(Budget { soft: milliseconds(soft), hard: milliseconds(hard) });
        assert_eq!(control.may_begin(milliseconds(last), per_cent), expected, "{soft} {last} {per_cent}");
    }
    control.stop();
    assert!(control.must_stop() && !control.may_begin(Duration::ZERO, 100));
}

#[test]
fn deadlines_count_from_when_they_are_set() {
    let clock = TestClock::ticking();
    clock.pass(milliseconds(500));
    let control = Control::with_clock(clock);
    assert!(!control.must_stop() && control.may_begin(Duration::ZERO, 100));
    control.allow(Budget { soft: Duration::ZERO, hard: milliseconds(1000) });
    assert!(!control.may_begin(Duration::ZERO, 100) && !control.must_stop());
    control.allow(Budget { soft: Duration::ZERO, hard: milliseconds(2) });
    assert!(!control.must_stop() && control.must_stop());
}

/// As the engines have it by default.
const OVERHEAD: Duration = milliseconds(10);

fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> ClockState {
    let (remaining, increment) = (milliseconds(remaining), milliseconds(increment));
    ClockState { remaining, increment, moves_to_go }
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
        let time = TestClock::default();
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

/// Of Othello: after a number of moves that is known nothing costs time any more.
fn othello(number: u32) -> u32 {
    18_u32.saturating_sub(number).max(3)
}

/// A control, the moves that are expected by those played, and the most that may be left, in milliseconds, after some numbers of
/// moves.
type Case = (ClockState, fn(u32) -> u32, &'static [(usize, u128)]);

#[test]
fn a_game_ends_with_little_left() {
    let cases: [Case; 7] = [
        (clock(1000, 10, None), any_game, &[(40, 340), (60, 240), (120, 190)]),
        (clock(2000, 20, None), any_game, &[(40, 580), (60, 380), (120, 270)]),
        (clock(10_000, 100, None), any_game, &[(40, 2600), (60, 1500), (120, 1050)]),
        (clock(60_000, 0, None), any_game, &[(40, 11_500), (60, 5200), (120, 600)]),
        (clock(60_000, 600, None), any_game, &[(40, 14_500), (60, 8500), (120, 4700)]),
        (clock(1000, 10, None), othello, &[(18, 250)]),
        (clock(10_000, 100, None), othello, &[(18, 1300)]),
    ];
    for (control, expected, most) in cases {
        for engine in engines() {
            let left = engine.play(control, most[most.len() - 1].0 as u32, expected);
            for &(moves, most) in most {
                let left = left[moves - 1].as_millis();
                assert!(left <= most, "{engine:?}, {control:?}: {left} ms left after {moves} moves");
            }
        }
    }
}

#[test]
fn a_clock_with_an_increment_keeps_the_reserve() {
    for engine in engines().filter(|engine| engine.link < milliseconds(1)) {
        for increment in [10, 20, 100, 2000] {
            let left = engine.play(clock(1000, increment, None), 400, any_game);
            let least = left.iter().min().unwrap();
            assert!(*least >= milliseconds(30), "{engine:?}, +{increment} ms: {least:?}");
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

/// The hard limit always leaves some time on the clock, even if two hundred moves in a row use all that it allows.
#[test]
fn a_clock_never_falls() {
    for increment in [0, 10, 50, 2000] {
        for moves_to_go in [None, Some(1), Some(2), Some(40)] {
            let mut remaining = milliseconds(1000);
            for _ in 0..200 {
                let state = ClockState { remaining, ..clock(0, increment, moves_to_go) };
                let budget = state.budget(OVERHEAD, 45);
                let kept = milliseconds(60).min(remaining / 4 * 3);
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
