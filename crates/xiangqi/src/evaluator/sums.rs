//! The receivers of the terms of an evaluation, which is written once for the sum and for its explanation; the terms that depend on
//! the numbers of pieces alone; and the sums that are updated along the line of the search.

use crate::board::Board;
use crate::evaluator::side_pieces::{Counts, PieceCounts};
use crate::evaluator::weights::{Group, Tapered, Weights, groups};
use crate::moves::Move;
use crate::piece::Color;

/// The receiver of one side's terms.
pub(super) trait Sink {
    /// The weight of that index counts so many times.
    fn add(&mut self, weight: usize, times: i32);

    #[inline(always)]
    fn add_one(&mut self, weight: usize) {
        self.add(weight, 1);
    }
}

#[derive(Debug)]
pub(super) struct Sum<'a> {
    weights: &'a Weights,
    total: Tapered,
}

impl<'a> Sum<'a> {
    #[inline(always)]
    pub fn new(weights: &'a Weights) -> Sum<'a> {
        Sum { weights, total: Tapered::ZERO }
    }

    #[inline(always)]
    pub fn total(&self) -> Tapered {
        self.total
    }
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, weight: usize, times: i32) {
        self.total += self.weights.value(weight) * times;
    }

    #[inline(always)]
    fn add_one(&mut self, weight: usize) {
        self.total += self.weights.value(weight);
    }
}

/// Counts how often each weight is added.
#[derive(Clone, Debug)]
pub(super) struct TermCounts {
    times: Vec<i16>,
}

impl TermCounts {
    pub fn new() -> TermCounts {
        TermCounts { times: vec![0; Weights::COUNT] }
    }

    /// By index of the weight.
    pub fn times(&self) -> &[i16] {
        &self.times
    }
}

impl Sink for TermCounts {
    fn add(&mut self, weight: usize, times: i32) {
        self.times[weight] += times as i16;
    }
}

/// Adds one side's terms of what pieces are worth in the company of others. They depend on the numbers of pieces alone, so they
/// are computed when a piece is taken and kept between.
pub(super) fn add_material_terms(us: PieceCounts, them: PieceCounts, sink: &mut impl Sink) {
    guards(us, them, sink);
    let full = us.advisors >= 2 && us.elephants >= 2;
    sink.add(groups::FULL_GUARD.index(), i32::from(full));
    sink.add(groups::NO_ROOK_AGAINST_ROOK.index(), i32::from(us.rooks == 0 && them.rooks > 0));
    sink.add_one(pair(groups::HORSES_CANNONS, us.horses, us.cannons));
    let enemy_minors = (them.horses + them.cannons).clamp(0, 4);
    sink.add_one(groups::ROOKS_AGAINST_MINORS.nth((us.rooks.clamp(0, 2) * 5 + enemy_minors) as usize));
    sink.add_one(groups::SOLDIERS.nth(us.soldiers as usize));
}

/// Advisors stop chariots and horses, elephants stop cannons, and cannons use either as screens.
fn guards(us: PieceCounts, them: PieceCounts, sink: &mut impl Sink) {
    sink.add_one(pair(groups::ADVISORS_AGAINST_ROOKS, us.advisors, them.rooks));
    sink.add_one(pair(groups::ADVISORS_AGAINST_HORSES, us.advisors, them.horses));
    sink.add_one(pair(groups::ADVISORS_AGAINST_CANNONS, us.advisors, them.cannons));
    sink.add_one(pair(groups::ELEPHANTS_AGAINST_ROOKS, us.elephants, them.rooks));
    sink.add_one(pair(groups::ELEPHANTS_AGAINST_HORSES, us.elephants, them.horses));
    sink.add_one(pair(groups::ELEPHANTS_AGAINST_CANNONS, us.elephants, them.cannons));
}

/// The weight of a table of nine by two numbers of pieces, more than two counted as two.
fn pair(table: Group, first: i32, second: i32) -> usize {
    table.nth((first.clamp(0, 2) * 3 + second.clamp(0, 2)) as usize)
}

/// The sums over the pieces of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Accumulator {
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
        add_material_terms(us, them, &mut sum);
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
