//! Repetition: when a position comes back, and who is to blame.
//!
//! The third occurrence of a position ends the game. What each side did in all its moves since the first of the three
//! is its [`Offence`]; the side with the heavier one loses, equals draw. The search also asks about second
//! occurrences, which end nothing yet: see [`ruling`].

use std::cmp::Ordering;

use search_core::Score;
use search_core::score::PROVEN;

use crate::rules::Rules;

/// What the line of play remembers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    key: u64,
    checked: bool,
    fresh: bool,
}

impl Mark {
    /// A position with this key. `checked`: the move that led here gave check. `fresh`: no position before this one
    /// can come back, since that move took a piece or advanced a soldier, or was no real move at all.
    pub const fn new(key: u64, checked: bool, fresh: bool) -> Mark {
        Mark { key, checked, fresh }
    }
}

/// What a side did in every one of its moves of a cycle, from nothing to the heaviest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Offence {
    /// Nothing that is forbidden.
    None,
    /// It gave check.
    PerpetualCheck,
}

impl Offence {
    /// The offence of the side that made these moves, given by the positions they led to.
    fn of<'a>(mut moves: impl Iterator<Item = &'a Mark>) -> Offence {
        if moves.all(|mark| mark.checked) { Offence::PerpetualCheck } else { Offence::None }
    }
}

/// What both sides did in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// The offence of the side that is to move at the end of the cycle.
    pub mover: Offence,
    /// The offence of the other side, which made the last move of the cycle.
    pub waiter: Offence,
}

impl Conduct {
    /// The conduct in the moves that led to these positions, one after the other.
    fn of(cycle: &[Mark]) -> Conduct {
        Conduct {
            mover: Offence::of(cycle.iter().rev().skip(1).step_by(2)),
            waiter: Offence::of(cycle.iter().rev().step_by(2)),
        }
    }

    /// How the cycle ends for the side to move: `Less` is a loss, `Equal` a draw, `Greater` a win.
    pub fn result(self) -> Ordering {
        self.waiter.cmp(&self.mover)
    }
}

/// The distances, nearest first, from the last position of the line back to its earlier occurrences.
fn occurrences(line: &[Mark]) -> impl Iterator<Item = usize> + '_ {
    let mut is_open = true;
    let key = line.last().map(|mark| mark.key);
    line.iter()
        .rev()
        .take_while(move |mark| std::mem::replace(&mut is_open, !mark.fresh))
        .enumerate()
        .skip(1)
        .filter(move |(_, mark)| Some(mark.key) == key)
        .map(|(distance, _)| distance)
}

fn conduct_since(line: &[Mark], distance: usize) -> Conduct {
    Conduct::of(&line[line.len() - distance..])
}

/// What both sides did since the first of the occurrences that end the game, if the last position of the line is
/// such an occurrence.
pub fn decided(line: &[Mark], rules: &Rules) -> Option<Conduct> {
    let first = occurrences(line).nth(rules.occurrences - 2)?;
    Some(conduct_since(line, first))
}

/// A loss by repetition, `ply` plies from the root, is `ply - OFFENCE`: as good as a mate, but outside the band of
/// proven ones. It rests on the line that led here, and a score that may be met on another line must not pass for
/// the proof of a mate.
pub const OFFENCE: Score = PROVEN - 500;

/// The score for the last position of the line, of which the last `ply` moves lie inside the search, if a repetition
/// decides it. `counted` is the counter towards the sixty-move rule.
///
/// A third occurrence is judged as the referee would. A second one inside the search is a draw already: who could do
/// better could have done so the first time. An offence is only held against a side on its second occurrence if the
/// next time round must end in the same verdict: no position of the cycle was met before it (or another
/// third occurrence, with other moves in its cycle, might come first), and the counter has room for another round.
/// Otherwise the search goes on. (After Pikafish, `Position::rule_judge`.)
pub fn ruling(line: &[Mark], ply: u32, counted: u16, rules: &Rules) -> Option<Score> {
    if let Some(conduct) = decided(line, rules) {
        return Some(score(conduct, ply));
    }
    let nearest = occurrences(line).next().filter(|distance| *distance < ply as usize)?;
    let conduct = conduct_since(line, nearest);
    let is_sure = conduct.result().is_eq() || comes_again(line, nearest, counted, rules);
    is_sure.then(|| score(conduct, ply))
}

fn score(conduct: Conduct, ply: u32) -> Score {
    match conduct.result() {
        Ordering::Less => ply as Score - OFFENCE,
        Ordering::Equal => 0,
        Ordering::Greater => OFFENCE - ply as Score,
    }
}

/// Whether the cycle can be gone round once more without another end of the game coming first.
fn comes_again(line: &[Mark], distance: usize, counted: u16, rules: &Rules) -> bool {
    let cycle = line.len() - distance..line.len();
    usize::from(counted) + distance < usize::from(rules.plies)
        && cycle.clone().all(|index| index == cycle.end - 1 || occurrences(&line[..=index]).next().is_none())
}

#[cfg(test)]
mod tests;
