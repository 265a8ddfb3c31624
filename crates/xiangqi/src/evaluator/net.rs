//! The net evaluator: a small neural net over the pieces on their points, trained on games of this engine.
//!
//! Each side sees the board from its own end, mirrored so that its general stands on the left half or the middle file (`view`). A
//! side's view is a sum of one column of the first layer for each piece; along the line of the search a sum follows from the one
//! before, and is computed only where a position is evaluated (`sums`). The second layer is one neuron for each number of pieces
//! left, over the squares of both sums, clipped to 0 to 1 (squared clipped rectifier), first those of the side to move.
//!
//! All numbers are whole, so that every processor computes the same values: the first layer in 255ths, the second in 64ths. Nothing
//! but the board counts; the rest of an advantage that few pieces and the clock leave is a factor outside the net, the same as of
//! the classical evaluator.
//!
//! The form is that of Yu Nasu's "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi" (2018)
//! with the activation and the outputs by material that chess engines have since.

mod file;
mod sums;
#[cfg(test)]
mod tests;
mod view;

use std::sync::Arc;

use search_core::{Evaluator, Score};

use crate::evaluator::chances::Chances;
use crate::evaluator::explanation::Explanation;
use crate::evaluator::side_pieces::PieceCounts;
use crate::evaluator::weights::Weights;
use crate::evaluator::{FULL_SCALE, LIMIT, MoveHeuristics, phase_of, scale};
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;

use sums::Sums;

pub use view::{INPUTS, View};

/// The neurons of the first layer, for each side.
pub const UNITS: usize = 128;
/// The neurons of the second layer.
pub const OUTPUTS: usize = 8;
/// One, in the numbers of the first layer.
pub const FIRST_ONE: i32 = 255;
/// One, in the weights of the second layer.
pub const SECOND_ONE: i32 = 64;
/// No weight of the second layer lies further from zero, so that its product with a clipped sum has 16 bits.
pub const SECOND_LIMIT: i16 = 127;

/// A number for each neuron of a side.
pub type Column = [i16; UNITS];

/// The weights of a net.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// By [`View::input`]. No sum over the pieces of a board may leave 16 bits.
    pub first: Vec<Column>,
    /// The beginning of every sum.
    pub bias: Column,
    /// By [`output`], for the side to move and the other one.
    pub second: [[Column; 2]; OUTPUTS],
    /// By [`output`], in units of [`FIRST_ONE`] × [`SECOND_ONE`].
    pub second_bias: [i32; OUTPUTS],
    /// The score that one in the output stands for.
    pub scale: Score,
    /// The chances that scores stand for on the full board and on the bare one.
    pub chances: [Chances; 2],
}

/// The neuron of the second layer for a number of pieces, from 2 to 32 in eight steps.
#[inline(always)]
pub const fn output(pieces: u32) -> usize {
    let step = pieces.saturating_sub(1) as usize / 4;
    if step < OUTPUTS { step } else { OUTPUTS - 1 }
}

impl Net {
    /// The value of two sums, that of the side to move first.
    #[inline(always)]
    fn value(&self, own: &Column, other: &Column, pieces: u32) -> Score {
        let output = output(pieces);
        let [of_own, of_other] = &self.second[output];
        let squares = dot(own, of_own) + dot(other, of_other);
        let value = squares / i64::from(FIRST_ONE) + i64::from(self.second_bias[output]);
        (value * i64::from(self.scale) / i64::from(FIRST_ONE * SECOND_ONE)) as Score
    }

    /// Explains the evaluation of a position.
    pub fn explain(&self, position: &Position) -> Explanation {
        Explanation::new(position, |board| {
            let us = board.side();
            let [own, other] = [us, !us].map(|side| self.sum(board, side));
            let value = self.value(&own, &other, board.occupied().len());
            if us == Color::Red { value } else { -value }
        })
    }

    /// The chances that scores stand for in positions with as many pieces as this one.
    pub fn chances(&self, position: &Position) -> Chances {
        Chances::blend(self.chances, phase_of(position.board()))
    }
}

/// The sum of the products of weights with the squares of clipped numbers.
#[inline(always)]
fn dot(numbers: &Column, weights: &Column) -> i64 {
    /// So many products of 16 and 8 bits have a sum of 32 bits.
    const PART: usize = 64;
    let parts = numbers.chunks_exact(PART).zip(weights.chunks_exact(PART)).map(|(numbers, weights)| {
        let products = numbers.iter().zip(weights).map(|(&number, &weight)| {
            let clipped = number.clamp(0, FIRST_ONE as i16);
            i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
        });
        i64::from(products.fold(0, i32::wrapping_add))
    });
    parts.sum()
}

/// The evaluator of a net.
#[derive(Clone, Debug)]
pub struct NetEvaluator {
    heuristics: MoveHeuristics,
    sums: Sums,
}

impl NetEvaluator {
    /// The evaluator of this net.
    pub fn new(net: Arc<Net>) -> NetEvaluator {
        NetEvaluator { heuristics: MoveHeuristics::new(Weights::shared()), sums: Sums::new(net) }
    }

    /// The evaluation before it is scaled.
    #[inline(always)]
    pub(super) fn unscaled(&mut self, position: &Position) -> Score {
        self.sums.evaluate(position.board())
    }
}

impl Evaluator<Position> for NetEvaluator {
    type Heuristics = MoveHeuristics;

    #[inline(always)]
    fn heuristics(&mut self) -> &mut MoveHeuristics {
        &mut self.heuristics
    }

    fn fork(&self) -> NetEvaluator {
        NetEvaluator::new(Arc::clone(self.sums.net()))
    }

    fn start(&mut self, root: &Position) {
        self.sums.start(root.board());
    }

    #[inline(always)]
    fn push(&mut self, parent: &Position, mv: Option<Move>, child: &Position) {
        self.sums.push(parent.board(), mv, child.board());
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.sums.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        let board = position.board();
        let value = self.unscaled(position);
        let ahead = if value > 0 { board.side() } else { !board.side() };
        let [ahead, behind] = [ahead, !ahead].map(|color| PieceCounts::of_board(board, color));
        (value * scale(position, ahead, behind) / FULL_SCALE).clamp(-LIMIT, LIMIT)
    }
}
