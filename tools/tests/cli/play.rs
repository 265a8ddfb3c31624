//! `shuangqi play`: the same options for every game, and what they begin.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use crate::*;

/// What is printed for these lines, after which the input ends.
fn dialogue(mut command: Command, typed: &str) -> String {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", err(&output));
    out(&output).to_owned()
}

fn play(options: &[&str], typed: &str) -> String {
    dialogue(tool(&[&["play"], options].concat()), typed)
}

fn connect_four(options: &[&str], typed: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_shuangqi")).with_file_name("examples").join("connect_four");
    let mut command = Command::new(program);
    command.args([&["play", "connect4"], options].concat());
    dialogue(command, typed)
}

#[test]
fn the_engine_answers_in_every_game() {
    for (text, welcome, board) in [
        (play(&["othello", "--depth", "3"], "f5\n"), "You are Black, and begin", "X to move, X 3, O 3"),
        (play(&["xiangqi", "--nodes", "500"], "h2e2\n"), "You are Red, and begin", "Red to move"),
        (connect_four(&["--depth", "4"], "d\n"), "You are Yellow, and begin", "Yellow to move"),
    ] {
        for part in [welcome, "The engine plays ", board] {
            assert!(text.contains(part), "{part:?} is not in {text}");
        }
    }
}

#[test]
fn either_side_or_both_are_the_engines() {
    let text = play(&["xiangqi", "--engine", "red", "--depth", "2", "--letters"], "");
    assert!(text.contains("You are Black; Red begins") && text.contains("The engine plays "), "{text}");
    let text = play(&["othello", "--engine", "none", "--moves", "f5 f6"], "moves\n");
    assert!(text.contains("You play both sides") && text.contains(" 1: f5 f6"), "{text}");
    let almost_over = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOO- O";
    let text = play(&["othello", "--engine", "both", "--level", "1", "--position", almost_over], "");
    assert!(text.contains("The engine plays both sides") && text.contains("The game is over"), "{text}");
    let text = connect_four(&["--engine", "both", "--depth", "2"], "");
    assert!(text.contains("The game is over. "), "{text}");
}

#[test]
fn moves_are_shown_in_the_notation_that_is_asked_for() {
    for (notation, written) in [("chinese", "炮二平五"), ("wxf", "C2.5"), ("iccs", "H2-E2")] {
        let options = ["xiangqi", "--engine", "none", "--notation", notation, "--moves", "h2e2"];
        let text = play(&options, "moves\n");
        assert!(text.contains(&format!("  1. {written}")), "{text}");
    }
}

#[test]
fn a_third_game_is_played_taken_back_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt").to_string_lossy().into_owned();
    let typed = format!("engine none\nd d c\nz\nundo\nmoves\nsave {path}\nhint\nhelp\n");
    let text = connect_four(&["--depth", "3"], &typed);
    assert!(text.contains("  1. d  d\n") && text.contains("found \"z\", expected a move"), "{text}");
    assert!(text.contains(" 1 - - - X - - -\n   a b c d e f g\n"), "{text}");
    assert!(text.contains("at depth 3") && text.contains("save FILE.txt"), "{text}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "d d\n");
}

#[test]
fn what_the_game_does_not_understand_is_refused() {
    refused(&["play", "othello", "--engine", "red"], 3, &["engine: found \"red\", expected black, white"]);
    refused(&["play", "othello", "--level", "61"], 3, &["expected a number from 1 to 60"]);
    refused(&["play", "xiangqi", "--position", "9/9"], 3, &["expected"]);
    refused(&["play", "xiangqi", "--moves", "h2e2 h2e2"], 3, &["expected"]);
    refused(&["play", "xiangqi", "--nodes", "1", "--depth", "1"], 2, &["cannot be used with"]);
    refused(&["play", "chess"], 2, &["othello"]);
}
