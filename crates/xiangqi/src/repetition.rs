//! Repetition: when a position comes back, and which side broke the rules.
//!
//! The third occurrence of a position ends the game. What each side did in all its moves since the first of the three
//! is its [`Violation`]; the side with the heavier one loses, equals draw. The search also uses second
//! occurrences, which end nothing yet: see [`ruling`].

use std::cmp::Ordering;

use search_core::{Score, score};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::chase::{Step, chaseable, held_chariots};
use crate::moves::Move;
use crate::piece::Color;
use crate::rules::{HalfmoveClock, Rules};

pub use crate::rules::Violation;

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

/// A position of the line of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineEntry {
    pub(crate) key: u64,
    mv: Option<Move>,
    pub(crate) retractable: u16,
    checked: bool,
}

impl LineEntry {
    /// A position with this key, to which `mv` led. `checked`: that move gave check. `retractable`: this number of
    /// moves, this one the last, could have been taken back since; none before a capture or a soldier's step forward,
    /// or before what was no real move at all. Only that far back can the position have occurred before.
    pub const fn new(key: u64, mv: Option<Move>, checked: bool, retractable: u16) -> LineEntry {
        LineEntry { key, mv, retractable, checked }
    }

    /// The move that led to the position; `None` at the start and after a null move.
    pub const fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// Returns whether that move gave check.
    pub const fn is_check(&self) -> bool {
        self.checked
    }
}

/// The violations of both sides in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CycleViolations {
    /// The offence of the side that is to move at the end of the cycle.
    pub mover: Violation,
    /// The offence of the other side, which made the last move of the cycle.
    pub opponent: Violation,
}

impl CycleViolations {
    /// The violations in the moves of a cycle that has been gone round `rounds` times and ends on this board.
    pub(crate) fn of(board: &Board, cycle: &[LineEntry], rounds: usize, rules: Rules) -> CycleViolations {
        let checks = CycleViolations::in_checks(cycle, rules);
        let is_settled = checks.mover != Violation::None || checks.opponent != Violation::None;
        let is_excused = rules.is_excused_by_check() && cycle.iter().any(LineEntry::is_check);
        if is_settled || is_excused || !rules.forbids(Violation::PerpetualChase) {
            return checks;
        }
        CycleViolations::in_chases(board, cycle, rounds, rules)
    }

    fn in_checks(cycle: &[LineEntry], rules: Rules) -> CycleViolations {
        let of = |skipped| {
            let mut moves = cycle.iter().rev().skip(skipped).step_by(2);
            let has_violation = rules.forbids(Violation::PerpetualCheck) && moves.all(LineEntry::is_check);
            if has_violation { Violation::PerpetualCheck } else { Violation::None }
        };
        CycleViolations { mover: of(1), opponent: of(0) }
    }

    fn in_chases(board: &Board, cycle: &[LineEntry], rounds: usize, rules: Rules) -> CycleViolations {
        let chase = |by: Color, chased: [Bitboard; 2]| !chased[(!by).index()].is_empty();
        let chased = chased_in_rounds(board, cycle, rounds, ChaseFilter::Any);
        let is_mutual = Color::ALL.into_iter().all(|by| chase(by, chased));
        let held = match is_mutual && rules.shields_held_chariots() {
            true => chased_in_rounds(board, cycle, rounds, ChaseFilter::HeldChariots),
            false => [Bitboard::EMPTY; 2],
        };
        let of = |by| match (chase(by, held), chase(by, chased)) {
            (true, _) => Violation::HeldChariotChase,
            (false, true) => Violation::PerpetualChase,
            (false, false) => Violation::None,
        };
        CycleViolations { mover: of(board.side()), opponent: of(!board.side()) }
    }

    /// The result of the cycle for the side to move: `Less` is a loss, `Equal` a draw, `Greater` a win.
    pub fn result(self) -> Ordering {
        self.opponent.cmp(&self.mover)
    }
}

/// The pieces that are followed through a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChaseFilter {
    /// All that can be chased.
    Any,
    /// Chariots that a horse holds after each move of the other side.
    HeldChariots,
}

/// The pieces, by side, that were chased in all rounds.
fn chased_in_rounds(board: &Board, cycle: &[LineEntry], rounds: usize, chased: ChaseFilter) -> [Bitboard; 2] {
    let all = Color::ALL.map(|color| chaseable(board, color));
    (0..rounds).fold(all, |left, _| chased_in_cycle(board, cycle, left, chased))
}

/// Finds the chased pieces of both sides: those that each move of the other side in the cycle attacked anew. Pieces are
/// followed as they move: `left` names them by their points at the end of the cycle, the result by those at its
/// beginning.
pub(crate) fn chased_in_cycle(
    board: &Board,
    cycle: &[LineEntry],
    mut left: [Bitboard; 2],
    chased: ChaseFilter,
) -> [Bitboard; 2] {
    let mut board = *board;
    for entry in cycle.iter().rev() {
        let Some(mv) = entry.mv() else { return [Bitboard::EMPTY; 2] };
        let step = Step::to(&board, mv);
        let victims = &mut left[(!step.mover()).index()];
        if chased == ChaseFilter::HeldChariots {
            *victims &= held_chariots(&board, board.side());
        }
        if !victims.is_empty() {
            *victims = step.chased(*victims);
        }
        let own = &mut left[step.mover().index()];
        if own.has(mv.to()) {
            *own = own.without(mv.to()).with(mv.from());
        }
        if left == [Bitboard::EMPTY; 2] {
            break;
        }
        board = step.before;
    }
    left
}

#[cfg(test)]
mod tests;
