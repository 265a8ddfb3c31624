//! The tool as a process: its output and its exit codes.
//!
//! What a command prints is tested by dialogues in `tests/snapshots`; the rest is what they cannot show.

#![allow(clippy::unwrap_used)] // helpers of tests are tests, though clippy does not know
#![allow(clippy::disallowed_methods, reason = "tests read files that they have written")]

mod convert;
#[cfg(target_os = "linux")]
mod interrupts;
mod matches;
mod openings;
mod problem_sets;
mod puzzles;
mod serve;
mod shards;
#[cfg(unix)]
mod signals;
#[cfg(target_os = "linux")]
mod snapshot;
#[cfg(target_os = "linux")]
mod snapshots;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const PROBLEMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/othello/problems.obf");

fn tool(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shuangqi"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    tool(arguments).output().unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// The records of a command that must succeed.
fn records(arguments: &[&str]) -> Vec<Value> {
    let output = run(&[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Asserts the exit code, and that stderr says each of the words.
#[track_caller]
fn refused(arguments: &[&str], code: i32, words: &[&str]) {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(code), "{}", err(&output));
    for word in words {
        assert!(err(&output).contains(word), "{word:?} is not in {:?}", err(&output));
    }
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// The engine for tests, which cargo builds with the examples.
fn mock() -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_shuangqi")).with_file_name("examples").join("mock_engine");
    assert!(program.exists(), "build the examples first: cargo test -p tools does it");
    name(&program).to_owned()
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The commands whose help ends with examples.
const COMMANDS: [&str; 12] = [
    "",
    "play",
    "perft",
    "solve",
    "analyze",
    "compare",
    "tree",
    "bench",
    "elo",
    "sprt",
    "tune",
    "evaluate othello",
];

#[test]
fn help_shows_three_examples_and_they_work() {
    let folder = tempfile::tempdir().unwrap();
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    file(&folder, "perft.epd", &format!("{start} ;D1 44 ;D2 1920\n"));
    for problems in ["problems.obf", "more.obf"] {
        std::fs::copy(PROBLEMS, folder.path().join(problems)).unwrap();
    }
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/othello/data/evaluator.weights");
    std::fs::copy(weights, folder.path().join("new.weights")).unwrap();
    file(&folder, "game.txt", "f5d6c3d3c4f4f6\n");
    file(&folder, "games.pgn", "[Red \"Li\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 *\n");
    for command in COMMANDS {
        let help = run(&command.split_whitespace().chain(["--help"]).collect::<Vec<_>>());
        assert_eq!(help.status.code(), Some(0));
        assert!(out(&help).lines().all(|line| line.chars().count() <= 80), "{command}");
        let (_, examples) = out(&help).split_once("Examples:").unwrap();
        let examples = examples.replace("\\\n", "");
        let lines: Vec<&str> =
            examples.lines().filter_map(|line| line.trim_start().strip_prefix("shuangqi ")).collect();
        assert_eq!(lines.len(), 3);
        // Those of bench differ in their formats alone, and take seconds.
        for line in lines.into_iter().skip(if command == "bench" { 2 } else { 0 }) {
            let output =
                tool(&[]).args(shlex::split(line).unwrap()).current_dir(folder.path()).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{line}: {}", err(&output));
        }
    }
}

/// A processor from before every feature of a native build; without the emulator, nothing is tested.
#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_feature = "avx2"))]
fn an_older_processor_is_told_what_it_lacks() {
    let mut emulator = Command::new("qemu-x86_64");
    let Ok(output) = emulator.args(["-cpu", "Nehalem", env!("CARGO_BIN_EXE_shuangqi"), "--version"]).output()
    else {
        return;
    };
    assert_eq!(output.status.code(), Some(5), "{}", err(&output));
    for word in ["lacks: ", " avx2", "--config .cargo/portable.toml"] {
        assert!(err(&output).contains(word), "{}", err(&output));
    }
}

/// The outcome of a step depends on the speed of the machine.
#[test]
fn the_exit_code_and_the_summary_are_those_of_the_steps() {
    let output =
        run(&["compliance", "--proto", "nboard", "--format", "ndjson", "--", &mock(), "--proto", "nboard"]);
    let records: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = &records[records.len() - 2];
    assert_eq!((&summary["schema"], &summary["engine"]), (&"compliance-summary/2".into(), &"Mock".into()));
    let failed = summary["failed"].as_u64().unwrap();
    assert_eq!(output.status.code(), Some(i32::from(failed > 0)));
    let steps = records.iter().filter(|record| record["part"] == "protocol");
    assert_eq!(steps.filter(|step| step["outcome"] == "fail").count() as u64, failed);
}
