//! How far evaluations lie from results.

use othello::patterns::{GEOMETRY, Stage, UNITS, output};

use super::samples::{PHASES, Sample};
use crate::othello::exact::ErrorSums;

/// The errors of a pass, on the samples as they come and, after it, on those held out.
#[derive(Clone, Copy, Default, Debug)]
pub struct PassErrors {
    /// Each before the step that it leads to.
    pub training: ErrorSums,
    /// After the pass.
    pub held_out: ErrorSums,
}

/// The errors by phase.
pub fn errors(stages: &[Stage], samples: &[Sample]) -> Vec<ErrorSums> {
    let mut sums = vec![ErrorSums::default(); PHASES];
    for sample in samples {
        let entries = &stages[sample.stage()].entries;
        let mut units = [0_i32; UNITS];
        for (instance, &content) in GEOMETRY.instances.iter().zip(&sample.contents) {
            let entry = &entries[instance.class][usize::from(content)];
            units.iter_mut().zip(entry).for_each(|(sum, &weight)| *sum += i32::from(weight));
        }
        let value = (f64::from(output(units)) / 100.0).clamp(-64.0, 64.0);
        sums[sample.phase()].add(f64::from(sample.target) - value);
    }
    sums
}

/// The mean absolute error over all phases, each sample counted once.
pub fn mean_absolute(errors: &[ErrorSums]) -> f64 {
    let mut all = ErrorSums::default();
    errors.iter().for_each(|errors| all.merge(errors));
    all.mean_absolute()
}
