//! `shuangqi match`: its results.

mod journals;
mod kills;
mod outputs;
mod refusals;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{err, file, mock, name, out, records, refused, run, sealed_again, tool};

/// Two engines of this program that play in no time.
const QUICK: [&str; 10] = [
    "match",
    "-game",
    "othello",
    "-engine",
    "name=a",
    "proto=internal",
    "nodes=60",
    "-engine",
    "name=b",
    "proto=internal",
];

fn quick<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUICK, &["nodes=30", "-progress", "none"][..], more].concat()
}

/// What does not depend on time.
fn figures(record: &Value) -> Value {
    let mut record = record.clone();
    record.as_object_mut().unwrap().retain(|key, _| !key.starts_with("seconds_"));
    record
}

#[test]
fn a_match_is_one_record_for_programs() {
    let all = records(&quick(&["-rounds", "4"]));
    let [record] = &all[..] else { panic!("{all:?}") };
    assert_eq!((record["schema"].as_str(), record["games"].as_u64()), (Some("match/2"), Some(8)));
    assert_eq!(record["engines"], serde_json::json!(["a", "b"]));
    let counts = ["wins", "draws", "losses"].map(|name| record[name].as_u64().unwrap());
    assert_eq!(counts.iter().sum::<u64>(), 8);
    let pairs: u64 =
        record["pentanomial"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(pairs, 4);
    assert_eq!(record["faults"]["crash"], 0);
    assert!(record.get("llr").is_none());
}

#[test]
fn games_stream_as_they_end() {
    let output = run(&quick(&["-rounds", "2", "--format", "ndjson"]));
    let lines: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let schemas: Vec<&str> = lines.iter().map(|line| line["schema"].as_str().unwrap()).collect();
    assert_eq!(schemas, ["match-game/1", "match-game/1", "match-game/1", "match-game/1", "match/2"]);
    assert_eq!(lines[1]["players"], serde_json::json!(["b", "a"]));
    assert!(lines[0]["moves"].as_array().unwrap().len() > 50);
}

#[test]
fn tournaments_have_a_record_for_each_pairing_and_for_each_engine() {
    let all = records(&quick(&["-engine", "name=c", "proto=internal", "depth=1", "-maxmoves", "20"]));
    let count = |schema: &str| all.iter().filter(|record| record["schema"] == schema).count();
    assert_eq!((count("match/2"), count("match-rating/1")), (3, 3));
    assert_eq!(all[5]["rank"], 3);
}

#[test]
fn a_decided_test_ends_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let line = quick(&["-sprt", "elo0=-200", "elo1=-100", "alpha=0.2", "beta=0.2", "-state", name(&path)]);
    let record = &records(&line)[0];
    assert_ne!(record["verdict"], "continue");
    assert!(record["games"].as_u64().unwrap() < 400, "{record}");
    // Nothing is left to be played.
    let again = &records(&["match", "-resume", name(&path)])[0];
    assert_eq!(figures(again), figures(record));
}

#[test]
fn help_and_version_are_answers() {
    for words in [["match", "--help"], ["match", "-h"], ["help", "match"]] {
        let output = run(&words);
        assert_eq!((output.status.code(), err(&output)), (Some(0), ""));
        assert_eq!(out(&output).matches("\n  shuangqi match ").count(), 3, "{}", out(&output));
    }
    assert!(out(&run(&["match", "-version"])).starts_with("shuangqi "));
}

/// The numbers of the games in a PGN file, each of them with its end.
fn pgn_games(path: &Path) -> Vec<u64> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let games: Vec<&str> = text.split("[Game ").skip(1).collect();
    let number = |game: &&str| {
        let (_, round) = game.split_once("[Round \"").unwrap();
        let (_, result) = game.split_once("[Result \"").unwrap();
        let result = result.split('"').next().unwrap();
        assert!(game.ends_with(&format!("{result}\n\n")), "{game}");
        round.split(['.', '"']).nth(1).unwrap().parse().unwrap()
    };
    games.iter().map(number).collect()
}

/// The numbers of the games in a journal, each of them there once.
fn games_of(path: &Path) -> BTreeSet<u64> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let numbers: Vec<u64> = lines.filter_map(|line| line["number"].as_u64()).collect();
    let different: BTreeSet<u64> = numbers.iter().copied().collect();
    assert_eq!(different.len(), numbers.len(), "a game was played twice");
    different
}

#[test]
#[cfg(target_os = "linux")]
fn a_faulty_engine_loses_and_the_match_continues() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let program = mock();
    let faults = ["none", "crash", "hang", "illegal", "junk", "mute", "crash-at-start"];
    let mut words = vec!["match".to_owned()];
    for fault in faults {
        words.extend(["-engine".to_owned(), format!("name={fault}"), format!("cmd={program}")]);
        words.push(format!("args=--proto gtp --fault {fault} --at 5"));
        // The one that never answers has a clock; a healthy one must have no limit that a busy machine could exceed.
        words.push(format!("tc={}", if fault == "hang" { "1" } else { "inf" }));
    }
    let rest = "-game othello -tournament gauntlet -concurrency 3 -recover -progress none";
    words.extend(rest.split(' ').map(str::to_owned));
    words.extend(["-state".to_owned(), name(&path).to_owned()]);
    let all = records(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let of = |name: &str| &all.iter().find(|record| record["engine"] == name).unwrap()["faults"];
    for (engine, kind) in [
        ("crash", "crash"),
        ("hang", "timeout"),
        ("illegal", "illegal"),
        ("junk", "junk"),
        ("mute", "crash"),
        ("crash-at-start", "crash"),
    ] {
        assert_eq!(of(engine)[kind], 2, "{engine}: {}", of(engine));
    }
    assert_eq!(
        of("none"),
        &serde_json::json!({"timeout":0,"crash":0,"stall":0,"illegal":0,"no_move":0,"junk":0})
    );
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("\"dialogue\":[").count(), 12);
    assert_eq!(games_of(&path).len(), 12);
}
