//! Null-window scouts and the search that follows them (rows A3, A4, D4 to D6); and search instability: with a table that answers
//! from other depths, and pruning, a second search may contradict the first (row A9).

use super::trees::*;
use crate::minimal_trees::uniform_minimum;
use crate::recipe::{ReSearch, Scout};
use crate::store::{RecordStore, Records};

const DEPTH: i16 = 4;

/// Counts of scouts.
#[derive(Default)]
struct Scouts {
    scouts: u64,
    seconds: u64,
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
        // The bound that the scout has proven is kept, even if the second search contradicts it.
        let score = trial.score().unwrap();
        assert!(score >= scouted);
        has_raised |= score > best && score > window.alpha;
        best = best.max(score);
        window = window.raise_alpha(score);
    }
    let answer = if recipe.bounds == Bounds::FailHard { node.request.window.clamp(best) } else { best };
    assert_eq!(node.score, answer);
}

fn follow_all<const QUIESCENCE: bool>(names: &[&str], shape: Shape) -> Scouts {
    let mut scouts = Scouts::default();
    for name in names {
        let recipe = Recipe::parse(name).unwrap();
        for root in trees(40, shape) {
            record_search::<QUIESCENCE>(&root, name, Driver::Full, DEPTH).walk(|node| {
                if node.why == ScoreOrigin::Searched {
                    follow::<QUIESCENCE>(node, &recipe, &mut scouts);
                }
            });
        }
    }
    scouts
}

/// A3 as printed: scouts only once a move has raised alpha. A4: the second search asks the whole window again. A3 as usual
/// today: from the second move on, raised or not. D4 and D5: NegaScout's second search begins at the scout's score, as the new
/// alpha, and the better of the two counts: on static trees the second falls short only where the scout's score was already the
/// truth.
#[test]
fn scouts_and_second_searches_have_the_windows_of_their_recipe() {
    for names in [
        &[
            "alpha-beta+scout-after-raise",
            "fail-hard+scout-after-raise",
            "alpha-beta+scout-after-raise+table",
        ][..],
        &["pvs", "fail-hard+scout", "pvs+table+deepening"],
        &["negascout", "negascout+table"],
    ] {
        let found = follow_all::<true>(names, NOISY);
        assert!(found.scouts > 500 && found.seconds > 20, "{names:?}: {} {}", found.scouts, found.seconds);
        follow_all::<false>(names, PLAIN);
    }
}

/// D6, the good end: in perfect order, that of a search of every move, scouts cost nothing and save nothing: all these searches
/// visit the minimal tree.
#[test]
fn in_perfect_order_scouts_visit_the_minimal_tree() {
    for (width, depth) in [(2, 7), (3, 6), (6, 5), (10, 4), (1, 6)] {
        let (root, table) = (TreePosition::uniform(width, width), Table::with_bytes(1));
        let (mut records, options) = (Records::default(), SearchOptions::to_depth(depth));
        let mut search = |recipe: &Recipe| {
            let store = RecordStore::recording(&table, &mut records);
            let (mut thread, start) =
                (ThreadData::new(TreeEvaluator::<false>), Root { position: &root, history: &[()] });
            think(start, &mut thread, store, recipe, &options, &Control::new(), |_| {})
        };
        let exact = search(&Recipe::parse("negamax").unwrap()).score;
        for name in ["alpha-beta", "fail-hard", "pvs", "negascout", "alpha-beta+scout-after-raise"] {
            let recipe = Recipe { perfect_order: true, sort: true, ..Recipe::parse(name).unwrap() };
            let found = search(&recipe);
            let minimum = uniform_minimum(width as f64, depth) as u64;
            assert_eq!((found.score, found.counters.visits), (exact, minimum), "{name}, {width} moves");
        }
    }
}

const EVERYTHING: &str = "+table-deeper+etc+quiescence-table+quiescence-filter+losing-last+futility+extended-futility\
    +razoring+probes+extend-check+extend-single+extend-threat+extend-exchange+extend-soldier";
/// Few positions, so that the table is asked often; its size is a bucket or a few.
const UNSTABLE: Shape = Shape { positions: 9, width: 5, ..NOISY };

fn search(root: &TreePosition, recipe: &str, driver: Driver, bytes: usize) -> RecordedSearch<u16> {
    let recipe = Recipe::parse(recipe).unwrap();
    let options = SearchOptions { driver, nodes: 60_000, ..SearchOptions::to_depth(6) };
    record_tree(root, &TreeEvaluator::<true>, &recipe, &options, &Table::with_bytes(bytes))
}

fn drivers() -> [Driver; 3] {
    let narrow = Aspiration { radius: 1, growth: Growth::By(2), guess: Guess::Table };
    [Driver::Full, Driver::Aspiration(narrow), Driver::Mtdf(Guess::Previous)]
}

/// The bound that a scout has proven is kept, even if the second search contradicts it; the answer is a score within
/// the bounds that the last request to the root has proven; the move is legal, and so is the whole line.
#[test]
fn an_unstable_search_keeps_what_it_has_proven() {
    let mut unstable = 0;
    for name in ["strongest+null2", "negascout+sort+killers+history+deepening+null3+verify-tabibi"] {
        let name = format!("{name}{EVERYTHING}");
        for driver in drivers() {
            for (seed, bytes) in (0..30).flat_map(|seed| [(seed, 1), (seed, 1 << 10)]) {
                let root = tree(seed, UNSTABLE);
                let recorded = search(&root, &name, driver, bytes);
                recorded.walk(|node| {
                    assert!(node.score.abs() <= MATE && node.request.depth >= 0);
                    if node.why != ScoreOrigin::Searched {
                        return;
                    }
                    for trial in node.trials() {
                        let [first, second] = &trial.searches[..] else { continue };
                        unstable += u32::from(
                            second.score > first.score && second.score >= -node.request.window.alpha,
                        );
                        assert!(node.score >= -first.score, "the scout's answer is kept");
                    }
                });
                check(&root, &recorded);
            }
        }
    }
    assert!(unstable > 0, "no second search contradicted its scout: nothing was tested");
    println!("{unstable} second searches fell short even of alpha");
}

fn check(root: &TreePosition, recorded: &RecordedSearch<u16>) {
    let outcome = &recorded.outcome;
    let mut position = *root;
    for &mv in &outcome.variation {
        assert!(position.unpack(TreePosition::pack(mv)).is_some());
        position.play(mv);
    }
    assert_eq!(outcome.best.is_some(), root.count_moves() > 0);
    assert_eq!(outcome.bound, Bound::of(outcome.score, Window::FULL));
    if !outcome.is_stopped {
        assert_eq!(recorded.roots.last().map(|last| last.score), Some(outcome.score));
    }
}
