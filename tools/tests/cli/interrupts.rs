//! Ctrl-C: what is known so far is printed, with the command that goes on, which comes to the same end.

use std::fs;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::signals;
use crate::{err, file, name, out, records, refused, tool};

/// A position that takes for ever.
const START: &str = "---------------------------OX------XO--------------------------- X";

fn lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.matches('\n').count())
}

/// Starts a command line, and returns once its journal has this number of lines more.
fn begun(line: &[&str], journal: &Path, more: usize) -> Child {
    let before = lines(journal);
    let mut child = tool(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while lines(journal) < before + more {
        assert!(start.elapsed() < Duration::from_secs(60));
        assert!(child.try_wait().unwrap().is_none(), "it is over already");
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

/// What a program prints that is told to end; it must say these words, the command that goes on among them.
fn ended(child: Child, signal: &str, said: &[&str]) -> Output {
    signals::send(&child, signal);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", err(&output));
    for words in said {
        assert!(err(&output).contains(words), "{words:?} is not in {:?}", err(&output));
    }
    output
}

#[test]
fn a_run_without_a_journal_ends() {
    let child = tool(&["perft", "othello", "--depth", "15"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    signals::await_handler(&child);
    signals::interrupt(&child);
    std::thread::sleep(Duration::from_millis(50));
    ended(child, "-INT", &[]);
}

/// Also after having been killed at any byte.
#[test]
fn an_interrupted_run_goes_on_to_the_same_records() {
    let folder = tempfile::tempdir().unwrap();
    let openings = file(&folder, "openings", "h2e2 h9g7\nb2e2\nc3c4 g6g5\n");
    let games = file(&folder, "games", &"h2e2 h9g7 h0g2 i9h9 c3c4 c6c5\n".repeat(30));
    let (openings, games) = (name(&openings), name(&games));
    let tune = format!(
        "tune xiangqi --parameters reverse_margin,late_slope,reduction_base --nodes 200 --pairs 2 --iterations 30 \
         --openings {openings}"
    );
    let analyze = format!("analyze xiangqi {games} --nodes 3K --hash 1M --threads 1");
    for (line, option, begins, known, other) in [
        (tune, "--journal", "interrupted; to go on: shuangqi tune xiangqi ", "reduction_base", "--rate"),
        (analyze, "--resume", "interrupted; to go on: shuangqi analyze xiangqi ", "Game 1 (", "--depth"),
    ] {
        let line: Vec<&str> = line.split(' ').collect();
        let journal = folder.path().join(&option[2..]);
        let whole = records(&line);
        let kept = [&line[..], &[option, name(&journal)]].concat();
        let output = ended(begun(&kept, &journal, 3), "-INT", &[begins, name(&journal)]);
        assert!(out(&output).contains(known), "what is known so far: {}", out(&output));
        assert!((3..31).contains(&lines(&journal)));
        let text = fs::read_to_string(&journal).unwrap();
        fs::write(&journal, &text[..text.len() - 9]).unwrap();
        assert_eq!(records(&kept), whole);
        assert_eq!(lines(&journal), 31);
        assert_eq!(records(&kept), whole, "nothing is left to be done");
        let words = [&format!("is that of another run; these differ: {other}."), option];
        refused(&[&kept[..], &[other, "1"]].concat(), 2, &words);
    }
}

#[test]
fn an_interrupted_solve_prints_its_records_and_its_journal_serves_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let problems = fs::read_to_string(crate::PROBLEMS).unwrap();
    let problems = format!("{}\n{START}\n", problems.lines().next().unwrap());
    let (problems, journal) = (file(&folder, "p.obf", &problems), folder.path().join("journal"));
    let line = ["solve", name(&problems), "--threads", "1", "--resume", name(&journal), "--json"];
    // The header, and the first problem.
    let child = begun(&line, &journal, 2);
    refused(&line, 2, &["in use by another run"]);
    let hint = format!("shuangqi solve {} --threads 1 --resume {}", name(&problems), name(&journal));
    let output = ended(child, "-INT", &[&hint]);
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((found.len(), &found[0]["id"], &found[1]["exit"]), (2, &1.into(), &130.into()));
}

#[test]
fn an_interrupted_match_is_resumed_and_its_journal_serves_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let line = crate::matches::quick(&["-rounds", "2000", "-state", name(&path)]);
    for signal in ["-INT", "-TERM"] {
        let child = begun(&line, &path, 4);
        refused(&["match", "-resume", name(&path)], 2, &["is in use by another run"]);
        let output = ended(child, signal, &[&format!("shuangqi match -resume {}", name(&path))]);
        assert!(out(&output).contains("a against b, othello: "));
    }
    assert!(crate::matches::games_of(&path).len() > 3);
}

#[test]
fn an_interrupted_queue_keeps_its_counts_and_serves_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let openings = file(&folder, "o.txt", "h2e2\nb2e2\nc3c4\ng3g4\n");
    let test = format!("nodes=20000 games=1000 kind=gain openings={}", name(&openings));
    let queue = file(&folder, "q.queue", &format!("-quiescence-checks game=xiangqi {test}\n"));
    let (line, state) = (["match", "-queue", name(&queue)], queue.with_extension("state"));
    let child = begun(&line, &state, 1);
    refused(&line, 2, &["is in use by another run"]);
    ended(child, "-INT", &[&format!("to go on: shuangqi match -queue {}", name(&queue))]);
    assert!(fs::read_to_string(&state).unwrap().contains("queue-state/1"));
    assert!(!queue.with_extension("csv").exists());
}

/// An engine that hangs with its first move, or before anything, does not delay the end of the tool, which reports the
/// steps so far.
#[test]
fn an_interrupted_compliance_test_reports_the_steps_so_far() {
    for (words, fault, least) in [(&["--proto", "gtp"] as &[&str], "hang", 5), (&[], "hang-at-start", 0)] {
        let folder = tempfile::tempdir().unwrap();
        let pids = folder.path().join("pids");
        let (program, gtp) = (crate::mock(), ["--proto", "gtp", "--fault", fault, "--pids", name(&pids)]);
        let options = [&["compliance", "--startup", "600000", "--json"], words, &["--", &program]].concat();
        // The numbers test starts a second process, after which only the hanging move is left to wait for.
        let child = begun(&[&options[..], &gtp].concat(), &pids, if least > 0 { 2 } else { 1 });
        std::thread::sleep(Duration::from_secs(1));
        let output = ended(child, "-INT", &["interrupted", "run the command again"]);
        let records: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        assert!(records.iter().filter(|record| record["schema"] == "compliance/2").count() >= least);
        // The move was not waited for: that would have failed its step.
        assert!(records.iter().all(|record| record["outcome"] != "fail"));
        assert!(least == 0 || records.iter().any(|record| record["verdict"] == "unfinished"));
        assert_eq!(records.last().unwrap()["exit"], 130);
    }
}

/// Nor is an engine left, whatever it ignores, when the tool is killed.
#[test]
fn nothing_is_left_when_the_tool_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let (pids, engine) = (folder.path().join("pids"), crate::mock());
    let words = ["compliance", "--proto", "uci", "--", &engine, "--proto", "uci", "--fault", "hang-at-start"];
    let more = ["--ignore-signals", "--ignore-quit", "--orphan", "--pids", name(&pids)];
    let mut child = begun(&[&words[..], &more].concat(), &pids, 2);
    child.kill().unwrap();
    child.wait().unwrap();
    crate::matches::await_end(&pids);
}
