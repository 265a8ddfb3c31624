//! `xiangqi judge` as a program.

use std::process::{Command, Output};

fn judge(arguments: &[&str]) -> Output {
    Command::new(crate::programs::program("xiangqi"))
        .arg("judge")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/xiangqi/rules.jsonl");

#[test]
fn a_game_gets_a_record() {
    let message = judge(&["startpos", "h2e2", "h9g7", "--json"]);
    assert_eq!(message.status.code(), Some(0));
    let records: serde_json::Value = serde_json::from_slice(&message.stdout).unwrap();
    let record = &records[0];
    assert_eq!((&record["schema"], &record["outcome"]), (&"judge/1".into(), &"none".into()));
    assert_eq!((&record["reason"], &record["moves"][1]), (&"ongoing".into(), &"h9g7".into()));
    assert_eq!(record["explanation"], "After 2 moves, no rule has ended the game.");
    assert!(record.get("ok").is_none());
}

/// Other programs draw after fifty moves without a capture.
#[test]
fn the_no_capture_limit_can_be_chosen() {
    let game = ["3k5/9/9/9/9/9/9/9/9/R3K4 w - - 99 80", "a0a1"];
    let outcome = |more: &[&str]| {
        let message = judge(&[&game[..], &["--json"], more].concat());
        let records: serde_json::Value = serde_json::from_slice(&message.stdout).unwrap();
        (records[0]["outcome"].clone(), records[0]["reason"].clone())
    };
    assert_eq!(outcome(&[]), ("none".into(), "ongoing".into()));
    assert_eq!(outcome(&["--moves", "50"]), ("draw".into(), "move_limit".into()));
    assert_eq!(outcome(&["--moves", "51"]), ("none".into(), "ongoing".into()));
    assert_eq!(judge(&["startpos", "--moves", "0"]).status.code(), Some(2));
}

#[test]
fn an_illegal_move_is_an_answer_and_a_word_that_is_no_move_an_error() {
    let message = judge(&["startpos", "h2h3", "h9g7", "e0e1"]);
    assert_eq!(message.status.code(), Some(0));
    assert!(text(&judge(&["startpos", "e0e2"]).stdout).contains("illegal_move"));
    let message = judge(&["startpos", "h2e2", "zz"]);
    assert_eq!(message.status.code(), Some(3));
    assert!(text(&message.stderr).contains("column 15: found \"z\""), "{}", text(&message.stderr));
}

#[test]
fn a_suite_is_right_under_its_rules_and_wrong_under_others() {
    assert_eq!(judge(&["--suite", SUITE]).status.code(), Some(0));
    let message = judge(&["--suite", SUITE, "--rules", "plain", "--format", "ndjson"]);
    assert_eq!(message.status.code(), Some(1));
    let last = text(&message.stdout).lines().last().unwrap().to_owned();
    let summary: serde_json::Value = serde_json::from_str(&last).unwrap();
    assert_eq!(summary["schema"], "judge-summary/1");
    assert_eq!(summary["right"].as_u64().unwrap() + summary["wrong"].as_u64().unwrap(), 128);
    assert_eq!(judge(&["startpos", "--rules", "none"]).status.code(), Some(2));
}

#[test]
fn a_bad_line_is_named_and_the_others_are_judged() {
    let file = std::env::temp_dir().join(format!("shuangqi-judge-{}.jsonl", std::process::id()));
    let good = r#"{"fen":"3k5/9/9/9/9/9/R8/9/9/4K4 w","moves":["a3a9"],"expect":"none"}"#;
    std::fs::write(&file, format!("{good}\n{{\"fen\":1}}\n{good}\n")).unwrap();
    let message = judge(&["--suite", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(message.status.code(), Some(3));
    assert!(
        text(&message.stderr).contains(".jsonl:2: judge suite line: column"),
        "{}",
        text(&message.stderr)
    );
    assert_eq!(text(&message.stdout).matches("yes").count(), 2);
}

fn suite(name: &str, text: &str, more: &[&str]) -> Output {
    let file = std::env::temp_dir().join(format!("shuangqi-judge-{name}-{}.jsonl", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let message = judge(&[&["--suite", file.to_str().unwrap()], more].concat());
    std::fs::remove_file(&file).unwrap();
    message
}

#[test]
fn a_misspelt_expect_is_named_and_a_suite_without_any_checks_nothing() {
    let line =
        |key: &str| format!(r#"{{"fen":"3k5/9/9/9/9/9/R8/9/9/4K4 w","moves":["a3a9"],"{key}":"none"}}"#);
    let message = suite("key", &format!("{}\n{}\n", line("expect"), line("expekt")), &[]);
    assert_eq!(message.status.code(), Some(3));
    assert!(text(&message.stderr).contains(".jsonl:2: judge suite line: found the key \"expekt\""));
    let message = suite("none", &line("why"), &["--json"]);
    assert_eq!(message.status.code(), Some(3));
    assert!(text(&message.stderr).contains("found no line with expect"), "{}", text(&message.stderr));
    let records: serde_json::Value = serde_json::from_slice(&message.stdout).unwrap();
    let schemas = [0, 1, 2].map(|index| records[index]["schema"].as_str());
    assert_eq!(schemas, ["judge/1", "judge-summary/1", "error/1"].map(Some));
}

/// A table in a pipe, where there is no terminal to fit.
#[test]
fn reasons_are_broken_into_lines() {
    let moves = "b1c1 b3c3 c1b1 c3b3 b1c1 b3c3 c1b1 c3b3".split(' ');
    let game: Vec<&str> = std::iter::once("5k3/9/9/9/9/9/1r7/9/1C7/3K5 w").chain(moves).collect();
    let shown = text(&judge(&game).stdout);
    assert!(shown.contains("perpetual_chase") && shown.contains("for the third time"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let wrong = r#"{"fen":"5k3/9/9/9/9/9/1r7/9/1C7/3K5 w","moves":["b1c1","b3c3","c1b1","c3b3","b1c1","b3c3","c1b1","c3b3"],"expect":"draw"}"#;
    let shown = text(&suite("wrong", wrong, &[]).stdout);
    assert!(shown.contains("1: After 8 moves, the position has occurred for the third time"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}
