//! `shuangqi perft`.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::*;

fn nodes(arguments: &[&str]) -> u64 {
    let records = records(arguments);
    assert_eq!(records.len(), 1);
    records[0]["nodes"].as_u64().unwrap()
}

#[test]
fn perft_counts_both_games() {
    assert_eq!(nodes(&["perft", "xiangqi", "--depth", "4"]), 3_290_240);
    assert_eq!(nodes(&["perft", "othello", "--depth", "8"]), 390_216);
    assert_eq!(nodes(&["perft", "othello", "--depth", "0"]), 1);
}

#[test]
fn conventions_differ_where_games_end_early() {
    let wiped = "------X-------X---XXXOX---OOO-----OOX-------X------------------- X";
    let count = |letter| nodes(&["perft", "othello", wiped, "--depth", "5", "--convention", letter]);
    assert_eq!(nodes(&["perft", "othello", wiped, "--depth", "5"]), 37_987);
    assert_eq!([count("a"), count("b"), count("c")], [37_987, 38_032, 37_980]);
    let late = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
    let count = |letter| nodes(&["perft", "othello", late, "--depth", "4", "--convention", letter]);
    assert_eq!([count("a"), count("b"), count("c")], [18, 21, 17]);
}

#[test]
fn a_record_has_the_promised_fields() {
    let record = &records(&["perft", "xiangqi", "--depth", "2"])[0];
    assert_eq!(record["schema"], "perft/1");
    assert_eq!(record["game"], "xiangqi");
    assert_eq!(record["position"], START);
    assert_eq!(record["depth"], 2);
    assert!(record["seconds"].is_f64() && record["nodes_per_second"].is_u64());
    assert!(record.get("expected").is_none() && record.get("ok").is_none());
}

#[test]
fn a_position_can_be_given_in_every_way() {
    let folder = tempfile::tempdir().unwrap();
    let holder = file(&folder, "fen.txt", &format!("\r\n{START}\r\n"));
    let at = format!("@{}", name(&holder));
    let words: Vec<&str> = START.split(' ').collect();
    for position in [vec![START], vec!["startpos"], vec!["startpos moves"], vec![at.as_str()], words] {
        let arguments = [&["perft", "xiangqi"], position.as_slice(), &["--depth", "3"]].concat();
        assert_eq!(nodes(&arguments), 79_666, "{position:?}");
    }
    let branches = records(&["perft", "xiangqi", "--depth", "2", "--divide"]);
    let branch = branches.iter().find(|branch| branch["move"] == "h2e2").unwrap();
    assert_eq!(branch["nodes"], nodes(&["perft", "xiangqi", "startpos moves h2e2", "--depth", "1"]));
    assert_eq!(nodes(&["perft", "othello", "startpos", "moves", "f5", "d6", "--depth", "1"]), 5);
    assert_eq!(nodes(&["perft", "othello", OTHELLO, "--depth", "4"]), 244);
}

#[test]
fn a_dash_stands_for_stdin() {
    let mut child = tool(&["perft", "xiangqi", "-", "--depth", "1", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(START.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(out(&output).contains("\"nodes\":44"));
}

#[test]
fn threads_change_no_count_and_no_order() {
    let counts = |threads| {
        let arguments = ["perft", "xiangqi", "--depth", "3", "--divide", "--threads", threads];
        let list =
            records(&arguments).into_iter().map(|record| (record["move"].clone(), record["nodes"].clone()));
        list.collect::<Vec<_>>()
    };
    assert_eq!(counts("1"), counts("3"));
}

#[test]
fn divided_counts_add_up() {
    for game in ["othello", "xiangqi"] {
        let records = records(&["perft", game, "--depth", "3", "--divide"]);
        let (total, branches) = records.split_last().unwrap();
        assert!(branches.iter().all(|branch| branch["schema"] == "perft-divide/1"));
        let sum: u64 = branches.iter().map(|branch| branch["nodes"].as_u64().unwrap()).sum();
        assert_eq!(total["nodes"], sum);
    }
    assert_eq!(records(&["perft", "xiangqi", "--depth", "2", "--divide"]).len(), 45);
}

#[test]
fn csv_and_ndjson_and_markdown_can_be_read() {
    let csv = run(&["perft", "xiangqi", "--depth", "2", "--format", "csv"]);
    let mut reader = csv::Reader::from_reader(csv.stdout.as_slice());
    let header = reader.headers().unwrap().clone();
    let row = reader.records().next().unwrap().unwrap();
    let column = header.iter().position(|name| name == "nodes").unwrap();
    assert_eq!((&header[0], &row[0], &row[column]), ("schema", "perft/1", "1920"));

    let lines = run(&["perft", "othello", "--depth", "2", "--divide", "--format", "ndjson"]);
    let records: Vec<Value> = out(&lines).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 5);

    let table = run(&["perft", "othello", "--depth", "6", "--format", "md"]);
    assert!(out(&table).contains("| ---: |") && out(&table).contains(" 8,200 "));
}

#[test]
fn a_suite_that_holds_ends_with_a_summary() {
    let folder = tempfile::tempdir().unwrap();
    let xiangqi =
        file(&folder, "x.epd", &format!("# counts\n{START} ;D1 44 ;D2 1920 ;D3 79666 ;D6 5392831844\n"));
    let found = records(&["perft", "xiangqi", "--suite", name(&xiangqi), "--max-nodes", "100k"]);
    assert_eq!(found.len(), 4);
    assert!(found[..3].iter().all(|record| record["ok"] == true && record["expected"] == record["nodes"]));
    assert_eq!((&found[3]["schema"], &found[3]["right"]), (&"perft-summary/1".into(), &3.into()));
    assert_eq!(found[3]["skipped"], 1);

    let othello = file(&folder, "o.txt", &format!("position start {OTHELLO}\nA 4 12 56\nC 4 12 56\n"));
    assert_eq!(records(&["perft", "othello", "--suite", name(&othello)]).len(), 7);
    assert_eq!(records(&["perft", "othello", "--suite", name(&othello), "--convention", "c"]).len(), 4);
    assert_eq!(records(&["perft", "othello", "--suite", name(&othello), "--depth", "1"]).len(), 3);
}

#[test]
fn a_wrong_count_exits_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let suite = file(&folder, "x.epd", &format!("{START} ;D1 45 ;D2 1920\n"));
    let output = refused(&["perft", "xiangqi", "--suite", name(&suite), "--format", "ndjson"], 1, &[]);
    let records: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records[0]["ok"], false);
    assert_eq!((&records[2]["right"], &records[2]["wrong"]), (&1.into(), &1.into()));
}

#[test]
fn a_bad_line_is_named_and_the_good_ones_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let suite =
        file(&folder, "x.epd", &format!("{START} ;D1 44\n{START} ;D2 many\n9/9 w ;D1 3\n{START} ;D2 1920\n"));
    for format in ["table", "json", "ndjson", "csv", "md"] {
        let place = |line: u32| format!("{}:{line}: ", name(&suite));
        let words = [&place(2), "found \"D2 many\"", &place(3)];
        let output = refused(&["perft", "xiangqi", "--suite", name(&suite), "--format", format], 3, &words);
        assert!(out(&output).contains("44") && out(&output).contains("920"), "{format}");
    }
}

#[test]
fn a_command_line_that_makes_no_sense_exits_with_2() {
    refused(&[], 2, &["Usage"]);
    refused(&["perft", "xiangqi"], 2, &["--depth"]);
    refused(&["perft", "chess", "--depth", "1"], 2, &["othello", "xiangqi"]);
    refused(&["perft", "xiangqi", "--depth", "99"], 2, &["99"]);
    refused(&["perft", "xiangqi", "--dpeth", "4"], 2, &["--depth"]);
    refused(&["perft", "xiangqi", "--depth", "1", "--dvide"], 2, &["--dvide"]);
    refused(&["perft", "xiangqi", "--depth", "1", "--threads", "none"], 2, &["--threads auto"]);
    refused(&["perft", "xiangqi", "--depth", "1", "--convention", "b"], 2, &["--convention"]);
    refused(&["perft", "xiangqi", "--depth", "1", "--json", "--format", "csv"], 2, &["--json"]);
    refused(&["perft", "xiangqi", "--depth", "1", "--max-nodes", "5"], 2, &["--suite"]);
}

#[test]
fn bad_input_exits_with_3_and_says_where_and_what() {
    refused(&["perft", "xiangqi", "9/9 w", "--depth", "1"], 3, &["found", "expected"]);
    refused(&["perft", "othello", "---OX", "--depth", "1"], 3, &["found", "expected"]);
    refused(&["perft", "xiangqi", "startpos moves h2e2 a0a9", "--depth", "1"], 3, &["column 21", "a0a9"]);
    refused(&["perft", "othello", "startpos moves a1", "--depth", "1"], 3, &["column 16", "a1"]);
    refused(&["perft", "xiangqi", "@no/such", "--depth", "1"], 3, &["no/such"]);
    refused(&["perft", "xiangqi", "--suite", "no/such"], 3, &["no/such"]);
    refused(&["perft", "xiangqi", "-", "--depth", "1"], 3, &["stdin:1", "no text"]);
    let folder = tempfile::tempdir().unwrap();
    let empty = file(&folder, "empty", "# nothing\n");
    refused(&["perft", "othello", "--suite", name(&empty)], 3, &["empty", "no counts"]);
}
