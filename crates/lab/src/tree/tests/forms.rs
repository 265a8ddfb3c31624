//! The forms in which trees are written.

use serde_json::Value;

use super::super::format::Form;
use super::*;

fn documents() -> Vec<Document> {
    vec![
        grow::<othello::Position>("startpos", "alpha-beta", 3),
        grow::<othello::Position>("startpos", "strongest@mtdf,negamax", 2),
        grow::<xiangqi::Position>("startpos", "pvs+sort,strongest+null3", 2),
    ]
}

fn each(form: Form, check: impl Fn(&Document, &str)) {
    for document in documents() {
        let text = form.render(&document).unwrap();
        assert_eq!(text, form.render(&document).unwrap());
        check(&document, &text);
    }
}

#[test]
fn text_has_a_line_for_each_node() {
    each(Form::Text, |document, text| {
        let nodes: usize = document.trees.iter().map(|tree| tree.nodes.len()).sum();
        let lines = text
            .lines()
            .filter(|line| line.contains(") = ") || line.contains(") >= ") || line.contains(") <= "));
        assert_eq!(lines.count(), nodes);
        assert_eq!(text.contains(" *\n"), document.trees.len() == 2);
    });
}

#[test]
fn text_says_what_cut_and_what_the_cut_saved() {
    let document = grow::<othello::Position>(super::worked_example::EXAMPLE, "alpha-beta+sort", 5);
    let text = Form::Text.render(&document).unwrap();
    assert!(text.starts_with("othello, black to move, depth 5; scores in discs"));
    assert!(text.contains("\nalpha-beta+sort: 0 by d6 "));
    assert!(text.contains(
        "\n├─ f4 (-inf, 0) >= 6  cut, cut by e3, not searched: f3 g3\n│  └─ e3 (0, inf) <= -6  all\n"
    ));
}

#[test]
fn json_is_one_object_with_a_line_for_each_node() {
    each(Form::Json, |document, text| {
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!((&value["schema"], &value["game"]), (&"tree/1".into(), &document.game.into()));
        for (tree, written) in document.trees.iter().zip(value["trees"].as_array().unwrap()) {
            let nodes = written["nodes"].as_array().unwrap();
            assert_eq!(nodes.len(), tree.nodes.len());
            for (index, node) in nodes.iter().enumerate() {
                assert_eq!(node["id"], index);
                assert!(node["parent"].as_u64().is_none_or(|parent| (parent as usize) < index));
                assert!(node["window"][0].as_i64() < node["window"][1].as_i64());
            }
        }
        let lines = text.lines().filter(|line| line.starts_with("{\"id\":")).count();
        assert_eq!(lines, document.trees.iter().map(|tree| tree.nodes.len()).sum::<usize>());
    });
}

#[test]
fn dot_is_balanced_and_names_each_node_once() {
    each(Form::Dot, |document, text| {
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

#[test]
fn the_page_loads_nothing_and_carries_the_json() {
    each(Form::Html, |document, page| {
        let page = page.replace("http://www.w3.org/2000/svg", "").replace("url(#", "");
        for foreign in ["http:", "https:", "src=", "@import", "url(", "<link", "{title}"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        let json: Value = serde_json::from_str(&Form::Json.render(document).unwrap()).unwrap();
        assert_eq!(crate::page_data(&page), json);
    });
}

#[test]
fn file_names_tell_the_form() {
    let form = |name: &str| Form::of_name(name.as_ref());
    assert_eq!(
        [form("a.html"), form("b/c.json"), form("d.gv")],
        [Some(Form::Html), Some(Form::Json), Some(Form::Dot)]
    );
    assert_eq!([form("a.txt"), form("tree"), form("x.svg")], [Some(Form::Text), None, None]);
}

/// What the introduction for students shows is what is printed.
#[test]
fn the_introduction_shows_trees_as_they_are() {
    let introduction = include_str!("../../introduction.md");
    let example = worked_example::EXAMPLE.lines().next().unwrap();
    let printed: Vec<String> = ["negamax", "alpha-beta", "pvs+sort"]
        .map(|algorithm| Form::Text.render(&grow::<othello::Position>(example, algorithm, 2)).unwrap())
        .to_vec();
    let shown: Vec<&str> =
        introduction.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(shown.len(), 5);
    for lines in shown {
        assert!(printed.iter().any(|tree| tree.contains(lines)), "{lines}");
    }
}

/// The page takes scores apart by the same bands as the search.
#[test]
fn the_page_knows_the_bands_of_scores() {
    use search_core::score::{DECISIVE, INFINITY, MATE, PROVEN, RULING_WIN};
    let bands = format!(
        "const INFINITY = {INFINITY}, MATE = {MATE}, PROVEN = {PROVEN}, RULING_WIN = {RULING_WIN}, DECISIVE = {DECISIVE};"
    );
    each(Form::Html, |_, page| assert!(page.contains(&bands), "{bands}"));
}
