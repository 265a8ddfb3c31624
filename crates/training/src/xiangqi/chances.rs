//! The fit of the chances to win, draw and lose that scores stand for: the likelihood of the results of games is made as high as
//! can be.
//!
//! Only scores of searches and results count here, no evaluation. The chances are symmetric, so a position is looked at from the
//! side that its score favours.

use std::collections::BTreeMap;

use serde::Serialize;
use xiangqi::evaluator::{Chances, Weights};

use crate::numbers::{rounded, solve};

/// Beyond these a number does not fit into a file of weights.
const LIMITS: (f64, f64) = (Chances::MIN, Weights::LIMIT as f64);

/// Counts of positions won, drawn and lost by the side that their scores favour, by phase and score.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// All phases and scores that occur.
    counts: Vec<OutcomeCounts>,
}

/// The positions of a phase and a score.
#[derive(Clone, Copy, Debug)]
struct OutcomeCounts {
    /// From 0 on the bare board to 32 on the full one.
    phase: u8,
    /// At least 0.
    score: u16,
    /// The numbers of those won, drawn and lost.
    results: [u64; 3],
}

impl Outcomes {
    /// Of positions given by phase, from 0 to 1, score and points of a side.
    pub fn of(positions: impl Iterator<Item = (f32, f32, f32)>) -> Outcomes {
        let mut cells: BTreeMap<(u8, u16), [u64; 3]> = BTreeMap::new();
        for (phase, score, points) in positions {
            let phase = (Chances::FULL_BOARD as f32 * phase).round() as u8;
            let points = if score < 0.0 { 1.0 - points } else { points };
            let result = (2.0 * (1.0 - points)) as usize;
            cells.entry((phase, score.abs() as u16)).or_default()[result] += 1;
        }
        Outcomes::new(cells)
    }

    /// From the results of each phase and score.
    fn new(cells: impl IntoIterator<Item = ((u8, u16), [u64; 3])>) -> Outcomes {
        let counts = |((phase, score), results)| OutcomeCounts { phase, score, results };
        Outcomes { counts: cells.into_iter().map(counts).collect() }
    }

    /// The mean of the negated logarithms of the chances that the results had; 0 without positions.
    fn loss(&self, chances: &[Chances; 2]) -> f64 {
        let losses = self.counts.iter().map(|counts| counts.loss_of(counts.shares(chances)));
        let positions: u64 = self.counts.iter().flat_map(|counts| counts.results).sum();
        losses.sum::<f64>() / positions.max(1) as f64
    }
}

impl OutcomeCounts {
    /// The chances of these positions, from those of the full board and those of the bare one.
    fn shares(&self, chances: &[Chances; 2]) -> [f64; 3] {
        Chances::blend(*chances, i32::from(self.phase)).shares(f64::from(self.score))
    }

    /// The sum of the losses by chances to win, draw and lose.
    fn loss_of(&self, shares: [f64; 3]) -> f64 {
        let loss = |(&times, share): (&u64, f64)| -(times as f64) * libm::log(share.max(f64::MIN_POSITIVE));
        self.results.iter().zip(shares).map(loss).sum()
    }
}

/// Half on the full board and on the bare one, and spread on both.
type Numbers = [f64; 4];

/// The chances on the full board and on the bare one, by which the results are most likely.
///
/// The descent is Fisher's scoring (Newton's method with the expected curvature), damped as by Levenberg and Marquardt: with
/// good steps it becomes that, with bad ones short steps downhill.
fn fit(outcomes: &Outcomes, begin: &[Chances; 2]) -> [Chances; 2] {
    const STEPS: usize = 200;
    const MIN_GAIN: f64 = 1e-9;
    let [full, bare] = begin;
    let mut numbers = [full.half(), bare.half(), full.spread(), bare.spread()];
    let mut damping = 1e-3;
    let mut here = Gradient::of(outcomes, &numbers);
    for _ in 0..STEPS {
        let tried = here.step(&numbers, damping);
        let there = Gradient::of(outcomes, &tried);
        if there.loss > here.loss {
            damping *= 10.0;
            continue;
        }
        let gain = here.loss - there.loss;
        (numbers, here, damping) = (tried, there, (damping / 10.0_f64).max(1e-12));
        if gain <= MIN_GAIN * here.loss {
            break;
        }
    }
    ends(&numbers)
}

fn ends([half_full, half_bare, spread_full, spread_bare]: &Numbers) -> [Chances; 2] {
    [Chances::new(*half_full, *spread_full), Chances::new(*half_bare, *spread_bare)]
}

/// The sum of the losses at some numbers, its slopes and its expected curvature.
#[derive(Clone, Copy, Debug)]
struct Gradient {
    loss: f64,
    slopes: Numbers,
    curvature: [Numbers; 4],
}

impl Gradient {
    fn of(outcomes: &Outcomes, numbers: &Numbers) -> Gradient {
        let mut sum = Gradient { loss: 0.0, slopes: [0.0; 4], curvature: [[0.0; 4]; 4] };
        outcomes.counts.iter().for_each(|counts| sum.add(counts, numbers));
        sum
    }

    fn add(&mut self, counts: &OutcomeCounts, numbers: &Numbers) {
        let phase = i32::from(counts.phase);
        let chances = Chances::blend(ends(numbers), phase);
        let bare = Chances::bare_part(phase);
        let full = 1.0 - bare;
        let slopes = share_slopes(chances, f64::from(counts.score))
            .map(|[half, spread]| [full * half, bare * half, full * spread, bare * spread]);
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
        let change = solve(curvature, self.slopes);
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

/// The chances that a fit ends with, and how they agree with the games that it has not seen.
#[derive(Clone, Debug)]
pub struct FittedChances {
    /// On the full board and on the bare one, to whole numbers, as a file of weights holds them.
    pub chosen: [Chances; 2],
    /// The mean losses on positions held out, in nats: of the chances that the fit began with, and of those chosen.
    pub losses: [f64; 2],
    /// The chosen chances of positions held out, beside their results.
    pub calibration: Vec<CalibrationBin>,
}

impl FittedChances {
    /// The fitted chances are used if their loss on positions held out is less. So numbers that fit better than what there is to
    /// learn from are kept, and so they are if nothing is held out.
    pub fn new(training: &Outcomes, held_out: &Outcomes, before: [Chances; 2]) -> FittedChances {
        let whole = |chances: Chances| Chances::new(chances.half().round(), chances.spread().round());
        let fitted = fit(training, &before).map(whole);
        let chosen = if held_out.loss(&fitted) < held_out.loss(&before) { fitted } else { before };
        FittedChances {
            chosen,
            losses: [before, chosen].map(|chances| rounded(held_out.loss(&chances), 6)),
            calibration: CalibrationBin::all(held_out, &chosen),
        }
    }
}

/// Positions held out whose chances are nearly the same.
#[derive(Clone, Debug, Serialize)]
pub struct CalibrationBin {
    /// `decided`: a win, or a loss as one of the other side; `drawn`.
    pub outcome: &'static str,
    /// Their number; each counts twice among decided ones, once for each side.
    pub positions: u64,
    /// The mean chance, in per cent.
    pub predicted: f64,
    /// The percentage that came out so.
    pub observed: f64,
}

/// Into how many bins chances from 0 to 1 are sorted.
const BINS: usize = 20;

#[derive(Clone, Copy, Default)]
struct Bin {
    positions: u64,
    chances: f64,
    came_true: u64,
}

impl Bin {
    fn add(&mut self, positions: u64, chance: f64, came_true: u64) {
        self.positions += positions;
        self.chances += positions as f64 * chance;
        self.came_true += came_true;
    }

    fn named(&self, outcome: &'static str) -> CalibrationBin {
        let per_cent = |sum: f64| rounded(100.0 * sum / self.positions as f64, 2);
        CalibrationBin {
            outcome,
            positions: self.positions,
            predicted: per_cent(self.chances),
            observed: per_cent(self.came_true as f64),
        }
    }
}

impl CalibrationBin {
    fn all(outcomes: &Outcomes, chances: &[Chances; 2]) -> Vec<CalibrationBin> {
        let mut bins = [[Bin::default(); BINS]; 2];
        for counts in &outcomes.counts {
            let [win, draw, loss] = counts.shares(chances);
            let [won, drawn, lost] = counts.results;
            let positions = won + drawn + lost;
            for (kind, chance, came_true) in [(0, win, won), (0, loss, lost), (1, draw, drawn)] {
                let bin = ((BINS as f64 * chance) as usize).min(BINS - 1);
                bins[kind][bin].add(positions, chance, came_true);
            }
        }
        let named = |(bins, outcome): ([Bin; BINS], &'static str)| {
            bins.into_iter().filter(|bin| bin.positions > 0).map(move |bin| bin.named(outcome))
        };
        bins.into_iter().zip(["decided", "drawn"]).flat_map(named).collect()
    }
}

#[cfg(test)]
mod tests;
