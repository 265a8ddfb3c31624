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
fn trees_of_connect_four_are_drawn() {
    let output =
        connect_four(&["tree", "connect4", "startpos moves d d", "--depth", "3", "--format", "json"]);
    let tree: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&tree["side"], &tree["position"].as_str().unwrap()[31..39]), (&"yellow".into(), "O------X"));
    let page = connect_four(&["tree", "connect4", "--depth", "2", "--format", "html"]);
    assert!(String::from_utf8(page.stdout).unwrap().contains("Connect Four, depth 2"));
}
