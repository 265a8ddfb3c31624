//! The measures that algorithms are compared with: minimal tree, minimal graph, cheap cuts.

use super::trees::*;

use crate::minimal_trees::{MinimalTrees, minimal_trees, uniform_minimum};

fn measure<const QUIESCENCE: bool>(root: &TreePosition, depth: i16) -> MinimalTrees {
    let (mut thread, table) = (ThreadData::new(TreeEvaluator::<QUIESCENCE>), Table::with_bytes(1 << 20));
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

#[test]
fn on_uniform_trees_the_references_are_the_formula() {
    for (width, depth) in [(1, 4), (2, 7), (3, 6), (7, 4), (12, 3)] {
        let minimum = uniform_minimum(width as f64, depth) as u64;
        let expected = MinimalTrees { tree: minimum, graph: minimum, cheap_cuts: Some(minimum) };
        for seed in 0..3 {
            let found = measure::<false>(&TreePosition::uniform(seed, width), depth);
            assert_eq!(found, expected, "{width} moves, tree {seed}");
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
        let MinimalTrees { tree, graph, cheap_cuts } = measure::<false>(&root, DEPTH);
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
        assert_eq!(first, Some(measure::<true>(&root, DEPTH)), "the size of the table does not matter");
    }
}

/// Without the thorough question the cheap cuts are left out; a stop leaves nothing.
#[test]
fn references_can_be_brief_and_stopped() {
    let root = tree(1, WIDE);
    let (mut thread, table) = (ThreadData::new(TreeEvaluator::<false>), Table::with_bytes(1 << 12));
    let control = Control::new();
    let brief = minimal_trees(&root, &mut thread, &table, &STRONGEST, DEPTH, false, &control).unwrap();
    assert_eq!(brief, MinimalTrees { cheap_cuts: None, ..measure::<false>(&root, DEPTH) });
    control.stop();
    assert_eq!(minimal_trees(&root, &mut thread, &table, &STRONGEST, 8, true, &control), None);
}
