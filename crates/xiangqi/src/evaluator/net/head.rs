//! The layers above the first: from the sums of both sides to a number.

use super::{Column, UNITS};

/// The neurons of the second layer.
pub const SECOND: usize = 16;
/// The inputs of the third layer: the second's neurons, and their squares.
pub const THIRD_INPUTS: usize = 2 * SECOND;
/// The neurons of the third layer.
pub const THIRD: usize = 32;

/// One, in the numbers of the first layer.
pub const FIRST_ONE: i32 = 255;
/// One, in their squares.
pub const SQUARE_ONE: i32 = 254;
/// One, in the weights of the other layers.
pub const WEIGHT_ONE: i32 = 64;
/// One, in the numbers of the second and the third layer.
pub const NUMBER_ONE: i32 = 127;
/// No weight of these layers lies further from zero.
pub const WEIGHT_LIMIT: i16 = 127;
/// No bias of these layers lies further from zero.
pub const BIAS_LIMIT: i32 = 1 << 24;

/// The weights of the layers above the first. A layer's numbers are clipped to 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Head {
    /// For the squares of the side to move, and of the other.
    pub second: [[Column; 2]; SECOND],
    /// In units of [`SQUARE_ONE`] × [`WEIGHT_ONE`].
    pub second_bias: [i32; SECOND],
    /// For the numbers of the second layer, and for their squares.
    pub third: [[i16; THIRD_INPUTS]; THIRD],
    /// In units of [`NUMBER_ONE`] × [`WEIGHT_ONE`].
    pub third_bias: [i32; THIRD],
    /// For the numbers of the third layer.
    pub output: [i16; THIRD],
    /// In units of [`NUMBER_ONE`] × [`WEIGHT_ONE`].
    pub output_bias: i32,
}

impl Head {
    /// The value of the sums of the side to move and of the other, in units of [`NUMBER_ONE`] × [`WEIGHT_ONE`].
    #[inline(always)]
    pub fn value(&self, own: &Column, other: &Column) -> i32 {
        let squares = [squares(own), squares(other)];
        let mut inputs = [0_i16; THIRD_INPUTS];
        for (neuron, (weights, bias)) in self.second.iter().zip(self.second_bias).enumerate() {
            let sum = bias + dot(&squares[0], &weights[0]) + dot(&squares[1], &weights[1]);
            // The units of the sum are 128 times those of the number.
            let number = sum >> 7;
            inputs[neuron] = number.clamp(0, NUMBER_ONE) as i16;
            let number = number.clamp(-NUMBER_ONE, NUMBER_ONE);
            inputs[SECOND + neuron] = ((number * number + 64) >> 7) as i16;
        }
        let layers = self.third.iter().zip(self.third_bias).zip(self.output);
        let terms = layers.map(|((weights, bias), output)| {
            let number = ((bias + dot(&inputs, weights)) >> 6).clamp(0, NUMBER_ONE);
            number * i32::from(output)
        });
        terms.fold(self.output_bias, i32::wrapping_add)
    }
}

/// The squares of numbers clipped to 0 to 1.
#[inline(always)]
fn squares(sum: &Column) -> [i16; UNITS] {
    sum.map(|number| {
        let clipped = number.clamp(0, FIRST_ONE as i16) as u16;
        ((clipped * clipped + 128) >> 8) as i16
    })
}

/// The sum of products: no weight is above [`WEIGHT_LIMIT`] and no number above [`SQUARE_ONE`], so that it has 32 bits.
#[inline(always)]
fn dot<const LENGTH: usize>(numbers: &[i16; LENGTH], weights: &[i16; LENGTH]) -> i32 {
    let products =
        numbers.iter().zip(weights).map(|(&number, &weight)| i32::from(number) * i32::from(weight));
    products.fold(0, i32::wrapping_add)
}
