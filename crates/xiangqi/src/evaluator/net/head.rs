//! The weights of the layers above the first, as files have them.

use super::Column;

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
