//! Properties of every tree.

use std::collections::BTreeSet;

use search_core::score::INFINITY;

use super::*;

const ALGORITHMS: [&str; 9] = [
    "negamax",
    "fail-hard",
    "alpha-beta",
    "pvs",
    "pvs+sort+table+deepening",
    "strongest",
    "strongest+etc",
    "strongest@aspiration",
    "strongest@mtdf",
];

fn each(check: impl Fn(&str, &Tree)) {
    for algorithm in ALGORITHMS {
        check(algorithm, &grow::<othello::Position>("startpos moves f5d6", algorithm, 4).trees[0]);
        check(algorithm, &grow::<xiangqi::Position>("startpos moves h2e2", algorithm, 2).trees[0]);
    }
}

#[test]
fn nodes_are_the_visits_that_the_search_counted() {
    each(|algorithm, tree| {
        let count = |is_counted: fn(&&Node) -> bool| tree.nodes.iter().filter(is_counted).count() as u64;
        assert_eq!(count(|_| true), tree.statistics.nodes, "{algorithm}");
        assert_eq!(count(|node| node.quiescence), tree.statistics.quiescence_nodes, "{algorithm}");
        assert_eq!(count(|node| node.parent.is_none()), tree.statistics.root_searches, "{algorithm}");
        assert_eq!(count(|node| node.why == "table"), tree.statistics.table_cutoffs, "{algorithm}");
        let cuts = count(|node| node.cut_by.is_some() && node.why == "searched");
        assert_eq!(cuts, tree.statistics.cutoffs, "{algorithm}");
    });
}

#[test]
fn kinds_and_bounds_follow_from_value_and_window() {
    each(|algorithm, tree| {
        for node in &tree.nodes {
            let [alpha, beta] = node.window;
            let (kind, bound) = match node.value {
                value if value >= beta => ("cut", "lower"),
                value if value <= alpha => ("all", "upper"),
                _ => ("pv", "exact"),
            };
            let is_leaf = matches!(node.why, "judged" | "ended") && algorithm != "fail-hard";
            assert_eq!(node.kind, kind, "{algorithm}");
            assert_eq!(node.bound, if is_leaf { "exact" } else { bound }, "{algorithm}");
        }
    });
}

#[test]
fn a_node_is_the_child_of_the_node_that_asked() {
    each(|algorithm, tree| {
        for node in &tree.nodes {
            let Some(parent) = node.parent.map(|parent| &tree.nodes[parent]) else {
                assert_eq!((node.ply, node.step, node.place), (0, "root", 0));
                continue;
            };
            assert!(
                parent.id < node.id && node.ply == parent.ply + 1 && node.side != parent.side,
                "{algorithm}"
            );
            assert!(!parent.not_searched.contains(node.mv.as_ref().unwrap()), "{algorithm}");
        }
    });
}

#[test]
fn the_last_search_of_the_root_has_the_score_and_the_best_line() {
    each(|algorithm, tree| {
        let root = &tree.nodes[*tree.roots().last().unwrap()];
        assert_eq!(root.value, tree.score, "{algorithm}");
        assert!(tree.at(&[&tree.variation[0]]).is_some(), "{algorithm}");
    });
}

#[test]
fn deepening_asks_the_root_once_a_depth_and_null_windows_more_often() {
    let full = &grow::<othello::Position>("startpos", "strongest", 4).trees[0];
    let depths: Vec<i16> = full.roots().iter().map(|&root| full.nodes[root].depth).collect();
    assert_eq!(depths, [1, 2, 3, 4]);
    assert!(full.roots().iter().all(|&root| full.nodes[root].window == [-INFINITY, INFINITY]));
    let mtdf = &grow::<othello::Position>("startpos", "strongest@mtdf", 4).trees[0];
    assert!(mtdf.roots().len() > 4);
    assert!(mtdf.roots().iter().all(|&root| mtdf.nodes[root].kind != "pv"));
}

#[test]
fn a_second_search_after_a_scout_is_a_second_child_at_the_same_place() {
    let tree = &grow::<othello::Position>("startpos moves f5d6", "pvs", 5).trees[0];
    let pairs = tree.nodes.iter().flat_map(|node| {
        let twins = tree.nodes.iter().filter(|twin| twin.parent == node.parent && twin.place == node.place);
        twins.filter(|twin| twin.id > node.id).map(move |twin| (node, twin))
    });
    let pairs: Vec<(&Node, &Node)> = pairs.filter(|(node, _)| node.parent.is_some()).collect();
    assert_eq!(pairs.len() as u64, tree.statistics.re_searches);
    assert!(!pairs.is_empty());
    for (scout, again) in pairs {
        let width = |node: &Node| node.window[1] - node.window[0];
        assert!(width(scout) == 1 && width(again) > 1 && scout.mv == again.mv);
    }
}

#[test]
fn moves_are_searched_or_saved() {
    let document = grow::<othello::Position>("startpos moves f5d6", "alpha-beta,negamax", 3);
    let [alpha_beta, negamax] = &document.trees[..] else { panic!() };
    let moves_at = |tree: &Tree, place: usize| -> BTreeSet<String> {
        let node = tree.nodes.iter().find(|node| node.place == place).unwrap();
        let searched = tree.nodes.iter().filter(|child| child.parent == Some(node.id));
        searched.filter_map(|child| child.mv.clone()).chain(node.not_searched.iter().cloned()).collect()
    };
    for node in &alpha_beta.nodes {
        assert_eq!(moves_at(alpha_beta, node.place), moves_at(negamax, node.place));
    }
    assert!(alpha_beta.nodes.iter().any(|node| !node.not_searched.is_empty()));
    assert!(negamax.nodes.iter().all(|node| node.not_searched.is_empty() && node.cut_by.is_none()));
}

#[test]
fn what_only_one_algorithm_visited_is_marked() {
    let document = grow::<othello::Position>("startpos", "alpha-beta,negamax", 3);
    let [alpha_beta, negamax] = &document.trees[..] else { panic!() };
    assert_eq!(alpha_beta.statistics.lines_only_here, Some(0));
    let more = negamax.statistics.lines - alpha_beta.statistics.lines;
    assert_eq!(negamax.statistics.lines_only_here, Some(more));
    let lines =
        |tree: &Tree| -> BTreeSet<String> { tree.nodes.iter().map(|node| line(tree, node)).collect() };
    let (some, all) = (lines(alpha_beta), lines(negamax));
    assert_eq!(
        (some.len() as u64, all.len() as u64),
        (alpha_beta.statistics.lines, negamax.statistics.lines)
    );
    for node in &negamax.nodes {
        assert_eq!(node.only_here, Some(!some.contains(&line(negamax, node))));
    }
    assert!(alpha_beta.nodes.iter().all(|node| node.only_here == Some(false)));
}

fn line(tree: &Tree, node: &Node) -> String {
    let before = node.parent.map_or(String::new(), |parent| line(tree, &tree.nodes[parent]));
    before + node.mv.as_deref().unwrap_or_default()
}

#[test]
fn told_the_best_moves_alpha_beta_has_its_smallest_tree() {
    let trees = grow::<othello::Position>("startpos moves f5d6", "alpha-beta,alpha-beta+perfect", 4).trees;
    assert_eq!(trees[0].score, trees[1].score);
    assert!(trees[1].nodes.len() < trees[0].nodes.len());
}

#[test]
fn a_pass_is_a_move_and_costs_no_depth() {
    let text = "OOOX-X--OOOXXX--OXOXXXXXXXXXXXXX--XXXXXX--XXXOXX--OOOOOO-OOOOOOO X";
    let tree = &grow::<othello::Position>(text, "negamax", 2).trees[0];
    let pass = &tree.nodes[1];
    assert_eq!((pass.mv.as_deref(), pass.ply, pass.depth, pass.side), (Some("pass"), 1, 2, "white"));
}

#[test]
fn mates_end_lines() {
    // A chariot and a soldier against a bare king: mate in one.
    let tree = &grow::<xiangqi::Position>("3k5/4P4/9/9/9/9/9/9/9/R3K4 w - - 0 1", "alpha-beta", 2).trees[0];
    let mated: Vec<&Node> = tree.nodes.iter().filter(|node| node.why == "ended").collect();
    assert!(!mated.is_empty() && tree.score > 31_000);
    assert!(mated.iter().all(|node| node.bound == "exact" && node.value < -31_000));
}

#[test]
fn null_moves_verifications_and_skipped_moves_are_told() {
    let algorithm = "strongest+null2+verify-tabibi+futility+extended-futility";
    let tree = &grow::<xiangqi::Position>("startpos moves h2e2 h9g7 h0g2", algorithm, 4).trees[0];
    let count = |is_counted: fn(&&Node) -> bool| tree.nodes.iter().filter(is_counted).count();
    assert_eq!(tree.nodes.len() as u64, tree.statistics.nodes);
    let null = tree.nodes.iter().find(|node| node.step == "null").unwrap();
    let parent = &tree.nodes[null.parent.unwrap()];
    assert!(null.mv.is_none() && null.ply == parent.ply + 1 && null.side != parent.side);
    assert_eq!(null.position.split(' ').next(), parent.position.split(' ').next());
    let same = tree.nodes.iter().find(|node| node.step == "same").unwrap();
    let parent = &tree.nodes[same.parent.unwrap()];
    assert!((same.ply, same.place, &same.position) == (parent.ply, parent.place, &parent.position));
    assert!(count(|node| node.why == "null_move") > 0 && count(|node| !node.skipped.is_empty()) > 0);
}
