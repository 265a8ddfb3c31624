//! The distance of static evaluations from the scores of searches, in positions that have a part in common.

use crate::position::Position;
use crate::score::Score;

/// Entries for each side and key.
const SIZE: usize = 1 << 14;
/// The unit of an entry is this part of a unit of score.
const GRAIN: i32 = 256;
/// No entry is larger, in units of score.
const MAX_CORRECTION: i32 = 96;

/// By side, key and hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corrections {
    values: Vec<i16>,
}

impl Corrections {
    pub fn clear(&mut self) {
        self.values.fill(0);
    }

    /// The correction to add to the static evaluation: `weight` hundredths of the sum over all keys.
    #[inline(always)]
    pub fn get<P: Position>(&self, position: &P, weight: i32) -> Score {
        if self.values.is_empty() {
            return 0;
        }
        let sum: i32 = (0..P::CORRECTION_KEYS).map(|key| i32::from(self.values[index(position, key)])).sum();
        sum * weight / (100 * GRAIN)
    }

    /// A search `depth` plies deep found a score that differs from the static evaluation by `error`.
    pub fn update<P: Position>(&mut self, position: &P, error: Score, depth: i16) {
        if self.values.is_empty() {
            self.values.resize(2 * P::CORRECTION_KEYS * SIZE, 0);
        }
        let weight = i32::from(depth.clamp(0, 15)) + 1;
        let target = error.clamp(-MAX_CORRECTION, MAX_CORRECTION) * GRAIN;
        for key in 0..P::CORRECTION_KEYS {
            let value = &mut self.values[index(position, key)];
            let old = i32::from(*value);
            *value = (old + (target - old) * weight / 256) as i16;
        }
    }
}

#[inline(always)]
fn index<P: Position>(position: &P, key: usize) -> usize {
    let hash = position.correction_key(key) as usize % SIZE;
    (position.side() * P::CORRECTION_KEYS + key) * SIZE + hash
}
