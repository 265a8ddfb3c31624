//! Shallower searches of the same position with margins above beta (row C18).

use super::trees::*;

const DEPTH: i16 = 6;
pub const RECIPES: [&str; 4] =
    ["pvs+sort+probes", "negascout+probes", "alpha-beta+probes", "fail-hard+scout+probes"];

fn each_node(each: impl FnMut(&str, &Recipe, &RecordedNode, &TreePosition)) {
    super::trees::each_node(&RECIPES, trees(40, NOISY), DEPTH, each);
}

/// Three, two and one plies shallower, 2.4, 1.6 and 0.8 minor pieces above beta; the first that succeeds ends the node
/// with the score beta, as a deeper search need not reach the probe's score. A probe never probes: that would multiply.
#[test]
fn a_probe_proves_beta_and_no_more() {
    let mut settled = 0;
    each_node(|name, _, node, _| {
        let beta = node.request.window.beta;
        for (re_search, (less, hundredths)) in node.re_searches().zip([(3, 240), (2, 160), (1, 80)]) {
            let goal = beta + hundredths * MINOR / 100;
            assert_eq!(re_search.request.window, Window::new(goal - 1, goal), "{name}");
            assert_eq!(re_search.request.depth, node.request.depth - less, "{name}");
            re_search.walk(&mut |below| assert_eq!(below.re_searches().count(), 0, "{name}"));
        }
        let is_success: Vec<bool> =
            node.re_searches().map(|probe| probe.score >= probe.request.window.beta).collect();
        if node.why == ScoreOrigin::Probe {
            assert_eq!(is_success.iter().position(|&is_success| is_success), Some(is_success.len() - 1));
            assert_eq!((node.score, node.trials().count()), (beta, 0), "{name}");
            settled += 1;
        } else {
            assert!(is_success.is_empty() || is_success == [false; 3], "{name}");
        }
    });
    assert!(settled > 50);
}

/// Not at the root, in check, on the principal variation of a search with scouts, about a mate, or where a probe would
/// have no depth left; everywhere else, always.
#[test]
fn probes_have_a_floor_and_stay_off_the_principal_variation() {
    let (mut probed, mut inside) = (0, 0);
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
