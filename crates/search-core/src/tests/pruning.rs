//! Late move reductions and the moves that are skipped before they are made; cut-offs by static evaluation: reverse futility,
//! razoring, and the null move whose reduction it sets.

use super::trees::*;
use crate::move_search::LN;

const DEPTH: i16 = 6;
const REDUCING: [&str; 4] = [
    "pvs+sort+late-reductions",
    BY_TWO_PLIES,
    "pvs+sort+table+killers+history-gravity+continuation+late-reductions+improving+estimate+quiet-futility",
    "fail-hard+scout+late-reductions+extend-check",
];
const BY_TWO_PLIES: &str = "pvs+sort+late-reductions+reduction_base=1200+reduction_step=2";
const SKIPPING: [&str; 3] = [
    "pvs+sort+late-pruning",
    "pvs+sort+quiet-futility+see-pruning",
    "pvs+sort+history-gravity+history-malus+late-pruning+improving",
];

fn each_node(recipes: &[&str], mut each: impl FnMut(&str, &RecordedNode, &TreePosition)) {
    super::trees::each_node(recipes, trees(40, NOISY), DEPTH, |name, _, node, position| {
        each(name, node, position)
    });
}

fn depths(trial: &RecordedMove) -> Vec<i16> {
    trial.searches.iter().map(|search| search.request.depth).collect()
}

#[test]
fn logarithms_are_those_of_the_real_numbers() {
    for (number, &log) in LN.iter().enumerate().skip(1) {
        assert!((f64::from(log) - 1024.0 * (number as f64).ln()).abs() < 1.5, "{number}: {log}");
    }
}

/// A late move is searched less deeply with a null window; only if it beats alpha does it get its full depth, and only
/// if it then lies inside the window its full window.
#[test]
fn a_reduced_move_that_beats_alpha_is_searched_again_at_full_depth() {
    let (mut reduced, mut again) = (0, 0);
    each_node(&REDUCING, |name, node, _| {
        for trial in node.trials().filter(|trial| trial.searches.len() > 1) {
            let searches = &trial.searches;
            let first = &searches[0];
            assert!(first.request.window.is_null(), "{name}");
            assert!(searches.len() <= 3, "{name}: {:?}", depths(trial));
            assert!(searches.iter().all(|search| search.request.depth >= first.request.depth), "{name}");
            for (search, next) in searches.iter().zip(&searches[1..]) {
                // From the child's view: the move beat alpha.
                assert!(search.score < search.request.window.beta, "{name}");
                assert!(
                    next.request.depth > search.request.depth || !next.request.window.is_null(),
                    "{name}: nothing changed"
                );
            }
            again += u32::from(searches[1].request.depth > first.request.depth);
        }
        let deepest = node.trials().flat_map(depths).max();
        reduced += node.trials().flat_map(depths).filter(|&depth| Some(depth) < deepest).count();
    });
    assert!(reduced > 1000 && again > 100, "reduced {reduced}, again {again}");
}

/// No reduction leaves a move without any depth, and the first move has all of it.
#[test]
fn the_first_move_is_not_reduced_and_no_move_loses_all_its_depth() {
    each_node(&REDUCING, |name, node, position| {
        if node.request.depth < 2 {
            return;
        }
        for (number, trial) in node.trials().enumerate() {
            let Some(packed) = trial.mv else { continue };
            let cost = position.unpack(packed).map_or(0, |mv| position.cost(mv));
            let depth = node.request.depth - cost;
            let Some(&first) = depths(trial).first() else { continue };
            assert!(number > 0 || first >= depth, "{name}: the first move to {first} of {depth}");
            assert!(first >= 1 || depth < 1, "{name}: {first} of {depth}");
        }
    });
}

/// Scores of odd and even depths may differ, so that a step of two plies compares like with like. The last ply stays.
#[test]
fn moves_are_reduced_by_whole_steps() {
    let mut reduced = 0;
    each_node(&[BY_TWO_PLIES], |name, node, _| {
        for trial in node.trials() {
            let depths = depths(trial);
            let (Some(first), Some(last)) = (depths.first(), depths.last()) else { continue };
            assert!((last - first) % 2 == 0 || *first == 1, "{name}: {depths:?}");
            reduced += u32::from(first < last);
        }
    });
    assert!(reduced > 100, "{reduced}");
}

/// Nothing is skipped at the root, in check, or before a move was searched.
#[test]
fn moves_are_skipped_only_where_another_was_searched() {
    let mut skipped = 0;
    each_node(&SKIPPING, |name, node, position| {
        let mut searched = 0;
        for trial in node.trials() {
            searched += trial.searches.len();
            if trial.is_skipped {
                assert!(searched > 0 && node.ply > 0 && !position.in_check(), "{name}: {node:?}");
                skipped += 1;
            }
        }
    });
    assert!(skipped > 300, "{skipped}");
}

/// Late move pruning leaves quiet moves out of nodes of little depth, and no captures. What was not searched may be worth
/// alpha, so the node is no less.
#[test]
fn late_pruning_keeps_captures() {
    let mut left_out = 0;
    each_node(&["pvs+sort+late-pruning"], |name, node, position| {
        let window = node.request.window;
        let is_complete =
            node.request.depth > 0 && node.score < window.beta && node.trials().next().is_some();
        if !is_complete {
            return;
        }
        let tried: Vec<u16> = node.trials().filter_map(|trial| position.unpack(trial.mv?)).collect();
        let list = position.list_moves(MoveKind::All);
        for mv in list.into_iter().filter(|mv| !tried.contains(mv)) {
            assert!(position.victim(mv) == 0 && node.ply > 0, "{name}: {mv} left out of {node:?}");
            assert!(node.score >= window.alpha, "{name}: {mv} left out of {node:?}");
            left_out += 1;
        }
    });
    assert!(left_out > 50, "{left_out}");
}

fn each_pruned_node(recipe: &str, mut each: impl FnMut(&RecordedNode, &TreePosition)) {
    super::trees::each_node(&[recipe], trees(60, NOISY), DEPTH, |_, _, node, position| each(node, position));
}

/// Only below the root, off the principal variation, out of check, and with the margin of the depth above beta; the answer
/// lies between beta and the evaluation, and is no mate.
#[test]
fn reverse_futility_needs_the_margin_of_its_depth() {
    let mut cut = 0;
    each_pruned_node("pvs+sort+reverse-futility", |node, position| {
        let NodeRequest { window, depth, .. } = node.request;
        let beta = window.beta;
        let margin = Parameters::DEFAULT.reverse_margin * i32::from(depth) * MINOR / 100;
        let applies = window.is_null()
            && node.ply > 0
            && depth > 0
            && !position.in_check()
            && beta.abs() < PROVEN
            && i32::from(depth) <= Parameters::DEFAULT.reverse_depth
            && static_eval(position) - margin >= beta;
        let is_cut = node.why == ScoreOrigin::Futility;
        assert!(!is_cut || applies, "{node:?}");
        assert!(is_cut || !applies || node.why != ScoreOrigin::Searched, "{node:?}");
        if is_cut {
            assert!((beta..=static_eval(position)).contains(&node.score) && node.score < DECISIVE);
            cut += 1;
        }
    });
    assert!(cut > 100, "{cut}");
}

/// A node that is razored is far below alpha, and stays there after its captures.
#[test]
fn razoring_believes_quiescence_far_below_alpha() {
    let mut razored = 0;
    each_pruned_node("pvs+sort+deep-razoring+razor_base=20+razor_slope=10", |node, position| {
        let is_quiescence = node.why == ScoreOrigin::Quiescence || node.why == ScoreOrigin::StandPat;
        if node.request.depth > 0 && is_quiescence {
            let depth = i32::from(node.request.depth);
            let margin = (20 + 10 * depth * depth) * MINOR / 100;
            assert!(static_eval(position) + margin <= node.request.window.alpha, "{node:?}");
            assert!(node.score <= node.request.window.alpha && node.ply > 0, "{node:?}");
            razored += 1;
        }
    });
    assert!(razored > 20, "{razored}");
}

/// The reduction grows with depth, and with the evaluation up to three plies.
#[test]
fn a_null_move_is_reduced_by_depth_and_evaluation() {
    let parameters = Parameters::DEFAULT;
    let mut tried = 0;
    each_pruned_node("pvs+sort+null-adaptive", |node, position| {
        let (beta, depth) = (node.request.window.beta, node.request.depth);
        for pass in node.passes() {
            let above = (static_eval(position) - beta) / (parameters.null_margin * MINOR / 100);
            let by_depth = i32::from(depth) / parameters.null_depth;
            let reduction = (parameters.null_base + by_depth + above.min(3)) as i16;
            assert!(above >= 0);
            assert_eq!(pass.searches[0].request.depth, (depth - 1 - reduction).max(0));
            tried += 1;
        }
    });
    assert!(tried > 100, "{tried}");
}
