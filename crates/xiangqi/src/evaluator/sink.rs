//! The receivers of the terms of an evaluation: the evaluation is written once, for the sum and for its explanation.

use super::tapered::Tapered;
use super::weights::Weights;

/// The receiver of one side's terms.
pub(super) trait Sink {
    /// The weight of that index counts so many times.
    fn add(&mut self, weight: usize, times: i32);

    /// The weight of that index counts once.
    #[inline(always)]
    fn add_one(&mut self, weight: usize) {
        self.add(weight, 1);
    }
}

/// Adds the weights up.
#[derive(Debug)]
pub(super) struct Sum<'a> {
    weights: &'a Weights,
    total: Tapered,
}

impl<'a> Sum<'a> {
    #[inline(always)]
    pub fn new(weights: &'a Weights) -> Sum<'a> {
        Sum { weights, total: Tapered::ZERO }
    }

    #[inline(always)]
    pub fn total(&self) -> Tapered {
        self.total
    }
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, weight: usize, times: i32) {
        self.total += self.weights.value(weight) * times;
    }

    #[inline(always)]
    fn add_one(&mut self, weight: usize) {
        self.total += self.weights.value(weight);
    }
}

/// Counts how often each weight is added.
#[derive(Clone, Debug)]
pub(super) struct TermCounts {
    times: Vec<i16>,
}

impl TermCounts {
    pub fn new() -> TermCounts {
        TermCounts { times: vec![0; Weights::COUNT] }
    }

    /// By index of the weight.
    pub fn times(&self) -> &[i16] {
        &self.times
    }
}

impl Sink for TermCounts {
    fn add(&mut self, weight: usize, times: i32) {
        self.times[weight] += times as i16;
    }
}
