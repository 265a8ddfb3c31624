//! `shuangqi compliance` where its outcome depends on the speed of the machine.

use serde_json::Value;

use crate::{mock, out, run};

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
