//! The layers above the first: from the sums of both sides to a number.
//!
//! The weights lie in the order in which vectors take them. Two inputs of 16 bits at a time go to every neuron of a layer in one instruction
//! for eight neurons: so each neuron's sum stays in a lane of its own, and none has to be added up across lanes.

use bytemuck::must_cast;
use wide::{i16x16, i32x8};

use super::head::{FIRST_ONE, Head, NUMBER_ONE, SECOND, THIRD, THIRD_INPUTS};
use super::{Column, UNITS};

/// The neurons of a vector.
const LANES: usize = 8;

/// The weights of a layer of `PAIRS` pairs of inputs and `VECTORS` vectors of neurons.
#[derive(Clone, Debug)]
struct Layer<const PAIRS: usize, const VECTORS: usize> {
    /// By pair and vector: the weights of both inputs for each of eight neurons.
    weights: [[i16x16; VECTORS]; PAIRS],
    bias: [i32x8; VECTORS],
}

impl<const PAIRS: usize, const VECTORS: usize> Layer<PAIRS, VECTORS> {
    /// The layer of these weights, by neuron and input.
    fn new(weight: impl Fn(usize, usize) -> i16, bias: &[i32]) -> Self {
        let of_lane = |pair: usize, vector: usize| {
            i16x16::new(std::array::from_fn(|at| weight(LANES * vector + at / 2, 2 * pair + at % 2)))
        };
        Layer {
            weights: std::array::from_fn(|pair| std::array::from_fn(|vector| of_lane(pair, vector))),
            bias: vectors(bias),
        }
    }

    /// The sum of each neuron. No weight is above [`WEIGHT_LIMIT`](super::WEIGHT_LIMIT) and no input above
    /// [`SQUARE_ONE`](super::SQUARE_ONE), so that it has 32 bits.
    #[inline(always)]
    fn sums(&self, inputs: &[i32; PAIRS]) -> [i32x8; VECTORS] {
        let mut sums = self.bias;
        for (pair, weights) in inputs.iter().zip(&self.weights) {
            let pair: i16x16 = must_cast(i32x8::splat(*pair));
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum += pair.dot(*weights);
            }
        }
        sums
    }
}

/// The layers above the first. A layer's numbers are clipped to 0 to 1.
#[derive(Clone, Debug)]
pub struct Layers {
    second: Layer<UNITS, { SECOND / LANES }>,
    third: Layer<{ THIRD_INPUTS / 2 }, { THIRD / LANES }>,
    output: [i32x8; THIRD / LANES],
    output_bias: i32,
}

impl From<&Head> for Layers {
    fn from(head: &Head) -> Layers {
        let second = |neuron: usize, input: usize| head.second[neuron][input / UNITS][input % UNITS];
        Layers {
            second: Layer::new(second, &head.second_bias),
            third: Layer::new(|neuron, input| head.third[neuron][input], &head.third_bias),
            output: vectors(&head.output.map(i32::from)),
            output_bias: head.output_bias,
        }
    }
}

impl Layers {
    /// The value of the sums of the side to move and of the other, in units of [`NUMBER_ONE`] ×
    /// [`WEIGHT_ONE`](super::WEIGHT_ONE).
    #[inline(always)]
    pub fn value(&self, own: &Column, other: &Column) -> i32 {
        let squares = [squares(own), squares(other)];
        let sums = self.second.sums(&must_cast(squares));
        let [zero, one] = [0, NUMBER_ONE].map(i32x8::splat);
        let mut inputs = [0_i16; THIRD_INPUTS];
        for (place, sum) in sums.into_iter().enumerate() {
            // The units of the sum are 128 times those of the number.
            let number = (sum >> 7_i32).max(-one).min(one);
            let square = (number * number + i32x8::splat(64)) >> 7_i32;
            let at = LANES * place;
            inputs[at..at + LANES].copy_from_slice(&narrow(number.max(zero)));
            inputs[SECOND + at..SECOND + at + LANES].copy_from_slice(&narrow(square));
        }
        let third = self.third.sums(&must_cast(inputs)).into_iter().zip(self.output);
        let terms = third.map(|(sum, output)| (sum >> 6_i32).max(zero).min(one) * output);
        self.output_bias + terms.fold(zero, |sum, term| sum + term).reduce_add()
    }
}

fn vectors<const VECTORS: usize>(numbers: &[i32]) -> [i32x8; VECTORS] {
    std::array::from_fn(|vector| i32x8::new(std::array::from_fn(|lane| numbers[LANES * vector + lane])))
}

/// Numbers that are known to have 16 bits.
#[inline(always)]
fn narrow(numbers: i32x8) -> [i16; LANES] {
    numbers.to_array().map(|number| number as i16)
}

/// The squares of numbers clipped to 0 to 1.
#[inline(always)]
fn squares(sum: &Column) -> [i16; UNITS] {
    sum.map(|number| {
        let clipped = number.clamp(0, FIRST_ONE as i16) as u16;
        ((clipped * clipped + 128) >> 8) as i16
    })
}
