//! Trees of real searches, in every form.

use std::collections::BTreeSet;

use search_core::score::{DECISIVE, INFINITY, MATE, PROVEN, RULING_WIN};
use serde_json::Value;

use super::document::{Node, Tree};
use super::*;

/// The trees of algorithms joined with commas.
fn trees_of<P: LabGame>(position: &str, algorithms: &str, depth: i16) -> Document {
    let position = P::parse_position(position).unwrap();
    let limits = Limits { depth, max_nodes: 100_000, table: 1 << 20 };
    let mut document = Document::new(&position, depth);
    let mut lines = LineNumbers::default();
    for algorithm in Algorithm::parse_list::<P>(algorithms).unwrap() {
        document.trees.push(grow(&position, &algorithm, limits, &mut lines).unwrap());
    }
    document.mark_lines_only_here();
    document
}

fn othello(position: &str, algorithms: &str, depth: i16) -> Document {
    trees_of::<othello::Position>(position, algorithms, depth)
}

fn xiangqi(position: &str, algorithms: &str, depth: i16) -> Document {
    trees_of::<xiangqi::Position>(position, algorithms, depth)
}

impl Tree {
    /// The node that the last search of the root reaches by these moves, asked last of all with them.
    fn at(&self, moves: &[&str]) -> Option<&Node> {
        let mut node = *self.roots().last()?;
        for &mv in moves {
            let mut children = self.nodes.iter().rev();
            node = children.find(|child| child.parent == Some(node) && child.mv.as_deref() == Some(mv))?.id;
        }
        Some(&self.nodes[node])
    }

    fn count(&self, is_counted: fn(&&Node) -> bool) -> u64 {
        self.nodes.iter().filter(is_counted).count() as u64
    }
}

fn each_form(form: Form, check: impl Fn(&Document, &str)) {
    for document in [
        othello("startpos", "alpha-beta", 3),
        othello("startpos", "strongest@mtdf,negamax", 2),
        xiangqi("startpos", "pvs+sort,strongest+null3", 2),
    ] {
        let text = form.render(&document).unwrap();
        assert_eq!(text, form.render(&document).unwrap());
        check(&document, &text);
    }
}

#[test]
fn dot_is_balanced_and_names_each_node_once() {
    each_form(Form::Dot, |document, text| {
        let count = |letter: char| text.chars().filter(|&found| found == letter).count();
        assert_eq!((count('{'), count('[')), (count('}'), count(']')));
        assert_eq!(count('"') % 2, 0);
        for (index, tree) in document.trees.iter().enumerate() {
            for node in &tree.nodes {
                assert_eq!(text.matches(&format!("    t{index}n{} [", node.id)).count(), 1);
            }
        }
    });
}

/// The page loads nothing, carries the JSON, and takes scores apart by the same bands as the search.
#[test]
fn the_page_is_whole() {
    let bands = format!(
        "const INFINITY = {INFINITY}, MATE = {MATE}, PROVEN = {PROVEN}, RULING_WIN = {RULING_WIN}, DECISIVE = {DECISIVE};"
    );
    each_form(Form::Html, |document, page| {
        assert!(page.contains(&bands), "{bands}");
        let page = page.replace("http://www.w3.org/2000/svg", "").replace("url(#", "");
        for foreign in ["http:", "https:", "src=", "@import", "url(", "<link", "{title}"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        let json: Value = serde_json::from_str(&Form::Json.render(document).unwrap()).unwrap();
        assert_eq!(crate::page_data(&page), json);
    });
}

/// What the introduction for students shows is what is printed.
#[test]
fn the_introduction_shows_trees_as_they_are() {
    let introduction = include_str!("../introduction.md");
    let example = include_str!("../../../../data/tree/worked_example.txt").lines().next().unwrap();
    let printed: Vec<String> = ["negamax", "alpha-beta", "pvs+sort"]
        .map(|algorithm| Form::Text.render(&othello(example, algorithm, 2)).unwrap())
        .to_vec();
    let shown: Vec<&str> =
        introduction.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(shown.len(), 5);
    for lines in shown {
        assert!(printed.iter().any(|tree| tree.contains(lines)), "{lines}");
    }
}

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

#[test]
fn every_tree_is_the_one_that_was_searched() {
    for algorithm in ALGORITHMS {
        for document in
            [othello("startpos moves f5d6", algorithm, 4), xiangqi("startpos moves h2e2", algorithm, 2)]
        {
            let tree = &document.trees[0];
            println!("{algorithm}, {}", document.game);
            check_counts(tree);
            tree.nodes.iter().for_each(|node| check_node(tree, node, algorithm != "fail-hard"));
            // The last search of the root has the score and the best line.
            assert_eq!(tree.nodes[*tree.roots().last().unwrap()].value, tree.score);
            assert!(tree.at(&[&tree.variation[0]]).is_some());
        }
    }
}

/// Nodes are the visits that the search counted.
fn check_counts(tree: &Tree) {
    let statistics = &tree.statistics;
    assert_eq!(tree.count(|_| true), statistics.nodes);
    assert_eq!(tree.count(|node| node.quiescence), statistics.quiescence_nodes);
    assert_eq!(tree.count(|node| node.parent.is_none()), statistics.root_searches);
    assert_eq!(tree.count(|node| node.why == "table"), statistics.table_cutoffs);
    assert_eq!(tree.count(|node| node.cut_by.is_some() && node.why == "searched"), statistics.cutoffs);
}

/// The kind and the bound follow from the value and the window, and the parent is the node that asked.
fn check_node(tree: &Tree, node: &Node, is_leaf_exact: bool) {
    let [alpha, beta] = node.window;
    let (kind, bound) = match node.value {
        value if value >= beta => ("cut", "lower"),
        value if value <= alpha => ("all", "upper"),
        _ => ("pv", "exact"),
    };
    let is_leaf = matches!(node.why, "judged" | "ended") && is_leaf_exact;
    assert!(alpha < beta);
    assert_eq!((node.kind, node.bound), (kind, if is_leaf { "exact" } else { bound }));
    let Some(parent) = node.parent.map(|parent| &tree.nodes[parent]) else {
        assert_eq!((node.ply, node.step, node.place), (0, "root", 0));
        return;
    };
    assert!(parent.id < node.id && node.ply == parent.ply + 1 && node.side != parent.side);
    assert!(!parent.not_searched.contains(node.mv.as_ref().unwrap()));
}

#[test]
fn deepening_asks_the_root_once_a_depth_and_null_windows_more_often() {
    let full = &othello("startpos", "strongest", 4).trees[0];
    let depths: Vec<i16> = full.roots().iter().map(|&root| full.nodes[root].depth).collect();
    assert_eq!(depths, [1, 2, 3, 4]);
    assert!(full.roots().iter().all(|&root| full.nodes[root].window == [-INFINITY, INFINITY]));
    let mtdf = &othello("startpos", "strongest@mtdf", 4).trees[0];
    assert!(mtdf.roots().len() > 4);
    assert!(mtdf.roots().iter().all(|&root| mtdf.nodes[root].kind != "pv"));
}

#[test]
fn a_second_search_after_a_scout_is_a_second_child_at_the_same_place() {
    let tree = &othello("startpos moves f5d6", "pvs", 5).trees[0];
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
    let document = othello("startpos moves f5d6", "alpha-beta,negamax", 3);
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
    let document = othello("startpos", "alpha-beta,negamax", 3);
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
    let trees = othello("startpos moves f5d6", "alpha-beta,alpha-beta+perfect", 4).trees;
    assert_eq!(trees[0].score, trees[1].score);
    assert!(trees[1].nodes.len() < trees[0].nodes.len());
}

#[test]
fn a_pass_is_a_move_and_costs_no_depth() {
    let text = "OOOX-X--OOOXXX--OXOXXXXXXXXXXXXX--XXXXXX--XXXOXX--OOOOOO-OOOOOOO X";
    let pass = &othello(text, "negamax", 2).trees[0].nodes[1];
    assert_eq!((pass.mv.as_deref(), pass.ply, pass.depth, pass.side), (Some("pass"), 1, 2, "white"));
}

#[test]
fn mates_end_lines() {
    // A chariot and a soldier against a bare king: mate in one.
    let tree = &xiangqi("3k5/4P4/9/9/9/9/9/9/9/R3K4 w - - 0 1", "alpha-beta", 2).trees[0];
    let mated: Vec<&Node> = tree.nodes.iter().filter(|node| node.why == "ended").collect();
    assert!(!mated.is_empty() && tree.score > 31_000);
    assert!(mated.iter().all(|node| node.bound == "exact" && node.value < -31_000));
}

#[test]
fn null_moves_verifications_and_skipped_moves_are_told() {
    let algorithm = "strongest+null2+verify-tabibi+futility+extended-futility";
    let tree = &xiangqi("startpos moves h2e2 h9g7 h0g2", algorithm, 4).trees[0];
    assert_eq!(tree.nodes.len() as u64, tree.statistics.nodes);
    let null = tree.nodes.iter().find(|node| node.step == "null").unwrap();
    let parent = &tree.nodes[null.parent.unwrap()];
    assert!(null.mv.is_none() && null.ply == parent.ply + 1 && null.side != parent.side);
    assert_eq!(null.position.split(' ').next(), parent.position.split(' ').next());
    let same = tree.nodes.iter().find(|node| node.step == "same").unwrap();
    let parent = &tree.nodes[same.parent.unwrap()];
    assert!((same.ply, same.place, &same.position) == (parent.ply, parent.place, &parent.position));
    let skipped = tree.count(|node| !node.skipped.is_empty());
    assert!(tree.count(|node| node.why == "null_move") > 0 && skipped > 0);
    // Decided after the move is made, futility skips moves of the node and not of its child.
    let algorithm = "strongest+futility+extended-futility+futility-after-make";
    let tree = &xiangqi("startpos moves h2e2 h9g7 h0g2", algorithm, 4).trees[0];
    assert!(tree.count(|node| !node.skipped.is_empty()) > 0);
    let is_own = |node: &Node| {
        let position = xiangqi::Position::parse_position(&node.position).unwrap();
        node.skipped.iter().all(|mv| position.check(xiangqi::Move::parse(mv).unwrap()).is_ok())
    };
    assert!(tree.nodes.iter().all(is_own));
}
