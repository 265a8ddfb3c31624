//! The memory of the search: how often quiet moves cut off, as such and as answers to the moves before, which
//! captures did, and how wrong static evaluations were.

mod continuation;
mod correction;

use std::num::NonZeroU16;

use crate::position::Position;
use crate::recipe::{History, Parameters};

pub(crate) use continuation::Continuations;
pub(crate) use correction::Corrections;

/// Beyond this all histories of a side are halved, which keeps them within bounds and gives recent cut-offs more
/// weight.
const LIMIT: i32 = 1 << 20;
/// No single cut-off counts for more.
const MAX_BONUS: i32 = 1 << 12;
/// Histories under gravity never reach this.
pub(crate) const GRAVITY_LIMIT: i32 = 1 << 14;

/// The bonus of a cut-off `depth` plies above the leaves for the history of the move.
pub(crate) fn bonus(history: History, depth: i16, parameters: &Parameters) -> i32 {
    let depth = i32::from(depth.max(0));
    let bonus = match history {
        History::Off => 0,
        History::Count => 1,
        History::DepthSquared => depth * depth,
        History::Exponential => 1 << depth.min(12),
        History::Gravity => (parameters.bonus_slope * depth).min(parameters.bonus_most),
    };
    bonus.min(MAX_BONUS)
}

/// A history after a bonus, which counts the less the nearer the history is to its limit on that side.
#[inline(always)]
pub(crate) fn gravity(value: i32, bonus: i32) -> i32 {
    value + bonus - value * bonus.abs() / GRAVITY_LIMIT
}

/// The histories of one thread.
#[derive(Clone, Debug)]
pub(crate) struct Histories {
    /// By side to move and [history index](crate::Position::history_index).
    quiets: [Vec<i32>; 2],
    /// By history index and victim.
    captures: Vec<i32>,
    victims: usize,
    pub continuations: Continuations,
    /// By the history index of the move before.
    counter_moves: Vec<Option<NonZeroU16>>,
    pub corrections: Corrections,
}

impl Histories {
    /// Empty histories of a game.
    pub fn new<P: Position>() -> Histories {
        let size = P::HISTORY_SIZE;
        Histories {
            quiets: [vec![0; size], vec![0; size]],
            captures: vec![0; if P::VICTIMS > 1 { size * P::VICTIMS } else { 0 }],
            victims: P::VICTIMS,
            continuations: Continuations::new(size),
            counter_moves: vec![None; size],
            corrections: Corrections::default(),
        }
    }

    pub fn clear(&mut self) {
        self.quiets.iter_mut().for_each(|side| side.fill(0));
        self.captures.fill(0);
        self.counter_moves.fill(None);
        self.continuations.clear();
        self.corrections.clear();
    }

    /// Halves all histories of quiet moves.
    pub fn age(&mut self) {
        self.quiets.iter_mut().flatten().for_each(|value| *value /= 2);
    }

    /// The history of quiet moves of this index and side.
    #[inline(always)]
    pub fn get(&self, side: usize, index: usize) -> i32 {
        self.quiets[side & 1][index]
    }

    /// A quiet move of this side cut off (a positive bonus), or was searched and did not (a negative one).
    pub fn update(&mut self, side: usize, index: usize, bonus: i32) {
        let history = &mut self.quiets[side & 1];
        history[index] += bonus;
        if history[index].abs() > LIMIT {
            history.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// The same under gravity.
    pub fn update_with_gravity(&mut self, side: usize, index: usize, bonus: i32) {
        let value = &mut self.quiets[side & 1][index];
        *value = gravity(*value, bonus);
    }

    /// The history of captures by this index and victim.
    #[inline(always)]
    pub fn capture(&self, index: usize, victim: usize) -> i32 {
        self.captures[index * self.victims + victim]
    }

    pub fn update_capture(&mut self, index: usize, victim: usize, bonus: i32) {
        let value = &mut self.captures[index * self.victims + victim];
        *value = gravity(*value, bonus);
    }

    /// The quiet move that last refuted a move of this index.
    #[inline(always)]
    pub fn counter_move(&self, before: Option<usize>) -> Option<NonZeroU16> {
        self.counter_moves[before?]
    }

    pub fn set_counter_move(&mut self, before: Option<usize>, mv: NonZeroU16) {
        if let Some(before) = before {
            self.counter_moves[before] = Some(mv);
        }
    }
}
