//! How far evaluations lie from results.

use othello::patterns::{GEOMETRY, Stage, UNITS, output};

use super::samples::{PHASES, Sample};

/// The squared errors of a pass, on the samples as they come and, after it, on those held out.
#[derive(Clone, Copy, Default, Debug)]
pub struct PassErrors {
    /// Each before the step that it leads to.
    pub training: SquaredErrors,
    /// After the pass.
    pub held_out: SquaredErrors,
}

/// A sum of squared errors.
#[derive(Clone, Copy, Default, Debug)]
pub struct SquaredErrors {
    samples: u64,
    sum: f64,
}

impl SquaredErrors {
    pub(super) fn add(&mut self, error: f32) {
        self.samples += 1;
        self.sum += f64::from(error) * f64::from(error);
    }

    pub(super) fn merge(&mut self, other: SquaredErrors) {
        self.samples += other.samples;
        self.sum += other.sum;
    }

    /// The root of the mean, in discs; 0 without samples.
    pub fn root_mean(&self) -> f64 {
        (self.sum / self.samples.max(1) as f64).sqrt()
    }
}

/// The error of weights on samples of a phase.
#[derive(Clone, Copy, Default, Debug)]
pub struct ErrorStatistics {
    /// How many samples there are.
    pub samples: u64,
    /// The mean of the absolute error, in discs.
    pub absolute: f64,
    /// The root of the mean squared error, in discs.
    pub root_square: f64,
}

/// The error by phase.
pub fn errors(stages: &[Stage], samples: &[Sample]) -> Vec<ErrorStatistics> {
    let mut sums = vec![(0_u64, 0.0, 0.0); PHASES];
    for sample in samples {
        let entries = &stages[sample.stage()].entries;
        let mut units = [0_i32; UNITS];
        for (instance, &content) in GEOMETRY.instances.iter().zip(&sample.contents) {
            let entry = &entries[instance.class][usize::from(content)];
            units.iter_mut().zip(entry).for_each(|(sum, &weight)| *sum += i32::from(weight));
        }
        let value = (f64::from(output(units)) / 100.0).clamp(-64.0, 64.0);
        let error = f64::from(sample.target) - value;
        let (count, absolute, square) = &mut sums[sample.phase()];
        *count += 1;
        *absolute += error.abs();
        *square += error * error;
    }
    let mean = |(samples, absolute, square): (u64, f64, f64)| {
        let count = samples.max(1) as f64;
        ErrorStatistics { samples, absolute: absolute / count, root_square: (square / count).sqrt() }
    };
    sums.into_iter().map(mean).collect()
}

/// The mean absolute error over all phases, each sample counted once; in discs.
pub fn mean_absolute(errors: &[ErrorStatistics]) -> f64 {
    let samples: u64 = errors.iter().map(|error| error.samples).sum();
    let sum: f64 = errors.iter().map(|error| error.absolute * error.samples as f64).sum();
    sum / samples.max(1) as f64
}
