//! Moments and slopes where a step changes few of many weights.

use crate::adam::Steps;

/// Adam's moments of a content's weights, over the steps in which the content came: one that is rare takes steps as large as
/// another.
#[derive(Clone, Copy, Debug)]
pub struct Moments<const UNITS: usize> {
    first: [f32; UNITS],
    second: [f32; UNITS],
    steps: Steps,
}

impl<const UNITS: usize> Moments<UNITS> {
    /// Those of a content that has not come.
    pub const NONE: Self = Moments { first: [0.0; UNITS], second: [0.0; UNITS], steps: Steps::NONE };
    const EPSILON: f32 = 1e-8;

    /// Changes the weights against the slopes, each by about the rate or less.
    pub fn step(&mut self, numbers: &mut [f32; UNITS], slopes: &[f32; UNITS], rate: f32) {
        let step = self.steps.next(rate, Self::EPSILON);
        for unit in 0..UNITS {
            step.change(&mut numbers[unit], &mut self.first[unit], &mut self.second[unit], slopes[unit]);
        }
    }

    /// Returns whether the content came in a sample.
    pub fn is_known(&self) -> bool {
        self.steps != Steps::NONE
    }
}

/// The slopes of the contents that come in a batch.
pub struct Slopes<const UNITS: usize> {
    /// By content; 0 for those that have not come.
    of: Vec<[f32; UNITS]>,
    /// Those that have come, in the order in which they did.
    known: Vec<u32>,
    is_known: Vec<bool>,
}

impl<const UNITS: usize> Slopes<UNITS> {
    /// None yet, of so many contents.
    pub fn new(contents: usize) -> Self {
        Slopes { of: vec![[0.0; UNITS]; contents], known: Vec::new(), is_known: vec![false; contents] }
    }

    /// Adds what a sample says of a content.
    pub fn add(&mut self, content: u32, slopes: &[f32; UNITS]) {
        let index = content as usize;
        if !std::mem::replace(&mut self.is_known[index], true) {
            self.known.push(content);
        }
        self.of[index].iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
    }

    /// Takes each content with its slopes, and leaves none.
    pub fn drain(&mut self, mut take: impl FnMut(usize, &[f32; UNITS])) {
        for content in self.known.drain(..) {
            let index = content as usize;
            take(index, &self.of[index]);
            (self.of[index], self.is_known[index]) = ([0.0; UNITS], false);
        }
    }
}
