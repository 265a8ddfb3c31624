//! Futility and razoring: which moves are skipped, and which nodes are searched less deeply (rows C3, C11 to C17).

use super::trees::{self, NOISY, record_search, tree, trees};
use crate::driver::Driver;
use crate::evaluator::{Evaluator, Heuristics};
use crate::observer::ScoreOrigin;
use crate::position::Position;
use crate::recipe::Recipe;
use crate::score::{PROVEN, Score};
use crate::testing::tree::{Shape, TreeEvaluator, TreePosition};
use crate::testing::tree_recorder::{RecordedMove, RecordedNode};

const EVALUATOR: TreeEvaluator<true> = TreeEvaluator;
const MINOR: i32 = <TreeEvaluator<true> as Heuristics<TreePosition>>::MINOR;
const DEPTH: i16 = 5;
const TREES: u64 = 60;
const RECIPES: [&str; 8] = [
    "pvs+sort+futility",
    "pvs+sort+futility+extended-futility",
    "pvs+sort+futility+extended-futility+razoring",
    "pvs+sort+futility+extended-futility+razoring+futility-after-make",
    "pvs+sort+extended-futility+razoring+margins-heinz+extend-check",
    "pvs+sort+futility+extended-futility+margins-xiangqi-family+futility-after-make+extend-single",
    "alpha-beta+futility+razoring",
    "fail-hard+futility+extended-futility+razoring",
];

fn static_eval(position: &TreePosition) -> Score {
    EVALUATOR.fork().evaluate(position)
}

/// The three steps of Huang Chen, ElephantEye design, section 5.3, as they are meant.
struct Rule<'a> {
    recipe: &'a Recipe,
    node: &'a RecordedNode,
    position: &'a TreePosition,
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

    /// C13: far behind at depth 3, with an opponent who still has four pieces to attack with.
    fn is_razored(&self) -> bool {
        self.may_prune()
            && self.recipe.razoring
            && self.node.request.depth == 3
            && !self.node.request.flags.is_extended
            && self.is_behind(3)
            && EVALUATOR.material(self.position)[1].attackers >= 4
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
        let mv = self.position.unpack(trial.mv.unwrap()).unwrap();
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
    trees::each_node(&RECIPES, trees(TREES, NOISY), DEPTH, |name, recipe, node, position| {
        if node.request.depth > 0 && node.why == ScoreOrigin::Searched {
            each(name, Rule { recipe, node, position });
        }
    });
}

/// C11, C12, C14, C15: exactly the futile moves of a futile node are skipped: none that gives check, none that takes
/// enough, and before or after making the move, by the switch.
#[test]
fn hopeless_moves_are_passed_over_and_no_others() {
    let (mut skipped, mut spared, mut after) = (0, 0, 0);
    each_node(|name, rule| {
        for trial in rule.node.trials() {
            let is_skipped = rule.is_futile() && rule.skips(trial);
            assert_eq!(trial.is_skipped, is_skipped, "{name}: {:?}", rule.node.request);
            assert_eq!(trial.searches.is_empty(), is_skipped);
            assert_eq!(trial.is_made, !is_skipped);
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

/// C11, C13: a futile node of depth 3 is searched to depth 2, where the test of depth 2 applies.
#[test]
fn razoring_takes_one_ply() {
    let mut razored = [0; 2];
    each_node(|name, rule| {
        let reached =
            rule.node.trials().flat_map(|trial| trial.searches.iter().map(move |below| (trial, below)));
        for (trial, below) in reached {
            let mv = rule.position.unpack(trial.mv.unwrap()).unwrap();
            let extension = i16::from(below.request.flags.is_extended);
            assert_eq!(below.request.depth, rule.depth() - rule.position.cost(mv) + extension, "{name}");
        }
        razored[0] += u32::from(rule.is_razored());
        razored[1] += u32::from(rule.is_razored() && rule.is_futile());
    });
    assert!(razored.into_iter().all(|count| count > 20), "{razored:?}");
}

/// C13: the *opponent's* pieces decide; with a weak opponent nothing is razored, however strong the side to move is.
#[test]
fn razoring_asks_for_the_opponents_pieces() {
    let mut spared = 0;
    each_node(|_, rule| {
        let [own, other] = EVALUATOR.material(rule.position).map(|side| side.attackers);
        let is_far_behind = rule.may_prune()
            && rule.recipe.razoring
            && rule.node.request.depth == 3
            && !rule.node.request.flags.is_extended
            && rule.is_behind(3);
        if is_far_behind && other < 4 && own >= 4 {
            spared += 1;
            let below = rule.node.trials().flat_map(|trial| &trial.searches);
            assert!(below.into_iter().all(|child| child.request.depth >= 2));
        }
    });
    assert!(spared > 20, "{spared}");
}

/// C14 and C16: a skipped move has no score; the answer is the best of those searched, and at least alpha, which is all that
/// is known of the others. A node all of whose moves were skipped is a node with moves: no mate is claimed.
#[test]
fn passing_over_every_move_claims_no_mate() {
    let mut all = 0;
    each_node(|name, rule| {
        let window = rule.node.request.window;
        let scores = rule.node.trials().map(|trial| trial.score().unwrap_or(window.alpha));
        let best = scores.max().unwrap();
        let is_hard = rule.recipe.bounds == crate::recipe::Bounds::FailHard;
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
fn an_end_is_scored_whatever_the_hopes_are() {
    let mut ends = 0;
    let shape = Shape { ends: 40, ..NOISY };
    trees::each_node(&RECIPES, trees(TREES, shape), DEPTH, |name, _, node, position| {
        if node.request.depth > 0 && position.count_moves() == 0 {
            ends += 1;
            let window = node.request.window;
            assert_eq!(window.clamp(node.score), window.clamp(position.final_score(node.ply)), "{name}");
        }
    });
    assert!(ends > 100);
}

#[test]
fn hopeless_moves_and_razored_nodes_are_counted() {
    for name in RECIPES {
        let recipe = Recipe::parse(name).unwrap();
        for seed in 0..TREES {
            let root = tree(seed, NOISY);
            let recorded = record_search::<true>(&root, name, Driver::Full, DEPTH);
            let (mut skipped, mut razored) = (0, 0);
            for node in &recorded.roots {
                node.replay(&root, &EVALUATOR, &mut |node, position| {
                    let was_reached = node.request.depth > 0
                        && matches!(node.why, ScoreOrigin::Searched | ScoreOrigin::GameOver);
                    razored +=
                        u64::from(was_reached && Rule { recipe: &recipe, node, position }.is_razored());
                    skipped += node.trials().filter(|trial| trial.is_skipped).count() as u64;
                });
            }
            let counters = recorded.outcome.counters;
            assert_eq!((counters.futile_moves, counters.razored), (skipped, razored), "{name}, tree {seed}");
        }
    }
}

/// C17: both ways to decide lower the count of nodes.
#[test]
fn both_ways_to_decide_futility_save_nodes() {
    let visits = |recipe| -> u64 {
        (0..TREES)
            .map(|seed| {
                record_search::<true>(&tree(seed, NOISY), recipe, Driver::Full, DEPTH).outcome.counters.visits
            })
            .sum()
    };
    let [full, before, after] =
        ["pvs+sort", "pvs+sort+futility", "pvs+sort+futility+futility-after-make"].map(visits);
    println!("full width {full}, before making the move {before}, after {after}");
    assert!(before < full && after < full);
}
