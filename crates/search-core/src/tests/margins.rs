//! Cut-offs by static evaluation: reverse futility, razoring, and the null move whose reduction it sets.

use super::trees::*;

fn each_node(recipe: &str, mut each: impl FnMut(&RecordedNode, &TreePosition)) {
    super::trees::each_node(&[recipe], trees(60, NOISY), 6, |_, _, node, position| each(node, position));
}

/// Only below the root, off the principal variation, out of check, and with the margin of the depth above beta; the answer
/// lies between beta and the evaluation, and is no mate.
#[test]
fn reverse_futility_needs_the_margin_of_its_depth() {
    let mut cut = 0;
    each_node("pvs+sort+reverse-futility", |node, position| {
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
    each_node("pvs+sort+deep-razoring+razor_base=20+razor_slope=10", |node, position| {
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
    each_node("pvs+sort+null-adaptive", |node, position| {
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
