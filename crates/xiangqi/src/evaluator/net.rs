//! The net evaluator: a small neural net over the pieces on their points, trained on games of this engine.
//!
//! Each side sees the board from its own end, mirrored so that its general stands on the left half or the middle file (`view`). A
//! side's view is a sum of one column of the first layer for each piece; along the line of the search a sum follows from the one
//! before, and is computed only where a position is evaluated (`sums`). Above are small layers (`head`), of which there is one set for
//! each number of pieces left: 16 neurons over the squares of both sums, clipped to 0 to 1, first those of the side to move; 32 over
//! those 16 and their squares; and the output. Against a single neuron over the squares, trained on the same games, they are worth
//! 30 ± 20 Elo at equal nodes (800 games at 5,000) and cost no speed, as vectors take the weights in an order of their own (`layers`).
//!
//! All numbers are whole, so that every processor computes the same values: the first layer in 255ths, the weights of the others in 64ths, their numbers in 127ths. Nothing
//! but the board counts; the rest of an advantage that few pieces and the clock leave is a factor outside the net, the same as of
//! the classical evaluator.
//!
//! The form is that of Yu Nasu's "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi" (2018)
//! with the activation, the small layers and their choice by material that chess engines have since (Stockfish 12 to 16).

mod file;
mod head;
mod layers;
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

pub use head::{
    BIAS_LIMIT, FIRST_ONE, Head, NUMBER_ONE, SECOND, SQUARE_ONE, THIRD, THIRD_INPUTS, WEIGHT_LIMIT,
    WEIGHT_ONE,
};
pub use view::{INPUTS, View};

/// The neurons of the first layer, for each side.
pub const UNITS: usize = 128;
/// The heads, by the number of pieces.
pub const HEADS: usize = 8;

/// A number for each neuron of a side.
pub type Column = [i16; UNITS];

/// The weights of a net.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// By [`View::input`]. No sum over the pieces of a board may leave 16 bits.
    pub first: Vec<Column>,
    /// The beginning of every sum.
    pub bias: Column,
    /// By [`head`].
    pub heads: Vec<Head>,
    /// The score that one in the output stands for.
    pub scale: Score,
    /// The chances that scores stand for on the full board and on the bare one.
    pub chances: [Chances; 2],
}

/// The head for a number of pieces, from 2 to 32 in eight steps.
#[inline(always)]
pub const fn head(pieces: u32) -> usize {
    let step = pieces.saturating_sub(1) as usize / 4;
    if step < HEADS { step } else { HEADS - 1 }
}

impl Net {
    /// Explains the evaluation of a position.
    pub fn explain(self: &Arc<Net>, position: &Position) -> Explanation {
        let sums = Sums::new(Arc::clone(self));
        Explanation::new(position, |board| {
            let value = sums.value_of(board);
            if board.side() == Color::Red { value } else { -value }
        })
    }

    /// The chances that scores stand for in positions with as many pieces as this one.
    pub fn chances(&self, position: &Position) -> Chances {
        Chances::blend(self.chances, phase_of(position.board()))
    }
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
        NetEvaluator { heuristics: self.heuristics.clone(), sums: self.sums.fork() }
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
