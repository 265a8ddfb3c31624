//! Sums that are updated along the line of the search: the number of pieces, and their worth on their points.

use crate::board::Board;
use crate::moves::Move;
use crate::piece::Color;

use super::material;
use super::side_pieces::{Counts, PieceCounts};
use super::sink::Sum;
use super::tapered::Tapered;
use super::weights::Weights;

/// The sums over the pieces of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Accumulator {
    /// The key of the board.
    pub key: u64,
    pub counts: Counts,
    /// The worth of the pieces where they stand, from the view of the side to move.
    pub worth: Tapered,
    /// The worth of the numbers of pieces besides, from the same view.
    pub material: Tapered,
}

/// The worth of the numbers of pieces, from the view of a side.
fn material(counts: Counts, side: Color, weights: &Weights) -> Tapered {
    let [us, them] = [side, !side].map(|color| PieceCounts::of(counts, color));
    let of = |us, them| {
        let mut sum = Sum::new(weights);
        material::evaluate(us, them, &mut sum);
        sum.total()
    };
    of(us, them) - of(them, us)
}

impl Accumulator {
    pub fn of(board: &Board, weights: &Weights) -> Accumulator {
        let counts = Counts::of_board(board);
        let material = material(counts, board.side(), weights);
        let mut sums = Accumulator { key: board.key(), counts, worth: Tapered::ZERO, material };
        for square in board.occupied() {
            let Some(piece) = board.at(square) else { continue };
            let worth = weights.worth(piece, square);
            sums.worth = if piece.color == board.side() { sums.worth + worth } else { sums.worth - worth };
        }
        sums
    }

    /// The sums after a move on this board, or after a null move, that leads to a board with that key.
    #[inline(always)]
    pub fn after(self, board: &Board, mv: Option<Move>, key: u64, weights: &Weights) -> Accumulator {
        let mut sums = Accumulator { key, ..self };
        if let Some(mv) = mv {
            sums.play(board, mv, weights);
        }
        sums.worth = Tapered::ZERO - sums.worth;
        sums.material = Tapered::ZERO - sums.material;
        sums
    }

    #[inline(always)]
    fn play(&mut self, board: &Board, mv: Move, weights: &Weights) {
        let (from, to) = (mv.from(), mv.to());
        if let Some(piece) = board.at(from) {
            self.worth = self.worth + weights.worth(piece, to) - weights.worth(piece, from);
        }
        if let Some(victim) = board.at(to) {
            self.worth += weights.worth(victim, to);
            self.counts.remove(victim);
            self.material = material(self.counts, board.side(), weights);
        }
    }
}
