//! `shuangqi match -queue`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::*;

const COMMON: &str = "each game=xiangqi kind=gain nodes=60 games=100 openings=o.txt\n";

/// A queue of tests that take moments.
fn queue(folder: &TempDir, name: &str, tests: &str) -> PathBuf {
    file(folder, "o.txt", "h2e2\nb2e2\nc3c4\ng3g4\nb0c2\nh0g2\nh2d2\nb2f2\n");
    file(folder, name, &format!("{COMMON}{tests}"))
}

fn played(queue: &Path, more: &[&str]) -> Vec<Value> {
    records(&[&["match", "-queue", name(queue), "-progress", "none"], more].concat())
}

fn ledger(queue: &Path) -> String {
    fs::read_to_string(queue.with_extension("csv")).unwrap()
}

#[test]
fn tests_are_played_until_they_are_decided_or_their_games_are_over() {
    let folder = tempfile::tempdir().unwrap();
    let queue = queue(
        &folder,
        "q.queue",
        "play base=strongest elo1=100\nstrongest elo1=100\n-quiescence-checks kind=simplification games=4\n",
    );
    let all = played(&queue, &[]);
    let [won, lost, open] = &all[..] else { panic!("{all:?}") };
    assert_eq!((&won["schema"], &won["result"]), (&"queued-test/1".into(), &"accepted".into()));
    assert!(won["games"].as_u64().unwrap() < 100 && won["llr"].as_f64().unwrap() > 2.94, "{won}");
    assert!(won["elo"].as_f64().is_none_or(|elo| elo > 0.0), "{won}");
    assert_eq!((&lost["result"], &lost["base"]), (&"rejected".into(), &"play".into()));
    assert_eq!((&open["result"], &open["games"]), (&"undecided".into(), &4.into()));
    assert_eq!((&open["recipe"], &open["elo0"]), (&"play-quiescence-checks".into(), &(-10.0).into()));
    let pairs: u64 = open["pentanomial"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!(pairs, 2);
    let text = ledger(&queue);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("schema,game,recipe,base,kind,nodes,result,games,pentanomial,elo,"));
    assert!(
        lines[3]
            .starts_with("queued-test/1,xiangqi,play-quiescence-checks,play,simplification,60,undecided,4,")
    );
    assert!(lines[3].ends_with(",o.txt,1,\"[\"\"development build\"\"]\""), "{}", lines[3]);
    assert_eq!(lines.len(), 4);
    assert!(played(&queue, &[]).is_empty(), "nothing is left to be played");
    assert_eq!(ledger(&queue), text);
}

#[test]
fn a_queue_that_was_stopped_comes_to_the_same_end_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let test = "-quiescence-checks\n";
    let whole = queue(&folder, "whole.queue", test);
    played(&whole, &["-concurrency", "3"]);
    // The first pairs alone are the state of a queue that was stopped after them.
    let stopped = queue(&folder, "stopped.queue", "-quiescence-checks games=22\n");
    played(&stopped, &["-concurrency", "2"]);
    let state = stopped.with_extension("state");
    let kept = fs::read_to_string(&state).unwrap();
    fs::write(&state, kept.replace("\"games\": 22", "\"games\": 100")).unwrap();
    fs::remove_file(stopped.with_extension("csv")).unwrap();
    queue(&folder, "stopped.queue", test);
    played(&stopped, &["-concurrency", "1"]);
    assert_eq!(ledger(&stopped), ledger(&whole));
}

#[test]
fn each_commit_is_named_with_its_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let queue_of = |games| queue(&folder, "q.queue", &format!("-quiescence-checks games={games}\n"));
    let queue = queue_of(6);
    played(&queue, &[]);
    let state = queue.with_extension("state");
    let kept = fs::read_to_string(&state).unwrap();
    let changed = kept.replace("\"games\": 6", "\"games\": 10").replace("development build", "1a2b3c4");
    fs::write(&state, changed).unwrap();
    queue_of(10);
    assert_eq!(played(&queue, &[])[0]["commits"], serde_json::json!(["1a2b3c4:3", "development build:2"]));
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_queue_keeps_its_counts_and_prints_the_command_that_continues_it() {
    let folder = tempfile::tempdir().unwrap();
    let queue = queue(&folder, "q.queue", "-quiescence-checks nodes=20000 games=1000\n");
    let child = tool(&["match", "-queue", name(&queue)]).stderr(Stdio::piped()).spawn().unwrap();
    let state = queue.with_extension("state");
    while !state.exists() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    refused(&["match", "-queue", name(&queue)], 2, &["is in use by another run"]);
    signals::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", err(&output));
    let command = format!("to go on: shuangqi match -queue {}", name(&queue));
    assert!(err(&output).contains(&command), "{}", err(&output));
    assert!(fs::read_to_string(&state).unwrap().contains("queue-state/1"));
    assert!(!queue.with_extension("csv").exists());
}

#[test]
fn a_queue_that_cannot_be_played_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    for (line, words) in [
        ("+probcut knots=5", "there is no key \"knots\""),
        ("+magic", "found Recipe \"magic\""),
        ("+iir", "\"play+iir\", which is the same as \"play\""),
    ] {
        let queue = queue(&folder, "q.queue", &format!("+probcut\n{line}\n"));
        refused(&["match", "-queue", name(&queue)], 3, &["q.queue:3: ", words]);
        assert!(!queue.with_extension("state").exists(), "nothing was played");
    }
    refused(&["match", "-queue", "nowhere"], 3, &["nowhere"]);
    let lost = file(&folder, "lost.queue", "+probcut game=xiangqi kind=gain nodes=5 openings=lost.txt\n");
    refused(&["match", "-queue", name(&lost)], 3, &["lost.txt"]);
}

#[test]
fn other_options_of_a_match_are_refused_with_a_queue() {
    let folder = tempfile::tempdir().unwrap();
    let queue = queue(&folder, "q.queue", "+probcut\n");
    for more in [&["-rounds", "5"][..], &["-game", "xiangqi"], &["-sprt", "elo1=5"], &["-out", "x"]] {
        refused(&[&["match", "-queue", name(&queue)], more].concat(), 2, &["cannot be used with"]);
    }
}

#[test]
fn files_of_others_stay_what_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let queue = queue(&folder, "q.queue", "-quiescence-checks games=2\n");
    let foreign = file(&folder, "q.csv", "name,street\n");
    refused(&["match", "-queue", name(&queue)], 3, &["q.csv:1: ", "Move the file away"]);
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "name,street\n");
    assert!(!queue.with_extension("state").exists(), "nothing was played");
}

#[test]
fn a_result_that_was_not_written_down_is_written_down_later() {
    let folder = tempfile::tempdir().unwrap();
    let queue = queue(&folder, "q.queue", "-quiescence-checks games=2\n");
    let (results, text) = (played(&queue, &[]), ledger(&queue));
    fs::remove_file(queue.with_extension("csv")).unwrap();
    assert_eq!((played(&queue, &[]), ledger(&queue)), (results, text));
}
