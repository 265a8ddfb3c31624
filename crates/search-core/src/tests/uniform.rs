//! Uniform trees with a chosen order of moves, for counts that a formula predicts.

use std::num::NonZeroU16;

use crate::evaluator::{Evaluator, Heuristics};
use crate::move_list::MoveList;
use crate::position::{MoveKind, Position};
use crate::score::Score;
use crate::testing::tree::mix;

/// In which order a position lists its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The best first.
    Perfect,
    /// By chance.
    Shuffled,
    /// The best last.
    Worst,
}

/// A node of a tree in which every position has the same number of moves and the game never ends.
///
/// One move, which chance chooses, leads to minus the value of its parent; each other to something worse for the side
/// that moves. So the value of a position is its minimax score at every depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UniformPosition {
    width: u16,
    order: Order,
    side: usize,
    name: u64,
    value: Score,
}

impl UniformPosition {
    /// The root of the tree that a seed names, with `width` (1 to 200) moves in every position.
    pub fn root(seed: u64, width: u16, order: Order) -> UniformPosition {
        UniformPosition { width, order, side: 0, name: mix(seed), value: (mix(!seed) % 101) as Score - 50 }
    }

    /// The minimax score, at every depth.
    pub fn value(&self) -> Score {
        self.value
    }

    /// The move that keeps the value; moves are numbered from 0.
    fn best(&self) -> u16 {
        (mix(self.name ^ 1) % u64::from(self.width)) as u16
    }

    /// The gain of the other side if this move is made.
    fn penalty(&self, mv: u16) -> Score {
        if mv == self.best() { 0 } else { 1 + (mix(self.name ^ u64::from(mv) << 8) % 60) as Score }
    }
}

impl Position for UniformPosition {
    type Move = u16;
    type LineEntry = ();
    type Signature = u64;
    const HISTORY_SIZE: usize = 256;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        self.name
    }

    fn signature(&self) -> u64 {
        self.name
    }

    fn moves(&self, which: MoveKind, list: &mut MoveList<u16>) {
        if which == MoveKind::Captures {
            return;
        }
        let others = (0..self.width).filter(|&mv| mv != self.best() || self.order == Order::Shuffled);
        if self.order == Order::Perfect {
            list.push(self.best());
        }
        others.for_each(|mv| list.push(mv));
        if self.order == Order::Worst {
            list.push(self.best());
        }
    }

    fn pack(mv: u16) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get() - 1).filter(|&mv| mv < self.width)
    }

    fn play(&mut self, mv: u16) {
        self.value = self.penalty(mv) - self.value;
        self.side ^= 1;
        self.name = mix(self.name ^ u64::from(mv) << 32);
    }

    fn history_index(&self, mv: u16) -> usize {
        usize::from(mv)
    }

    fn final_score(&self, _ply: u32) -> Score {
        self.value
    }

    fn line_entry(&self, _mv: Option<u16>) {}
}

/// Evaluates by the value of the position.
#[derive(Clone, Copy, Debug)]
pub struct UniformEvaluator;

impl Evaluator<UniformPosition> for UniformEvaluator {
    type Heuristics = Self;

    fn heuristics(&mut self) -> &mut Self {
        self
    }

    fn fork(&self) -> Self {
        *self
    }

    fn evaluate(&mut self, position: &UniformPosition) -> Score {
        position.value
    }
}

impl Heuristics<UniformPosition> for UniformEvaluator {}
