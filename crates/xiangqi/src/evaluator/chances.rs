//! From a score to the chances of winning, drawing and losing.

use search_core::Score;
use search_core::score::plies_to_mate;

use crate::position::Position;

use super::tapered::Phase;
use super::trace::trace;
use super::weights::{Weights, groups};

/// How scores of positions with as many pieces as one of them turn into chances.
///
/// The chance to win is logistic, 1 / (1 + exp((half − score) / spread)); to lose, that of the negated score; the rest
/// are draws. `wdl.half` and `wdl.spread` are numbers of the file of weights, blended by the phase, and are fitted on
/// games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    half: f64,
    spread: f64,
}

impl Chances {
    /// Those of positions with as many pieces as this one.
    pub fn at(position: &Position, weights: &Weights) -> Chances {
        Chances::of(weights, trace(position, weights).phase)
    }

    /// Those of positions of a phase, from 0 on the bare board to 32 on the full one.
    pub fn of(weights: &Weights, phase: i32) -> Chances {
        let phase = Phase::of(phase.max(0));
        let blended = |index| f64::from(weights.value(index).blend(phase));
        Chances {
            half: blended(groups::WDL_HALF.index()).max(0.0),
            spread: blended(groups::WDL_SPREAD.index()).max(1.0),
        }
    }

    /// The chances to win, to draw and to lose, in per mille; their sum is 1000.
    pub fn win_draw_loss(self, score: Score) -> [u16; 3] {
        if plies_to_mate(score).is_some() {
            return if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let [win, loss] = [score, -score].map(|score| (1000.0 * self.win(f64::from(score))).round() as u16);
        let loss = loss.min(1000 - win);
        [win, 1000 - win - loss, loss]
    }

    fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.half - score) / self.spread).exp())
    }
}

#[cfg(test)]
mod tests {
    use search_core::score::{MATE, mated_in};

    use super::*;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        for phase in [0, 16, 32] {
            let chances = Chances::of(Weights::embedded(), phase);
            let mut before = 0;
            for score in (-2000..=2000).step_by(50) {
                let [win, draw, loss] = chances.win_draw_loss(score);
                assert_eq!(win + draw + loss, 1000, "{score}");
                assert_eq!(chances.win_draw_loss(-score), [loss, draw, win]);
                assert!(win >= before, "{score}");
                before = win;
            }
            assert!(before > 990);
        }
    }

    #[test]
    fn a_mate_is_certain() {
        let chances = Chances::of(Weights::embedded(), 10);
        assert_eq!(chances.win_draw_loss(MATE - 3), [1000, 0, 0]);
        assert_eq!(chances.win_draw_loss(mated_in(2)), [0, 0, 1000]);
    }
}
