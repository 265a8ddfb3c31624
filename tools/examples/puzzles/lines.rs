//! The best moves of a position, each with its score and line.

use search_core::{Control, Position as _, Root, Score, SearchOptions, think};
use xiangqi::{Move, Position};

use crate::Searcher;

/// One of the best moves.
pub struct Line {
    pub score: Score,
    /// The move and what should follow.
    pub moves: Vec<Move>,
}

/// The two best moves at this depth, the better one first; only one if there is no other.
pub fn two_best(searcher: &mut Searcher, position: &Position, depth: i16) -> Vec<Line> {
    let root = Root { position, history: &[position.line_entry(None)] };
    let request = SearchOptions { lines: 2, ..SearchOptions::to_depth(depth) };
    let Searcher { thread, table, recipe } = searcher;
    let mut lines = Vec::new();
    think(root, thread, &*table, &*recipe, &request, &Control::new(), |report| {
        if report.depth == depth {
            lines.push(Line { score: report.score, moves: report.variation.clone() });
        }
    });
    lines
}

/// The best line, if its move is better than every other by this margin.
pub fn clearly_best(searcher: &mut Searcher, position: &Position, depth: i16, margin: Score) -> Option<Line> {
    let lines = two_best(searcher, position, depth);
    let second = lines.get(1)?.score;
    lines.into_iter().next().filter(|first| first.score - second >= margin)
}
