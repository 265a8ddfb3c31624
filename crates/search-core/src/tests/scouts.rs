//! Null-window scouts and the search that follows them (rows A3, A4, A9, D4 to D6).

use super::trees::{NOISY, PLAIN, record_search, tree};
use crate::deepening::SearchOptions;
use crate::driver::Driver;
use crate::observer::ScoreOrigin;
use crate::recipe::{ReSearch, Recipe, Scout};
use crate::score::INFINITY;
use crate::table::Table;
use crate::testing::tree::TreePosition;
use crate::testing::tree_recorder::{RecordedNode, record_tree};
use crate::testing::uniform::{Order, UniformEvaluator, UniformPosition};
use crate::window::Window;

const DEPTH: i16 = 4;

/// What was seen of scouts.
#[derive(Default)]
struct Scouts {
    scouts: u64,
    seconds: u64,
    /// Second searches with an answer below what the scout had proven.
    unstable: u64,
}

/// Follows a node move by move: which moves are scouted, with which window, and what follows.
fn follow<const QUIESCENCE: bool>(node: &RecordedNode, recipe: &Recipe, scouts: &mut Scouts) {
    let mut window = node.request.window;
    let (mut best, mut has_raised) = (-INFINITY, false);
    for (index, trial) in node.trials().enumerate() {
        let [first, rest @ ..] = &trial.searches[..] else { panic!("a move without a search") };
        let is_scouted = match recipe.scout {
            Scout::Never => false,
            Scout::AfterRaise => has_raised,
            Scout::AfterFirst => index > 0,
        };
        // A leaf that is only evaluated has the same score in every window.
        let is_judged = first.request.depth <= 0 && !QUIESCENCE;
        let is_scouted = is_scouted && !window.is_null() && !is_judged;
        assert_eq!(-first.request.window, if is_scouted { window.null_at_alpha() } else { window });
        let scouted = -first.score;
        let re_search = match recipe.re_search {
            ReSearch::Whole => window,
            ReSearch::FromScout => window.raise_alpha(scouted),
        };
        let expected: Vec<Window> =
            (is_scouted && window.contains(scouted)).then_some(re_search).into_iter().collect();
        assert_eq!(rest.iter().map(|second| -second.request.window).collect::<Vec<_>>(), expected);
        assert!(rest.iter().all(|second| second.request.depth == first.request.depth));
        scouts.scouts += u64::from(is_scouted);
        scouts.seconds += rest.len() as u64;
        scouts.unstable += rest.iter().filter(|second| -second.score < scouted).count() as u64;
        // The bound that the scout has proven is kept, even if the second search contradicts it.
        let score = trial.score().unwrap();
        assert!(score >= scouted);
        has_raised |= score > best && score > window.alpha;
        best = best.max(score);
        window = window.raise_alpha(score);
    }
    let answer =
        if recipe.bounds == crate::recipe::Bounds::FailHard { node.request.window.clamp(best) } else { best };
    assert_eq!(node.score, answer);
}

fn follow_all<const QUIESCENCE: bool>(names: &[&str], shape: crate::testing::tree::Shape) -> Scouts {
    let mut scouts = Scouts::default();
    for name in names {
        let recipe = Recipe::parse(name).unwrap();
        for seed in 0..40 {
            let recorded = record_search::<QUIESCENCE>(&tree(seed, shape), name, Driver::Full, DEPTH);
            let before = scouts.seconds;
            recorded.walk(|node| {
                if node.why == ScoreOrigin::Searched {
                    follow::<QUIESCENCE>(node, &recipe, &mut scouts);
                }
            });
            let counters = recorded.outcome.counters;
            assert_eq!(counters.re_searches, scouts.seconds - before, "{name}, tree {seed}");
            assert_eq!(
                counters.re_search_visits,
                recorded.roots.iter().map(re_search_visits).sum(),
                "{name}, tree {seed}"
            );
        }
    }
    scouts
}

/// Nodes within second searches, those of nested ones once.
fn re_search_visits(node: &RecordedNode) -> u64 {
    let of = |trial: &crate::testing::tree_recorder::RecordedMove| -> u64 {
        let [first, rest @ ..] = &trial.searches[..] else { return 0 };
        re_search_visits(first) + rest.iter().map(size).sum::<u64>()
    };
    node.trials().map(of).sum::<u64>() + node.re_searches().map(re_search_visits).sum::<u64>()
}

fn size(node: &RecordedNode) -> u64 {
    let mut size = 0;
    node.walk(&mut |_| size += 1);
    size
}

/// A3 as printed: scouts only once a move has raised alpha. A4: the second search asks the whole window again.
#[test]
fn moreland_scouts_after_alpha_was_raised() {
    let names =
        ["alpha-beta+scout-after-raise", "fail-hard+scout-after-raise", "alpha-beta+scout-after-raise+table"];
    let scouts = follow_all::<true>(&names, NOISY);
    assert!(scouts.scouts > 500 && scouts.seconds > 20);
    follow_all::<false>(&names, PLAIN);
}

/// A3 as usual today: from the second move on, raised or not.
#[test]
fn pvs_scouts_from_the_second_move_on() {
    let names = ["pvs", "fail-hard+scout", "pvs+table+deepening"];
    let scouts = follow_all::<true>(&names, NOISY);
    assert!(scouts.scouts > 500 && scouts.seconds > 20);
    follow_all::<false>(&names, PLAIN);
}

/// D4 and D5: NegaScout's second search begins at the scout's score, as the new alpha, and the better of the two counts:
/// on static trees the second falls short only where the scout's score was already the truth.
#[test]
fn negascout_searches_again_from_the_scouts_score() {
    let scouts = follow_all::<true>(&["negascout", "negascout+table"], NOISY);
    assert!(scouts.seconds > 20);
    follow_all::<false>(&["negascout"], PLAIN);
}

fn count(root: &UniformPosition, recipe: &str, depth: i16) -> u64 {
    let recipe = Recipe::parse(recipe).unwrap();
    let table = Table::with_bytes(1);
    let outcome =
        record_tree(root, &UniformEvaluator, &recipe, &SearchOptions::to_depth(depth), &table).outcome;
    assert_eq!(outcome.score, root.value());
    outcome.counters.visits
}

/// D6, the good end: in perfect order scouts cost nothing and save nothing, all these searches visit the minimal tree.
#[test]
fn in_perfect_order_scouts_visit_the_minimal_tree() {
    for (width, depth) in [(2, 7), (3, 6), (6, 5), (10, 4), (1, 6)] {
        let minimum = crate::minimal_trees::uniform_minimum(f64::from(width), depth) as u64;
        for recipe in ["alpha-beta", "fail-hard", "pvs", "negascout", "alpha-beta+scout-after-raise"] {
            let root = UniformPosition::root(u64::from(width), width, Order::Perfect);
            assert_eq!(count(&root, recipe, depth), minimum, "{recipe}, {width} moves, depth {depth}");
        }
    }
}

/// D6, the other end: in random order scouts cost more than they save.
#[test]
fn in_random_order_scouts_cost_more_than_they_save() {
    let shape = crate::testing::tree::Shape { width: 9, passes: 0, ends: 0, values: 4000, ..PLAIN };
    let visits = |recipe| -> u64 {
        (0..40)
            .map(|seed| {
                record_search::<false>(&TreePosition::root(seed, shape), recipe, Driver::Full, 5)
                    .outcome
                    .counters
                    .visits
            })
            .sum()
    };
    let [plain, pvs, negascout, raised] =
        ["alpha-beta", "pvs", "negascout", "alpha-beta+scout-after-raise"].map(visits);
    println!("alpha-beta {plain}, pvs {pvs}, negascout {negascout}, scout after raise {raised}");
    assert!(pvs > plain && raised > plain && negascout > plain);
    // NegaScout's narrower second search can only help on a static tree.
    assert!(negascout <= pvs);
}
