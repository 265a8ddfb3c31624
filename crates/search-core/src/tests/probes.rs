//! Shallower searches of the same position with margins above beta (row C18).

use super::trees::{NOISY, tree, watched};
use crate::driver::Driver;
use crate::evaluator::Evaluator;
use crate::observer::ScoreOrigin;
use crate::position::Position;
use crate::recipe::Recipe;
use crate::score::PROVEN;
use crate::testing::tree::{TreeEvaluator, TreePosition};
use crate::testing::tree_recorder::RecordedNode;
use crate::window::Window;

const EVALUATOR: TreeEvaluator<true> = TreeEvaluator;
const MINOR: i32 = <TreeEvaluator<true> as Evaluator<TreePosition>>::MINOR;
const DEPTH: i16 = 6;
const RECIPES: [&str; 4] =
    ["pvs+sort+probes", "negascout+probes", "alpha-beta+probes", "fail-hard+scout+probes"];

fn each_node(mut each: impl FnMut(&str, &Recipe, &RecordedNode, &TreePosition)) {
    for name in RECIPES {
        let recipe = Recipe::parse(name).unwrap();
        for seed in 0..40 {
            let root = tree(seed, NOISY);
            let recorded = watched::<true>(&root, name, Driver::Full, DEPTH);
            let mut probed = 0;
            for seen in &recorded.roots {
                seen.replay(&root, &EVALUATOR, &mut |seen, position| {
                    probed += u64::from(seen.why == ScoreOrigin::Probe);
                    each(name, &recipe, seen, position);
                });
            }
            assert_eq!(recorded.outcome.counters.probe_cutoffs, probed);
        }
    }
}

/// Three, two and one plies shallower, 2.4, 1.6 and 0.8 minor pieces above beta; the first that succeeds settles the node,
/// with beta and no more: a deeper search need not reach the probe's score.
#[test]
fn a_probe_proves_beta_and_no_more() {
    let mut settled = 0;
    each_node(|name, _, seen, _| {
        let beta = seen.request.window.beta;
        for (re_search, (less, hundredths)) in seen.agains().zip([(3, 240), (2, 160), (1, 80)]) {
            let goal = beta + hundredths * MINOR / 100;
            assert_eq!(re_search.request.window, Window::new(goal - 1, goal), "{name}");
            assert_eq!(re_search.request.depth, seen.request.depth - less, "{name}");
        }
        let successes =
            seen.agains().filter(|re_search| re_search.score >= re_search.request.window.beta).count();
        assert!(successes <= 1 && (successes == 1) == (seen.why == ScoreOrigin::Probe), "{name}");
        if seen.why == ScoreOrigin::Probe {
            assert_eq!(seen.score, beta, "{name}");
            assert!(seen.agains().last().is_some_and(|last| last.score >= last.request.window.beta));
            assert_eq!(seen.trials().count(), 0);
            settled += 1;
        } else if seen.agains().next().is_some() {
            assert_eq!(seen.agains().count(), 3, "{name}");
        }
    });
    assert!(settled > 50);
}

/// A probe never probes: that would multiply at every level.
#[test]
fn probes_do_not_nest() {
    let mut probes = 0;
    each_node(|name, _, seen, _| {
        for re_search in seen.agains() {
            probes += 1;
            re_search.walk(&mut |below| assert_eq!(below.agains().count(), 0, "{name}"));
        }
    });
    assert!(probes > 300);
}

/// Not at the root, in check, on the principal variation of a search that knows one, about a mate, or where a probe would
/// have no depth left; everywhere else, always.
#[test]
fn probes_have_a_floor_and_stay_off_the_principal_variation() {
    let mut probed = 0;
    let mut inside = 0;
    each_node(|name, recipe, seen, position| {
        let window = seen.request.window;
        let applies = seen.request.depth >= 4
            && seen.ply > 0
            && seen.request.flags.may_probe
            && !position.in_check()
            && (window.is_null() || !recipe.scouts())
            && window.alpha < PROVEN
            && window.beta > -PROVEN
            && window.beta + 80 * MINOR / 100 < PROVEN;
        assert_eq!(seen.agains().next().is_some(), applies, "{name}: {:?}", seen.request);
        assert!(seen.agains().all(|re_search| re_search.request.depth >= 1));
        probed += u32::from(applies);
        inside += u32::from(!seen.request.flags.may_probe && seen.request.depth >= 4);
    });
    assert!(probed > 100, "{probed} probed, {inside} within a probe");
}
