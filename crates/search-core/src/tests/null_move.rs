//! Null moves and their verification (rows C4 to C9).

use super::trees::*;
use crate::recipe::{Null, Verify};

const DEPTH: i16 = 6;
const TREES: u64 = 40;
pub const RECIPES: [&str; 8] = [
    "pvs+null2",
    "pvs+null3",
    "pvs+null-heinz",
    "pvs+null-elephanteye",
    "pvs+null3+verify-tabibi",
    "pvs+null-elephanteye+verify-elephanteye",
    "alpha-beta+null3+verify-tabibi",
    "fail-hard+null2+verify-elephanteye",
];

/// C4 and C5: 2 plies to depth 6, 3 from depth 9; between, 3 only where *both* sides have enough: three pieces for Heinz,
/// more than three minors' worth for ElephantEye, whose code asks the same side twice.
#[test]
fn the_reduction_depends_on_depth_and_on_both_sides() {
    let side = |attackers, worth| Material { attackers, value: worth };
    // Each is ample by one measure alone, except the first and the last.
    let [poor, counted, weighed, rich] = [side(2, 300), side(3, 300), side(2, 301), side(3, 301)];
    let sides = [poor, counted, weighed, rich];
    for depth in 1..=12 {
        for own in sides {
            for other in sides {
                let enough = |is_enough: fn(Material) -> bool| is_enough(own) && is_enough(other);
                let expected = |is_full| match depth {
                    ..=6 => 2,
                    7 | 8 if is_full => 3,
                    7 | 8 => 2,
                    _ => 3,
                };
                let reduction = |null: Null| null.reduction(depth, [own, other], 100);
                assert_eq!(reduction(Null::ByPieces), expected(enough(|side| side.attackers >= 3)));
                assert_eq!(reduction(Null::ByMaterial), expected(enough(|side| side.value > 300)));
                assert_eq!([Null::Fixed(2), Null::Fixed(3), Null::Off].map(reduction), [2, 3, 0]);
            }
        }
    }
}

/// Calls `each` with every recorded node under every recipe.
fn each_node(each: impl FnMut(&str, &Recipe, &RecordedNode, &TreePosition)) {
    super::trees::each_node(&RECIPES, trees(TREES, NOISY), DEPTH, each);
}

/// Returns whether the node got as far as its null move.
fn was_considered(node: &RecordedNode) -> bool {
    node.request.depth > 0
        && matches!(node.why, ScoreOrigin::Searched | ScoreOrigin::GameOver | ScoreOrigin::NullMove)
}

/// C6: as published, a null move that is still to be verified needs a depth of two: one ply shallower than one, standing pat
/// would agree with every null move.
fn is_verifiable(recipe: &Recipe, node: &RecordedNode) -> bool {
    recipe.verify != Verify::Tabibi || !node.request.flags.verifies || node.request.depth > 1
}

/// C8 and C9: a null move is tried below the root, not in check, with something to attack with, evaluated at or above beta,
/// not about a mate, and not on the principal variation of a search with scouts. Its window is just below beta, its depth less
/// by one ply and the reduction, but never below nothing.
#[test]
fn a_null_move_is_tried_where_it_may_prove_something() {
    let mut tried = 0;
    each_node(|name, recipe, node, position| {
        let window = node.request.window;
        let material = EVALUATOR.material(position);
        let is_principal = recipe.scouts() && !window.is_null();
        let applies = was_considered(node)
            && node.ply > 0
            && !position.in_check()
            && node.request.flags.may_pass
            && !is_principal
            && window.beta > -PROVEN
            && window.alpha < PROVEN
            && static_eval(position) >= window.beta
            && material[0].attackers > 0
            && is_verifiable(recipe, node);
        assert_eq!(node.passes().count(), usize::from(applies), "{name}: {node:?}");
        for pass in node.passes() {
            let [below] = &pass.searches[..] else { panic!("{name}: one search of a null move") };
            let reduction = recipe.null.reduction(node.request.depth, material, MINOR);
            assert_eq!(-below.request.window, window.null_at_beta());
            assert_eq!(below.request.depth, (node.request.depth - 1 - reduction).max(0), "{name}");
            assert_eq!(pass.child(position, &EVALUATOR), EVALUATOR.null_move(position).unwrap());
        }
        tried += u64::from(applies);
    });
    assert!(tried > 1000);
}

/// C9: no two null moves in a row, nor one while the same node is being verified; further down they are free again.
#[test]
fn no_null_move_answers_a_null_move() {
    let mut freed = 0;
    each_node(|_, _, node, _| {
        for below in node.passes().flat_map(|pass| &pass.searches).chain(node.re_searches()) {
            assert_eq!(below.passes().count(), 0);
            let replies = below.trials().flat_map(|trial| &trial.searches);
            freed += replies.map(|reply| reply.passes().count()).sum::<usize>();
        }
    });
    assert!(freed > 100);
}

/// C9: what a null move proves is at least beta, and never a mate.
#[test]
fn a_null_move_proves_no_mate() {
    let mut mates = 0;
    each_node(|name, recipe, node, _| {
        let beta = node.request.window.beta;
        let Some(answer) = node.passes().next().and_then(|pass| pass.score()) else { return };
        let is_agreed = node.re_searches().all(|re_search| re_search.score >= beta);
        assert_eq!(node.why == ScoreOrigin::NullMove, answer >= beta && is_agreed, "{name}");
        if node.why == ScoreOrigin::NullMove {
            let expected = if answer >= PROVEN { beta } else { answer };
            assert_eq!(node.score, if recipe.bounds == Bounds::FailHard { beta } else { expected });
            assert!(node.score < PROVEN);
            mates += u32::from(answer >= PROVEN);
        }
    });
    assert!(mates > 0);
}

/// C6: as published, a null move that reaches beta is verified by a search one ply shallower, below which null moves are
/// believed; a verification that stays below beta sends the node back to its full depth. C7 and C8: by ElephantEye, it is
/// believed with more than three minors' worth, and with less verified by a search as much shallower as the null move's own,
/// which verifies its own null moves in turn.
#[test]
fn null_moves_are_verified_as_published() {
    let (mut believed, mut refuted, mut rich, mut poor, mut nested) = (0, 0, 0, 0, 0);
    each_node(|name, recipe, node, position| {
        let NodeRequest { depth, window, flags, .. } = node.request;
        let has_cut = node.passes().any(|pass| pass.score().is_some_and(|score| score >= window.beta));
        let material = EVALUATOR.material(position);
        let is_rich = material[0].value > 3 * MINOR;
        let is_verified = match recipe.verify {
            Verify::Never => false,
            Verify::Tabibi => flags.verifies,
            Verify::WithLittleMaterial => !is_rich,
            Verify::Deep => i32::from(node.request.depth) >= recipe.parameters.verify_depth,
        };
        assert_eq!(node.re_searches().count(), usize::from(has_cut && is_verified), "{name}");
        let is_tabibi = recipe.verify == Verify::Tabibi;
        if has_cut && recipe.verify != Verify::Never {
            let counted = match (is_tabibi, is_verified) {
                (true, _) => &mut believed,
                (false, true) => &mut poor,
                (false, false) => &mut rich,
            };
            *counted += u32::from(!(is_tabibi && is_verified));
        }
        for re_search in node.re_searches() {
            assert_eq!(re_search.request.window, window.null_at_beta());
            let below_it = |each: &mut dyn FnMut(usize)| {
                re_search.walk(&mut |below| each(below.re_searches().count()));
            };
            if !is_tabibi {
                let reduction = recipe.null.reduction(depth, material, MINOR);
                assert_eq!(re_search.request.depth.max(0), (depth - reduction).max(0));
                below_it(&mut |count| nested += count);
                continue;
            }
            assert_eq!(re_search.request.depth, depth - 1);
            assert!(re_search.request.depth > 0, "quiescence verifies nothing");
            below_it(&mut |count| assert_eq!(count, 0));
            if re_search.score < window.beta {
                refuted += 1;
                let mut at_full_depth = node.trials().flat_map(|trial| &trial.searches);
                assert!(at_full_depth.all(|child| child.request.depth >= depth - 1));
            }
        }
    });
    assert!(believed > 50 && refuted > 50, "believed {believed}, refuted {refuted}");
    assert!(rich > 50 && poor > 50 && nested > 0, "rich {rich}, poor {poor}, nested {nested}");
}
