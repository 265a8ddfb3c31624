use super::trees::*;
use std::time::Duration;

use crate::score::plies_to_mate;

const SHAPE: Shape = Shape { width: 6, passes: 10, ends: 4, captures: 20, values: 50, positions: 1 << 40 };

fn search(seed: u64, options: &SearchOptions<u16>, control: &Control) -> Outcome<u16> {
    search_from(&tree(seed, SHAPE), &PLAY, options, control, |_| {})
}

fn search_from(
    root: &TreePosition,
    recipe: &Recipe,
    options: &SearchOptions<u16>,
    control: &Control,
    report: impl FnMut(&Report<u16>),
) -> Outcome<u16> {
    let table = Table::with_bytes(1 << 16);
    let mut thread = ThreadData::new(TreeEvaluator::<false>);
    think(Root { position: root, history: &[()] }, &mut thread, &table, recipe, options, control, report)
}

fn root_moves(seed: u64, shape: Shape) -> Vec<u16> {
    tree(seed, shape).list_moves(MoveKind::All)
}

/// A node budget is kept to the node, the answer is always a legal move, and the same budget gives the same answer.
#[test]
fn node_budgets_are_exact_and_repeat() {
    for step in 0..40 {
        let nodes = (100.0 * 1.2_f64.powi(step)) as u64;
        let options = SearchOptions { nodes, ..SearchOptions::to_depth(30) };
        let first = search(step as u64, &options, &Control::new());
        let second = search(step as u64, &options, &Control::new());
        assert!(first.counters.visits == nodes || !first.is_stopped, "{nodes}");
        assert_eq!((first.counters, first.best, first.score), (second.counters, second.best, second.score));
        assert!(first.best.is_some_and(|mv| root_moves(step as u64, SHAPE).contains(&mv)));
    }
}

#[test]
fn a_stopped_search_still_answers() {
    let control = Control::new();
    control.stop();
    let outcome = search(1, &SearchOptions { nodes: u64::MAX, ..SearchOptions::to_depth(40) }, &control);
    assert!(outcome.best.is_some());
    let options = SearchOptions { nodes: 0, ..SearchOptions::to_depth(10) };
    assert!(search(1, &options, &Control::new()).best.is_some());
}

/// A search that stops before the first node of an iteration keeps the best move of the one before, however many lines that had.
#[test]
fn what_an_iteration_leaves_is_not_the_line_of_the_next() {
    for seed in 0..20 {
        let mut first_lines = Vec::new();
        let options = SearchOptions { lines: 3, ..SearchOptions::to_depth(4) };
        let root = tree(seed, SHAPE);
        search_from(&root, &PLAY, &options, &Control::new(), |report| match report.line {
            1 => first_lines.push((report.variation[0], 0)),
            _ => first_lines.last_mut().unwrap().1 = report.counters.visits,
        });
        for (best, nodes) in first_lines {
            let outcome = search(seed, &SearchOptions { nodes, ..options.clone() }, &Control::new());
            assert_eq!(outcome.best, Some(best), "tree {seed} after {nodes} visits");
        }
    }
}

/// The lines of a multi-line search are the best moves in order, each with its own minimax score.
#[test]
fn several_lines_are_the_best_moves_in_order() {
    for seed in 0..40 {
        let root = tree(seed, SHAPE);
        let mut expected: Vec<i32> =
            root_moves(seed, SHAPE).into_iter().map(|mv| worth(&root, mv, 4)).collect();
        expected.sort_by_key(|score| -score);
        expected.truncate(3);
        let options = SearchOptions { lines: 3, ..SearchOptions::to_depth(4) };
        let mut scores = Vec::new();
        search_from(&root, &STRONGEST, &options, &Control::new(), |report| {
            if report.depth == 4 {
                scores.push(report.score);
            }
        });
        if !scores.is_empty() {
            assert_eq!(scores, expected, "tree {seed}");
        }
    }
}

/// The windows that textbooks print can alternate for ever, and textbook code loops at scores next to ± infinity; these
/// windows end from any guess.
#[test]
fn aspiration_ends_from_any_guess() {
    let shape = Shape { ends: 120, ..SHAPE };
    for seed in 0..200 {
        let root = tree(seed, shape);
        let exact = exact::<false>(&root, 4);
        for (radius, growth) in [
            (1, Growth::By(2)),
            (1, Growth::By(0)),
            (1, Growth::Open),
            (500, Growth::By(3)),
            (i32::MAX, Growth::By(i32::MAX)),
        ] {
            let driver =
                Driver::Aspiration(Aspiration { growth, ..Aspiration::around_last(radius.min(40_000)) });
            let options = SearchOptions { driver, ..SearchOptions::to_depth(4) };
            let outcome = search_from(&root, &STRONGEST, &options, &Control::new(), |_| {});
            assert_eq!(outcome.score, exact);
        }
    }
}

/// Many games end in these trees.
const SHORT: Shape = Shape { width: 4, ends: 40, ..SHAPE };

/// A mate that is known ends a search on a clock alone, and not before it had four plies more to find a nearer one.
#[test]
fn a_mate_ends_no_search_but_one_on_a_clock() {
    let recipe = Recipe { mate_distance: true, ..PLAY };
    let options = SearchOptions::to_depth(10);
    let hour = Duration::from_secs(3600);
    let (mut mates, mut ended) = (0, 0);
    for seed in 0..100 {
        let root = tree(seed, SHORT);
        let search = |budget: Option<Budget>| {
            let control = Control::new();
            budget.into_iter().for_each(|budget| control.allow(budget));
            search_from(&root, &recipe, &options, &control, |_| {})
        };
        for unsaved in [None, Some(Budget { soft: hour, hard: hour })] {
            let outcome = search(unsaved);
            assert_eq!((outcome.depth, outcome.is_stopped), (10, false), "tree {seed}");
            mates += u32::from(plies_to_mate(outcome.score).is_some());
        }
        let outcome = search(Some(Budget { soft: hour, hard: 2 * hour }));
        let end = plies_to_mate(outcome.score).map_or(10, |plies| plies as i16 + 4);
        assert!(outcome.depth >= end.min(10), "tree {seed}");
        ended += u32::from(outcome.depth < 10);
    }
    assert!(mates > 50 && ended > 20, "{mates} {ended}");
}

/// The reports of a search of several lines, iteration by iteration, and its outcome.
fn iterations(
    seed: u64,
    recipe: &Recipe,
    options: &SearchOptions<u16>,
) -> (Vec<Vec<Report<u16>>>, Outcome<u16>) {
    let mut iterations: Vec<Vec<Report<u16>>> = Vec::new();
    let outcome = search_from(&tree(seed, SHORT), recipe, options, &Control::new(), |report| {
        if report.line == 1 {
            iterations.push(Vec::new());
        }
        iterations.last_mut().unwrap().push(report.clone());
    });
    (iterations, outcome)
}

/// Whatever a selective search finds, and where a line is a mate too.
#[test]
fn lines_are_in_order_and_go_to_the_same_depth() {
    for seed in 0..200 {
        let number = root_moves(seed, SHORT).len().min(3);
        let options = SearchOptions { lines: 3, ..SearchOptions::to_depth(9) };
        let (iterations, outcome) = iterations(seed, &SELECTIVE, &options);
        assert_eq!(iterations.len(), 9, "tree {seed}");
        for (depth, lines) in (1..).zip(&iterations) {
            assert_eq!(lines.len(), number);
            assert!((1..).zip(lines).all(|(rank, line)| (line.line, line.depth) == (rank, depth)));
            assert!(lines.is_sorted_by_key(|line| -line.score), "tree {seed}, depth {depth}");
        }
        let best = &iterations[8][0];
        assert_eq!((outcome.best, outcome.score), (best.variation.first().copied(), best.score));
    }
}

/// The lines that an iteration found before it was broken off come before those of the one before.
#[test]
fn lines_of_an_iteration_that_was_broken_off_count() {
    let mut mixed = 0;
    for seed in 0..200 {
        let options = SearchOptions { lines: 3, nodes: 200 + seed, ..SearchOptions::to_depth(30) };
        let (iterations, outcome) = iterations(seed, &SELECTIVE, &options);
        let Some(lines) = iterations.last() else { continue };
        assert!(lines.is_sorted_by_key(|line| (-line.depth, -line.score)), "tree {seed}");
        assert!((1..).zip(lines).all(|(rank, line)| line.line == rank && line.depth >= outcome.depth - 1));
        let mut first: Vec<u16> = lines.iter().map(|line| line.variation[0]).collect();
        assert!(outcome.best == Some(first[0]) || outcome.depth == lines[0].depth, "tree {seed}");
        first.sort_unstable();
        assert!(first.is_sorted_by(|one, two| one < two), "tree {seed}: {first:?}");
        mixed += u32::from(lines[0].depth > lines[lines.len() - 1].depth);
    }
    assert!(mixed > 20, "{mixed}");
}
