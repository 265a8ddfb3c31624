//! Shallower searches of the same position with margins above beta (row C18).

use super::trees::{NOISY, record_search, tree};
use crate::driver::Driver;
use crate::evaluator::Heuristics;
use crate::observer::ScoreOrigin;
use crate::position::Position;
use crate::recipe::Recipe;
use crate::score::PROVEN;
use crate::testing::tree::{TreeEvaluator, TreePosition};
use crate::testing::tree_recorder::RecordedNode;
use crate::window::Window;

const EVALUATOR: TreeEvaluator<true> = TreeEvaluator;
const MINOR: i32 = <TreeEvaluator<true> as Heuristics<TreePosition>>::MINOR;
const DEPTH: i16 = 6;
const RECIPES: [&str; 4] =
    ["pvs+sort+probes", "negascout+probes", "alpha-beta+probes", "fail-hard+scout+probes"];

fn each_node(mut each: impl FnMut(&str, &Recipe, &RecordedNode, &TreePosition)) {
    for name in RECIPES {
        let recipe = Recipe::parse(name).unwrap();
        for seed in 0..40 {
            let root = tree(seed, NOISY);
            let recorded = record_search::<true>(&root, name, Driver::Full, DEPTH);
            let mut probed = 0;
            for node in &recorded.roots {
                node.replay(&root, &EVALUATOR, &mut |node, position| {
                    probed += u64::from(node.why == ScoreOrigin::Probe);
                    each(name, &recipe, node, position);
                });
            }
            assert_eq!(recorded.outcome.counters.probe_cutoffs, probed);
        }
    }
}

/// Three, two and one plies shallower, 2.4, 1.6 and 0.8 minor pieces above beta; the first that succeeds ends the node
/// with the score beta, as a deeper search need not reach the probe's score.
#[test]
fn a_probe_proves_beta_and_no_more() {
    let mut settled = 0;
    each_node(|name, _, node, _| {
        let beta = node.request.window.beta;
        for (re_search, (less, hundredths)) in node.re_searches().zip([(3, 240), (2, 160), (1, 80)]) {
            let goal = beta + hundredths * MINOR / 100;
            assert_eq!(re_search.request.window, Window::new(goal - 1, goal), "{name}");
            assert_eq!(re_search.request.depth, node.request.depth - less, "{name}");
        }
        let successes =
            node.re_searches().filter(|re_search| re_search.score >= re_search.request.window.beta).count();
        assert!(successes <= 1 && (successes == 1) == (node.why == ScoreOrigin::Probe), "{name}");
        if node.why == ScoreOrigin::Probe {
            assert_eq!(node.score, beta, "{name}");
            assert!(node.re_searches().last().is_some_and(|last| last.score >= last.request.window.beta));
            assert_eq!(node.trials().count(), 0);
            settled += 1;
        } else if node.re_searches().next().is_some() {
            assert_eq!(node.re_searches().count(), 3, "{name}");
        }
    });
    assert!(settled > 50);
}

/// A probe never probes: that would multiply at every level.
#[test]
fn probes_do_not_nest() {
    let mut probes = 0;
    each_node(|name, _, node, _| {
        for re_search in node.re_searches() {
            probes += 1;
            re_search.walk(&mut |below| assert_eq!(below.re_searches().count(), 0, "{name}"));
        }
    });
    assert!(probes > 300);
}

/// Not at the root, in check, on the principal variation of a search with scouts, about a mate, or where a probe would
/// have no depth left; everywhere else, always.
#[test]
fn probes_have_a_floor_and_stay_off_the_principal_variation() {
    let mut probed = 0;
    let mut inside = 0;
    each_node(|name, recipe, node, position| {
        let window = node.request.window;
        let applies = node.request.depth >= 4
            && node.ply > 0
            && node.request.flags.may_probe
            && !position.in_check()
            && (window.is_null() || !recipe.scouts())
            && window.alpha < PROVEN
            && window.beta > -PROVEN
            && window.beta + 80 * MINOR / 100 < PROVEN;
        assert_eq!(node.re_searches().next().is_some(), applies, "{name}: {:?}", node.request);
        assert!(node.re_searches().all(|re_search| re_search.request.depth >= 1));
        probed += u32::from(applies);
        inside += u32::from(!node.request.flags.may_probe && node.request.depth >= 4);
    });
    assert!(probed > 100, "{probed} probed, {inside} within a probe");
}
