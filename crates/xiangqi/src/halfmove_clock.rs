//! The counter towards the sixty-move rule.
//!
//! After 120 plies without a capture a game is drawn ([`Rules`](crate::rules::Rules)); but a side that keeps giving
//! check may not run the counter down, nor be saved by it: from a side's eleventh check on, neither its checks nor the
//! answers to them count. (Pikafish, `Position::do_move`.)

use crate::piece::Color;
use crate::zobrist;

/// The checks of a side, since the last capture, that still count.
const COUNTED_CHECKS: u16 = 10;
/// From this number of counted plies on, table entries are kept apart by the counter, in steps of [`KEY_STEP`].
const KEY_FROM: u16 = 14;
/// How many counted plies share their table entries from [`KEY_FROM`] on.
const KEY_STEP: u16 = 8;

/// Plies and checks since the last capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HalfmoveClock {
    plies: u16,
    checks: [u16; 2],
}

impl HalfmoveClock {
    /// A counter that stands at `plies`, no check among them.
    pub const fn new(plies: u16) -> HalfmoveClock {
        HalfmoveClock { plies, checks: [0; 2] }
    }

    /// The plies that count.
    #[inline(always)]
    pub const fn plies(self) -> u16 {
        self.plies
    }

    /// Which stretch of the counter this is; 0 while it is low.
    #[inline(always)]
    pub(crate) const fn step(self) -> u16 {
        if self.plies < KEY_FROM { 0 } else { 1 + (self.plies - KEY_FROM) / KEY_STEP }
    }

    /// The part of the position's key that changes as the sixty-move rule comes near, so that a score from far off is not
    /// taken for one close to it (after Pikafish, `do_move`).
    #[inline(always)]
    pub(crate) const fn key(self) -> u64 {
        match self.step() {
            0 => 0,
            step => zobrist::counter(step as u64),
        }
    }

    /// Whether the plies that count depend on whether the next move, by `mover`, gives check.
    #[inline(always)]
    pub(crate) fn depends_on_check(self, mover: Color) -> bool {
        self.checks[mover.index()] >= COUNTED_CHECKS
    }

    /// Counts a move of `mover`, given whether it took, gives check and answered a check.
    #[inline(always)]
    pub(crate) fn advance(&mut self, mover: Color, takes: bool, checks: bool, answers: bool) {
        if takes {
            *self = HalfmoveClock::new(0);
            return;
        }
        let other = !mover;
        if checks {
            self.count_check(mover);
        }
        let surplus = |color: Color| self.checks[color.index()] > COUNTED_CHECKS;
        if checks && surplus(mover) {
            return;
        }
        if answers && surplus(other) {
            self.count_check(other);
        } else {
            self.plies = self.plies.saturating_add(1);
        }
    }

    fn count_check(&mut self, color: Color) {
        let checks = &mut self.checks[color.index()];
        *checks = checks.saturating_add(1);
    }
}

#[cfg(test)]
mod tests;
