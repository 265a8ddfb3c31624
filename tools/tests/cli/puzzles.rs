//! `shuangqi puzzles` with puzzles of before.

use std::fs;

use super::{err, out, run};

const SET: &str = include_str!("../../../crates/puzzles/data/othello.jsonl");

/// Renewed, a set has what this program says of each position: the order, the place that a puzzle is from and what still holds stay, a
/// wrong solution and a wrong grade are mended, and what is no puzzle goes.
#[test]
fn a_renewed_set_is_what_the_program_says_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.jsonl");
    let lines: Vec<&str> = SET.lines().take(3).collect();
    let start = lines[0].replace(
        "-XXXXX----XOOO----XXOOOXO-XOOOOXXXXXXOXXXXOXOXXX-OOOXO-X-OOXXXX- X\",\"goal\":\"win\",\"moves\":[\"a8\"]",
        "---------------------------OX------XO--------------------------- X\",\"goal\":\"win\",\"moves\":[\"d3\"]",
    );
    assert_ne!(start, lines[0]);
    let graded = lines[1].replace("\"nodes\":", "\"nodes\":12345");
    assert_ne!(graded, lines[1]);
    fs::write(&file, [lines[0], &start, &graded, lines[2], ""].join("\n")).unwrap();
    let output = run(&["puzzles", "othello", file.to_str().unwrap(), "--renew", "--format", "ndjson"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(out(&output), [&lines[..], &[""]].concat().join("\n"));
}
