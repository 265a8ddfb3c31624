use std::thread;
use std::time::Duration;

use serde_json::Value;
use shuangqi_cli::output::{Format, Output, deliver};

use super::session::ScriptAction;
use super::steps::{Step, rule, run_steps};
use super::*;
use crate::drivers::nboard::Nboard;
use crate::drivers::xboard::{Xboard, compliance::STEPS as XBOARD_STEPS};

const SECONDS: Duration = Duration::from_secs(5);

fn setup_of(command: &str, words: &[&str]) -> Setup {
    let arguments = words.iter().map(|&word| word.to_owned()).collect();
    let config = EngineConfig { command: command.to_owned(), arguments, ..EngineConfig::default() };
    let timeouts = Timeouts { start: 5 * SECONDS, ready: SECONDS, answer: SECONDS, quit: SECONDS };
    Setup { config, timeouts, margin: SECONDS }
}

/// The mock engine, speaking this protocol.
fn mock(protocol: Protocol, words: &[&str]) -> Setup {
    let own = std::env::current_exe().unwrap();
    let program = own.ancestors().nth(2).unwrap().join("examples/mock_engine");
    setup_of(program.to_str().unwrap(), &[&["--proto", protocol.name()], words].concat())
}

fn records(test: impl FnOnce(&mut Output<'_>) -> Result<Exit, Failure>) -> Result<Vec<Value>, Failure> {
    let mut out = Vec::new();
    deliver(Format::Ndjson, &mut out, test)?;
    let lines = String::from_utf8(out).unwrap();
    Ok(lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The records of the mock engine's test.
fn tested(protocol: Protocol, words: &[&str]) -> Vec<Value> {
    records(|output| test(protocol, mock(protocol, words), output)).unwrap()
}

/// The names of the steps that failed, except the one for which the mock engine would have to search.
fn failed(records: &[Value]) -> Vec<&str> {
    let failed = records.iter().filter(|record| record["outcome"] == "fail");
    let names = failed.map(|record| record["name"].as_str().unwrap());
    names.filter(|&name| name != "a mate is found and named").collect()
}

fn note<'a>(records: &'a [Value], name: &str) -> &'a str {
    records.iter().find(|record| record["name"] == name).unwrap()["note"].as_str().unwrap()
}

/// Each breach fails its step, and no other.
fn each_fails_its_step(protocol: Protocol, breaches: &[(&str, &str)]) {
    thread::scope(|scope| {
        for &(breach, step) in breaches {
            scope.spawn(move || {
                let records = tested(protocol, &["--breach", breach]);
                assert_eq!(failed(&records), [step], "{breach}: {records:#?}");
            });
        }
    });
}

#[test]
fn the_mock_engine_keeps_every_protocol() {
    thread::scope(|scope| {
        for protocol in Protocol::external() {
            scope.spawn(move || {
                let records = tested(protocol, &[]);
                assert!(failed(&records).is_empty(), "{records:#?}");
                let verdicts = records.iter().filter(|record| record["schema"] == "compliance-summary/2");
                let verdicts: Vec<_> = verdicts
                    .map(|record| (&record["protocol"], &record["part"], &record["failed"]))
                    .collect();
                // It does not search, and so it finds no mate.
                let missed = u32::from(matches!(protocol, Protocol::Uci | Protocol::Ucci));
                let name = protocol.name().into();
                assert_eq!(
                    verdicts,
                    [(&name, &"protocol".into(), &0.into()), (&name, &"robustness".into(), &missed.into())]
                );
            });
        }
    });
}

#[test]
fn each_breach_fails_the_step_that_tests_it_and_no_other() {
    each_fails_its_step(
        Protocol::Gtp,
        &[
            ("wrong-version", "handshake"),
            ("unlisted", "all needed commands are listed"),
            ("untrue", "known_command is right"),
            ("unknown-accepted", "unknown commands are refused"),
            ("stale-number", "responses have the number of the request"),
            ("spaced-number", "responses have the number of the request"),
            ("lost-number", "responses have the number of the request"),
            ("remark-read", "comments and blank lines are ignored"),
            ("blank-answered", "comments and blank lines are ignored"),
            ("any-size", "one size of board"),
            ("reg-plays", "reg_genmove plays nothing"),
            ("small-letters", "letters in either case"),
            ("illegal-accepted", "illegal moves are refused"),
            ("wrong-score", "final_score"),
            ("no-board", "showboard"),
            ("silent-quit", "quit"),
            ("broken-accepted", "broken lines are refused"),
            ("pass-accepted", "a pass beside moves is refused"),
            ("quit-status", "quit ends with status 0"),
        ],
    );
    each_fails_its_step(
        Protocol::Uci,
        &[
            ("unnamed", "handshake within its time"),
            ("unknown-fatal", "unknown commands and options are ignored"),
            ("leading-blank", "blanks and tabs between words"),
            ("deeper", "go depth is kept"),
            ("more-nodes", "go nodes is kept"),
            ("second-move", "one bestmove for each go"),
            ("illegal-line", "every expected line is legal"),
            ("mated-move", "no move where there is none"),
            ("search-moves-ignored", "searchmoves are obeyed"),
        ],
    );
    each_fails_its_step(
        Protocol::Ucci,
        &[("mated-move", "no move where there is none"), ("ban-moves-ignored", "banmoves are obeyed")],
    );
    each_fails_its_step(Protocol::Xboard, &[("illegal-unnamed", "illegal moves are named")]);
    each_fails_its_step(Protocol::Nboard, &[("unknown-fatal", "unknown commands are ignored")]);
}

/// The grammar of UCCI has `go depth infinite`, engines have `go infinite`.
#[test]
fn both_forms_of_an_infinite_search_pass_in_ucci() {
    for (breach, words) in
        [("go-infinite-only", "go infinite: "), ("depth-infinite-only", "go depth infinite: ")]
    {
        let records = tested(Protocol::Ucci, &["--breach", breach]);
        assert!(failed(&records).is_empty(), "{breach}: {records:#?}");
        assert!(note(&records, "an infinite search is stopped").starts_with(words));
    }
}

#[test]
fn an_engine_may_name_itself_with_its_depth_and_limits_are_shown() {
    let records = tested(Protocol::Nboard, &["--breach", "name-with-depth"]);
    assert!(failed(&records).is_empty(), "{records:#?}");
    assert_eq!(records.last().unwrap()["engine"], "Mock with depth");
    assert!(note(&records, "handshake").starts_with("Mock with depth, "));
    assert!(note(&records, "a ping ends a search").ends_with(" ms, limit 500 ms + 5000 ms"));
}

#[test]
fn a_crash_fails_its_steps_and_the_others_go_on() {
    let records = tested(Protocol::Xboard, &["--fault", "crash", "--at", "1"]);
    let failed = failed(&records);
    assert!(failed.contains(&"a legal move from the start") && !failed.contains(&"the end of input"));
    let steps: Vec<_> = records.iter().filter(|record| record["schema"] == "compliance/2").collect();
    assert_eq!(steps.len(), XBOARD_STEPS.len() + Step::<Xboard>::ENDINGS.len());
}

#[test]
fn an_engine_that_does_not_start_fails_the_test() {
    let mock = mock(Protocol::Nboard, &["--fault", "crash-at-start"]);
    let crash = records(|output| test(Protocol::Nboard, mock, output)).unwrap_err().to_string();
    assert!(crash.ends_with("the engine exited with status 7"), "{crash}");
}

#[test]
fn the_protocol_is_detected() {
    for protocol in Protocol::external() {
        // It ends at an unknown greeting, so there is no wait for an answer.
        assert_eq!(detect(&mock(protocol, &["--breach", "unknown-fatal"])).unwrap(), protocol);
    }
    assert!(is_refusal("? unknown command") && is_refusal("Error (unknown command): uci"));
}

#[test]
fn a_program_that_answers_nothing_is_reported_with_a_remedy() {
    let failure = detect(&setup_of("true", &[])).unwrap_err();
    assert_eq!(failure.exit(), Exit::Engine);
    assert!(
        failure.to_string().contains("--proto") && failure.to_string().contains("ucci: the engine exited")
    );
    let missing = detect(&setup_of("/no/such/engine", &[])).unwrap_err().to_string();
    assert!(missing.contains("the engine could not be started: /no/such/engine: No such file"), "{missing}");
}

#[test]
fn times_do_not_count_the_start_of_a_new_process() {
    const STEPS: &[Step<Nboard>] = &[rule("the end", &[ScriptAction::Quit]), rule("after it", &[])];
    let script = "sleep 1; while read word number && [ $word != quit ]; do [ $word != ping ] || echo pong $number; done";
    let setup = setup_of("sh", &["-c", script]);
    let records = records(|output| run_steps(&[STEPS], Nboard::new, setup, output)).unwrap();
    let record = records.iter().find(|record| record["name"] == "after it").unwrap();
    assert!(record["outcome"] == "pass" && record["milliseconds"].as_u64().unwrap() < 1000, "{records:#?}");
}
