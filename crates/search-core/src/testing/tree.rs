//! Explicit random trees as a game: they have every shape that a search can meet, and no rules.

use std::num::NonZeroU16;

use crate::evaluator::{Evaluator, Heuristics, Material};
use crate::move_list::MoveList;
use crate::position::{MoveKind, Position};
use crate::score::{Score, mated_in};
use crate::split_mix::mix;

/// The shape of a family of trees. All probabilities are in 256ths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The most moves in a position.
    pub width: u64,
    /// Chance that the only move is a pass, which costs no depth.
    pub passes: u64,
    /// Chance that the game is over.
    pub ends: u64,
    /// Chance that a move takes something.
    pub captures: u64,
    /// The number of different evaluations; few, so that ties are common.
    pub values: u64,
    /// The number of different positions on each ply; few, so that lines transpose.
    pub positions: u64,
}

/// A node of a random tree. Its moves, children and value are functions of its name and the tree's seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreePosition {
    seed: u64,
    shape: Shape,
    /// The fewest moves in a position.
    fewest: u64,
    ply: u64,
    name: u64,
    after_pass: bool,
}

impl TreePosition {
    /// The root of the tree that a seed names.
    pub fn root(seed: u64, shape: Shape) -> TreePosition {
        TreePosition { seed, shape, fewest: 1, ply: 0, name: 0, after_pass: false }
    }

    /// The root of a tree with `width` moves in every position, in which no two lines meet and no game ends.
    pub fn uniform(seed: u64, width: u64) -> TreePosition {
        let shape = Shape { width, passes: 0, ends: 0, captures: 0, values: 40, positions: 1 << 40 };
        TreePosition { fewest: width, ..TreePosition::root(seed, shape) }
    }

    /// A pseudo-random number that belongs to this position and this question.
    fn draw(&self, question: u64) -> u64 {
        let place = mix(self.ply ^ mix(self.name ^ u64::from(self.after_pass) << 60));
        mix(self.seed ^ mix(place ^ question.wrapping_mul(0xD6E8_FEB8_6659_FD93)))
    }

    fn chance(&self, question: u64, per_256: u64) -> bool {
        self.draw(question) % 256 < per_256
    }

    fn is_over(&self) -> bool {
        self.ply > 0 && self.chance(1, self.shape.ends)
    }

    /// A pass never follows a pass: two would end a game.
    fn is_pass(&self) -> bool {
        !self.after_pass && self.chance(2, self.shape.passes)
    }

    fn is_capture(&self, mv: u16) -> bool {
        self.chance(100 + u64::from(mv), self.shape.captures)
    }

    /// The worth of the position if nothing is searched.
    pub fn value(&self) -> Score {
        (self.draw(3) % self.shape.values) as Score * 7 - (self.shape.values as Score * 7) / 2
    }
}

/// Move 0 is the pass, the others are counted from 1.
impl Position for TreePosition {
    type Move = u16;
    type LineEntry = ();
    type Signature = u64;
    const HISTORY_SIZE: usize = 64;
    const VICTIMS: usize = 2;

    fn side(&self) -> usize {
        self.ply as usize & 1
    }

    fn key(&self) -> u64 {
        self.draw(4)
    }

    fn signature(&self) -> u64 {
        self.draw(5)
    }

    fn moves(&self, which: MoveKind, list: &mut MoveList<u16>) {
        if self.is_over() {
            return;
        }
        if self.is_pass() {
            if which != MoveKind::Captures {
                list.push(0);
            }
            return;
        }
        let choices = self.shape.width - self.fewest + 1;
        for mv in 1..=(self.fewest + self.draw(6) % choices) as u16 {
            let wanted = match which {
                MoveKind::All => true,
                MoveKind::Captures => self.is_capture(mv),
                MoveKind::Quiets => !self.is_capture(mv),
            };
            if wanted {
                list.push(mv);
            }
        }
    }

    fn pack(mv: u16) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        self.list_moves(MoveKind::All).into_iter().find(|&mv| Self::pack(mv) == packed)
    }

    fn play(&mut self, mv: u16) {
        let name = self.draw(200 + u64::from(mv)) % self.shape.positions;
        *self = TreePosition { ply: self.ply + 1, name, after_pass: mv == 0, ..*self };
    }

    fn history_index(&self, mv: u16) -> usize {
        usize::from(mv)
    }

    fn victim(&self, mv: u16) -> usize {
        usize::from(mv > 0 && self.is_capture(mv))
    }

    fn cost(&self, mv: u16) -> i16 {
        i16::from(mv > 0)
    }

    fn in_check(&self) -> bool {
        self.shape.captures > 0 && self.chance(7, 30)
    }

    fn final_score(&self, ply: u32) -> Score {
        if self.chance(8, 128) { mated_in(ply) } else { self.value() }
    }

    fn line_entry(&self, _mv: Option<u16>) {}
}

/// Evaluates by the position's own random value. With `QUIESCENCE` the captures are played out first.
///
/// The facts that selective search uses are random too: a technique must keep its rules with any of them.
#[derive(Clone, Copy, Debug)]
pub struct TreeEvaluator<const QUIESCENCE: bool>;

impl<const QUIESCENCE: bool> Evaluator<TreePosition> for TreeEvaluator<QUIESCENCE> {
    type Heuristics = Self;

    fn heuristics(&mut self) -> &mut Self {
        self
    }

    fn fork(&self) -> Self {
        *self
    }

    fn evaluate(&mut self, position: &TreePosition) -> Score {
        if position.is_over() {
            position.final_score(u32::try_from(position.ply).unwrap_or(u32::MAX))
        } else {
            position.value()
        }
    }
}

impl<const QUIESCENCE: bool> Heuristics<TreePosition> for TreeEvaluator<QUIESCENCE> {
    const QUIESCENCE: bool = QUIESCENCE;
    /// Small beside the values of the usual shapes, so that nodes are often futile.
    const MINOR: Score = 20;

    fn null_move(&self, position: &TreePosition) -> Option<TreePosition> {
        let (ply, name) = (position.ply + 1, position.draw(9) % position.shape.positions);
        (!position.in_check()).then_some(TreePosition { ply, name, after_pass: false, ..*position })
    }

    fn material(&self, position: &TreePosition) -> [Material; 2] {
        [10, 11].map(|question| {
            let number = position.draw(question);
            let worth = (number >> 8) as Score & 127;
            Material { attackers: (number % 7) as u32, value: worth }
        })
    }

    fn captured_value(&self, position: &TreePosition, mv: u16) -> Score {
        if position.victim(mv) > 0 { 1 + (position.draw(300 + u64::from(mv)) % 20) as Score } else { 0 }
    }

    fn exchange_value(&self, position: &TreePosition, mv: u16) -> Score {
        (position.draw(400 + u64::from(mv)) % 31) as Score - 15
    }

    fn is_noisy(&self, position: &TreePosition, mv: u16) -> bool {
        !position.chance(500 + u64::from(mv), 64)
    }

    fn may_pass(&self, position: &TreePosition) -> bool {
        self.material(position)[0].attackers > 0
    }

    fn extension(&self, parent: &TreePosition, mv: u16, _child: &TreePosition) -> i16 {
        i16::from(parent.chance(600 + u64::from(mv), 64))
    }
}
