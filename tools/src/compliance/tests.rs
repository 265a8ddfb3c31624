use std::time::Duration;

use console::output::{Format, deliver};

use super::course::{Bench, Course, examine};
use super::*;

/// Each step's name with its outcome, as the mock engine fares.
fn fares<C: Course>(course: C, words: &[&str]) -> Result<Vec<(String, String)>, Failure> {
    let own = std::env::current_exe().unwrap();
    let program = own.ancestors().nth(2).unwrap().join("examples/mock_engine");
    let launch = Launch {
        command: program.to_str().unwrap().to_owned(),
        arguments: words.iter().map(|&word| word.to_owned()).collect(),
        folder: None,
        processors: Vec::new(),
        stderr: None,
    };
    let seconds = Duration::from_secs(5);
    let patience = Patience { start: seconds, ready: seconds, answer: seconds, quit: seconds };
    let mut out = Vec::new();
    deliver(Format::Ndjson, &mut out, |output| {
        examine(course, Bench::new(launch, patience, seconds), output)
    })?;
    let lines = String::from_utf8(out).unwrap();
    let record = |line: &str| -> serde_json::Value { serde_json::from_str(line).unwrap() };
    let steps = lines.lines().map(record).filter(|record| record["schema"] == "compliance/1");
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    Ok(steps.map(|step| (text(&step["name"]), text(&step["outcome"]))).collect())
}

fn failed(steps: &[(String, String)]) -> Vec<&str> {
    steps.iter().filter(|(_, outcome)| outcome == "fail").map(|(name, _)| name.as_str()).collect()
}

#[test]
fn the_mock_engine_keeps_the_protocols_but_does_not_search() {
    let steps = fares(uci::Uci::new(uci::Dialect::Uci), &["--proto", "uci"]).unwrap();
    assert_eq!(
        failed(&steps),
        ["go depth is kept", "a mate is found and named", "searchmoves or banmoves are obeyed"]
    );
    let steps = fares(gtp::Gtp::default(), &["--proto", "gtp"]).unwrap();
    assert_eq!(
        failed(&steps),
        [
            "numbers of requests come back",
            "remarks and blank lines are passed over",
            "one size of board",
            "broken lines are refused"
        ]
    );
}

#[test]
fn a_crash_fails_its_steps_and_the_others_go_on() {
    let steps =
        fares(xboard::Xboard::default(), &["--proto", "xboard", "--fault", "crash", "--at", "1"]).unwrap();
    let failed = failed(&steps);
    assert!(failed.contains(&"a legal move from the start") && !failed.contains(&"the end of input"));
    assert_eq!(steps.len(), 18);
}

#[test]
fn an_engine_that_does_not_start_ends_everything() {
    let crash = fares(nboard::Nboard::default(), &["--proto", "nboard", "--fault", "crash-at-start"]);
    assert!(matches!(crash, Err(Failure::Engine(why)) if why.ends_with("it ended with status 7")));
}
