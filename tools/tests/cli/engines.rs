//! Engines behind the tool: what is found out about them, and that none of them stays behind.

use std::time::{Duration, Instant};

use super::*;

fn mock() -> String {
    let tool = Path::new(env!("CARGO_BIN_EXE_shuangqi"));
    name(&tool.with_file_name("examples").join("mock_engine")).to_owned()
}

#[test]
fn an_engine_is_examined_step_by_step() {
    let output = run(&["compliance", "--proto", "nboard", "--json", "--", &mock(), "--proto", "nboard"]);
    let records: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let summary = records.last().unwrap();
    assert_eq!((&summary["schema"], &summary["engine"]), (&"compliance-summary/1".into(), &"Mock".into()));
    let failed = summary["failed"].as_u64().unwrap();
    assert_eq!(output.status.code(), Some(i32::from(failed > 0)));
    let steps = records.iter().filter(|record| record["schema"] == "compliance/1");
    assert_eq!(steps.filter(|step| step["outcome"] == "fail").count() as u64, failed);
}

#[test]
fn an_engine_that_cannot_be_started_has_an_exit_code_of_its_own() {
    refused(
        &["compliance", "--proto", "uci", "/no/such/engine"],
        4,
        &["could not be started", "No such file"],
    );
    refused(&["compliance", "--proto", "internal", "x"], 2, &["speaks no protocol"]);
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
        assert!(begin.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(5));
    }
}
