//! The terms of the classical evaluation of a position, for training, and, summed up by name, for people.

use search_core::Score;

use crate::board::Board;
use crate::evaluator::explanation::{ExplainedTerm, Explanation};
use crate::evaluator::side_pieces::{Counts, SidePieces};
use crate::evaluator::sums::{Sink, TermCounts, add_material_terms};
use crate::evaluator::weights::{GROUPS, Group, Weights, groups, of_piece};
use crate::evaluator::{FULL_SCALE, add_activity_terms, phase, scale};
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::square::Square;

/// The terms of the evaluation of a position, from Red's view: with the weights given to [`trace`],
///
/// evaluation = scale × Σ times × (full × phase + bare × (32 − phase)) / 32
///
/// up to rounding, where the sum is over the terms, and full and bare are the two numbers of the term's weight.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// From 0 on the bare board to 32 on the full one.
    pub phase: i32,
    /// The index of each weight that counts, in ascending order, with how often it counts for Red beyond Black.
    pub terms: Vec<(u16, i16)>,
    /// The rest of the advantage of the side that is ahead by these weights, from 0 to 1: less than 1 where it can
    /// hardly win, or has made no capture for long.
    pub scale: f32,
}

impl Trace {
    /// The terms of a board, all of whose advantage counts.
    fn of(board: &Board) -> Trace {
        let [red, black] = armies(board);
        let [for_red, for_black] = counts(board);
        let pairs = for_red.times().iter().zip(for_black.times()).map(|(red, black)| red - black);
        let terms = (0..).zip(pairs).filter(|&(_, times)| times != 0).collect();
        Trace { phase: phase(&red, &black).number(), terms, scale: 1.0 }
    }

    /// The sum of the terms by those weights, from Red's view, before scaling.
    pub fn sum(&self, weights: &Weights) -> f32 {
        let blended = |&(index, times): &(u16, i16)| {
            let [full, bare] = weights.get(usize::from(index));
            times as f32 * (full * self.phase + bare * (32 - self.phase)) as f32 / 32.0
        };
        self.terms.iter().map(blended).sum()
    }
}

/// The terms of the evaluation of a position.
pub fn trace(position: &Position, weights: &Weights) -> Trace {
    let [red, black] = armies(position.board());
    let mut trace = Trace::of(position.board());
    let (ahead, behind) = if trace.sum(weights) > 0.0 { (red, black) } else { (black, red) };
    trace.scale = scale(position, ahead.counts, behind.counts) as f32 / FULL_SCALE as f32;
    trace
}

fn armies(board: &Board) -> [SidePieces; 2] {
    let counts = Counts::of_board(board);
    Color::ALL.map(|color| SidePieces::of(board, color, counts))
}

/// The number of times that each weight counts for Red and for Black.
pub(super) fn counts(board: &Board) -> [TermCounts; 2] {
    let [red, black] = armies(board);
    let [mut for_red, mut for_black] = [(red, black), (black, red)].map(|(us, them)| {
        let mut counts = TermCounts::new();
        counts.add(groups::TEMPO.index(), i32::from(board.side() == us.color));
        add_material_terms(us.counts, them.counts, &mut counts);
        for square in us.own {
            let Some(Piece { color, kind }) = board.at(square) else { continue };
            of_piece(kind, own_view(color, square)).for_each(|index| counts.add_one(index));
        }
        counts
    });
    add_activity_terms(board, &red, &black, &mut for_red, &mut for_black);
    [for_red, for_black]
}

/// A point as its side sees it.
fn own_view(color: Color, square: Square) -> Square {
    match color {
        Color::Red => square,
        Color::Black => square.flipped(),
    }
}

impl Weights {
    /// Explains the evaluation of a position.
    pub fn explain(&self, position: &Position) -> Explanation {
        let mut explanation = Explanation::new(position, |board| Trace::of(board).sum(self).round() as Score);
        let sides = counts(position.board());
        let term = |group: &Group| term(*group, &sides, self, explanation.phase);
        explanation.terms = GROUPS.iter().filter_map(term).collect();
        explanation
    }
}

/// A group; `None` if none of it counts for either side.
fn term(group: Group, sides: &[TermCounts; 2], weights: &Weights, phase: i32) -> Option<ExplainedTerm> {
    let indices = group.first..group.first + group.len;
    let sum = |side: &TermCounts, board: usize| -> Score {
        let product = |index: usize| Score::from(side.times()[index]) * weights.get(index)[board];
        indices.clone().map(product).sum()
    };
    let [red, black] = [&sides[0], &sides[1]].map(|side| [sum(side, 0), sum(side, 1)]);
    if red == [0; 2] && black == [0; 2] {
        return None;
    }
    let (full, bare) = (red[0] - black[0], red[1] - black[1]);
    let blended = (full * phase + bare * (32 - phase)) as f32 / 32.0;
    Some(ExplainedTerm { name: group.name, red, black, blended })
}
