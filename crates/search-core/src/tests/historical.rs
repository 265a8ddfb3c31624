//! Futility and razoring: which moves are skipped, and which nodes are searched less deeply (rows C3, C11 to C17); and shallower
//! searches of the same position with margins above beta (row C18).

use super::trees::*;

const DEPTH: i16 = 5;
const TREES: u64 = 60;
pub const RECIPES: [&str; 8] = [
    "pvs+sort+futility",
    "pvs+sort+futility+extended-futility",
    "pvs+sort+futility+extended-futility+razoring",
    "pvs+sort+futility+extended-futility+razoring+futility-after-make",
    "pvs+sort+extended-futility+razoring+margins-heinz+extend-check",
    "pvs+sort+futility+extended-futility+margins-xiangqi-family+futility-after-make+extend-single",
    "alpha-beta+futility+razoring",
    "fail-hard+futility+extended-futility+razoring",
];

/// The three steps of Huang Chen, ElephantEye design, section 5.3, as they are meant.
pub struct Rule<'a> {
    pub recipe: &'a Recipe,
    pub node: &'a RecordedNode,
    pub position: &'a TreePosition,
}

impl Rule<'_> {
    fn alpha(&self) -> Score {
        self.node.request.window.alpha
    }

    /// C14: not at the root, in check, on the principal variation or about a mate.
    fn may_prune(&self) -> bool {
        let window = self.node.request.window;
        let is_principal = self.recipe.scouts() && !window.is_null();
        let is_mate = window.alpha >= PROVEN || window.beta <= -PROVEN;
        self.node.ply > 0 && !self.position.in_check() && !is_principal && !is_mate
    }

    fn margin(&self, depth: i16) -> Score {
        self.recipe.margins.0[depth as usize - 1] * MINOR / 100
    }

    fn is_behind(&self, depth: i16) -> bool {
        static_eval(self.position) + self.margin(depth) <= self.alpha()
    }

    /// C13: far behind at depth 3.
    fn is_razorable(&self) -> bool {
        self.may_prune()
            && self.recipe.razoring
            && self.node.request.depth == 3
            && !self.node.request.flags.is_extended
            && self.is_behind(3)
    }

    /// Set if the opponent has four pieces to attack with, too.
    pub fn is_razored(&self) -> bool {
        self.is_razorable() && EVALUATOR.material(self.position)[1].attackers >= 4
    }

    fn depth(&self) -> i16 {
        if self.is_razored() { 2 } else { self.node.request.depth }
    }

    /// C12 and C14: behind at depth 1, clearly so at depth 2.
    fn is_futile(&self) -> bool {
        let recipe = self.recipe;
        let is_on = match self.depth() {
            1 => recipe.futility,
            2 => recipe.extended_futility && !self.node.request.flags.is_extended,
            _ => false,
        };
        self.may_prune() && is_on && self.is_behind(self.depth())
    }

    /// C15: whether a move is skipped for the most that it can be worth.
    fn skips(&self, trial: &RecordedMove) -> bool {
        let mv = tried_move(self.position, trial);
        let child = trial.child(self.position, &EVALUATOR);
        let worth = if self.recipe.futility_after_make {
            // The child is evaluated for the other side: what is bad for it is good.
            -static_eval(&child)
        } else {
            static_eval(self.position) + EVALUATOR.captured_value(self.position, mv)
        };
        worth + self.margin(self.depth()) <= self.alpha() && !child.in_check()
    }
}

fn each_node(mut each: impl FnMut(&str, Rule<'_>)) {
    super::trees::each_node(&RECIPES, trees(TREES, NOISY), DEPTH, |name, recipe, node, position| {
        if node.request.depth > 0 && node.why == ScoreOrigin::Searched {
            each(name, Rule { recipe, node, position });
        }
    });
}

/// C11, C12, C14, C15: exactly the futile moves of a futile node are skipped: none that gives check, none that takes
/// enough, and before or after making the move, by the switch.
#[test]
fn futile_moves_are_skipped_and_no_others() {
    let (mut skipped, mut spared, mut after) = (0, 0, 0);
    each_node(|name, rule| {
        for trial in rule.node.trials() {
            let is_skipped = rule.is_futile() && rule.skips(trial);
            let expected = (is_skipped, is_skipped, !is_skipped);
            let found = (trial.is_skipped, trial.searches.is_empty(), trial.is_made);
            assert_eq!(found, expected, "{name}: {:?}", rule.node.request);
            skipped += u32::from(is_skipped);
            after += u32::from(is_skipped && rule.recipe.futility_after_make);
            spared += u32::from(rule.is_futile() && !is_skipped);
        }
    });
    assert!(
        skipped > 1000 && after > 100 && spared > 100,
        "{skipped} skipped, {after} after, {spared} spared"
    );
}

/// C11, C13: a futile node of depth 3 is searched to depth 2, where the test of depth 2 applies; the *opponent's* pieces decide,
/// with a weak opponent nothing is razored.
#[test]
fn razoring_takes_one_ply() {
    let (mut razored, mut futile, mut spared) = (0, 0, 0);
    each_node(|name, rule| {
        for trial in rule.node.trials() {
            let mv = tried_move(rule.position, trial);
            for below in &trial.searches {
                let extension = i16::from(below.request.flags.is_extended);
                assert_eq!(below.request.depth, rule.depth() - rule.position.cost(mv) + extension, "{name}");
            }
        }
        razored += u32::from(rule.is_razored());
        futile += u32::from(rule.is_razored() && rule.is_futile());
        spared += u32::from(rule.is_razorable() && !rule.is_razored());
    });
    assert!(
        razored > 20 && futile > 20 && spared > 20,
        "{razored} razored, {futile} futile, {spared} spared"
    );
}

/// C14 and C16: a skipped move has no score; the answer is the best of those searched, and at least alpha, which is all that
/// is known of the others. A node all of whose moves were skipped is a node with moves: no mate is claimed.
#[test]
fn skipping_every_move_claims_no_mate() {
    let mut all = 0;
    each_node(|name, rule| {
        let window = rule.node.request.window;
        let scores = rule.node.trials().map(|trial| trial.score().unwrap_or(window.alpha));
        let best = scores.max().unwrap();
        let is_hard = rule.recipe.bounds == Bounds::FailHard;
        assert_eq!(rule.node.score, if is_hard { window.clamp(best) } else { best }, "{name}");
        if rule.node.trials().all(|trial| trial.is_skipped) {
            all += 1;
            assert!(rule.node.score <= window.alpha && rule.node.score > -PROVEN, "{name}");
        }
    });
    assert!(all > 100, "{all}");
}

/// C16, the other half: a finished game gets its final score, at futile nodes too.
#[test]
fn an_end_is_scored_at_futile_nodes_too() {
    let mut ends = 0;
    let shape = Shape { ends: 40, ..NOISY };
    super::trees::each_node(&RECIPES, trees(TREES, shape), DEPTH, |name, _, node, position| {
        if node.request.depth > 0 && position.count_moves() == 0 {
            ends += 1;
            let window = node.request.window;
            assert_eq!(window.clamp(node.score), window.clamp(position.final_score(node.ply)), "{name}");
        }
    });
    assert!(ends > 100);
}

pub const PROBING: [&str; 4] =
    ["pvs+sort+probes", "negascout+probes", "alpha-beta+probes", "fail-hard+scout+probes"];

fn each_probing_node(each: impl FnMut(&str, &Recipe, &RecordedNode, &TreePosition)) {
    super::trees::each_node(&PROBING, trees(40, NOISY), 6, each);
}

/// Three, two and one plies shallower, 2.4, 1.6 and 0.8 minor pieces above beta; the first that succeeds ends the node
/// with the score beta, as a deeper search need not reach the probe's score. A probe never probes: that would multiply.
#[test]
fn a_probe_proves_beta_and_no_more() {
    let mut settled = 0;
    each_probing_node(|name, _, node, _| {
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
    each_probing_node(|name, recipe, node, position| {
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
