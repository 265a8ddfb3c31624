//! From a score to the chances of winning, drawing and losing.

use search_core::Score;
use search_core::score::plies_to_mate;

use crate::position::Position;

use super::trace::trace;
use super::weights::{Phase, Weights, groups};

/// The relation of scores to chances in positions with a number of pieces.
///
/// The chance to win is logistic, 1 / (1 + exp((half − score) / spread)); to lose, that of the negated score; the rest
/// are draws. So the chances of both sides agree, and a higher score never wins less. `wdl.half` and `wdl.spread` are
/// numbers of the file of weights, for the full board and the bare one, blended by [`Chances::blend`]; `shuangqi train
/// xiangqi` fits them to the results of games. (The form is that of Stockfish's model of wins, whose numbers are
/// polynomials of the material: src/uci.cpp, `win_rate_params`.)
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    half: f64,
    spread: f64,
}

impl Chances {
    /// The phase of the full board.
    pub const FULL_BOARD: i32 = Phase::FULL.number();

    /// The least that either number is: with less, a level position could be won and lost in more than all games.
    pub const MIN: f64 = 1.0;

    /// Half of the games are won at the score `half`; at `half` + `spread` the odds are e
    /// to 1. Either is at least [`Chances::MIN`].
    pub fn new(half: f64, spread: f64) -> Chances {
        Chances { half: half.max(Self::MIN), spread: spread.max(Self::MIN) }
    }

    /// Those on the full board and on the bare one.
    pub fn ends(weights: &Weights) -> [Chances; 2] {
        let (half, spread) = (groups::WDL_HALF.index(), groups::WDL_SPREAD.index());
        [0, 1].map(|board: usize| {
            let number = |index| f64::from(weights.get(index)[board]);
            Chances::new(number(half), number(spread))
        })
    }

    /// Those of positions of a phase, from 0 on the bare board to 32 on the full one.
    pub fn of(weights: &Weights, phase: i32) -> Chances {
        Chances::blend(Chances::ends(weights), phase)
    }

    /// Those of positions of a phase, from those of the full board and those of the bare one; see
    /// [`Chances::bare_part`].
    pub fn blend([full, bare]: [Chances; 2], phase: i32) -> Chances {
        let of_bare = Chances::bare_part(phase);
        let blended = |number: fn(Chances) -> f64| (1.0 - of_bare) * number(full) + of_bare * number(bare);
        Chances::new(blended(Chances::half), blended(Chances::spread))
    }

    /// The part that the numbers of the bare board count at a phase, from 0 to 1: the square of the part of the attacking
    /// pieces that is gone, as draws become many only in the endgame.
    ///
    /// On 1.3 million positions of self-play with 2,000 nodes a move, a quarter of them held out, the mean loss of win,
    /// draw and loss was 0.671 nats so; 0.684 with numbers linear in the phase, 0.809 with numbers that do not depend on
    /// it; and no more than 0.670 with six numbers in two straight pieces, 0.667 with two for each phase.
    pub fn bare_part(phase: i32) -> f64 {
        let gone = Self::FULL_BOARD - phase.clamp(0, Self::FULL_BOARD);
        (f64::from(gone) / f64::from(Self::FULL_BOARD)).powi(2)
    }

    /// Writes them into the weights, to the nearest whole numbers: those of the full board, and of the bare one.
    pub fn store([full, bare]: [Chances; 2], weights: &mut Weights) {
        let pair = |number: fn(Chances) -> f64| [full, bare].map(|chances| number(chances).round() as Score);
        weights.set(groups::WDL_HALF.index(), pair(Chances::half));
        weights.set(groups::WDL_SPREAD.index(), pair(Chances::spread));
    }

    /// The score at which half of the games are won.
    pub fn half(self) -> f64 {
        self.half
    }

    /// The rise of the score that is needed for the odds of a win to become e times as high.
    pub fn spread(self) -> f64 {
        self.spread
    }

    /// The chances to win, to draw and to lose; each is above 0 or beyond what the numbers can hold, and their sum is 1.
    pub fn shares(self, score: f64) -> [f64; 3] {
        let [win, loss] = [score, -score].map(|score| self.win(score));
        [win, (1.0 - win - loss).max(0.0), loss]
    }

    /// The chances to win, to draw and to lose, in per mille; their sum is 1000.
    pub fn win_draw_loss(self, score: Score) -> [u16; 3] {
        if plies_to_mate(score).is_some() {
            return if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let [win, _, loss] = self.shares(f64::from(score)).map(|share| (1000.0 * share).round() as u16);
        // Both may be rounded up; then the side that is ahead gives way.
        let excess = (win + loss).saturating_sub(1000);
        let (win, loss) = if win > loss { (win - excess, loss) } else { (win, loss - excess) };
        [win, 1000 - win - loss, loss]
    }

    fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.half - score) / self.spread).exp())
    }
}

impl Weights {
    /// The chances that scores stand for in positions with as many pieces as this one.
    pub fn chances(&self, position: &Position) -> Chances {
        Chances::of(self, trace(position, self).phase)
    }
}

#[cfg(test)]
mod tests {
    use search_core::score::{mate_in, mated_in};

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

    /// Holds where draws are almost unknown too: there rounding shows.
    #[test]
    fn sides_agree_on_every_score() {
        for (half, spread) in [(0.0, 0.0), (1.0, 400.0), (3.0, 90.0), (700.0, 30.0)] {
            let chances = Chances::new(half, spread);
            for score in -3000..=3000 {
                let [win, draw, loss] = chances.win_draw_loss(score);
                assert_eq!(win + draw + loss, 1000, "{half} {spread} {score}");
                assert_eq!(chances.win_draw_loss(-score), [loss, draw, win]);
                assert!(win <= chances.win_draw_loss(score + 1)[0], "{half} {spread} {score}");
            }
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let mut weights = Weights::embedded().clone();
        Chances::store([Chances::new(219.6, 80.0), Chances::new(120.0, 40.4)], &mut weights);
        assert_eq!(Chances::of(&weights, 32), Chances::new(220.0, 80.0));
        assert_eq!(Chances::of(&weights, 16), Chances::new(195.0, 70.0));
        assert_eq!(Chances::of(&weights, 0), Chances::new(120.0, 40.0));
        assert_eq!(Chances::of(&weights, 0).shares(120.0)[0], 0.5);
        let others = (0..Weights::COUNT).filter(|&index| !Weights::name(index).starts_with("wdl."));
        others.for_each(|index| assert_eq!(weights.get(index), Weights::embedded().get(index)));
    }

    #[test]
    fn a_mate_is_certain() {
        let chances = Chances::of(Weights::embedded(), 10);
        assert_eq!(chances.win_draw_loss(mate_in(3)), [1000, 0, 0]);
        assert_eq!(chances.win_draw_loss(mated_in(2)), [0, 0, 1000]);
    }
}
