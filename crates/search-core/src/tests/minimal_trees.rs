//! The measures that algorithms are compared with: minimal tree, minimal graph, cheap cuts; and uniform trees with a chosen order of
//! moves, for counts that a formula predicts.

use super::trees::*;
use std::num::NonZeroU16;

use crate::minimal_trees::{MinimalTrees, minimal_trees, uniform_minimum};
use crate::testing::tree::mix;

/// In which order a position lists its moves: the best first, by chance, or the best last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Perfect,
    Shuffled,
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
    /// The minimax score, at every depth.
    pub value: Score,
}

impl UniformPosition {
    /// The root of the tree that a seed names, with `width` (1 to 200) moves in every position.
    pub fn root(seed: u64, width: u16, order: Order) -> UniformPosition {
        UniformPosition { width, order, side: 0, name: mix(seed), value: (mix(!seed) % 101) as Score - 50 }
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

fn measure<P: Position, E: Evaluator<P>>(root: &P, evaluator: E, depth: i16) -> MinimalTrees {
    let (mut thread, table) = (ThreadData::new(evaluator), Table::with_bytes(1 << 20));
    minimal_trees(root, &mut thread, &table, &STRONGEST, depth, true, &Control::new()).unwrap()
}

/// Knuth and Moore's count: leaves of a uniform tree, and the nodes above them.
#[test]
fn the_formula_counts_the_nodes_of_the_minimal_tree() {
    assert_eq!(uniform_minimum(3.0, 0), 1.0);
    assert_eq!(uniform_minimum(3.0, 1), 1.0 + 3.0);
    assert_eq!(uniform_minimum(3.0, 2), 1.0 + 3.0 + 5.0);
    assert_eq!(uniform_minimum(3.0, 3), 1.0 + 3.0 + 5.0 + 11.0);
    // E8: ten moves, ten plies.
    assert_eq!(uniform_minimum(10.0, 10) - uniform_minimum(10.0, 9), 199_999.0);
}

/// The minimal trees do not depend on the order in which the game lists its moves.
#[test]
fn on_uniform_trees_the_references_are_the_formula() {
    for order in [Order::Perfect, Order::Shuffled, Order::Worst] {
        for (width, depth) in [(1, 4), (2, 7), (3, 6), (7, 4), (12, 3)] {
            let root = UniformPosition::root(u64::from(width), width, order);
            let minimum = uniform_minimum(f64::from(width), depth) as u64;
            let found = measure(&root, UniformEvaluator, depth);
            assert_eq!(
                found,
                MinimalTrees { tree: minimum, graph: minimum, cheap_cuts: Some(minimum) },
                "{order:?}"
            );
        }
    }
}

const WIDE: Shape = Shape { width: 9, ..TRANSPOSING };
const DEPTH: i16 = 5;

/// Graphs of lines that meet are smaller than trees, cheaper cuts make them smaller still, and all trees together take no
/// search less. (One tree may: the best move of a cut need not be the cheapest that cuts.)
#[test]
fn each_reference_is_below_the_last_and_below_searches() {
    let evaluator = TreeEvaluator::<false>;
    let (mut smaller, mut cheaper) = (0, 0);
    let mut totals = [0; 3];
    for seed in 0..40 {
        let root = tree(seed, WIDE);
        let MinimalTrees { tree, graph, cheap_cuts } = measure(&root, evaluator, DEPTH);
        let cheap_cuts = cheap_cuts.unwrap();
        assert!(cheap_cuts <= graph && graph <= tree, "tree {seed}: {cheap_cuts}, {graph}, {tree}");
        smaller += u32::from(graph < tree);
        cheaper += u32::from(cheap_cuts < graph);
        totals[0] += tree;
        for (name, total) in ["alpha-beta", "pvs+sort"].into_iter().zip(&mut totals[1..]) {
            let recipe = Recipe::parse(name).unwrap();
            let table = Table::with_bytes(1 << 20);
            let outcome =
                record_tree(&root, &evaluator, &recipe, &SearchOptions::to_depth(DEPTH), &table).outcome;
            assert_eq!(outcome.score, exact::<false>(&root, DEPTH));
            *total += outcome.last_iteration.visits;
        }
    }
    assert!(smaller > 30 && cheaper > 10, "{smaller} graphs smaller, {cheaper} cheaper");
    assert!(2 * totals[0] < totals[1] && 2 * totals[0] < totals[2], "{totals:?}");
}

/// The same question has the same answer, fresh or after another one.
#[test]
fn references_repeat() {
    let evaluator = TreeEvaluator::<true>;
    let (mut thread, table) = (ThreadData::new(evaluator), Table::with_bytes(1 << 12));
    for seed in 0..10 {
        let root = tree(seed, WIDE);
        let mut re_search =
            || minimal_trees(&root, &mut thread, &table, &STRONGEST, DEPTH, true, &Control::new());
        let first = re_search();
        assert!(first.is_some());
        assert_eq!(first, re_search());
        assert_eq!(first, Some(measure(&root, evaluator, DEPTH)), "the size of the table does not matter");
    }
}

/// Without the thorough question the cheap cuts are left out; a stop leaves nothing.
#[test]
fn references_can_be_brief_and_stopped() {
    let root = tree(1, WIDE);
    let (mut thread, table) = (ThreadData::new(TreeEvaluator::<false>), Table::with_bytes(1 << 12));
    let control = Control::new();
    let brief = minimal_trees(&root, &mut thread, &table, &STRONGEST, DEPTH, false, &control).unwrap();
    assert_eq!(brief, MinimalTrees { cheap_cuts: None, ..measure(&root, TreeEvaluator::<false>, DEPTH) });
    control.stop();
    assert_eq!(minimal_trees(&root, &mut thread, &table, &STRONGEST, 8, true, &control), None);
}
