//! The fit of the evaluation's weights: gradient descent on the logistic loss of chances against results and scores.
//!
//! The weights of a good evaluation set by hand are a good guess; rare terms should leave it only for a reason. So the loss of all
//! samples together has a term for each number: half the square of its distance from where it began, in units of
//! [`Schedule::deviation`], as if that were its likely error.

use rayon::prelude::*;

use crate::adam::Moments;

use super::samples::{Numbers, Samples, Target, mean_loss};

/// Samples of one step.
const BATCH: usize = 16_384;
/// Samples of a step that one thread takes; their gradients are added in order, so that the sum does not depend on the number of
/// threads.
const CHUNK: usize = 1024;
/// See [`crate::adam::Steps::next`]: slopes of a mean loss are about 1e-6 and more.
const EPSILON: f32 = 1e-12;

/// The schedule of the descent.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Passes over the records.
    pub passes: u32,
    /// The most that a step changes a number at first; it falls to 0.
    pub rate: f32,
    /// How far from where it began a number is likely to lie.
    pub deviation: f32,
    /// The seed of the order in which samples come.
    pub seed: u64,
}

impl Schedule {
    /// Passes over the records, unless another number is asked for.
    pub const PASSES: u32 = 20;
    /// The first rate, unless another is asked for.
    pub const RATE: f32 = 2.0;
}

/// The mean losses of a pass.
#[derive(Clone, Copy, Debug)]
pub struct PassLosses {
    /// On the samples that are learnt from, each before its step.
    pub training: f64,
    /// On those held out, after the pass.
    pub held_out: f64,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    pub weights: Vec<Numbers>,
    pub curve: Vec<PassLosses>,
}

/// Fits weights to the samples, beginning with these; those held out are only looked at. After each step `watch` gets the number
/// of its samples; if it returns false, the fit ends there.
pub fn fit(
    (training, held_out): (&Samples, &Samples),
    begin: &[Numbers],
    target: &Target,
    schedule: &Schedule,
    watch: &(impl Fn(u64) -> bool + ?Sized),
) -> Fitted {
    let mut descent = Descent::new(training, begin, target, schedule);
    let curve = (0..schedule.passes).map_while(|_| {
        let training = descent.pass(watch)?;
        Some(PassLosses { training, held_out: mean_loss(held_out, &descent.weights, target) })
    });
    let curve = curve.collect();
    Fitted { weights: descent.weights, curve }
}

struct Descent<'fit> {
    samples: &'fit Samples,
    begin: &'fit [Numbers],
    target: &'fit Target,
    schedule: &'fit Schedule,
    random: fastrand::Rng,
    order: Vec<u32>,
    weights: Vec<Numbers>,
    moments: Moments,
    /// Samples that all steps so far went over.
    done: u64,
}

impl<'fit> Descent<'fit> {
    fn new(
        samples: &'fit Samples,
        begin: &'fit [Numbers],
        target: &'fit Target,
        schedule: &'fit Schedule,
    ) -> Self {
        Descent {
            samples,
            begin,
            target,
            schedule,
            random: fastrand::Rng::with_seed(schedule.seed),
            order: (0..samples.len() as u32).collect(),
            weights: begin.to_vec(),
            moments: Moments::new(begin.as_flattened().len()),
            done: 0,
        }
    }

    /// The mean loss of the samples, each before its step; `None` if the fit is to end.
    fn pass(&mut self, watch: &(impl Fn(u64) -> bool + ?Sized)) -> Option<f64> {
        let mut order = std::mem::take(&mut self.order);
        self.random.shuffle(&mut order);
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            sum += self.step(batch);
            if !watch(batch.len() as u64) {
                return None;
            }
        }
        self.order = order;
        Some(sum / self.samples.len().max(1) as f64)
    }

    /// Changes the weights by what a batch says; the sum of its losses before.
    fn step(&mut self, batch: &[u32]) -> f64 {
        let parts: Vec<(Vec<Numbers>, f64)> =
            batch.par_chunks(CHUNK).map(|chunk| self.gradient(chunk)).collect();
        let mut gradient = self.pull();
        let mut losses = 0.0;
        let part = 1.0 / batch.len() as f32;
        for (slopes, loss) in parts {
            losses += loss;
            for (sum, slope) in gradient.iter_mut().zip(slopes) {
                sum[0] += part * slope[0];
                sum[1] += part * slope[1];
            }
        }
        let rate = self.rate();
        self.moments.step(self.weights.as_flattened_mut(), gradient.as_flattened(), rate, EPSILON);
        self.done += batch.len() as u64;
        losses
    }

    /// The sums of the slopes of some samples' losses, and of the losses.
    fn gradient(&self, samples: &[u32]) -> (Vec<Numbers>, f64) {
        let mut slopes = vec![[0.0; 2]; self.weights.len()];
        let mut losses = 0.0;
        for &index in samples {
            let sample = self.samples.get(index as usize);
            let (evaluation, wanted) = (sample.evaluation(&self.weights), self.target.of(&sample));
            losses += self.target.loss(evaluation, wanted);
            let slope = (self.target.chance(evaluation) - wanted) / self.target.scale;
            sample.add_slopes(slope, &mut slopes);
        }
        (slopes, losses)
    }

    /// The slopes of what the distances from the beginning cost, for each sample its share.
    fn pull(&self) -> Vec<Numbers> {
        let part = 1.0 / (self.schedule.deviation.powi(2) * self.samples.len() as f32);
        let pull =
            |(now, begin): (&Numbers, &Numbers)| [part * (now[0] - begin[0]), part * (now[1] - begin[1])];
        self.weights.iter().zip(self.begin).map(pull).collect()
    }

    /// The rate falls along half a cosine.
    fn rate(&self) -> f32 {
        let all = u64::from(self.schedule.passes) * self.samples.len() as u64;
        let share = self.done as f32 / all.max(1) as f32;
        self.schedule.rate * 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * share))
    }
}

#[cfg(test)]
mod tests;
