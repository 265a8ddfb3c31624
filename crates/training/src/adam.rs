//! Adam: gradient descent whose steps are of the same size in steep and in flat directions (D. P. Kingma, J. Ba: "Adam: A Method
//! for Stochastic Optimization", 2015, algorithm 1 with its constants). Each number of a fit has two moments, the means of its
//! slopes and of their squares, which begin at 0.

/// The parts of the moments that stay from one step to the next.
const DECAY: [f32; 2] = [0.9, 0.999];

/// The steps so far, as both decays to the power of their number: how much of each moment is still the zero that it began at.
/// The correction of their bias needs both.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Steps(pub [f32; 2]);

impl Steps {
    pub const NONE: Steps = Steps([1.0; 2]);

    /// Counts a step that changes numbers by about this rate or less. The epsilon keeps it finite where all slopes were 0; it is
    /// far below the usual size of a slope.
    #[inline(always)]
    pub fn next(&mut self, rate: f32, epsilon: f32) -> Step {
        let Steps([first, second]) = self;
        (*first, *second) = (*first * DECAY[0], *second * DECAY[1]);
        Step { rate, epsilon, factors: self.0.map(|zero| 1.0 / (1.0 - zero)) }
    }
}

/// A step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    rate: f32,
    epsilon: f32,
    /// By which the moments are multiplied to correct their bias.
    factors: [f32; 2],
}

impl Step {
    /// Changes a number against its slope, and its moments by it.
    #[inline(always)]
    pub fn change(&self, number: &mut f32, first: &mut f32, second: &mut f32, slope: f32) {
        *first += (1.0 - DECAY[0]) * (slope - *first);
        *second += (1.0 - DECAY[1]) * (slope * slope - *second);
        let [first_factor, second_factor] = self.factors;
        *number -= self.rate * *first * first_factor / ((*second * second_factor).sqrt() + self.epsilon);
    }
}

/// The moments of all numbers of a fit in which each step changes every number.
#[derive(Clone, PartialEq, Debug)]
pub struct Moments {
    pub first: Vec<f32>,
    pub second: Vec<f32>,
    pub steps: Steps,
}

impl Moments {
    /// Those of so many numbers before the first step.
    pub fn new(count: usize) -> Moments {
        Moments { first: vec![0.0; count], second: vec![0.0; count], steps: Steps::NONE }
    }

    /// Changes all numbers against their slopes, each by about the rate or less; for the epsilon see [`Steps::next`].
    pub fn step(&mut self, numbers: &mut [f32], slopes: &[f32], rate: f32, epsilon: f32) {
        let step = self.steps.next(rate, epsilon);
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((number, (first, second)), slope) in numbers.iter_mut().zip(moments).zip(slopes) {
            step.change(number, first, second, *slope);
        }
    }
}
