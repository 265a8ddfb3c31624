//! The evaluation of a position term by term, for people.

use search_core::Score;

use crate::position::Position;

use super::sink::TermCounts;
use super::trace::{counts, trace};
use super::weights::{GROUPS, Group, Weights};

/// The weights that share a name, summed up for each side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExplainedTerm {
    /// The name in the file of weights.
    pub name: &'static str,
    /// Their worth for Red, on the full board and on the bare one.
    pub red: [Score; 2],
    /// Their worth for Black.
    pub black: [Score; 2],
    /// Their worth for Red beyond Black on this board.
    pub blended: f32,
}

/// An evaluation term by term.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// From 0 on the bare board to 32 on the full one.
    pub phase: i32,
    /// The terms that count for a side.
    pub terms: Vec<ExplainedTerm>,
    /// The rest of the advantage of the side ahead, from 0 to 1; see [`Trace::scale`](super::Trace::scale).
    pub scale: f32,
    /// The sum of the terms, scaled, from Red's view.
    pub score: f32,
}

/// Explains the evaluation of a position.
pub fn explain(position: &Position, weights: &Weights) -> Explanation {
    let trace = trace(position, weights);
    let sides = counts(position.board());
    let terms = GROUPS.iter().filter_map(|group| term(*group, &sides, weights, trace.phase)).collect();
    let score = trace.scale * trace.sum(weights) + trace.rest as f32;
    Explanation { phase: trace.phase, terms, scale: trace.scale, score }
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
