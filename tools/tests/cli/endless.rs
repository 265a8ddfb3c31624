//! Endless files and pipes: every reader has a bound, and its error names it.

use std::fs::File;
use std::process::{Command, Stdio};

use super::{err, file, name};

/// The most memory that a reader may take, in KiB: that of its bound, twice over, and of the program.
const MEMORY: u32 = 3 << 20;

/// Runs the tool with an endless stdin and bounded memory; returns its exit code and its messages.
fn run(arguments: &[&str], stdin: &str) -> (Option<i32>, String) {
    let script = format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_shuangqi")]).args(arguments);
    let output = command.stdin(File::open(stdin).unwrap()).stdout(Stdio::null()).output().unwrap();
    (output.status.code(), err(&output).to_owned())
}

#[track_caller]
fn refused(arguments: &[&str], word: &str) {
    let (code, complaint) = run(arguments, "/dev/zero");
    assert_eq!(code, Some(3), "{arguments:?}: {complaint}");
    assert!(complaint.contains(word), "{arguments:?}: {complaint}");
}

#[test]
#[cfg(target_os = "linux")]
fn endless_files_are_refused_within_their_bounds() {
    const LONGER: &str = "which is longer, expected a ";
    for arguments in [
        &["perft", "xiangqi", "--suite", "/dev/zero"] as &[&str],
        &["perft", "othello", "--suite", "/dev/zero"],
        &["perft", "xiangqi", "@/dev/zero", "--depth", "1"],
        &["perft", "othello", "-", "--depth", "1"],
        &["tree", "othello", "@/dev/zero", "--depth", "1"],
        &["solve", "/dev/zero"],
        &["solve", "@/dev/zero"],
        &["solve", "-"],
        &["compare", "othello", "--positions", "/dev/zero"],
        &["judge", "--suite", "/dev/zero"],
        &["judge", "-"],
    ] {
        refused(arguments, LONGER);
    }
    let engines = ["match", "-game", "othello", "-engine", "name=a", "proto=internal", "nodes=9"];
    let engines = [&engines[..], &["-engine", "name=b", "proto=internal", "nodes=9"]].concat();
    refused(&[&engines[..], &["-openings", "file=/dev/zero"]].concat(), LONGER);
}

#[test]
#[cfg(target_os = "linux")]
fn endless_journals_are_refused_at_once() {
    let engines = ["match", "-game", "othello", "-engine", "name=a", "proto=internal", "nodes=9"];
    let engines = [&engines[..], &["-engine", "name=b", "proto=internal", "nodes=9"]].concat();
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for path in ["/dev/zero", name(&fifo), "/dev/stdin"] {
        refused(&["match", "-resume", path], "which is no regular file");
        refused(&[&engines[..], &["-state", path]].concat(), "which is no regular file");
        refused(&["solve", "startpos", "--resume", path], "which is no regular file");
    }
    // As large as a disk allows, and nothing in it.
    let sparse = file(&folder, "sparse", "");
    File::options().write(true).open(&sparse).unwrap().set_len(1 << 40).unwrap();
    refused(&["match", "-resume", name(&sparse)], "a line of more than 16 MiB");
}
