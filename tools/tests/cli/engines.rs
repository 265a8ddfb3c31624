//! Engine processes of the tool: their detection and tests, and that none of them is left running.

use std::time::{Duration, Instant};

use super::*;

#[test]
fn an_engine_is_examined_step_by_step() {
    let output = run(&["compliance", "--proto", "nboard", "--json", "--", &mock(), "--proto", "nboard"]);
    let records: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let summary = &records[records.len() - 2];
    assert_eq!((&summary["schema"], &summary["engine"]), (&"compliance-summary/2".into(), &"Mock".into()));
    let failed = summary["failed"].as_u64().unwrap();
    assert_eq!(output.status.code(), Some(i32::from(failed > 0)));
    let steps = records.iter().filter(|record| record["part"] == "protocol");
    assert_eq!(steps.filter(|step| step["outcome"] == "fail").count() as u64, failed);
}

/// The README's example: nothing but a program.
#[test]
fn the_protocol_need_not_be_named() {
    let output = run(&["compliance", "--startup", "60000", "--json", &mock(), "--", "--proto", "gtp"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(err(&output).contains("answers gtp") && err(&output).contains("--proto"));
    let records: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(records.last().unwrap()["protocol"], "gtp");
    refused(&["compliance", "--startup", "500", "cat"], 4, &["uci: no answer within 100 ms", "--proto"]);
}

#[test]
fn robustness_does_not_change_the_exit_code() {
    for (breach, code) in [("broken-accepted", 0), ("any-size", 1)] {
        let output = run(&["compliance", "--json", &mock(), "--", "--proto", "gtp", "--breach", breach]);
        assert_eq!(output.status.code(), Some(code), "{breach}: {}", err(&output));
        let records: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        let verdicts: Vec<&Value> =
            records[records.len() - 2..].iter().map(|record| &record["verdict"]).collect();
        assert_eq!(verdicts, if code == 0 { ["pass", "fail"] } else { ["fail", "pass"] }, "{breach}");
    }
}

#[test]
fn an_engine_that_cannot_be_started_has_an_exit_code_of_its_own() {
    for words in [&["--proto", "uci"] as &[&str], &[]] {
        let arguments = [&["compliance"], words, &["/no/such/engine"]].concat();
        refused(&arguments, 4, &["could not be started", "No such file"]);
    }
    refused(&["compliance", "--proto", "internal", "x"], 2, &["possible values: uci, ucci, gtp"]);
}

/// An engine that hangs with its first move, or before anything, does not delay the end of the tool, which reports the
/// steps so far.
#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_test_and_reports_the_steps_so_far() {
    let program = mock();
    for (words, fault, least) in [(&["--proto", "gtp"] as &[&str], "hang", 5), (&[], "hang-at-start", 0)] {
        let folder = tempfile::tempdir().unwrap();
        let pids = folder.path().join("pids");
        let arguments = [&["compliance", "--startup", "600000", "--json"], words, &["--", &program]].concat();
        let engine = ["--proto", "gtp", "--fault", fault, "--pids", name(&pids)];
        let mut command = tool(&[&arguments[..], &engine].concat());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The numbers test starts a second process, after which only the hanging move is left to wait for.
        let started = if least > 0 { 2 } else { 1 };
        await_until(|| std::fs::read_to_string(&pids).unwrap_or_default().lines().count() == started);
        std::thread::sleep(Duration::from_secs(1));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", err(&output));
        assert!(err(&output).contains("interrupted") && err(&output).contains("run the command again"));
        let records: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        assert!(records.iter().filter(|record| record["schema"] == "compliance/2").count() >= least);
        // The move was not waited for: that would have failed its step.
        assert!(records.iter().all(|record| record["outcome"] != "fail"));
        if least > 0 {
            assert!(records.iter().any(|record| record["verdict"] == "unfinished"));
        }
        assert_eq!(records.last().unwrap()["exit"], 130);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_when_the_tool_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    let engine = mock();
    let words = ["compliance", "--proto", "uci", "--", &engine, "--proto", "uci", "--fault", "hang-at-start"];
    let more = ["--ignore-signals", "--ignore-quit", "--orphan", "--pids", name(&pids)];
    let mut child = tool(&[&words[..], &more].concat()).spawn().unwrap();
    let listed = || std::fs::read_to_string(&pids).unwrap_or_default();
    await_until(|| listed().lines().count() == 2);
    child.kill().unwrap();
    child.wait().unwrap();
    await_until(|| !listed().lines().any(is_alive));
}

fn is_alive(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z")
}

#[track_caller]
fn await_until(is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
}
