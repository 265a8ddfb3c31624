//! A third game: the example `connect_four` has every command of the two that are built in.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn connect_four(arguments: &[&str]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_shuangqi")).with_file_name("examples").join("connect_four");
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn records(arguments: &[&str]) -> Vec<Value> {
    serde_json::from_slice(&connect_four(&[arguments, &["--json"]].concat()).stdout).unwrap()
}

/// The counts of John Tromp's page on Connect Four: a game that has ended has no leaves.
#[test]
fn perft_counts_the_trees_of_connect_four() {
    let nodes = |depth| records(&["perft", "connect4", "--depth", depth])[0]["nodes"].clone();
    assert_eq!(["1", "4", "7", "8"].map(nodes), [7, 2401, 823_536, 5_673_234].map(Value::from));
}

#[test]
fn algorithms_agree_in_connect_four() {
    let list = "negamax,alpha-beta,strongest,strongest@mtdf";
    let records = records(&["compare", "connect4", "--depth", "5..6", "--algorithms", list]);
    let summaries: Vec<&Value> =
        records.iter().filter(|record| record["schema"] == "compare-summary/2").collect();
    assert_eq!(summaries.len(), 8);
    assert!(summaries.iter().all(|summary| summary["same_score"] == true && summary["positions"] == 7));
}

#[test]
fn a_match_of_connect_four_is_played_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("out").to_string_lossy().into_owned();
    let engines = ["-engine", "name=new", "nodes=300", "-engine", "name=old", "nodes=100"];
    let options = ["match", "-game", "connect4", "-rounds", "4", "-out", &folder];
    let summary = &records(&[&options[..], &engines].concat())[0];
    assert_eq!((&summary["game"], &summary["games"]), (&"connect4".into(), &8.into()));
    assert!(summary["faults"].as_object().unwrap().values().all(|count| count == 0), "{summary}");
    let text = |name: &str| std::fs::read_to_string(Path::new(&folder).join(name)).unwrap();
    let pgn = text("games.pgn");
    assert!(pgn.starts_with("[Game \"Connect Four\"]") && pgn.contains("[Variant \"connect4\"]"), "{pgn}");
    assert!(pgn.contains("Yellow wins") || pgn.contains("Red wins"), "{pgn}");
    assert!(text("report.html").contains("Connect Four · 8 games"));
    let resumed = records(&["match", "-resume", &format!("{folder}/match.journal"), "-rounds", "5"]);
    assert_eq!(resumed[0]["games"], 10);
}

#[test]
fn trees_of_connect_four_are_drawn() {
    let output =
        connect_four(&["tree", "connect4", "startpos moves d d", "--depth", "3", "--format", "json"]);
    let tree: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&tree["side"], &tree["position"].as_str().unwrap()[31..39]), (&"yellow".into(), "O------X"));
    let page = connect_four(&["tree", "connect4", "--depth", "2", "--format", "html"]);
    assert!(String::from_utf8(page.stdout).unwrap().contains("Connect Four, depth 2"));
}
