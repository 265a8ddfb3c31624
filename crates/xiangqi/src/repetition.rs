//! Repetition: when a position comes back, and which side broke the rules.
//!
//! The third occurrence of a position ends the game. What each side did in all its moves since the first of the three
//! is its [`Violation`]; the side with the heavier one loses, equals draw. The search also uses second
//! occurrences, which end nothing yet: see [`ruling`].

use search_core::{Score, score};

pub use crate::cycle_violations::CycleViolations;
pub use crate::line_entry::LineEntry;
pub use crate::rules::Violation;

use crate::board::Board;
use crate::halfmove_clock::HalfmoveClock;
use crate::rules::Rules;

/// The nearest distance at which a position can come back: both sides have moved to and fro.
const NEAREST: usize = 4;

/// The distances, nearest first, from the last position of the line back to its earlier occurrences.
#[inline(always)]
fn occurrences(line: &[LineEntry]) -> impl Iterator<Item = usize> + '_ {
    let (key, farthest) = line.last().map_or((0, 0), |last| (last.key, usize::from(last.retractable)));
    // The positions with the same side to move are the last ones of pairs.
    let end = line.len().saturating_sub(NEAREST);
    let begin = line.len().saturating_sub(farthest + 1).min(end);
    let pairs = line[begin..end].rchunks(2).enumerate();
    pairs
        .filter(move |(_, pair)| pair.last().is_some_and(|entry| entry.key == key))
        .map(|(index, _)| NEAREST + 2 * index)
}

/// The moves since the first of the occurrences that end the game, if the last position of the line is such an
/// occurrence.
pub(crate) fn deciding_cycle(line: &[LineEntry]) -> Option<&[LineEntry]> {
    let first = occurrences(line).nth(Rules::OCCURRENCES - 2)?;
    Some(&line[line.len() - first..])
}

/// The violations of both sides since the first of the occurrences that end the game, if the last position of the line, which
/// is this board, is such an occurrence.
pub fn decided(board: &Board, line: &[LineEntry], rules: Rules) -> Option<CycleViolations> {
    deciding_cycle(line).map(|cycle| CycleViolations::of(board, cycle, 1, rules))
}

/// The score for the last position of the line, which is this board and of which the last `ply` moves lie inside the
/// search, if a repetition decides it.
///
/// A third occurrence has the referee's result. A second one inside the search is a draw already: a side that could do
/// better could have done so the first time. An offence is only held against a side on its second occurrence if the
/// next time round must end in the same verdict: no position of the cycle was met before it (or another
/// third occurrence, with other moves in its cycle, might come first), the counter has room for another round, and the
/// pieces that were chased have come back to their own places, or to each other's.
/// Otherwise the search goes on. (After Pikafish, `Position::rule_judge`.)
pub fn ruling(
    board: &Board,
    line: &[LineEntry],
    ply: u32,
    clock: HalfmoveClock,
    rules: Rules,
) -> Option<Score> {
    let nearest = occurrences(line).next()?;
    if let Some(violations) = decided(board, line, rules) {
        return Some(score::ruling(violations.result(), ply));
    }
    if nearest >= ply as usize {
        return None;
    }
    let cycle = &line[line.len() - nearest..];
    let violations = CycleViolations::of(board, cycle, 1, rules);
    let is_sure = violations.result().is_eq()
        || comes_again(line, nearest, clock) && CycleViolations::of(board, cycle, 2, rules) == violations;
    is_sure.then(|| score::ruling(violations.result(), ply))
}

/// Returns whether the cycle can be repeated before the game ends in another way.
fn comes_again(line: &[LineEntry], distance: usize, clock: HalfmoveClock) -> bool {
    let cycle = line.len() - distance..line.len();
    distance < usize::from(clock.left())
        && cycle.clone().all(|index| index == cycle.end - 1 || occurrences(&line[..=index]).next().is_none())
}

#[cfg(test)]
mod tests;
