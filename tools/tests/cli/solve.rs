//! `shuangqi solve`.

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::*;

pub const PROBLEMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/othello/problems.obf");
/// Ten empty squares.
const TEN: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

fn problem_lines() -> Vec<String> {
    std::fs::read_to_string(PROBLEMS).unwrap().lines().map(str::to_owned).collect()
}

fn lines(output: &Output) -> Vec<Value> {
    out(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn problems_are_solved_as_their_proofs_say() {
    for mode in
        [&["--exact"] as &[&str], &["--all-moves"], &["--wld"], &["--window", "-10:10", "--all-moves"]]
    {
        let found = records(&[&["solve", PROBLEMS, "--check"], mode].concat());
        let (summary, solved) = found.split_last().unwrap();
        assert_eq!(
            (solved.len(), &summary["right"], &summary["wrong"]),
            (9, &9.into(), &0.into()),
            "{mode:?}"
        );
        assert!(solved.iter().all(|record| record["ok"] == true));
        let sum: u64 = solved.iter().map(|record| record["nodes"].as_u64().unwrap()).sum();
        assert_eq!(summary["nodes"], sum);
    }
}

#[test]
fn a_record_has_the_promised_fields() {
    let record = &records(&["solve", TEN])[0];
    assert_eq!((&record["schema"], &record["id"]), (&"solve/1".into(), &1.into()));
    assert_eq!(format!("{} {}", record["board"].as_str().unwrap(), record["side"].as_str().unwrap()), TEN);
    assert_eq!(record["empties"], TEN.matches('-').count());
    assert_eq!((&record["window"], &record["score"]), (&serde_json::json!([-64, 64]), &18.into()));
    assert_eq!((&record["bound"], &record["best"]), (&"exact".into(), &serde_json::json!(["g8"])));
    assert_eq!(record["pv"][0], "g8");
    assert!(record["nodes"].is_u64() && record["ordering_nodes"].is_u64() && record["seconds"].is_f64());
    for absent in ["expected", "ok", "solved", "moves", "file"] {
        assert!(record.get(absent).is_none(), "{absent}");
    }
    let sign = &records(&["solve", TEN, "--wld"])[0];
    assert_eq!((&sign["window"], &sign["bound"]), (&serde_json::json!([-1, 1]), &"lower".into()));
}

#[test]
fn every_move_can_be_scored() {
    let record = &records(&["solve", PROBLEMS, "--ids", "2", "--all-moves"])[0];
    assert_eq!((&record["id"], &record["score"]), (&2.into(), &28.into()));
    assert_eq!(record["best"], serde_json::json!(["h3", "h6"]));
    let moves = record["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    assert_eq!(moves[6], serde_json::json!({"move": "g1", "score": 10, "bound": "exact"}));
    let csv = run(&["solve", PROBLEMS, "--ids", "2", "--all-moves", "--format", "csv"]);
    assert!(out(&csv).contains("h3:+28 h6:+28 g3:+26"));
}

#[test]
fn records_keep_the_order_of_the_lines_whatever_the_threads() {
    let found = |threads| {
        let found = records(&["solve", PROBLEMS, PROBLEMS, "--threads", threads, "--ids", "1-3,9"]);
        let counts = found.iter().map(|record| (record["id"].clone(), record["nodes"].clone()));
        (counts.collect::<Vec<_>>(), found[0]["file"].clone())
    };
    let (one, file) = found("1");
    assert_eq!((one.len(), file.as_str()), (9, Some(PROBLEMS)));
    assert_eq!(one, found("3").0);
}

#[test]
fn a_wrong_score_exits_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let text = problem_lines()[..3].join("\n").replace("H8:+32", "H8:+30");
    let wrong = file(&folder, "wrong.obf", &text);
    let output = refused(&["solve", name(&wrong), "--check", "--format", "ndjson"], 1, &[]);
    let found = lines(&output);
    let ok: Vec<&Value> = found[..3].iter().map(|record| &record["ok"]).collect();
    assert_eq!((ok, &found[2]["expected"]), (vec![&true.into(), &true.into(), &false.into()], &30.into()));
    assert_eq!((&found[3]["right"], &found[3]["wrong"]), (&2.into(), &1.into()));
    assert_eq!(run(&["solve", name(&wrong), "--check", "--wld"]).status.code(), Some(0));
    assert_eq!(run(&["solve", name(&wrong)]).status.code(), Some(0));
}

#[test]
fn a_bad_line_is_named_and_the_others_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = problem_lines()[..2].to_vec();
    text.insert(1, format!("{TEN}; A1:+4; G8:+100;"));
    text.insert(2, "% a comment".to_owned());
    let bad = file(&folder, "bad.obf", &text.join("\r\n"));
    for format in ["table", "json", "ndjson", "csv", "md"] {
        let words = [&format!("{}:2: ", name(&bad)), "column 69", "a1", "\"+100\""];
        let output = refused(&["solve", name(&bad), "--check", "--format", format], 3, &words);
        assert!(out(&output).contains("-16") && out(&output).contains("28"), "{format}: {}", out(&output));
    }
    assert_eq!(run(&["solve", name(&bad), "--ids", "1,4"]).status.code(), Some(0));
}

#[test]
fn a_position_given_up_has_no_score() {
    let folder = tempfile::tempdir().unwrap();
    let board = OTHELLO.replace(" X", " X; F5:+0;");
    let hard = file(&folder, "hard.obf", &board);
    let arguments = ["solve", name(&hard), "--limit", "0.05", "--format", "ndjson"];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0));
    let record = &lines(&output)[0];
    assert_eq!((&record["solved"], record.get("score"), record.get("ok")), (&false.into(), None, None));
    assert_eq!(lines(&output)[1]["unsolved"], 1);
    refused(&[arguments.as_slice(), &["--check"]].concat(), 1, &[]);
}

#[test]
fn a_journal_takes_up_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    let solve = |more: &[&str]| {
        let base = ["solve", PROBLEMS, "--check", "--resume", name(&journal)];
        let mut found = records(&[&base, more].concat());
        let summary = found.pop().unwrap();
        assert_eq!(summary["right"], found.len());
        found
    };
    let first = solve(&["--ids", "1-4"]);
    let text = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(text.lines().count(), 4);
    // As if the power had failed while the fifth line was written.
    std::fs::write(&journal, format!("{text}{}", &text[..40])).unwrap();
    let all = solve(&[]);
    assert_eq!((all.len(), &all[..4]), (9, first.as_slice()));
    assert_eq!(std::fs::read_to_string(&journal).unwrap().lines().count(), 9);
    assert_eq!(solve(&[]), all);
    // Answers to another question are not used.
    assert_eq!(solve(&["--wld"]).len(), 9);
    assert_eq!(std::fs::read_to_string(&journal).unwrap().lines().count(), 18);
    let other = file(&folder, "other", "hello\n");
    refused(&["solve", PROBLEMS, "--resume", name(&other)], 3, &["other:1: ", "hello"]);
}

/// Starts a long run with a journal; returns once it has the easy position.
fn begin_long_run(folder: &tempfile::TempDir) -> (std::process::Child, PathBuf, PathBuf) {
    let problems = file(folder, "p.obf", &format!("{}\n{OTHELLO}\n", problem_lines()[0]));
    let journal = folder.path().join("journal");
    let arguments = ["solve", name(&problems), "--threads", "1", "--resume", name(&journal), "--json"];
    let child = tool(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !std::fs::read_to_string(&journal).is_ok_and(|text| text.ends_with('\n')) {
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(10));
    }
    (child, problems, journal)
}

#[test]
#[cfg(unix)]
fn ctrl_c_says_how_to_go_on_and_a_journal_serves_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let (child, problems, journal) = begin_long_run(&folder);
    refused(&["solve", name(&problems), "--resume", name(&journal)], 2, &["in use by another run"]);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let hint = format!("shuangqi solve {} --threads 1 --resume {}", name(&problems), name(&journal));
    assert!(err(&output).contains(&hint), "{}", err(&output));
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((found.len(), &found[0]["id"], &found[1]["exit"]), (2, &1.into(), &130.into()));
}

#[test]
fn the_position_can_be_given_in_every_way() {
    let folder = tempfile::tempdir().unwrap();
    let holder = file(&folder, "board.txt", &format!("{TEN}\n"));
    let at = format!("@{}", name(&holder));
    let words: Vec<&str> = TEN.split(' ').collect();
    for position in [vec![TEN], words, vec![at.as_str()], vec![name(&holder)]] {
        let record = &records(&[&["solve"], position.as_slice()].concat())[0];
        assert_eq!(record["score"], 18, "{position:?}");
    }
    let over = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X";
    let record = &records(&["solve", over, "--all-moves"])[0];
    assert_eq!((&record["score"], &record["best"]), (&64.into(), &serde_json::json!([])));
}

#[test]
fn what_makes_no_sense_is_refused() {
    refused(&["solve"], 2, &["FILE"]);
    refused(&["solve", PROBLEMS, "--wld", "--exact"], 2, &["--wld"]);
    refused(&["solve", PROBLEMS, "--window", "4:2"], 2, &["--window -1:1"]);
    refused(&["solve", PROBLEMS, "--ids", "x"], 2, &["--ids 40-49"]);
    refused(&["solve", PROBLEMS, "--limit", "0"], 2, &["--limit 60"]);
    refused(&["solve", "--chek", PROBLEMS], 2, &["--che"]);
    refused(&["solve", "no/such.obf"], 3, &["no/such.obf", "64 cells"]);
    refused(&["solve", &TEN[1..]], 3, &["64"]);
    refused(&["solve", PROBLEMS, "--ids", "99"], 3, &["no position to solve"]);
}
