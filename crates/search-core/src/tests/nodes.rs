//! Kinds of nodes, and what an answer outside the window is worth (rows A1, A2, A5, A6, B6, D1, E7).

use std::collections::HashMap;

use super::trees::{NOISY, PLAIN, TRANSPOSING, record_search, tree};
use crate::deepening::SearchOptions;
use crate::driver::Driver;
use crate::evaluator::Evaluator;
use crate::move_list::MoveList;
use crate::observer::ScoreOrigin;
use crate::position::{MoveKind, Position};
use crate::recipe::{Bounds, Recipe};
use crate::score::{MATE, Score, from_root};
use crate::table::{Bound, Table};
use crate::testing::minimax::minimax;
use crate::testing::tree::{Shape, TreeEvaluator, TreePosition};
use crate::testing::tree_recorder::{RecordedNode, record_tree};

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
fn answers_are_bounds<const QUIESCENCE: bool>(shape: Shape) {
    let mut counts = [0; 3];
    for name in RECIPES {
        let is_hard = Recipe::parse(name).unwrap().bounds == Bounds::FailHard;
        for seed in 0..25 {
            let root = tree(seed, shape);
            let recorded = record_search::<QUIESCENCE>(&root, name, Driver::Full, DEPTH);
            let mut check = |node: &RecordedNode, position: &_| {
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
                assert!(holds, "{name}, tree {seed}: {score} in {window:?}, exactly {exact}");
                // Quiescence is fail-soft within.
                assert!(
                    !is_hard || node.request.depth == 0 || window.clamp(score) == score,
                    "{name}, tree {seed}"
                );
            };
            for node in &recorded.roots {
                node.replay(&root, &TreeEvaluator::<QUIESCENCE>, &mut check);
            }
        }
    }
    assert!(counts.into_iter().all(|count| count > 500), "upper, lower, exact: {counts:?}");
}

#[test]
fn answers_are_bounds_on_plain_trees() {
    answers_are_bounds::<false>(PLAIN);
}

#[test]
fn answers_are_bounds_on_noisy_trees() {
    answers_are_bounds::<true>(NOISY);
}

#[test]
fn answers_are_bounds_where_lines_meet() {
    answers_are_bounds::<false>(TRANSPOSING);
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

/// A2: any move that reaches beta ends its node; a first move that does not is only a sign of the node's kind. The
/// counters agree with what happened.
#[test]
fn a_move_that_reaches_beta_settles_the_node() {
    for name in RECIPES {
        for seed in 0..25 {
            let recorded = record_search::<true>(&tree(seed, NOISY), name, Driver::Full, DEPTH);
            let (mut cutoffs, mut first, mut expected_all_nodes, mut all_nodes) = (0, 0, 0, 0);
            recorded.walk(|node| {
                if node.why != ScoreOrigin::Searched {
                    return;
                }
                let scores: Vec<_> = node.trials().filter_map(|trial| trial.score()).collect();
                let window = node.request.window;
                let cut = scores.iter().position(|&score| score >= window.beta);
                assert!(cut.is_none_or(|index| index == scores.len() - 1), "{name}, tree {seed}");
                assert_eq!(
                    scores.iter().max().map(|&best| window.clamp(best)),
                    Some(window.clamp(node.score))
                );
                cutoffs += u64::from(cut.is_some());
                first += u64::from(cut == Some(0));
                let is_low = scores[0] <= window.alpha;
                expected_all_nodes += u64::from(is_low);
                all_nodes += u64::from(is_low && node.score <= window.alpha);
            });
            let counters = recorded.outcome.counters;
            assert_eq!(
                (counters.cutoffs, counters.first_move_cutoffs),
                (cutoffs, first),
                "{name}, tree {seed}"
            );
            assert_eq!(
                (counters.expected_all_nodes, counters.all_nodes),
                (expected_all_nodes, all_nodes),
                "{name}, tree {seed}"
            );
        }
    }
}

/// Every request is a visit, and every visit a request; evaluations and ends are leaves.
#[test]
fn visits_are_questions() {
    for name in RECIPES {
        for seed in 0..25 {
            let recorded = record_search::<true>(&tree(seed, NOISY), name, Driver::Full, DEPTH);
            let (mut visits, mut ends, mut deepest) = (0, 0, 0);
            recorded.walk(|node| {
                visits += 1;
                ends += u64::from(node.why == ScoreOrigin::GameOver);
                deepest = deepest.max(node.ply);
                assert!(node.score.abs() <= MATE);
            });
            let counters = recorded.outcome.counters;
            assert_eq!(counters.visits, visits);
            assert!(ends <= counters.leaves && counters.leaves <= visits);
            assert!(recorded.reports.iter().all(|report| report.reached <= deepest));
        }
    }
}

/// The score from the view of the player who began, who takes the highest while the other takes the lowest: two functions
/// in one where negamax needs a sign.
fn two_players(position: &TreePosition, depth: i16, ply: u32, is_first: bool) -> Score {
    let from_first = |score: Score| if is_first { score } else { -score };
    if depth <= 0 {
        return from_first(TreeEvaluator::<false>.evaluate(position));
    }
    let mut list = MoveList::new();
    position.moves(MoveKind::All, &mut list);
    let scores = list.iter().map(|mv| {
        let mut child = *position;
        child.play(mv);
        two_players(&child, depth - position.cost(mv), ply + 1, !is_first)
    });
    let best = if is_first { scores.max() } else { scores.min() };
    best.unwrap_or_else(|| from_first(position.final_score(ply)))
}

/// D1: one negamax, from the view of the side to move, is minimax for two players; passes and ends included (A6).
#[test]
fn negamax_is_minimax_for_two_players() {
    for seed in 0..200 {
        let root = tree(seed, Shape { passes: 60, ends: 30, ..PLAIN });
        let expected = two_players(&root, 5, 0, true);
        assert_eq!(record_search::<false>(&root, "negamax", Driver::Full, 5).outcome.score, expected);
        assert_eq!(minimax(&root, &mut TreeEvaluator::<false>, 5, 0), expected);
    }
}
