//! What the search learns about quiet moves while it runs: killers by ply, histories by slot.

use std::num::NonZeroU16;

use crate::score::MAX_PLY;

/// Above this all histories are halved, which keeps ranks within bounds and favours recent experience.
const CEILING: i32 = 1 << 20;

/// Killers and histories of one thread.
#[derive(Clone, Debug)]
pub struct Memory {
    killers: Vec<[Option<NonZeroU16>; 2]>,
    /// By side (parity of ply) and slot.
    history: [Vec<i32>; 2],
}

impl Memory {
    /// An empty memory for a game with so many slots.
    pub fn new(slots: usize) -> Memory {
        Memory { killers: vec![[None; 2]; MAX_PLY as usize + 1], history: [vec![0; slots], vec![0; slots]] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|side| side.fill(0));
    }

    /// Prepares for another search of the same game: killers belong to plies that have moved on, histories fade.
    pub fn age(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().flatten().for_each(|value| *value /= 2);
    }

    /// The quiet moves that cut last at this ply, the latest first.
    #[inline(always)]
    pub fn killers(&self, ply: u32) -> [Option<NonZeroU16>; 2] {
        self.killers[ply as usize]
    }

    /// How well quiet moves of this slot have done for the side that moves at `ply`.
    #[inline(always)]
    pub fn history(&self, ply: u32, slot: usize) -> i32 {
        self.history[ply as usize & 1][slot]
    }

    /// A quiet move cut off.
    pub fn learn_killer(&mut self, ply: u32, mv: NonZeroU16) {
        let slot = &mut self.killers[ply as usize];
        if slot[0] != Some(mv) {
            *slot = [Some(mv), slot[0]];
        }
    }

    /// A quiet move cut off, `depth` plies above the leaves: depth² counts (Schaeffer's 2^depth grows too fast).
    pub fn learn_history(&mut self, ply: u32, slot: usize, depth: i16) {
        let side = &mut self.history[ply as usize & 1];
        side[slot] += i32::from(depth) * i32::from(depth);
        if side[slot] > CEILING {
            side.iter_mut().for_each(|value| *value /= 2);
        }
    }
}
