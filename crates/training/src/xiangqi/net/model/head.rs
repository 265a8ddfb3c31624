//! The layers above the first, in floating point.

use fastrand::Rng;
use xiangqi::evaluator::net::{
    Head, NUMBER_ONE, SECOND, SQUARE_ONE, THIRD, THIRD_INPUTS, UNITS, WEIGHT_LIMIT, WEIGHT_ONE,
};

/// The beginnings of the parts of a head after the weights of the second layer.
const SECOND_BIAS: usize = SECOND * SQUARES;
const THIRD_LAYER: usize = SECOND_BIAS + SECOND;
const THIRD_BIAS: usize = THIRD_LAYER + THIRD * THIRD_INPUTS;
const OUTPUT: usize = THIRD_BIAS + THIRD;
const OUTPUT_BIAS: usize = OUTPUT + THIRD;
/// The numbers of a head.
pub const COUNT: usize = OUTPUT_BIAS + 1;

const SQUARES: usize = 2 * UNITS;
/// The largest weight that a net can hold.
const MAX_WEIGHT: f32 = WEIGHT_LIMIT as f32 / WEIGHT_ONE as f32;
/// One, in the sums of the second layer.
const SECOND_SUM_ONE: f32 = (SQUARE_ONE * WEIGHT_ONE) as f32;
/// One, in the sums of the layers above.
const SUM_ONE: f32 = (NUMBER_ONE * WEIGHT_ONE) as f32;

/// The squares of the sums of the side to move, then of the other.
pub type Squares = [f32; SQUARES];

/// The sums of the layers between.
#[derive(Clone, Debug)]
pub struct Hidden {
    second: [f32; SECOND],
    third: [f32; THIRD],
}

impl Hidden {
    /// The second layer's numbers, and their squares.
    fn third_inputs(&self) -> [f32; THIRD_INPUTS] {
        let mut inputs = [0.0; THIRD_INPUTS];
        for (neuron, &sum) in self.second.iter().enumerate() {
            inputs[neuron] = sum.clamp(0.0, 1.0);
            inputs[SECOND + neuron] = (sum * sum).min(1.0);
        }
        inputs
    }
}

fn row<const LENGTH: usize>(numbers: &[f32], begin: usize) -> &[f32; LENGTH] {
    numbers[begin..].first_chunk().unwrap_or_else(|| unreachable!("parts are whole rows"))
}

fn row_mut<const LENGTH: usize>(numbers: &mut [f32], begin: usize) -> &mut [f32; LENGTH] {
    numbers[begin..].first_chunk_mut().unwrap_or_else(|| unreachable!("parts are whole rows"))
}

/// Small random numbers.
pub fn fill(head: &mut [f32], random: &mut Rng) {
    let mut fill = |part: &mut [f32], most: f32| {
        part.iter_mut().for_each(|number| *number = most * (2.0 * random.f32() - 1.0));
    };
    fill(&mut head[..SECOND_BIAS], 0.1);
    fill(&mut head[THIRD_LAYER..THIRD_BIAS], 0.25);
    fill(&mut head[OUTPUT..OUTPUT_BIAS], 0.25);
}

/// The sums of the layers, and the value.
pub fn forward(numbers: &[f32], squares: &Squares) -> (Hidden, f32) {
    let second = std::array::from_fn(|neuron| {
        numbers[SECOND_BIAS + neuron] + dot(squares, row(numbers, neuron * SQUARES))
    });
    let mut hidden = Hidden { second, third: [0.0; THIRD] };
    let inputs = hidden.third_inputs();
    let mut value = numbers[OUTPUT_BIAS];
    for neuron in 0..THIRD {
        let weights = row(numbers, THIRD_LAYER + neuron * THIRD_INPUTS);
        let sum = numbers[THIRD_BIAS + neuron] + dot(&inputs, weights);
        hidden.third[neuron] = sum;
        value += sum.clamp(0.0, 1.0) * numbers[OUTPUT + neuron];
    }
    (hidden, value)
}

/// Adds the slopes of a loss in the numbers, given that in the value, and returns those in the squares.
pub fn add_slopes(
    numbers: &[f32],
    squares: &Squares,
    hidden: &Hidden,
    slope: f32,
    slopes: &mut [f32],
) -> Squares {
    let inputs = hidden.third_inputs();
    let mut of_inputs = [0.0; THIRD_INPUTS];
    slopes[OUTPUT_BIAS] += slope;
    for (neuron, &sum) in hidden.third.iter().enumerate() {
        let clipped = sum.clamp(0.0, 1.0);
        slopes[OUTPUT + neuron] += slope * clipped;
        // At its bounds a neuron does not move.
        if clipped == sum {
            let of_sum = slope * numbers[OUTPUT + neuron];
            let begin = THIRD_LAYER + neuron * THIRD_INPUTS;
            slopes[THIRD_BIAS + neuron] += of_sum;
            add_product(row_mut(slopes, begin), of_sum, &inputs);
            add_product(&mut of_inputs, of_sum, row(numbers, begin));
        }
    }
    let mut of_squares = [0.0; SQUARES];
    for (neuron, &sum) in hidden.second.iter().enumerate() {
        let of_number = if (0.0..=1.0).contains(&sum) { of_inputs[neuron] } else { 0.0 };
        let of_square = if sum * sum <= 1.0 { 2.0 * sum * of_inputs[SECOND + neuron] } else { 0.0 };
        let of_sum = of_number + of_square;
        let begin = neuron * SQUARES;
        slopes[SECOND_BIAS + neuron] += of_sum;
        add_product(row_mut(slopes, begin), of_sum, squares);
        add_product(&mut of_squares, of_sum, row(numbers, begin));
    }
    of_squares
}

/// Keeps the weights where whole numbers can follow.
pub fn limit(head: &mut [f32]) {
    for (begin, end) in [(0, SECOND_BIAS), (THIRD_LAYER, THIRD_BIAS), (OUTPUT, OUTPUT_BIAS)] {
        head[begin..end].iter_mut().for_each(|weight| *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT));
    }
}

/// The numbers of a head in whole numbers.
pub fn numbers_of(head: &Head) -> Vec<f32> {
    let weight = |&number: &i16| f32::from(number) / WEIGHT_ONE as f32;
    let bias = |one: f32| move |&number: &i32| number as f32 / one;
    let second = head.second.as_flattened().as_flattened().iter().map(weight);
    let second = second.chain(head.second_bias.iter().map(bias(SECOND_SUM_ONE)));
    let third = head.third.as_flattened().iter().map(weight);
    let third = third.chain(head.third_bias.iter().map(bias(SUM_ONE)));
    let output = head.output.iter().map(weight).chain([bias(SUM_ONE)(&head.output_bias)]);
    second.chain(third).chain(output).collect()
}

/// The head in whole numbers.
pub fn quantised(numbers: &[f32]) -> Head {
    let whole = |number: f32| (number * WEIGHT_ONE as f32).round() as i16;
    let bias = |begin: usize, one: f32| (numbers[begin] * one).round() as i32;
    Head {
        second: std::array::from_fn(|neuron| {
            [0, 1].map(|side| row::<UNITS>(numbers, neuron * SQUARES + side * UNITS).map(whole))
        }),
        second_bias: std::array::from_fn(|neuron| bias(SECOND_BIAS + neuron, SECOND_SUM_ONE)),
        third: std::array::from_fn(|neuron| {
            row::<THIRD_INPUTS>(numbers, THIRD_LAYER + neuron * THIRD_INPUTS).map(whole)
        }),
        third_bias: std::array::from_fn(|neuron| bias(THIRD_BIAS + neuron, SUM_ONE)),
        output: row::<THIRD>(numbers, OUTPUT).map(whole),
        output_bias: bias(OUTPUT_BIAS, SUM_ONE),
    }
}

/// The sum of products: in sixteen sums, so that the processor can add many at once.
fn dot<const LENGTH: usize>(numbers: &[f32; LENGTH], weights: &[f32; LENGTH]) -> f32 {
    let mut sums = [0.0; 16];
    for (numbers, weights) in numbers.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0) {
        for place in 0..16 {
            sums[place] += numbers[place] * weights[place];
        }
    }
    sums.iter().sum()
}

fn add_product<const LENGTH: usize>(sums: &mut [f32; LENGTH], factor: f32, numbers: &[f32; LENGTH]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += factor * number);
}
