//! The memory of the search: how often quiet moves cut off, as such and as answers to the moves before, and which
//! captures did.

use std::num::NonZeroU16;

use crate::position::Position;
use crate::recipe::{History, Parameters};

/// Beyond this all histories of a side are halved, which keeps them within bounds and gives recent cut-offs more
/// weight.
const LIMIT: i32 = 1 << 20;
/// No single cut-off counts for more.
const MAX_BONUS: i32 = 1 << 12;
/// Histories under gravity never reach this.
pub(crate) const GRAVITY_LIMIT: i32 = 1 << 14;

/// Histories by two points: values of a packed move.
const FROM_TO: usize = 1 << 14;

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
    /// By side to move and packed move.
    pub from_to: HistoryTable,
    /// By history index and victim.
    captures: Vec<i32>,
    victims: usize,
    /// Of answers to the last move, and to those before it that have no table of their own: by the history index of the move before and
    /// that of the answer.
    pub continuations: HistoryTable,
    /// Of answers to the move before the last.
    pub continuations_apart: HistoryTable,
    /// By the history index of the move before.
    counter_moves: Vec<Option<NonZeroU16>>,
}

impl Histories {
    pub fn new<P: Position>() -> Histories {
        let size = P::HISTORY_SIZE;
        Histories {
            quiets: [vec![0; size], vec![0; size]],
            from_to: HistoryTable::new(2, FROM_TO),
            captures: vec![0; if P::VICTIMS > 1 { size * P::VICTIMS } else { 0 }],
            victims: P::VICTIMS,
            continuations: HistoryTable::new(size, size),
            continuations_apart: HistoryTable::new(size, size),
            counter_moves: vec![None; size],
        }
    }

    pub fn clear(&mut self) {
        self.quiets.iter_mut().for_each(|side| side.fill(0));
        self.captures.fill(0);
        self.counter_moves.fill(None);
        self.from_to.clear();
        self.continuations.clear();
        self.continuations_apart.clear();
    }

    /// Halves the histories of quiet moves. Those by two points and those of answers fade by gravity alone.
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

/// Histories under gravity, in rows. The memory is taken when it is first needed.
#[derive(Clone, Debug)]
pub(crate) struct HistoryTable {
    rows: usize,
    columns: usize,
    values: Vec<i16>,
}

impl HistoryTable {
    pub fn new(rows: usize, columns: usize) -> HistoryTable {
        HistoryTable { rows, columns, values: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.values.fill(0);
    }

    /// A history; 0 where there is no row.
    #[inline(always)]
    pub fn get(&self, row: Option<usize>, column: usize) -> i32 {
        let index = row.map(|row| row * self.columns + column);
        index.and_then(|index| self.values.get(index)).map_or(0, |&value| i32::from(value))
    }

    pub fn update(&mut self, row: Option<usize>, column: usize, bonus: i32) {
        let Some(row) = row else { return };
        if self.values.is_empty() {
            self.values.resize(self.rows * self.columns, 0);
        }
        let value = &mut self.values[row * self.columns + column];
        *value = gravity(i32::from(*value), bonus) as i16;
    }
}

/// The column of the histories by two points.
#[inline(always)]
pub(crate) fn from_to<P: Position>(mv: P::Move) -> usize {
    usize::from(P::pack(mv).get()) % FROM_TO
}
