//! Gradient descent on the logistic loss, in batches whose parts are added in order: the same on any number of threads.

use rayon::prelude::*;

use crate::adam::Moments;
use crate::xiangqi::samples::Target;

use super::model::{COUNT, Model};
use super::positions::Packed;

/// Positions of one step.
const BATCH: usize = 16_384;
/// A batch has so many parts, whose slopes are added in order.
const PARTS: usize = 16;
/// Slopes are added in parts of this.
const SUMS: usize = 8192;
/// Losses are added up in parts of this.
const CHUNK: usize = 65_536;
/// The rate at the end of a stage, as a part of the first.
const LAST_RATE: f32 = 0.01;
/// See [`crate::adam::Steps::next`].
const EPSILON: f32 = 1e-8;

/// A stage of the fit.
pub struct Stage<'fit> {
    pub name: &'static str,
    pub samples: &'fit [Packed],
    pub held_out: &'fit [Packed],
    pub target: Target,
    pub passes: u32,
    /// The most that a step changes a number at first; it falls along half a cosine.
    pub rate: f32,
    pub seed: u64,
}

/// The slopes and the losses of a part of a batch.
struct Part {
    slopes: Vec<f32>,
    loss: f64,
}

impl Stage<'_> {
    /// A pass over the samples in a random order; the mean loss, of each sample before its step. `None` if `watch`, which gets the
    /// number of samples after each step, returns false.
    pub fn pass(
        &self,
        pass: u32,
        model: &mut Model,
        moments: &mut Moments,
        watch: &(dyn Fn(u64) -> bool + Sync),
    ) -> Option<f64> {
        if pass == 0 {
            *moments = Moments::new(COUNT);
        }
        let mut random = fastrand::Rng::with_seed(self.seed.wrapping_add(u64::from(pass)));
        let mut order: Vec<u32> = (0..self.samples.len() as u32).collect();
        random.shuffle(&mut order);
        let mut parts: Vec<Part> = (0..PARTS).map(|_| Part { slopes: vec![0.0; COUNT], loss: 0.0 }).collect();
        let mut losses = 0.0;
        let batches = order.len().div_ceil(BATCH);
        for (index, batch) in order.chunks(BATCH).enumerate() {
            losses += self.slopes_of(batch, model, &mut parts, random.u64(..));
            let share = (pass as f32 + index as f32 / batches as f32) / self.passes as f32;
            moments.step(&mut model.numbers, &parts[0].slopes, self.rate_after(share), EPSILON);
            model.limit();
            if !watch(batch.len() as u64) {
                return None;
            }
        }
        Some(losses / self.samples.len().max(1) as f64)
    }

    /// The rate after this share of the steps.
    fn rate_after(&self, share: f32) -> f32 {
        let falling = 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * share));
        self.rate * (LAST_RATE + (1.0 - LAST_RATE) * falling)
    }

    /// Brings the mean slopes of a batch into the first part, and returns the sum of its losses. Each position is mirrored or
    /// not at random: of a general on the middle file both views are possible.
    fn slopes_of(&self, batch: &[u32], model: &Model, parts: &mut [Part], seed: u64) -> f64 {
        let share = batch.len().div_ceil(PARTS);
        let factor = 1.0 / batch.len() as f32;
        let numbered = parts.par_iter_mut().zip(batch.par_chunks(share)).enumerate();
        numbered.for_each(|(number, (part, batch))| {
            let mut coins = fastrand::Rng::with_seed(seed.wrapping_add(number as u64));
            part.slopes.fill(0.0);
            part.loss = 0.0;
            for &index in batch {
                let position = &self.samples[index as usize];
                let forward = model.forward(position.inputs(coins.bool()));
                let scale = position.scale(forward.value);
                let (logit, target) = (scale * forward.value, target(&self.target, position));
                part.loss += self.target.loss(logit * self.target.scale, target);
                let slope = factor * scale * (logistic(logit) - target);
                model.add_slopes(&forward, slope, &mut part.slopes);
            }
        });
        let used = batch.len().div_ceil(share);
        let (first, others) = parts.split_at_mut(1);
        let [first] = first else { unreachable!("there is a first part") };
        let others = &others[..used - 1];
        first.slopes.par_chunks_mut(SUMS).enumerate().for_each(|(chunk, sums)| {
            for other in others {
                let slopes = &other.slopes[chunk * SUMS..];
                sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        });
        others.iter().fold(first.loss, |sum, other| sum + other.loss)
    }
}

fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-logit))
}

/// The chance that a position stands for.
fn target(target: &Target, position: &Packed) -> f32 {
    let chance = target.chance(f32::from(position.score));
    target.search_weight * chance + (1.0 - target.search_weight) * position.points()
}

/// The mean loss of values in units of the scale; 0 without positions.
pub fn mean_loss(positions: &[Packed], of: &Target, value: impl Fn(&Packed) -> f32 + Sync) -> f64 {
    let loss = |position: &Packed| {
        let value = value(position);
        of.loss(position.scale(value) * value * of.scale, target(of, position))
    };
    let sums: Vec<f64> = positions.par_chunks(CHUNK).map(|chunk| chunk.iter().map(loss).sum()).collect();
    sums.iter().sum::<f64>() / positions.len().max(1) as f64
}
