//! Extensions: which moves are searched a ply deeper, and how long lines may grow (rows C24 to C26); and the singular extension: the
//! search without the stored move, and what follows from it.

use super::trees::*;

const DEPTH: i16 = 4;
const ALL: &str = "pvs+extend-check+extend-single+extend-threat+extend-exchange+extend-soldier";
const RECIPES: [&str; 8] = [
    "pvs+extend-check",
    "pvs+extend-single",
    "pvs+extend-threat",
    "fail-hard+extend-threat",
    "pvs+extend-exchange",
    "pvs+extend-soldier",
    "alpha-beta+extend-check+extend-exchange",
    ALL,
];

/// Follows a search, and checks at every node the depth of the requests to its children.
struct Follower<'a> {
    recipe: &'a Recipe,
    /// Twice the depth asked for at the root: no extension makes a line longer.
    max_extension_ply: u32,
    /// Extensions by kind: check, single reply, threat, exchange, soldier; and those that the limit of the ply forbade.
    counts: [u64; 6],
}

impl Follower<'_> {
    /// `was_good`: the move that led here was a capture that pays.
    fn follow(&mut self, node: &RecordedNode, position: &TreePosition, was_good: bool) {
        let depth = node.request.depth + i16::from(self.is_threatened(node));
        for re_search in node.passes().flat_map(|pass| pass.searches.iter().map(move |below| (pass, below))) {
            self.follow(re_search.1, &re_search.0.child(position, &EVALUATOR), false);
        }
        for trial in node.trials() {
            let child = trial.child(position, &EVALUATOR);
            if node.request.depth == 0 {
                // Beyond the horizon nothing is extended.
                trial.searches.iter().for_each(|below| assert_eq!(below.request.depth, 0));
                continue;
            }
            let mv = tried_move(position, trial);
            let is_good = position.victim(mv) > 0 && EVALUATOR.exchange_value(position, mv) >= 0;
            let stretched = depth - position.cost(mv) + 1;
            let is_exchange = was_good && is_good;
            let extension =
                i16::from(self.is_extended(node, position, trial, &child, is_exchange, stretched));
            for below in &trial.searches {
                assert_eq!(below.request.depth, depth - position.cost(mv) + extension, "{:?}", node.request);
                assert_eq!(below.request.flags.is_extended, extension > 0);
                self.follow(below, &child, is_good);
            }
        }
    }

    fn is_extended(
        &mut self,
        node: &RecordedNode,
        position: &TreePosition,
        trial: &RecordedMove,
        child: &TreePosition,
        is_exchange: bool,
        stretched: i16,
    ) -> bool {
        let recipe = self.recipe;
        let mv = tried_move(position, trial);
        let replies = child.list_moves(MoveKind::All);
        let is_single = replies.len() == 1 && child.cost(replies[0]) > 0;
        let reasons = [
            (0, recipe.extend_check && child.in_check()),
            (1, recipe.extend_single && is_single),
            (3, recipe.extend_exchange && is_exchange),
            (4, recipe.extend_by_game && { EVALUATOR }.extension(position, mv, child) > 0),
        ];
        let applies = reasons.iter().any(|(_, applies)| *applies);
        let is_within = node.ply + 1 + stretched as u32 <= self.max_extension_ply;
        for (kind, _) in reasons.into_iter().filter(|(_, applies)| *applies && is_within) {
            self.counts[kind] += 1;
        }
        self.counts[5] += u64::from(applies && !is_within);
        applies && is_within
    }

    /// C26: asked by a pass, three plies shallower, whether that loses to a mate: with a null window at the band of mates,
    /// in which fail-hard can answer too.
    fn is_threatened(&mut self, node: &RecordedNode) -> bool {
        let asked = node.passes().next();
        if let Some(pass) = asked {
            let below = &pass.searches[0];
            assert_eq!(-below.request.window, Window::new(-PROVEN, -PROVEN + 1));
            assert_eq!(below.request.depth, (node.request.depth - 3).max(0));
            assert!(
                node.ply > 0
                    && node.ply + (node.request.depth as u32) < self.max_extension_ply
                    && node.request.depth >= 2
                    && self.recipe.extend_threat
            );
            assert_eq!(below.passes().count(), 0, "a pass does not answer a pass");
        }
        let is_mate = asked.is_some_and(|pass| pass.score().is_some_and(|score| score <= -PROVEN));
        self.counts[2] += u64::from(is_mate);
        is_mate
    }
}

const SHAPE: Shape = Shape { width: 4, ends: 30, ..NOISY };

/// C24, C25, C26: each extension adds one ply where its reason holds and none elsewhere. No move gets two, and no line
/// grows beyond twice the root's depth. A pass that loses to a mate extends the node itself, in fail-hard too.
#[test]
fn a_ply_is_added_for_a_reason_and_within_reach() {
    let mut totals = [0; 6];
    for name in RECIPES {
        let recipe = Recipe::parse(name).unwrap();
        let mut follower = Follower { recipe: &recipe, max_extension_ply: 2 * DEPTH as u32, counts: [0; 6] };
        for root in trees(100, SHAPE) {
            let recorded = record_search::<true>(&root, name, Driver::Full, DEPTH);
            recorded.roots.iter().for_each(|node| follower.follow(node, &root, false));
        }
        totals = std::array::from_fn(|kind| totals[kind] + follower.counts[kind]);
        let threats = follower.counts[2];
        assert!(!name.ends_with("extend-threat") || threats > 20, "{name}: {threats}");
    }
    assert!(totals.into_iter().all(|count| count > 20), "{totals:?}");
}

/// C25 and C26: what an extension has added, razoring and extended futility do not take away again, whether it was the move
/// that was extended or the position.
#[test]
fn what_was_extended_is_not_cut_again() {
    let mut threatened = 0;
    let recipes =
        ["threat", "check"].map(|kind| format!("pvs+sort+extend-{kind}+razoring+extended-futility"));
    each_node(&recipes.each_ref().map(String::as_str), trees(150, SHAPE), 5, |name, _, node, position| {
        let is_threatened = node.passes().any(|pass| pass.score().is_some_and(|score| score <= -PROVEN));
        let depth = node.request.depth + i16::from(is_threatened);
        let is_extended = is_threatened || node.request.flags.is_extended && depth > 1;
        if node.request.depth == 0 || !is_extended {
            return;
        }
        threatened += u32::from(is_threatened);
        for trial in node.trials() {
            let cost = position.cost(tried_move(position, trial));
            assert!(!trial.is_skipped, "{name}: {:?}", node.request);
            let is_deep = |below: &RecordedNode| below.request.depth >= depth - cost;
            assert!(trial.searches.iter().all(is_deep), "{name}: {:?}", node.request);
        }
    });
    assert!(threatened > 20, "{threatened}");
}

const SINGULAR: &str = "pvs+sort+table-deeper+deepening+singular+singular_depth=4";

fn each_singular_node(mut each: impl FnMut(&RecordedNode, &TreePosition)) {
    each_node(&[SINGULAR], trees(30, TRANSPOSING), 7, |_, _, node, position| each(node, position));
}

/// The search without the stored move is half as deep, with a null window; it never tries that move, which is then the
/// first of the node.
#[test]
fn the_stored_move_is_left_out_and_then_tried_first() {
    let mut seen = 0;
    each_singular_node(|node, _| {
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
    each_singular_node(|node, position| {
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
