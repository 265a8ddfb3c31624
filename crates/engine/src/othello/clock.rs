//! Clocks as GTP sets them: a time for the game, then more after each move (Fischer) or, where a number of stones is given, periods
//! for that many moves each (Canadian overtime).

use std::time::Duration;

use game::{Limits, SearchRequest};
use protocols::gtp::TimeSettings;
use search_core::ClockState;

/// What one side has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    settings: TimeSettings,
    remaining: Duration,
    /// The moves to be made in the running period; `None` while the main time lasts.
    stones: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game; `None`: no limit.
    pub fn new(settings: TimeSettings) -> Option<Clock> {
        let TimeSettings { main, extra, stones } = settings;
        let (remaining, stones) =
            if main.is_zero() && stones > 0 { (extra, Some(stones)) } else { (main, None) };
        (!main.is_zero() || !extra.is_zero()).then_some(Clock { settings, remaining, stones })
    }

    /// Sets what the clock shows: no stones means main time.
    pub fn correct(&mut self, remaining: Duration, stones: u32) {
        self.remaining = remaining;
        self.stones = (stones > 0).then_some(stones);
    }

    /// The next search: a period for a single move is all for that move.
    pub fn request(&self) -> SearchRequest {
        if self.settings.stones == 1 && self.stones.is_some() {
            return SearchRequest::within(Limits { move_time: Some(self.remaining), ..Limits::default() });
        }
        SearchRequest { clocks: [Some(self.state()); 2], ..SearchRequest::ENDLESS }
    }

    /// The clock as the search reads it. While the main time lasts, a move may go beyond it by what a move of a period has; the
    /// last one does.
    fn state(&self) -> ClockState {
        let (remaining, TimeSettings { extra, stones, .. }) = (self.remaining, self.settings);
        let state = ClockState { remaining, increment: Duration::ZERO, moves_to_go: self.stones };
        if stones == 0 {
            return ClockState { increment: extra, ..state };
        }
        match self.stones {
            Some(_) => state,
            None if remaining > extra / stones => ClockState { increment: extra / stones, ..state },
            None => ClockState { remaining: remaining + extra / stones, moves_to_go: Some(1), ..state },
        }
    }

    /// A move has been made.
    pub fn spend(&mut self, time: Duration) {
        let (left, TimeSettings { extra, stones, .. }) = (self.remaining.saturating_sub(time), self.settings);
        (self.remaining, self.stones) = match self.stones {
            current if stones == 0 => (left + extra, current),
            None if !left.is_zero() => (left, None),
            None | Some(0 | 1) => (extra, Some(stones)),
            Some(more) => (left, Some(more - 1)),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(main: u64, extra: u64, stones: u32) -> Clock {
        let [main, extra] = [main, extra].map(Duration::from_secs);
        Clock::new(TimeSettings { main, extra, stones }).unwrap()
    }

    /// What a clock shows at first, and after each of these times: seconds, increment, moves to go.
    fn shown(mut clock: Clock, spent: &[u64]) -> Vec<(u64, u64, Option<u32>)> {
        let state = |clock: &Clock| {
            let state = clock.state();
            (state.remaining.as_secs(), state.increment.as_secs(), state.moves_to_go)
        };
        let first = state(&clock);
        let later = spent.iter().map(|&seconds| {
            clock.spend(Duration::from_secs(seconds));
            state(&clock)
        });
        std::iter::once(first).chain(later).collect()
    }

    #[test]
    fn time_is_spent_and_added() {
        // No stones mean an increment.
        assert_eq!(shown(clock(60, 2, 0), &[12, 100]), [(60, 2, None), (50, 2, None), (2, 2, None)]);
        // Periods follow the main time, whose last move may use one.
        assert_eq!(
            shown(clock(10, 6, 3), &[11, 1, 1, 1]),
            [(10, 2, None), (6, 0, Some(3)), (5, 0, Some(2)), (4, 0, Some(1)), (6, 0, Some(3))]
        );
        assert_eq!(shown(clock(10, 6, 3), &[8]), [(10, 2, None), (4, 0, Some(1))]);
        assert_eq!(shown(clock(0, 5, 1), &[]), [(5, 0, Some(1))]);
        let nothing = TimeSettings { main: Duration::ZERO, extra: Duration::ZERO, stones: 4 };
        assert_eq!(Clock::new(nothing), None);
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
    fn the_controller_sets_the_clock() {
        let mut clock = clock(60, 0, 0);
        clock.correct(Duration::from_secs(7), 0);
        assert_eq!(shown(clock, &[]), [(7, 0, None)]);
        clock.correct(Duration::from_secs(3), 2);
        assert_eq!(shown(clock, &[]), [(3, 0, Some(2))]);
    }
}
