//! Singular extensions: the search without the stored move, and what follows from it.

use super::trees::*;

const RECIPE: &str = "pvs+sort+table-deeper+deepening+singular+singular_depth=4";

fn each_node(mut each: impl FnMut(&RecordedNode, &TreePosition)) {
    super::trees::each_node(&[RECIPE], trees(30, TRANSPOSING), 7, |_, _, node, position| {
        each(node, position)
    });
}

/// The search without the stored move is half as deep, with a null window; it never tries that move, which is then the
/// first of the node.
#[test]
fn the_stored_move_is_left_out_and_then_tried_first() {
    let mut seen = 0;
    each_node(|node, _| {
        for without in node.re_searches() {
            assert_eq!(without.request.depth, (node.request.depth - 1) / 2);
            assert!(without.request.window.is_null() && node.ply > 0);
            if let Some(first) = node.trials().next() {
                assert!(without.trials().all(|trial| trial.mv != first.mv), "{node:?}");
                seen += 1;
            }
        }
        assert!(node.re_searches().count() <= 1);
    });
    assert!(seen > 50, "{seen}");
}

/// A move that is better than the others is searched deeper; where the others reach beta too, the node is cut off.
#[test]
fn a_singular_move_is_extended_and_several_good_ones_cut() {
    let (mut extended, mut cut) = (0, 0);
    each_node(|node, position| {
        let Some(without) = node.re_searches().next() else { return };
        let goal = without.request.window.beta;
        if node.why == ScoreOrigin::MultiCut {
            assert!(without.score >= goal && goal >= node.request.window.beta);
            assert_eq!((node.score, node.trials().count()), (goal, 0));
            cut += 1;
        } else if without.score < goal
            && let Some(first) = node.trials().next()
        {
            let cost = first.mv.and_then(|mv| position.unpack(mv)).map_or(0, |mv| position.cost(mv));
            assert!(first.searches[0].request.depth > node.request.depth - cost, "{node:?}");
            extended += 1;
        }
    });
    assert!(extended > 20 && cut > 5, "extended {extended}, cut {cut}");
}
