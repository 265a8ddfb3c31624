use std::thread;
use std::time::Duration;

use serde_json::Value;
use shuangqi_cli::output::{Format, deliver};

use super::bench::{Finding, Miss};
use super::course::{Course, Step, examine};
use super::*;

const SECONDS: Duration = Duration::from_secs(5);

fn bench(program: &str, words: &[&str]) -> Bench {
    let launch = Launch {
        command: program.to_owned(),
        arguments: words.iter().map(|&word| word.to_owned()).collect(),
        folder: None,
        processors: Vec::new(),
        stderr: None,
    };
    let patience = Timeouts { start: 5 * SECONDS, ready: SECONDS, answer: SECONDS, quit: SECONDS };
    Bench::new(launch, patience, SECONDS)
}

/// The mock engine, speaking this protocol.
fn mock(protocol: Protocol, words: &[&str]) -> Bench {
    let own = std::env::current_exe().unwrap();
    let program = own.ancestors().nth(2).unwrap().join("examples/mock_engine");
    bench(program.to_str().unwrap(), &[&["--proto", protocol.name()], words].concat())
}

/// The records of a test.
fn records(course: impl Course, bench: Bench) -> Result<Vec<Value>, Failure> {
    let mut out = Vec::new();
    deliver(Format::Ndjson, &mut out, |output| examine(course, bench, output))?;
    let lines = String::from_utf8(out).unwrap();
    Ok(lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// What comes of the mock engine's test.
fn examined(protocol: Protocol, words: &[&str]) -> Vec<Value> {
    let bench = mock(protocol, words);
    let records = match protocol {
        Protocol::Uci => records(uci::Uci::new(uci::Dialect::Uci), bench),
        Protocol::Ucci => records(uci::Uci::new(uci::Dialect::Ucci), bench),
        Protocol::Gtp => records(gtp::Gtp::default(), bench),
        Protocol::Xboard => records(xboard::Xboard::default(), bench),
        Protocol::Nboard => records(nboard::Nboard::default(), bench),
        Protocol::Internal => panic!("it runs no process"),
    };
    records.unwrap()
}

/// The names of the steps that failed, apart from the one for which the mock engine would have to search.
fn failed(records: &[Value]) -> Vec<&str> {
    let failed = records.iter().filter(|record| record["outcome"] == "fail");
    let names = failed.map(|record| record["name"].as_str().unwrap());
    names.filter(|&name| name != "a mate is found and named").collect()
}

fn note<'a>(records: &'a [Value], name: &str) -> &'a str {
    records.iter().find(|record| record["name"] == name).unwrap()["note"].as_str().unwrap()
}

/// Each breach fails this step, and no other.
fn each_fails_its_step(protocol: Protocol, breaches: &[(&str, &str)]) {
    thread::scope(|scope| {
        for &(breach, step) in breaches {
            scope.spawn(move || {
                let records = examined(protocol, &["--breach", breach]);
                assert_eq!(failed(&records), [step], "{breach}: {records:#?}");
            });
        }
    });
}

#[test]
fn the_mock_engine_keeps_every_protocol() {
    thread::scope(|scope| {
        for protocol in [Protocol::Uci, Protocol::Ucci, Protocol::Gtp, Protocol::Xboard, Protocol::Nboard] {
            scope.spawn(move || {
                let records = examined(protocol, &[]);
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
fn each_breach_of_gtp_fails_the_step_that_tests_it_and_no_other() {
    each_fails_its_step(
        Protocol::Gtp,
        &[
            ("wrong-version", "handshake"),
            ("unlisted", "all needed commands are listed"),
            ("untrue", "known_command tells the truth"),
            ("unknown-accepted", "unknown commands are refused"),
            ("stale-number", "numbers of requests come back"),
            ("spaced-number", "numbers of requests come back"),
            ("lost-number", "numbers of requests come back"),
            ("remark-read", "remarks and blank lines are passed over"),
            ("blank-answered", "remarks and blank lines are passed over"),
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
}

#[test]
fn each_breach_of_uci_fails_the_step_that_tests_it_and_no_other() {
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
}

#[test]
fn each_breach_of_the_others_fails_the_step_that_tests_it_and_no_other() {
    each_fails_its_step(
        Protocol::Ucci,
        &[("mated-move", "no move where there is none"), ("ban-moves-ignored", "banmoves are obeyed")],
    );
    each_fails_its_step(Protocol::Xboard, &[("illegal-unnamed", "illegal moves are named")]);
    each_fails_its_step(Protocol::Nboard, &[("unknown-fatal", "unknown commands are ignored")]);
}

/// The grammar of UCCI has `go depth infinite`, engines have `go infinite`.
#[test]
fn either_form_of_an_infinite_search_will_do_in_ucci() {
    for (breach, words) in
        [("go-infinite-only", "go infinite: "), ("depth-infinite-only", "go depth infinite: ")]
    {
        let records = examined(Protocol::Ucci, &["--breach", breach]);
        assert!(failed(&records).is_empty(), "{breach}: {records:#?}");
        assert!(note(&records, "an infinite search is stopped").starts_with(words));
    }
}

#[test]
fn an_engine_may_name_itself_with_its_depth_and_limits_are_shown() {
    let records = examined(Protocol::Nboard, &["--breach", "name-with-depth"]);
    assert!(failed(&records).is_empty(), "{records:#?}");
    assert_eq!(records.last().unwrap()["engine"], "Mock with depth");
    assert!(note(&records, "handshake").starts_with("Mock with depth, "));
    assert!(note(&records, "a ping ends a search").ends_with(" ms, limit 500 ms + 5000 ms"));
}

#[test]
fn a_crash_fails_its_steps_and_the_others_go_on() {
    let records = examined(Protocol::Xboard, &["--fault", "crash", "--at", "1"]);
    let failed = failed(&records);
    assert!(failed.contains(&"a legal move from the start") && !failed.contains(&"the end of input"));
    let steps: Vec<_> = records.iter().filter(|record| record["schema"] == "compliance/2").collect();
    assert_eq!(steps.len(), xboard::Xboard::default().steps().len());
}

#[test]
fn an_engine_that_does_not_start_ends_everything() {
    let bench = mock(Protocol::Nboard, &["--fault", "crash-at-start"]);
    let crash = records(nboard::Nboard::default(), bench);
    let crash = crash.unwrap_err().to_string();
    assert!(crash.ends_with("it exited with status 7"), "{crash}");
}

#[test]
fn the_protocol_is_found() {
    for protocol in [Protocol::Uci, Protocol::Ucci, Protocol::Gtp, Protocol::Xboard, Protocol::Nboard] {
        // Its end spares the wait for an answer to the other greetings.
        let mut bench = mock(protocol, &["--breach", "unknown-fatal"]);
        assert_eq!(detect(&mut bench).unwrap(), protocol);
        assert!(!bench.is_running());
    }
}

#[test]
fn a_program_that_answers_nothing_is_no_engine_and_the_way_out_is_named() {
    let failure = detect(&mut bench("true", &[])).unwrap_err();
    assert_eq!(failure.exit(), Exit::Engine);
    assert!(failure.to_string().contains("--proto") && failure.to_string().contains("ucci: it exited"));
    let missing = detect(&mut bench("/no/such/engine", &[])).unwrap_err().to_string();
    assert!(missing.contains("it could not be started: /no/such/engine: No such file"), "{missing}");
}

/// An engine that takes its time to start, and whose first step ends it.
struct Slow;

impl Course for Slow {
    fn steps(&self) -> Vec<Step<Slow>> {
        let end = |_: &mut Slow, bench: &mut Bench| -> Finding {
            bench.clear();
            Ok(String::new())
        };
        vec![Step::protocol("the end", end), Step::protocol("after it", |_, _| Ok(String::new()))]
    }

    fn greet(&mut self, _: &mut Bench) -> Result<(), Miss> {
        thread::sleep(SECONDS / 5);
        Ok(())
    }

    fn protocol(&self) -> &'static str {
        "none"
    }

    fn title(&self) -> Option<String> {
        None
    }
}

#[test]
fn times_do_not_count_the_start_of_a_new_process() {
    let records = records(Slow, bench("cat", &[])).unwrap();
    let time =
        |name: &str| records.iter().find(|record| record["name"] == name).unwrap()["milliseconds"].clone();
    assert!(time("after it").as_u64().unwrap() < 1000, "{records:#?}");
}
