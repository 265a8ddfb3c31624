//! The tool as a process: its output and its exit codes.

#![allow(clippy::unwrap_used)] // helpers of tests are tests, though clippy does not know
#![allow(clippy::disallowed_methods, reason = "tests read files that they have written")]

mod analyze;
mod compare;
mod connect_four;
mod engines;
mod failures;
mod matches;
mod perft;
mod play;
mod problem_sets;
mod queue;
mod rating;
mod serve;
#[cfg(unix)]
mod signals;
mod solve;
mod training;
mod training_xiangqi;
mod tree;
mod tune;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const OTHELLO: &str = "---------------------------OX------XO--------------------------- X";

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
fn refused(arguments: &[&str], code: i32, words: &[&str]) -> Output {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(code), "{}", err(&output));
    for word in words {
        assert!(err(&output).contains(word), "{word:?} is not in {:?}", err(&output));
    }
    output
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

/// Lines of a journal that were changed, with the checksums that they would have had: each is that of its own bytes and
/// those of the lines before it, without the ends of the objects.
fn sealed_again(lines: &[&str]) -> String {
    let mut sum = crc32fast::Hasher::new();
    let sealed = lines.iter().map(|line| {
        let (body, _) = line.rsplit_once(",\"crc32\":").unwrap();
        sum.update(body.as_bytes());
        format!("{body},\"crc32\":\"{:08x}\"}}\n", sum.clone().finalize())
    });
    sealed.collect()
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for format in ["table", "json", "ndjson", "csv", "md"] {
        let mut child = tool(&["perft", "xiangqi", "--depth", "3", "--divide", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), err(&output)), (Some(0), ""), "{format}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_exits_with_5() {
    for arguments in [&["perft", "xiangqi", "--depth", "1"] as &[&str], &["--help"], &["--version"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = tool(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(5), "{arguments:?}: {}", err(&output));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_exits_with_130() {
    let child = tool(&["perft", "othello", "--depth", "15"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    signals::await_handler(&child);
    for _ in 0..2 {
        signals::interrupt(&child);
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
}

#[test]
fn help_shows_three_examples_and_they_work() {
    let folder = tempfile::tempdir().unwrap();
    file(&folder, "perft.epd", &format!("{START} ;D1 44 ;D2 1920\n"));
    file(&folder, "problems.obf", &std::fs::read_to_string(solve::PROBLEMS).unwrap());
    file(&folder, "game.txt", "f5d6c3d3c4f4f6\n");
    file(&folder, "games.pgn", "[Red \"Li\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 *\n");
    for command in
        ["", "play", "perft", "solve", "analyze", "compare", "tree", "bench", "elo", "sprt", "tune"]
    {
        let help = run(&[command, "--help"].as_slice()[usize::from(command.is_empty())..]);
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

#[test]
fn the_version_names_commit_and_features() {
    let version = run(&["--version"]);
    assert!(out(&version).starts_with(concat!("shuangqi ", env!("CARGO_PKG_VERSION"), " (")));
    assert!(out(&version).contains("\ncpu features: "));
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
