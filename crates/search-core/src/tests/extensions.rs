//! Extensions: which moves are searched a ply deeper, and how long lines may grow (rows C24 to C26).

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

/// C25: three good captures in a row give two plies.
#[test]
fn exchanges_are_extended_from_the_second_capture_on() {
    let mut threes = 0;
    for seed in 0..200 {
        let root = tree(seed, Shape { captures: 160, ..SHAPE });
        let recorded = record_search::<true>(&root, "alpha-beta+extend-exchange", Driver::Full, 3);
        let is_good = |trial: &RecordedMove, position: &TreePosition| {
            let mv = tried_move(position, trial);
            position.victim(mv) > 0 && EVALUATOR.exchange_value(position, mv) >= 0
        };
        for first in recorded.roots[0].trials().filter(|trial| is_good(trial, &root)) {
            let one = first.child(&root, &EVALUATOR);
            for second in first.searches[0].trials().filter(|trial| is_good(trial, &one)) {
                let two = second.child(&one, &EVALUATOR);
                for third in second.searches[0].trials().filter(|trial| is_good(trial, &two)) {
                    assert_eq!(first.searches[0].request.depth, 2);
                    assert_eq!(second.searches[0].request.depth, 2);
                    assert_eq!(third.searches[0].request.depth, 2);
                    threes += 1;
                }
            }
        }
    }
    assert!(threes > 20);
}

/// C25: with every extension at once, and every move a check, lines still end: at most at twice the root's depth, and what
/// captures follow.
#[test]
fn no_line_grows_beyond_twice_the_depth() {
    let mut longest = 0;
    for seed in 0..60 {
        let root = tree(seed, Shape { width: 2, passes: 0, captures: 40, ends: 2, ..NOISY });
        let recipe = Recipe::parse(ALL).unwrap();
        let options = SearchOptions { nodes: 200_000, ..SearchOptions::to_depth(DEPTH) };
        let recorded = record_tree(&root, &EVALUATOR, &recipe, &options, &Table::with_bytes(1));
        recorded.walk(|node| {
            if node.request.depth > 0 && node.why == ScoreOrigin::Searched {
                longest = longest.max(node.ply + 1);
            }
        });
    }
    assert!(longest <= 2 * DEPTH as u32, "a line of {longest} plies from depth {DEPTH}");
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
