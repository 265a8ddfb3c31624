//! `othello solve` as a program. What it shares with `shuangqi solve`, which is all but the program's
//! name, is tested there in every detail.

use std::process::{Command, Output, Stdio};

use othello::notation::obf;
use serde_json::Value;

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
fn problems_have_the_scores_of_their_proofs() {
    let output = run(&["solve", PROBLEMS, "--check", "--json"], 0);
    let records: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let (summary, solved) = records.split_last().unwrap();
    let file = std::fs::read_to_string(PROBLEMS).unwrap();
    let problems: Vec<_> = obf::read("problems.obf", &file).map(Result::unwrap).collect();
    assert_eq!(solved.len(), problems.len());
    for (record, (id, problem)) in solved.iter().zip(&problems) {
        let (score, _) = problem.expected().unwrap();
        assert_eq!((&record["schema"], &record["id"]), (&"solve/1".into(), &(*id).into()));
        assert_eq!((&record["score"], &record["expected"]), (&score.into(), &score.into()));
        assert_eq!((&record["bound"], &record["ok"]), (&"exact".into(), &true.into()));
        assert!(record["nodes"].is_u64() && record["ordering_nodes"].is_u64());
    }
    assert_eq!((&summary["schema"], &summary["right"]), (&"solve-summary/1".into(), &problems.len().into()));
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
fn the_exit_code_depends_on_what_is_wrong() {
    run(&["solve", START, "--limit", "0.05"], 0);
    run(&["solve"], 2);
    run(&["solve", PROBLEMS, "--window", "4:2"], 2);
    run(&["solve", &START[1..]], 3);
}

/// Waits until a program has a handler of the interrupt; before, it would simply be ended.
#[cfg(target_os = "linux")]
fn await_handler(child: &std::process::Child) {
    let status = format!("/proc/{}/status", child.id());
    let is_caught = || {
        let text = std::fs::read_to_string(&status).unwrap();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0
    };
    while !is_caught() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_prints_the_command_to_resume() {
    let journal = tempfile::NamedTempFile::new().unwrap();
    let path = journal.path().to_str().unwrap();
    let mut command = engine(&["solve", START, "--resume", path]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    await_handler(&child);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let hint = format!("to go on: othello solve '{START}' --resume {path}");
    assert!(text(&output.stderr).contains(&hint), "{}", text(&output.stderr));
}
