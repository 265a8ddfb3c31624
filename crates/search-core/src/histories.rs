//! What the search learns about quiet moves while it runs: killers by ply, histories by slot.

use std::num::NonZeroU16;

use crate::recipe::History;
use crate::score::MAX_PLY;

/// Beyond this all histories are halved, which keeps ranks within bounds and favours recent experience.
const CEILING: i32 = 1 << 20;
/// No single cut-off counts for more.
const LARGEST_BONUS: i32 = 1 << 12;

/// What a cut-off `depth` plies above the leaves adds to the history of the move.
pub(crate) fn bonus(history: History, depth: i16) -> i32 {
    let depth = i32::from(depth.max(0));
    let bonus = match history {
        History::Off => 0,
        History::Count => 1,
        History::DepthSquared => depth * depth,
        History::Exponential => 1 << depth.min(12),
    };
    bonus.min(LARGEST_BONUS)
}

/// Killers and histories of one thread.
#[derive(Clone, Debug)]
pub struct Histories {
    killers: Vec<[Option<NonZeroU16>; 2]>,
    /// By side to move and slot.
    history: [Vec<i32>; 2],
}

impl Histories {
    /// An empty memory for a game with so many slots.
    pub fn new(slots: usize) -> Histories {
        Histories {
            killers: vec![[None; 2]; MAX_PLY as usize + 1],
            history: [vec![0; slots], vec![0; slots]],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|side| side.fill(0));
    }

    /// Prepares for another search of the same game: killers belong to plies that have moved on, histories fade.
    pub fn age(&mut self) {
        self.killers.fill([None; 2]);
        self.fade();
    }

    /// Halves all histories.
    pub fn fade(&mut self) {
        self.history.iter_mut().flatten().for_each(|value| *value /= 2);
    }

    /// The quiet moves that cut last at this ply, the latest first.
    #[inline(always)]
    pub fn killers(&self, ply: u32) -> [Option<NonZeroU16>; 2] {
        self.killers[ply as usize]
    }

    /// How well quiet moves of this slot have done for this side.
    #[inline(always)]
    pub fn history(&self, side: usize, history_index: usize) -> i32 {
        self.history[side & 1][history_index]
    }

    /// A quiet move cut off.
    pub fn add_killer(&mut self, ply: u32, mv: NonZeroU16) {
        let history_index = &mut self.killers[ply as usize];
        if history_index[0] != Some(mv) {
            *history_index = [Some(mv), history_index[0]];
        }
    }

    /// A quiet move of this side cut off (a positive bonus), or was tried in vain (a negative one).
    pub fn update_history(&mut self, side: usize, history_index: usize, bonus: i32) {
        let history = &mut self.history[side & 1];
        history[history_index] += bonus;
        if history[history_index].abs() > CEILING {
            history.iter_mut().for_each(|value| *value /= 2);
        }
    }
}
