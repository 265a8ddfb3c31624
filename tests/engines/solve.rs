//! `othello solve` as a program. `shuangqi solve` is the same command under another name; its tests have the details.

use std::process::{Command, Output, Stdio};

use super::signals;

const PROBLEMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/othello/problems.obf");
const START: &str = "---------------------------OX------XO--------------------------- X";

fn engine(arguments: &[&str]) -> Command {
    let mut command = Command::new(crate::programs::program("othello"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Asserts the exit code.
#[track_caller]
fn run(arguments: &[&str], code: i32) -> Output {
    let output = engine(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
    output
}

#[test]
fn a_table_without_memory_is_refused() {
    let output = run(&["solve", START, "--hash", "99999999G", "--threads", "1"], 2);
    let error = text(&output.stderr);
    assert!(error.starts_with("error: --hash: found 102399998976 MiB, expected at most "), "{error}");
    assert!(output.stdout.is_empty());
}

#[test]
fn help_lists_the_command_and_shows_three_examples() {
    let help = run(&["--help"], 0);
    assert!(text(&help.stdout).contains("\n  othello solve problems.obf --check\n"));
    let help = run(&["solve", "--help"], 0);
    let (options, examples) = text(&help.stdout).split_once("Examples:").unwrap();
    assert_eq!(examples.matches("\n  othello solve ").count(), 3);
    for word in ["Usage: othello solve [OPTIONS] <FILE>...", "--wld", "--resume", "--color", "--threads"] {
        assert!(options.contains(word), "{word}");
    }
}

#[test]
fn the_command_solves_and_refuses_as_that_of_shuangqi() {
    run(&["solve", PROBLEMS, "--check"], 0);
    run(&["solve", PROBLEMS, "--window", "4:2"], 2);
    run(&["solve", &START[1..]], 3);
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_prints_the_command_to_resume() {
    let journal = tempfile::NamedTempFile::new().unwrap();
    let path = journal.path().to_str().unwrap();
    let mut command = engine(&["solve", START, "--resume", path]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    signals::await_handler(&child);
    signals::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let hint = format!("to go on: othello solve '{START}' --resume {path}");
    assert!(text(&output.stderr).contains(&hint), "{}", text(&output.stderr));
}
