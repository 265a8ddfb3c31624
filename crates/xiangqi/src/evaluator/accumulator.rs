//! Sums that are updated along the line of the search: the number of pieces, and their worth on their points.

use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Color, Piece, PieceKind};

use super::army::Force;
use super::material;
use super::sink::Sum;
use super::tapered::Tapered;
use super::weights::Weights;

/// How many pieces of each kind a side has, half a byte each: a side never has more than 15 besides its general.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts(u64);

impl Counts {
    /// The pieces of a board.
    pub fn of_board(board: &Board) -> Counts {
        let pieces = board.occupied().into_iter().filter_map(|square| board.at(square));
        Counts(pieces.map(|piece| 1 << shift(piece)).sum())
    }

    #[inline(always)]
    pub fn of(self, color: Color, kind: PieceKind) -> i32 {
        (self.0 >> shift(Piece::new(color, kind)) & 15) as i32
    }
}

#[inline(always)]
const fn shift(piece: Piece) -> usize {
    4 * piece.index()
}

/// The sums over the pieces of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Accumulator {
    /// The key of the board.
    pub key: u64,
    pub counts: Counts,
    /// The worth of the pieces where they stand, from the view of the side to move.
    pub worth: Tapered,
    /// What the numbers of pieces are worth besides, from the same view.
    pub material: Tapered,
}

/// What the numbers of pieces are worth, from the view of a side.
fn material(counts: Counts, side: Color, weights: &Weights) -> Tapered {
    let [us, them] = [side, !side].map(|color| Force::of(counts, color));
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
            self.counts.0 -= 1 << shift(victim);
            self.material = material(self.counts, board.side(), weights);
        }
    }
}
