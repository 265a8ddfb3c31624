//! The net in floating point, and the slopes of a loss in its numbers.

use xiangqi::evaluator::Chances;
use xiangqi::evaluator::net::{self, FIRST_ONE, INPUTS, Net, OUTPUTS, SECOND_LIMIT, SECOND_ONE, UNITS};

use super::positions::{Inputs, Packed};

/// The beginnings of the parts of [`Model::numbers`] after the columns of the first layer.
const BIAS: usize = INPUTS * UNITS;
const SECOND: usize = BIAS + UNITS;
const SECOND_BIAS: usize = SECOND + OUTPUTS * 2 * UNITS;
/// The number of numbers.
pub const COUNT: usize = SECOND_BIAS + OUTPUTS;
/// The largest weight of the second layer that a net can hold.
const MAX_SECOND: f32 = SECOND_LIMIT as f32 / SECOND_ONE as f32;

/// A number for each neuron of a side.
type Column = [f32; UNITS];

/// All numbers of a net in a row: the columns of the first layer, its bias, the weights of the second layer by output and side, its
/// biases.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    pub numbers: Vec<f32>,
}

/// A position on its way through the net.
#[derive(Clone, Debug)]
pub struct Forward {
    inputs: Inputs,
    output: usize,
    /// Of the side to move, and of the other.
    sums: [Column; 2],
    /// In units of the scale.
    pub value: f32,
}

fn column(numbers: &[f32], begin: usize) -> &Column {
    numbers[begin..].first_chunk().unwrap_or_else(|| unreachable!("parts are whole columns"))
}

fn column_mut(numbers: &mut [f32], begin: usize) -> &mut Column {
    numbers[begin..].first_chunk_mut().unwrap_or_else(|| unreachable!("parts are whole columns"))
}

/// The beginning of the weights of an output for a side.
const fn second(output: usize, side: usize) -> usize {
    SECOND + (2 * output + side) * UNITS
}

fn clip(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

impl Model {
    /// All numbers 0: every position is even.
    pub fn zero() -> Model {
        Model { numbers: vec![0.0; COUNT] }
    }

    /// Small random numbers. Some thirty inputs are set at a time.
    pub fn random(seed: u64) -> Model {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut numbers = vec![0.0; COUNT];
        let mut fill =
            |part: &mut [f32]| part.iter_mut().for_each(|number| *number = 0.2 * random.f32() - 0.1);
        fill(&mut numbers[..BIAS]);
        fill(&mut numbers[SECOND..SECOND_BIAS]);
        numbers[BIAS..SECOND].fill(0.2);
        Model { numbers }
    }

    /// The numbers of a net.
    pub fn of_net(net: &Net) -> Model {
        let first =
            net.first.iter().chain([&net.bias]).flatten().map(|&number| f32::from(number) / FIRST_ONE as f32);
        let second = net.second.as_flattened().as_flattened().iter();
        let second = second.map(|&number| f32::from(number) / SECOND_ONE as f32);
        let bias = net.second_bias.iter().map(|&number| number as f32 / (FIRST_ONE * SECOND_ONE) as f32);
        Model { numbers: first.chain(second).chain(bias).collect() }
    }

    /// The value of a position, in units of the scale.
    pub fn value(&self, position: &Packed) -> f32 {
        self.forward(position.inputs(false)).value
    }

    pub fn forward(&self, inputs: Inputs) -> Forward {
        let output = net::output(inputs.pieces());
        let sums = [0, 1].map(|side| {
            let mut sum = *column(&self.numbers, BIAS);
            for &input in inputs.of(side) {
                let column = column(&self.numbers, usize::from(input) * UNITS);
                sum.iter_mut().zip(column).for_each(|(sum, weight)| *sum += weight);
            }
            sum
        });
        let mut value = self.numbers[SECOND_BIAS + output];
        for (side, sum) in sums.iter().enumerate() {
            let weights = column(&self.numbers, second(output, side));
            value += dot(sum, weights);
        }
        Forward { inputs, output, sums, value }
    }

    /// Adds the slopes of a loss in all numbers, given that in the value.
    pub fn add_slopes(&self, forward: &Forward, slope: f32, slopes: &mut [f32]) {
        let Forward { inputs, output, sums, .. } = forward;
        slopes[SECOND_BIAS + output] += slope;
        for (side, sum) in sums.iter().enumerate() {
            let begin = second(*output, side);
            let weights = column(&self.numbers, begin);
            let of_weights = column_mut(slopes, begin);
            let mut of_sum = [0.0; UNITS];
            for unit in 0..UNITS {
                let clipped = clip(sum[unit]);
                of_weights[unit] += slope * clipped * clipped;
                // At its bounds a neuron does not move.
                let moves = if clipped == sum[unit] { 2.0 * clipped } else { 0.0 };
                of_sum[unit] = slope * weights[unit] * moves;
            }
            let columns = inputs.of(side).iter().map(|&input| usize::from(input) * UNITS);
            for begin in columns.chain([BIAS]) {
                let column = column_mut(slopes, begin);
                column.iter_mut().zip(&of_sum).for_each(|(slope, of_sum)| *slope += of_sum);
            }
        }
    }

    /// Keeps the weights of the second layer where whole numbers can follow.
    pub fn limit(&mut self) {
        let weights = &mut self.numbers[SECOND..SECOND_BIAS];
        weights.iter_mut().for_each(|weight| *weight = weight.clamp(-MAX_SECOND, MAX_SECOND));
    }

    /// The net in whole numbers.
    pub fn quantised(&self, scale: f32, chances: [Chances; 2]) -> Net {
        let whole = |begin: usize, one: i32| -> net::Column {
            column(&self.numbers, begin).map(|number| (number * one as f32).round() as i16)
        };
        let bias = |output: usize| self.numbers[SECOND_BIAS + output] * (FIRST_ONE * SECOND_ONE) as f32;
        Net {
            first: (0..INPUTS).map(|input| whole(input * UNITS, FIRST_ONE)).collect(),
            bias: whole(BIAS, FIRST_ONE),
            second: std::array::from_fn(|output| [0, 1].map(|side| whole(second(output, side), SECOND_ONE))),
            second_bias: std::array::from_fn(|output| bias(output).round() as i32),
            scale: scale.round() as i32,
            chances,
        }
    }
}

/// The sum of the products of weights with squares of clipped numbers: in sixteen sums, so that the processor can add many at once.
fn dot(sum: &Column, weights: &Column) -> f32 {
    let mut sums = [0.0; 16];
    for (sum, weights) in sum.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0) {
        for place in 0..16 {
            let clipped = clip(sum[place]);
            sums[place] += clipped * clipped * weights[place];
        }
    }
    sums.iter().sum()
}
