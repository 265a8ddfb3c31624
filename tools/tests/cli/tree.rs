//! `shuangqi tree`.

use serde_json::Value;

use crate::*;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/tree/worked_example.txt");

fn tree(arguments: &[&str]) -> Value {
    let output = run(&[&["tree"], arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn nodes(document: &Value, tree: usize) -> &Vec<Value> {
    document["trees"][tree]["nodes"].as_array().unwrap()
}

#[test]
fn the_worked_example_is_told_as_the_article_tells_it() {
    let output =
        run(&["tree", "othello", &format!("@{EXAMPLE}"), "--depth", "5", "--algorithm", "alpha-beta+sort"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    assert!(text.contains("\n├─ d6 (-inf, inf) = 0  pv\n"));
    assert!(text.contains("\n├─ f4 (-inf, 0) >= 6  cut, cut by e3, not searched: f3 g3\n"));
}

#[test]
fn a_document_has_the_promised_fields() {
    let document =
        tree(&["xiangqi", "startpos", "moves", "h2e2", "--depth", "2", "--algorithm", "pvs,strongest"]);
    assert_eq!((&document["schema"], &document["side"]), (&"tree/1".into(), &"black".into()));
    assert_eq!(document["trees"].as_array().unwrap().len(), 2);
    for index in [0, 1] {
        let told = &document["trees"][index];
        assert!(told["score"].is_i64() && told["variation"][0].is_string());
        assert_eq!(told["statistics"]["nodes"], nodes(&document, index).len());
        for node in nodes(&document, index) {
            for field in ["step", "bound", "kind", "why", "side", "position"] {
                assert!(node[field].is_string(), "{field}");
            }
            for field in ["id", "place", "ply"] {
                assert!(node[field].is_u64(), "{field}");
            }
            assert!(node["parent"].is_u64() != (node["step"] == "root"));
            assert!(node["quiescence"].is_boolean() && node["only_here"].is_boolean());
        }
    }
}

#[test]
fn every_position_argument_that_perft_takes() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "start.fen", START);
    let whole = tree(&["xiangqi", "--depth", "1"]);
    for position in
        [&[START] as &[&str], &["startpos"], &[&format!("@{}", name(&path))], &["startpos", "moves"]]
    {
        assert_eq!(tree(&[&["xiangqi"], position, &["--depth", "1"]].concat()), whole);
    }
    assert_eq!(tree(&["othello", OTHELLO, "--depth", "2"]), tree(&["othello", "--depth", "2"]));
}

#[test]
fn a_file_is_written_whole_in_the_form_that_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let starts = [
        ("tree.html", "<!DOCTYPE html>"),
        ("tree.gv", "digraph"),
        ("tree.json", "{\"schema\":\"tree/1\""),
        ("tree", "othello,"),
    ];
    for (file, start) in starts {
        let path = folder.path().join(file);
        let arguments = ["tree", "othello", "--depth", "2", "--out", name(&path)];
        let texts = [0, 1].map(|_| {
            let output = run(&arguments);
            assert_eq!((output.status.code(), out(&output)), (Some(0), ""), "{}", err(&output));
            std::fs::read_to_string(&path).unwrap()
        });
        assert!(texts[0].starts_with(start) && texts[0] == texts[1]);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), starts.len());
    let path = folder.path().join("missing/tree.html");
    refused(&["tree", "othello", "--depth", "2", "--out", name(&path)], 5, &["cannot be written"]);
}

#[test]
fn the_page_needs_nothing_else() {
    let output = run(&["tree", "othello", "--depth", "2", "--format", "html"]);
    let page = out(&output).replace("http://www.w3.org/2000/svg", "");
    assert!(!page.contains("http") && !page.contains("src="));
}

#[test]
fn a_tree_that_is_too_large_is_refused_with_the_way_out() {
    let words = ["alpha-beta", "depth 9", "500 nodes", "smaller --depth", "--max-nodes"];
    refused(&["tree", "othello", "--depth", "9", "--max-nodes", "500"], 2, &words);
    refused(
        &["tree", "othello", "--depth", "40", "--algorithm", "alpha-beta+perfect"],
        2,
        &["smaller --depth"],
    );
}

#[test]
fn usage_that_makes_no_sense_is_refused() {
    let shallow = ["tree", "othello", "--depth", "2"];
    refused(&["tree", "othello"], 2, &["--depth"]);
    refused(&["tree", "othello", "--depth", "0"], 2, &["--depth"]);
    let cases: [(&[&str], &[&str]); 8] = [
        (&["--algorithm", "minimax"], &["--algorithm: ", "minimax", "negamax"]),
        (&["--algorithm", "pvs,negamax,alpha-beta"], &["--algorithm", "3", "two"]),
        (&["--algorithm", "pvs,pvs"], &["--algorithm names pvs twice"]),
        (&["--algorithm", "pvs:grain=100"], &["grain", "compare"]),
        (&["--max-nodes", "0"], &["--max-nodes"]),
        (&["--max-nodes", "2M"], &["1000000"]),
        (&["--format", "svg"], &["html"]),
        (&["--format", "dot", "--json"], &["--json"]),
    ];
    for (more, words) in cases {
        refused(&[&shallow, more].concat(), 2, words);
    }
    refused(&["tree", "chess", "--depth", "2"], 2, &["xiangqi"]);
}

#[test]
fn bad_positions_are_bad_input() {
    refused(&["tree", "xiangqi", "9/9 w", "--depth", "1"], 3, &["FEN"]);
    refused(&["tree", "othello", "startpos moves a1", "--depth", "1"], 3, &["a1", "column"]);
    refused(&["tree", "othello", "@no/such/file", "--depth", "1"], 3, &["no/such/file"]);
}

#[test]
fn a_finished_game_is_a_tree_of_one_node() {
    let board = format!("{} X", "X".repeat(64));
    let document = tree(&["othello", &board, "--depth", "3"]);
    assert_eq!((nodes(&document, 0).len(), &nodes(&document, 0)[0]["why"]), (1, &"ended".into()));
    for format in ["text", "dot", "html"] {
        assert_eq!(
            run(&["tree", "othello", &board, "--depth", "3", "--format", format]).status.code(),
            Some(0)
        );
    }
}
