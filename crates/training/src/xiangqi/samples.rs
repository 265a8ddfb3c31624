//! Positions as the fit sees them: which weights count how often, what the evaluation should say, and how wrong it is: the
//! logistic loss of the chances that it stands for.

use rayon::prelude::*;
use xiangqi::Color;
use xiangqi::evaluator::{Weights, trace};

use super::records::GameRecord;

/// A weight's numbers on the full board and on the bare one.
pub type Numbers = [f32; 2];

/// The numbers of all weights, in the order of their indices.
pub fn numbers(weights: &Weights) -> Vec<Numbers> {
    (0..Weights::COUNT).map(|index| weights.get(index).map(|number| number as f32)).collect()
}

/// Positions, from Red's view.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Index of a weight, and how often it counts; the positions one after the other.
    terms: Vec<(u16, i16)>,
    positions: Vec<Facts>,
}

/// The facts about a position beside its terms.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The end of its terms.
    end: usize,
    /// The phase, from 0 on the bare board to 1 on the full one.
    pub phase: f32,
    scale: f32,
    /// The score of the search.
    pub score: f32,
    pub points: f32,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'samples> {
    terms: &'samples [(u16, i16)],
    pub facts: Facts,
}

impl Samples {
    /// The positions of games that are kept. Their scales are those of the weights given.
    pub fn of(games: &[GameRecord], weights: &Weights) -> Samples {
        let mut samples = Samples::default();
        for sample in games.iter().flat_map(GameRecord::samples) {
            let trace = trace(&sample.position, weights);
            samples.terms.extend(&trace.terms);
            let is_red = sample.position.side() == Color::Red;
            let score = f32::from(sample.score);
            samples.positions.push(Facts {
                end: samples.terms.len(),
                phase: trace.phase as f32 / 32.0,
                scale: trace.scale,
                score: if is_red { score } else { -score },
                points: if is_red { sample.points } else { 1.0 - sample.points },
            });
        }
        samples
    }

    pub fn append(&mut self, other: Samples) {
        let shift = self.terms.len();
        self.terms.extend(other.terms);
        self.positions.extend(other.positions.iter().map(|facts| Facts { end: facts.end + shift, ..*facts }));
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn get(&self, index: usize) -> Sample<'_> {
        let begin = if index == 0 { 0 } else { self.positions[index - 1].end };
        let facts = self.positions[index];
        Sample { terms: &self.terms[begin..facts.end], facts }
    }

    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The number of occurrences of each weight.
    pub fn occurrences(&self) -> Vec<u64> {
        let mut occurrences = vec![0; Weights::COUNT];
        self.terms.iter().for_each(|&(index, _)| occurrences[usize::from(index)] += 1);
        occurrences
    }
}

impl Sample<'_> {
    /// The evaluation by these weights, from Red's view.
    pub fn evaluation(&self, weights: &[Numbers]) -> f32 {
        let (mut full, mut bare) = (0.0, 0.0);
        for &(index, times) in self.terms {
            let numbers = weights[usize::from(index)];
            full += f32::from(times) * numbers[0];
            bare += f32::from(times) * numbers[1];
        }
        let Facts { phase, scale, .. } = self.facts;
        scale * (phase * full + (1.0 - phase) * bare)
    }

    /// Adds the slope of the evaluation in each number, times a factor.
    pub fn add_slopes(&self, factor: f32, slopes: &mut [Numbers]) {
        let Facts { phase, scale, .. } = self.facts;
        let parts = [factor * scale * phase, factor * scale * (1.0 - phase)];
        for &(index, times) in self.terms {
            let slope = &mut slopes[usize::from(index)];
            slope[0] += f32::from(times) * parts[0];
            slope[1] += f32::from(times) * parts[1];
        }
    }
}

/// Samples that are summed up by one thread; sums are added in the order of the samples, so that they do not depend on the
/// number of threads.
const CHUNK: usize = 4096;

/// The target of the fit.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The score that stands for chances of e to 1.
    pub scale: f32,
    /// The part of the search's score in the target; the result of the game has the rest.
    pub search_weight: f32,
}

impl Target {
    /// The points that the side can expect, from 0 to 1.
    pub fn chance(&self, score: f32) -> f32 {
        1.0 / (1.0 + libm::expf(-score / self.scale))
    }

    /// The target chance of a sample.
    pub fn of(&self, sample: &Sample<'_>) -> f32 {
        let search = if self.search_weight > 0.0 { self.chance(sample.facts.score) } else { 0.0 };
        self.search_weight * search + (1.0 - self.search_weight) * sample.facts.points
    }

    /// The loss of an evaluation, in nats.
    pub fn loss(&self, evaluation: f32, target: f32) -> f64 {
        logistic_loss(f64::from(evaluation / self.scale), f64::from(target))
    }
}

/// −t ln p − (1 − t) ln (1 − p) for the chance p with this logarithm of p to 1 − p.
fn logistic_loss(logit: f64, target: f64) -> f64 {
    logit.max(0.0) + libm::log1p(libm::exp(-logit.abs())) - target * logit
}

/// The mean loss by these weights; 0 without samples.
pub fn mean_loss(samples: &Samples, weights: &[Numbers], target: &Target) -> f64 {
    let loss = |index: usize| {
        let sample = samples.get(index);
        target.loss(sample.evaluation(weights), target.of(&sample))
    };
    let sum =
        |chunk: usize| -> f64 { (chunk * CHUNK..samples.len().min((chunk + 1) * CHUNK)).map(loss).sum() };
    let sums: Vec<f64> = (0..samples.len().div_ceil(CHUNK)).into_par_iter().map(sum).collect();
    sums.iter().sum::<f64>() / samples.len().max(1) as f64
}

/// The scale at which evaluations by these weights fit the results best, from 20 to 5,000.
pub fn best_scale(samples: &Samples, weights: &[Numbers]) -> f32 {
    let evaluations: Vec<(f64, f64)> = (0..samples.len())
        .into_par_iter()
        .map(|index| {
            let sample = samples.get(index);
            (f64::from(sample.evaluation(weights)), f64::from(sample.facts.points))
        })
        .collect();
    let loss = |logarithm: f64| -> f64 {
        let scale = libm::exp(logarithm);
        let sum = |chunk: &[(f64, f64)]| -> f64 {
            chunk.iter().map(|&(it, points)| logistic_loss(it / scale, points)).sum()
        };
        evaluations.par_chunks(CHUNK).map(sum).collect::<Vec<f64>>().iter().sum()
    };
    libm::exp(least(loss, libm::log(20.0), libm::log(5000.0))) as f32
}

/// Finds the minimum of a function that has one, by golden sections.
fn least(function: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    const SECTION: f64 = 0.618_033_988_749_894_9;
    const STEPS: usize = 24;
    let (mut left, mut right) = (high - SECTION * (high - low), low + SECTION * (high - low));
    let (mut at_left, mut at_right) = (function(left), function(right));
    for _ in 0..STEPS {
        if at_left <= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - SECTION * (high - low);
            at_left = function(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + SECTION * (high - low);
            at_right = function(right);
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loss_is_least_at_the_target() {
        let logit = |chance: f64| libm::log(chance / (1.0 - chance));
        for target in [0.1, 0.5, 0.8] {
            let best = least(|logit| logistic_loss(logit, target), -5.0, 5.0);
            assert!((best - logit(target)).abs() < 1e-3, "{target}: {best}");
        }
        assert!((logistic_loss(0.0, 1.0) - std::f64::consts::LN_2).abs() < 1e-12);
        assert!(logistic_loss(-800.0, 1.0) == 800.0 && logistic_loss(800.0, 1.0) == 0.0);
    }

    #[test]
    fn chances_are_symmetric() {
        let target = Target { scale: 250.0, search_weight: 0.5 };
        assert_eq!(target.chance(0.0), 0.5);
        assert!((target.chance(300.0) + target.chance(-300.0) - 1.0).abs() < 1e-6);
        assert!((target.chance(250.0) - 0.731).abs() < 1e-3);
    }
}
