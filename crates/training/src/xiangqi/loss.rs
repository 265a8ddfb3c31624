//! How wrong an evaluation is: the logistic loss of the chances that it stands for.

use rayon::prelude::*;

use super::samples::{Numbers, Sample, Samples};

/// Samples that are summed up by one thread; sums are added in the order of the samples, so that they do not depend on the
/// number of threads.
const CHUNK: usize = 4096;

/// What the evaluation of a sample should be.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The score that stands for chances of e to 1.
    pub scale: f32,
    /// How much the score of the search counts; the result of the game has the rest.
    pub search_weight: f32,
}

impl Target {
    /// The points that the side can expect, from 0 to 1.
    pub fn chance(&self, score: f32) -> f32 {
        1.0 / (1.0 + libm::expf(-score / self.scale))
    }

    /// What the chance of a sample should be.
    pub fn of(&self, sample: &Sample<'_>) -> f32 {
        let search = if self.search_weight > 0.0 { self.chance(sample.score()) } else { 0.0 };
        self.search_weight * search + (1.0 - self.search_weight) * sample.points()
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
            (f64::from(sample.evaluation(weights)), f64::from(sample.points()))
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

/// Where a function with one minimum is least, by golden sections.
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
