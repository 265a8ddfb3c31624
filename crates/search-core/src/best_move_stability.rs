//! The stability of the best move from one iteration to the next, and the part of its time that a search needs for it.

use crate::score::Score;

/// The part of its share of the clock, in per cent, that a search may use while the best move changes.
const UNSETTLED: u32 = 125;
/// The part that each iteration takes off that confirms the best move, up to [`MAX_CONFIRMATIONS`].
const CONFIRMED: u32 = 9;
const MAX_CONFIRMATIONS: u32 = 8;
/// The part that a fall of the score by a minor piece or more adds.
const FALLEN: u32 = 60;

/// The iterations so far: which move was the best, and how the score went.
#[derive(Clone, Debug)]
pub(crate) struct BestMoveStability<M> {
    best: Option<M>,
    /// The iterations in a row that have confirmed it.
    confirmations: u32,
    score: Score,
    /// By how much the score fell in the last iteration; 0 if it rose.
    fall: Score,
}

impl<M: Copy + Eq> BestMoveStability<M> {
    pub fn new() -> BestMoveStability<M> {
        BestMoveStability { best: None, confirmations: 0, score: 0, fall: 0 }
    }

    /// Notes what an iteration found.
    pub fn note(&mut self, best: Option<M>, score: Score) {
        let is_first = self.best.is_none();
        self.confirmations = if best == self.best { self.confirmations + 1 } else { 0 };
        self.fall = if is_first { 0 } else { (self.score - score).max(0) };
        (self.best, self.score) = (best, score);
    }

    /// The part of its share of the clock that the search may use, in per cent; `minor` is the worth of a minor piece.
    pub fn per_cent(&self, minor: Score) -> u32 {
        let fall = self.fall.min(minor).unsigned_abs() * FALLEN / minor.unsigned_abs().max(1);
        UNSETTLED - CONFIRMED * self.confirmations.min(MAX_CONFIRMATIONS) + fall
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confirmed_move_needs_less_time_and_a_fallen_score_more() {
        let mut stability = BestMoveStability::new();
        let mut after = |best, score| {
            stability.note(Some(best), score);
            stability.per_cent(100)
        };
        assert_eq!([after('a', 10), after('a', 10), after('a', 30)], [125, 116, 107]);
        // Half a minor piece less, then another move that loses far more.
        assert_eq!([after('a', -20), after('b', -900), after('b', -900)], [98 + 30, 125 + 60, 116]);
        assert_eq!((0..20).map(|_| after('b', 0)).last(), Some(125 - 9 * 8));
    }
}
