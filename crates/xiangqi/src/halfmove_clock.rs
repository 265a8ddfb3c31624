//! The counter towards the sixty-move rule.
//!
//! After 120 plies without a capture, or as many as [`GameRules`](crate::rules::GameRules) say, a game is drawn; but a
//! side that keeps giving check may not run the counter down, nor be saved by it: from a side's eleventh check on,
//! neither its checks nor the answers to them count. (Pikafish, `Position::do_move`.)

use crate::piece::Color;
use crate::rules::Rules;
use crate::zobrist;

/// The checks of a side, since the last capture, that still count.
const COUNTED_CHECKS: u8 = 10;
/// From this number of plies before the limit on, table entries are kept apart by the counter, in steps of
/// [`KEY_STEP`].
const KEY_WITHIN: u16 = 106;
/// The number of counted plies that share their table entries from [`KEY_WITHIN`] on.
const KEY_STEP: u16 = 8;

/// Plies and checks since the last capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HalfmoveClock {
    plies: u16,
    /// Of either side; a number that overflows stays at its maximum.
    checks: [u8; 2],
    limit: u16,
}

impl HalfmoveClock {
    /// A counter that stands at `plies`, no check among them, with the usual limit.
    pub const fn new(plies: u16) -> HalfmoveClock {
        HalfmoveClock { plies, checks: [0; 2], limit: Rules::PLIES }
    }

    /// The same counter with another limit in plies.
    #[must_use]
    pub const fn with_limit(self, limit: u16) -> HalfmoveClock {
        HalfmoveClock { limit, ..self }
    }

    /// The plies that count.
    #[inline(always)]
    pub const fn plies(self) -> u16 {
        self.plies
    }

    /// The plies that are left until the game is drawn.
    #[inline(always)]
    pub const fn left(self) -> u16 {
        self.limit.saturating_sub(self.plies)
    }

    /// The number of steps that the counter has taken towards its limit; 0 while that is far off.
    #[inline(always)]
    pub(crate) const fn step(self) -> u16 {
        let left = self.left();
        if left > KEY_WITHIN { 0 } else { 1 + (KEY_WITHIN - left) / KEY_STEP }
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

    /// Returns whether the plies that count depend on whether the next move, by `mover`, gives check.
    #[inline(always)]
    pub(crate) fn depends_on_check(self, mover: Color) -> bool {
        self.checks[mover.index()] >= COUNTED_CHECKS
    }

    /// Counts a move of `mover`, given whether it took, gives check and answered a check.
    #[inline(always)]
    pub(crate) fn advance(&mut self, mover: Color, takes: bool, checks: bool, answers: bool) {
        if takes {
            *self = HalfmoveClock::new(0).with_limit(self.limit);
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
