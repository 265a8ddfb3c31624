//! The fit of the chances to win, draw and lose that scores stand for: the likelihood of the results of games is made as high as
//! can be.
//!
//! Only scores of searches and results count here, no evaluation. The chances are symmetric, so a position is looked at from the
//! side that its score favours.

use std::collections::BTreeMap;

use xiangqi::evaluator::{Chances, Weights};

use super::samples::Samples;
use crate::linear_system;

/// Beyond these a number does not fit into a file of weights.
const LIMITS: (f64, f64) = (Chances::LEAST, Weights::LIMIT as f64);

/// How often positions were won, drawn and lost by the side that their scores favour, by phase and score.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// All phases and scores that occur.
    pub counts: Vec<OutcomeCounts>,
}

/// The positions of a phase and a score.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeCounts {
    /// From 0 on the bare board to 32 on the full one.
    pub phase: u8,
    /// At least 0.
    pub score: u16,
    /// How many were won, drawn and lost.
    pub results: [u64; 3],
}

impl Outcomes {
    pub fn of(samples: &Samples) -> Outcomes {
        let mut cells: BTreeMap<(u8, u16), [u64; 3]> = BTreeMap::new();
        for sample in samples.iter() {
            let phase = (Chances::FULL_BOARD as f32 * sample.phase()).round() as u8;
            let (score, points) = (sample.score(), sample.points());
            let points = if score < 0.0 { 1.0 - points } else { points };
            let result = (2.0 * (1.0 - points)) as usize;
            cells.entry((phase, score.abs() as u16)).or_default()[result] += 1;
        }
        Outcomes::new(cells)
    }

    /// From the results of each phase and score.
    pub fn new(cells: impl IntoIterator<Item = ((u8, u16), [u64; 3])>) -> Outcomes {
        let counts = |((phase, score), results)| OutcomeCounts { phase, score, results };
        Outcomes { counts: cells.into_iter().map(counts).collect() }
    }

    /// The mean of the negated logarithms of the chances that the results had; 0 without positions.
    pub fn loss(&self, chances: &[Chances; 2]) -> f64 {
        let losses = self.counts.iter().map(|counts| counts.loss_of(counts.shares(chances)));
        let positions: u64 = self.counts.iter().flat_map(|counts| counts.results).sum();
        losses.sum::<f64>() / positions.max(1) as f64
    }
}

impl OutcomeCounts {
    /// The chances of these positions, from those of the full board and those of the bare one.
    pub fn shares(&self, chances: &[Chances; 2]) -> [f64; 3] {
        Chances::blend(*chances, i32::from(self.phase)).shares(f64::from(self.score))
    }

    /// The sum of the losses by chances to win, draw and lose.
    fn loss_of(&self, shares: [f64; 3]) -> f64 {
        let loss = |(&times, share): (&u64, f64)| -(times as f64) * libm::log(share.max(f64::MIN_POSITIVE));
        self.results.iter().zip(shares).map(loss).sum()
    }
}

/// How the numbers of the chances depend on the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Not at all.
    Constant,
    /// From a number on the full board to one on the bare board, by [`Chances::bare_part`].
    ByPhase,
}

impl Form {
    /// How much of its number on the full board and of that on the bare board counts at a phase.
    fn parts(self, phase: u8) -> [f64; 2] {
        match self {
            Form::Constant => [1.0, 0.0],
            Form::ByPhase => {
                let bare = Chances::bare_part(i32::from(phase));
                [1.0 - bare, bare]
            }
        }
    }

    /// On the full board and on the bare one.
    fn ends(self, numbers: &Numbers) -> [Chances; 2] {
        [Chances::FULL_BOARD as u8, 0].map(|phase| self.at(numbers, phase))
    }

    fn at(self, [half, other_half, spread, other_spread]: &Numbers, phase: u8) -> Chances {
        let [first, second] = self.parts(phase);
        Chances::new(first * half + second * other_half, first * spread + second * other_spread)
    }
}

/// The two numbers of half, and the two of spread.
type Numbers = [f64; 4];

/// The chances of this form, on the full board and on the bare one, by which the results are most likely.
///
/// The descent is Fisher's scoring (Newton's method with the expected curvature), damped as by Levenberg and Marquardt: with
/// good steps it becomes that, with bad ones short steps downhill.
pub fn fit(outcomes: &Outcomes, form: Form, begin: &[Chances; 2]) -> [Chances; 2] {
    const STEPS: usize = 200;
    const LEAST_GAIN: f64 = 1e-9;
    let [full, bare] = begin;
    let mut numbers = [full.half(), bare.half(), full.spread(), bare.spread()];
    let mut damping = 1e-3;
    let mut here = Gradient::of(outcomes, form, &numbers);
    for _ in 0..STEPS {
        let tried = here.step(&numbers, damping);
        let there = Gradient::of(outcomes, form, &tried);
        if there.loss > here.loss {
            damping *= 10.0;
            continue;
        }
        let gain = here.loss - there.loss;
        (numbers, here, damping) = (tried, there, (damping / 10.0_f64).max(1e-12));
        if gain <= LEAST_GAIN * here.loss {
            break;
        }
    }
    form.ends(&numbers)
}

/// The sum of the losses at some numbers, its slopes and its expected curvature.
#[derive(Clone, Copy, Debug)]
struct Gradient {
    loss: f64,
    slopes: Numbers,
    curvature: [Numbers; 4],
}

impl Gradient {
    fn of(outcomes: &Outcomes, form: Form, numbers: &Numbers) -> Gradient {
        let mut sum = Gradient { loss: 0.0, slopes: [0.0; 4], curvature: [[0.0; 4]; 4] };
        outcomes.counts.iter().for_each(|counts| sum.add(counts, form, numbers));
        sum
    }

    fn add(&mut self, counts: &OutcomeCounts, form: Form, numbers: &Numbers) {
        let chances = form.at(numbers, counts.phase);
        let [first, second] = form.parts(counts.phase);
        let slopes = share_slopes(chances, f64::from(counts.score))
            .map(|[half, spread]| [first * half, second * half, first * spread, second * spread]);
        let positions = counts.results.iter().sum::<u64>() as f64;
        let shares = chances.shares(f64::from(counts.score));
        self.loss += counts.loss_of(shares);
        for ((share, slopes), times) in shares.into_iter().zip(slopes).zip(counts.results) {
            let share = share.max(1e-12);
            for (row, slope) in slopes.iter().enumerate() {
                self.slopes[row] -= times as f64 * slope / share;
                for (column, other) in slopes.iter().enumerate() {
                    self.curvature[row][column] += positions * slope * other / share;
                }
            }
        }
    }

    /// The numbers to try next.
    fn step(&self, numbers: &Numbers, damping: f64) -> Numbers {
        let mut curvature = self.curvature;
        for (place, row) in curvature.iter_mut().enumerate() {
            // A number that counts nowhere stays.
            row[place] = if row[place] > 0.0 { row[place] * (1.0 + damping) } else { 1.0 };
        }
        let change = linear_system::solve(curvature, self.slopes);
        std::array::from_fn(|place| (numbers[place] - change[place]).clamp(LIMITS.0, LIMITS.1))
    }
}

/// The slopes of the shares won, drawn and lost, in half and in spread.
fn share_slopes(chances: Chances, score: f64) -> [[f64; 2]; 3] {
    let [win, _, loss] = chances.shares(score);
    let of_half = -1.0 / chances.spread();
    let slopes = |share: f64, score: f64| {
        let of_spread = of_half * (score - chances.half()) / chances.spread();
        [of_half, of_spread].map(|slope| share * (1.0 - share) * slope)
    };
    let (win, loss) = (slopes(win, score), slopes(loss, -score));
    [win, [0, 1].map(|place| -win[place] - loss[place]), loss]
}

#[cfg(test)]
mod tests;
