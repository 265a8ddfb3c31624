//! Adam: a gradient descent whose steps are of the same size in steep and in flat directions (Kingma & Ba, "Adam: A Method for
//! Stochastic Optimization", 2015, algorithm 1 with its constants).

use super::samples::Numbers;

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
/// Keeps the step finite where a gradient has always been 0; gradients of a mean loss are about 1e-6 and more.
const EPSILON: f32 = 1e-12;

/// The moments of the gradients so far.
#[derive(Clone, Debug)]
pub struct Adam {
    moments: Vec<[Moments; 2]>,
    /// What the decays have not forgotten of the beginning.
    bias: Moments,
}

#[derive(Clone, Copy, Debug)]
struct Moments {
    first: f32,
    second: f32,
}

impl Adam {
    pub fn new(weights: usize) -> Adam {
        let none = Moments { first: 0.0, second: 0.0 };
        Adam { moments: vec![[none; 2]; weights], bias: Moments { first: 1.0, second: 1.0 } }
    }

    /// Changes weights against the gradient, each by about the rate or less.
    pub fn step(&mut self, weights: &mut [Numbers], gradient: &[Numbers], rate: f32) {
        self.bias.first *= FIRST_DECAY;
        self.bias.second *= SECOND_DECAY;
        let (first_part, second_part) = (1.0 - self.bias.first, 1.0 - self.bias.second);
        for ((weight, moments), gradient) in weights.iter_mut().zip(&mut self.moments).zip(gradient) {
            for ((number, moments), slope) in weight.iter_mut().zip(moments).zip(gradient) {
                moments.first += (1.0 - FIRST_DECAY) * (slope - moments.first);
                moments.second += (1.0 - SECOND_DECAY) * (slope * slope - moments.second);
                let (mean, square) = (moments.first / first_part, moments.second / second_part);
                *number -= rate * mean / (square.sqrt() + EPSILON);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_is_found_in_steep_and_flat_directions() {
        let mut adam = Adam::new(1);
        let mut weights = [[0.0, 0.0]];
        for step in 0..2000 {
            let [[steep, flat]] = weights;
            let gradient = [[2e3 * (steep - 30.0), 2e-5 * (flat + 20.0)]];
            adam.step(&mut weights, &gradient, 1.0 - step as f32 / 2000.0);
        }
        assert!((weights[0][0] - 30.0).abs() < 0.5 && (weights[0][1] + 20.0).abs() < 0.5, "{weights:?}");
    }
}
