//! The net in floating point, and the slopes of a loss in its numbers.

mod head;

use xiangqi::evaluator::Chances;
use xiangqi::evaluator::net::{self, FIRST_ONE, HEADS, INPUTS, Net, UNITS};

use super::positions::{Inputs, Packed};

use head::{Hidden, Squares};

/// The beginnings of the parts of [`Model::numbers`] after the columns of the first layer.
const BIAS: usize = INPUTS * UNITS;
const HEAD: usize = BIAS + UNITS;
/// The number of numbers.
pub const COUNT: usize = HEAD + HEADS * head::COUNT;

/// A number for each neuron of a side.
type Column = [f32; UNITS];

/// All numbers of a net in a row: the columns of the first layer, its bias, the heads.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    pub numbers: Vec<f32>,
}

/// A position on its way through the net.
#[derive(Clone, Debug)]
pub struct Forward {
    inputs: Inputs,
    head: usize,
    /// Of the side to move, and of the other.
    sums: [Column; 2],
    squares: Squares,
    hidden: Hidden,
    /// In units of the scale.
    pub value: f32,
}

fn column(numbers: &[f32], begin: usize) -> &Column {
    numbers[begin..].first_chunk().unwrap_or_else(|| unreachable!("parts are whole columns"))
}

fn column_mut(numbers: &mut [f32], begin: usize) -> &mut Column {
    numbers[begin..].first_chunk_mut().unwrap_or_else(|| unreachable!("parts are whole columns"))
}

/// The beginning of a head.
const fn begin_of(head: usize) -> usize {
    HEAD + head * head::COUNT
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
        let (first, heads) = numbers.split_at_mut(HEAD);
        first[..BIAS].iter_mut().for_each(|number| *number = 0.2 * random.f32() - 0.1);
        first[BIAS..].fill(0.2);
        heads.chunks_exact_mut(head::COUNT).for_each(|head| head::fill(head, &mut random));
        Model { numbers }
    }

    /// The numbers of a net.
    pub fn of_net(net: &Net) -> Model {
        let first = net.first.iter().chain([&net.bias]).flatten();
        let first = first.map(|&number| f32::from(number) / FIRST_ONE as f32);
        Model { numbers: first.chain(net.heads.iter().flat_map(head::numbers_of)).collect() }
    }

    /// The value of a position, in units of the scale.
    pub fn value(&self, position: &Packed) -> f32 {
        self.forward(position.inputs(false)).value
    }

    pub fn forward(&self, inputs: Inputs) -> Forward {
        let head = net::head(inputs.pieces());
        let sums = [0, 1].map(|side| {
            let mut sum = *column(&self.numbers, BIAS);
            for &input in inputs.of(side) {
                let column = column(&self.numbers, usize::from(input) * UNITS);
                sum.iter_mut().zip(column).for_each(|(sum, weight)| *sum += weight);
            }
            sum
        });
        let mut squares = [0.0; 2 * UNITS];
        for (square, sum) in squares.iter_mut().zip(sums.as_flattened()) {
            *square = clip(*sum) * clip(*sum);
        }
        let (hidden, value) = head::forward(&self.numbers[begin_of(head)..], &squares);
        Forward { inputs, head, sums, squares, hidden, value }
    }

    /// Adds the slopes of a loss in all numbers, given that in the value.
    pub fn add_slopes(&self, forward: &Forward, slope: f32, slopes: &mut [f32]) {
        let Forward { inputs, head, sums, squares, hidden, .. } = forward;
        let begin = begin_of(*head);
        let of_squares =
            head::add_slopes(&self.numbers[begin..], squares, hidden, slope, &mut slopes[begin..]);
        for (side, sum) in sums.iter().enumerate() {
            let mut of_sum = [0.0; UNITS];
            for unit in 0..UNITS {
                // At its bounds a neuron does not move.
                let moves = if clip(sum[unit]) == sum[unit] { 2.0 * sum[unit] } else { 0.0 };
                of_sum[unit] = of_squares[side * UNITS + unit] * moves;
            }
            let columns = inputs.of(side).iter().map(|&input| usize::from(input) * UNITS);
            for begin in columns.chain([BIAS]) {
                let column = column_mut(slopes, begin);
                column.iter_mut().zip(&of_sum).for_each(|(slope, of_sum)| *slope += of_sum);
            }
        }
    }

    /// Keeps the weights of the heads where whole numbers can follow.
    pub fn limit(&mut self) {
        self.numbers[HEAD..].chunks_exact_mut(head::COUNT).for_each(head::limit);
    }

    /// The net in whole numbers.
    pub fn quantised(&self, scale: f32, chances: [Chances; 2]) -> Net {
        let whole = |begin: usize| -> net::Column {
            column(&self.numbers, begin).map(|number| (number * FIRST_ONE as f32).round() as i16)
        };
        Net {
            first: (0..INPUTS).map(|input| whole(input * UNITS)).collect(),
            bias: whole(BIAS),
            heads: self.numbers[HEAD..].chunks_exact(head::COUNT).map(head::quantised).collect(),
            scale: scale.round() as i32,
            chances,
        }
    }
}
