//! Kinds of nodes, and what an answer outside the window is worth (rows A1, A2, A5, A6, B6, E7).

use super::historical::Rule;
use super::trees::*;
use super::{historical, null_move};
use std::collections::HashMap;

use crate::score::from_root;

const DEPTH: i16 = 4;
const RECIPES: [&str; 9] = [
    "alpha-beta",
    "fail-hard",
    "pvs",
    "negascout",
    "alpha-beta+scout-after-raise",
    "fail-hard+scout+table+deepening",
    "pvs+table+deepening",
    "strongest",
    "strongest+etc+quiescence-table+losing-last",
];

/// B6, and A5's fail-hard: at every node, not at the root alone, an answer outside the window is a true bound and one
/// inside is exact; a fail-hard answer never leaves the window.
fn check_bounds<const QUIESCENCE: bool>(shape: Shape) {
    let mut counts = [0; 3];
    for name in RECIPES {
        let is_hard = Recipe::parse(name).unwrap().bounds == Bounds::FailHard;
        for root in trees(25, shape) {
            let recorded = record_search::<QUIESCENCE>(&root, name, Driver::Full, DEPTH);
            recorded.replay(&root, &TreeEvaluator::<QUIESCENCE>, |node, position| {
                let evaluator = &mut TreeEvaluator::<QUIESCENCE>;
                let exact = minimax(position, evaluator, node.request.depth, node.ply);
                let (score, window) = (node.score, node.request.window);
                let bound = Bound::of(score, window);
                counts[bound as usize - 1] += 1;
                let holds = match bound {
                    Bound::Upper => exact <= score,
                    Bound::Lower => score <= exact,
                    Bound::Exact => score == exact,
                };
                // Quiescence is fail-soft within.
                let is_clamped = !is_hard || node.request.depth == 0 || window.clamp(score) == score;
                assert!(holds && is_clamped, "{name}, {root:?}: {score} in {window:?}, exactly {exact}");
            });
        }
    }
    assert!(counts.into_iter().all(|count| count > 500), "upper, lower, exact: {counts:?}");
}

#[test]
fn answers_are_bounds() {
    check_bounds::<false>(PLAIN);
    check_bounds::<true>(NOISY);
    check_bounds::<false>(TRANSPOSING);
}

/// A1: a node's kind is stored as the bound of its last answer, strictly: at alpha it is an upper bound, at beta a
/// lower. An all-node stores no move, for none was proven best; a move stored by an earlier search stays.
#[test]
fn kinds_of_nodes_are_stored_as_bounds() {
    let mut edges = [0; 2];
    for seed in 0..60 {
        let (root, table) = (tree(seed, PLAIN), Table::with_bytes(1 << 20));
        let recipe = Recipe::parse("pvs+table").unwrap();
        let recorded =
            record_tree(&root, &TreeEvaluator::<false>, &recipe, &SearchOptions::to_depth(DEPTH), &table);
        // No two lines meet, so what is stored of a position is its last answer.
        let mut last: HashMap<u64, (RecordedNode, u64, u32)> = HashMap::new();
        recorded.roots[0].replay(&root, &TreeEvaluator::<false>, &mut |node, position| {
            if node.why == ScoreOrigin::Searched {
                let times = last.get(&position.key()).map_or(0, |&(.., times)| times);
                last.insert(position.key(), (node.clone(), position.signature(), times + 1));
            }
        });
        for (key, (node, signature, times)) in last {
            let entry = table.probe(key, signature).unwrap();
            let window = node.request.window;
            assert_eq!(entry.bound, Bound::of(node.score, window));
            assert_eq!((entry.score, entry.depth), (from_root(node.score, node.ply), node.request.depth));
            assert!(if entry.bound == Bound::Upper {
                times > 1 || entry.mv.is_none()
            } else {
                entry.mv.is_some()
            });
            edges = [
                edges[0] + u32::from(node.score == window.alpha),
                edges[1] + u32::from(node.score == window.beta),
            ];
        }
    }
    assert!(edges.into_iter().all(|count| count > 0), "at alpha, at beta: {edges:?}");
}

/// Counters of the nodes of a recorded search: every request is a visit; a first move that does not reach alpha is a sign
/// of the node's kind; null moves, moves that were skipped, nodes that were razored or probed, and second searches.
fn counted(recipe: &Recipe, root: &TreePosition, recorded: &RecordedSearch<u16>) -> Counters {
    let mut counted = Counters::default();
    recorded.replay(root, &EVALUATOR, |node, position| {
        let scores: Vec<Score> = node.trials().filter_map(|trial| trial.score()).collect();
        let (window, is_searched) = (node.request.window, node.why == ScoreOrigin::Searched);
        let has_cut = is_searched && node.score >= window.beta;
        let is_low = is_searched && scores.first().is_some_and(|&first| first <= window.alpha);
        counted.visits += 1;
        counted.cutoffs += u64::from(has_cut);
        counted.first_move_cutoffs += u64::from(has_cut && scores.len() == 1);
        counted.expected_all_nodes += u64::from(is_low);
        counted.all_nodes += u64::from(is_low && node.score <= window.alpha);
        counted.null_moves += node.passes().count() as u64;
        counted.null_cutoffs += u64::from(node.why == ScoreOrigin::NullMove);
        counted.verifications += if recipe.probes { 0 } else { node.re_searches().count() as u64 };
        counted.probe_cutoffs += u64::from(node.why == ScoreOrigin::Probe);
        counted.futile_moves += node.trials().filter(|trial| trial.is_skipped).count() as u64;
        let is_reached = node.request.depth > 0 && (is_searched || node.why == ScoreOrigin::GameOver);
        counted.razored += u64::from(is_reached && Rule { recipe, node, position }.is_razored());
        counted.re_searches += node.trials().map(|trial| trial.searches.len().max(1) as u64 - 1).sum::<u64>();
    });
    counted.re_search_visits = recorded.roots.iter().map(re_search_visits).sum();
    counted
}

/// Nodes within second searches, those of nested ones once.
fn re_search_visits(node: &RecordedNode) -> u64 {
    let size = |node: &RecordedNode| {
        let mut size = 0;
        node.walk(&mut |_| size += 1);
        size
    };
    let of = |trial: &RecordedMove| match &trial.searches[..] {
        [first, rest @ ..] => re_search_visits(first) + rest.iter().map(size).sum::<u64>(),
        [] => 0,
    };
    let passes = node.passes().flat_map(|pass| &pass.searches).chain(node.re_searches());
    node.trials().map(of).sum::<u64>() + passes.map(re_search_visits).sum::<u64>()
}

#[test]
fn counters_agree_with_the_recorded_tree() {
    let recipes = [&RECIPES[..], &null_move::RECIPES, &historical::RECIPES, &historical::PROBING].concat();
    each_search(&recipes, trees(25, NOISY), 5, |name, recipe, root, recorded| {
        let (mut ends, mut deepest) = (0, 0);
        recorded.walk(|node| {
            ends += u64::from(node.why == ScoreOrigin::GameOver);
            deepest = deepest.max(node.ply);
            assert!(node.score.abs() <= MATE && node.request.depth >= 0, "{name}, {root:?}");
        });
        let found = recorded.outcome.counters;
        assert!(ends <= found.leaves && found.leaves <= found.visits);
        assert!(recorded.reports.iter().all(|report| report.reached <= deepest));
        // What the recorded tree does not show.
        let Counters { leaves, quiescence, ordering, generated, extensions, reduced, .. } = found;
        let Counters { table_probes, table_hits, table_cutoffs, .. } = found;
        let Counters { root_searches, root_fail_highs, root_fail_lows, probe_searches, .. } = found;
        let expected = Counters {
            leaves,
            quiescence,
            ordering,
            generated,
            extensions,
            reduced,
            table_probes,
            table_hits,
            table_cutoffs,
            root_searches,
            root_fail_highs,
            root_fail_lows,
            probe_searches,
            ..counted(recipe, root, recorded)
        };
        assert_eq!(found, expected, "{name}, {root:?}");
    });
}
