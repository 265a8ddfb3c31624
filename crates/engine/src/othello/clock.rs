//! Clocks as GTP sets them.

use std::time::Duration;

use search_core::ClockState;

use game::{Limits, SearchRequest};

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A time for the game, and more after each move (Fischer).
    Game {
        /// At the start.
        main: Duration,
        /// After each move.
        increment: Duration,
    },
    /// A time for the game, then periods for a number of moves each (Canadian overtime).
    Periods {
        /// At the start.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The moves to be made in it, at least 1.
        stones: u32,
    },
}

impl TimeControl {
    /// What `time_settings main extra stones` means; `None`: no limit. For no stones the extra time is an increment.
    pub fn new(main: Duration, extra: Duration, stones: u32) -> Option<TimeControl> {
        match (main.is_zero() && extra.is_zero(), stones) {
            (true, _) => None,
            (false, 0) => Some(TimeControl::Game { main, increment: extra }),
            (false, stones) => Some(TimeControl::Periods { main, period: extra, stones }),
        }
    }
}

/// What one side has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    remaining: Duration,
    /// The moves to be made in the running period; `None` while the main time lasts.
    stones: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl) -> Clock {
        match control {
            TimeControl::Periods { main, period, stones } if main.is_zero() => {
                Clock { control, remaining: period, stones: Some(stones) }
            }
            TimeControl::Game { main, .. } | TimeControl::Periods { main, .. } => {
                Clock { control, remaining: main, stones: None }
            }
        }
    }

    /// Sets what the clock shows: no stones means main time.
    pub fn correct(&mut self, remaining: Duration, stones: u32) {
        self.remaining = remaining;
        self.stones = (stones > 0).then_some(stones);
    }

    /// The next search: a period for a single move is all for that move.
    pub fn request(&self) -> SearchRequest {
        match (self.control, self.stones) {
            (TimeControl::Periods { stones: 1, .. }, Some(_)) => {
                SearchRequest::within(Limits { move_time: Some(self.remaining), ..Limits::default() })
            }
            _ => SearchRequest { clocks: [Some(self.state()); 2], ..SearchRequest::ENDLESS },
        }
    }

    /// The clock as the search reads it.
    fn state(&self) -> ClockState {
        let (remaining, moves_to_go) = (self.remaining, self.stones);
        match self.control {
            TimeControl::Game { increment, .. } => ClockState { remaining, increment, moves_to_go },
            TimeControl::Periods { period, stones, .. } if moves_to_go.is_none() => {
                main_time(remaining, period / stones)
            }
            TimeControl::Periods { .. } => ClockState { remaining, increment: Duration::ZERO, moves_to_go },
        }
    }

    /// A move has been made.
    pub fn spend(&mut self, time: Duration) {
        let left = self.remaining.saturating_sub(time);
        match self.control {
            TimeControl::Game { increment, .. } => self.remaining = left + increment,
            TimeControl::Periods { period, stones, .. } => match self.stones {
                None if left.is_zero() => (self.remaining, self.stones) = (period, Some(stones)),
                None => self.remaining = left,
                Some(0 | 1) => (self.remaining, self.stones) = (period, Some(stones)),
                Some(more) => (self.remaining, self.stones) = (left, Some(more - 1)),
            },
        }
    }
}

/// While the main time lasts, a move may go beyond it by what a move of a period has; the last one does.
fn main_time(remaining: Duration, beyond: Duration) -> ClockState {
    if remaining > beyond {
        ClockState { remaining, increment: beyond, moves_to_go: None }
    } else {
        ClockState { remaining: remaining + beyond, increment: Duration::ZERO, moves_to_go: Some(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(main: u64, extra: u64, stones: u32) -> Clock {
        let seconds = Duration::from_secs;
        Clock::new(TimeControl::new(seconds(main), seconds(extra), stones).unwrap())
    }

    fn shown(clock: Clock) -> (u64, u64, Option<u32>) {
        let state = clock.state();
        (state.remaining.as_secs(), state.increment.as_secs(), state.moves_to_go)
    }

    #[test]
    fn no_stones_mean_an_increment() {
        let mut clock = clock(60, 2, 0);
        assert_eq!(shown(clock), (60, 2, None));
        clock.spend(Duration::from_secs(12));
        assert_eq!(shown(clock), (50, 2, None));
        clock.spend(Duration::from_secs(100));
        assert_eq!(shown(clock), (2, 2, None));
    }

    #[test]
    fn periods_follow_the_main_time() {
        let mut clock = clock(10, 6, 3);
        assert_eq!(shown(clock), (10, 2, None));
        clock.spend(Duration::from_secs(11));
        assert_eq!(shown(clock), (6, 0, Some(3)));
        clock.spend(Duration::from_secs(1));
        assert_eq!(shown(clock), (5, 0, Some(2)));
        clock.spend(Duration::from_secs(1));
        clock.spend(Duration::from_secs(1));
        assert_eq!(shown(clock), (6, 0, Some(3)));
    }

    #[test]
    fn the_last_move_of_the_main_time_may_use_a_period() {
        let mut clock = clock(10, 6, 3);
        clock.spend(Duration::from_secs(8));
        assert_eq!(shown(clock), (4, 0, Some(1)));
    }

    #[test]
    fn a_period_for_one_move_is_all_for_that_move() {
        let mut clock = clock(2, 5, 1);
        assert_eq!(clock.request().limits, Limits::default());
        clock.spend(Duration::from_secs(3));
        assert_eq!(clock.request().limits.move_time, Some(Duration::from_secs(5)));
        clock.correct(Duration::from_secs(4), 1);
        assert_eq!(clock.request().limits.move_time, Some(Duration::from_secs(4)));
    }

    #[test]
    fn no_main_time_begins_with_a_period() {
        assert_eq!(shown(clock(0, 5, 1)), (5, 0, Some(1)));
        assert_eq!(TimeControl::new(Duration::ZERO, Duration::ZERO, 4), None);
    }

    #[test]
    fn the_controller_sets_the_clock() {
        let mut clock = clock(60, 0, 0);
        clock.correct(Duration::from_secs(7), 0);
        assert_eq!(shown(clock), (7, 0, None));
        clock.correct(Duration::from_secs(3), 2);
        assert_eq!(shown(clock), (3, 0, Some(2)));
    }
}
