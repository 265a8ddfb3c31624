//! The history heuristic: how often quiet moves cut off during the search, by side, piece and target.

use crate::recipe::History;

/// Beyond this all histories of a side are halved, which keeps them within bounds and gives recent cut-offs more
/// weight.
const LIMIT: i32 = 1 << 20;
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

/// The histories of one thread, by side to move and [history index](crate::Position::history_index).
#[derive(Clone, Debug)]
pub(crate) struct Histories([Vec<i32>; 2]);

impl Histories {
    /// Empty histories of this many indices.
    pub fn new(size: usize) -> Histories {
        Histories([vec![0; size], vec![0; size]])
    }

    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|side| side.fill(0));
    }

    /// Halves all histories.
    pub fn age(&mut self) {
        self.0.iter_mut().flatten().for_each(|value| *value /= 2);
    }

    /// The history of quiet moves of this index and side.
    #[inline(always)]
    pub fn get(&self, side: usize, index: usize) -> i32 {
        self.0[side & 1][index]
    }

    /// A quiet move of this side cut off (a positive bonus), or was searched and did not (a negative one).
    pub fn update(&mut self, side: usize, index: usize, bonus: i32) {
        let history = &mut self.0[side & 1];
        history[index] += bonus;
        if history[index].abs() > LIMIT {
            history.iter_mut().for_each(|value| *value /= 2);
        }
    }
}
