//! `shuangqi tune`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::*;

/// A run of a few games of few nodes.
fn small<'a>(iterations: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let what = ["tune", "xiangqi", "--parameters", "reverse_margin,late_slope,reduction_base"];
    [&what, &["--nodes", "200", "--pairs", "2", "--iterations", iterations][..], more].concat()
}

fn has_moved(records: &[Value]) -> bool {
    records.iter().filter_map(|one| one["moved_percent"].as_f64()).any(|moved| moved != 0.0)
}

fn iterations(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count().saturating_sub(1))
}

#[test]
fn both_games_are_tuned_and_the_recipe_is_ready_to_paste() {
    let othello =
        ["--recipe", "play+late-reductions+late-pruning", "--parameters", "reduction_base,late_base"];
    for (game, more) in
        [("xiangqi", ["--recipe", "play", "--parameters", "reduction_base,late_base"]), ("othello", othello)]
    {
        let rest = ["--nodes", "40", "--iterations", "4", "--pairs", "1", "--rate", "1"];
        let all = records(&[&["tune", game][..], &more, &rest].concat());
        let [base, late, summary] = &all[..] else { panic!("{all:?}") };
        assert_eq!((&base["schema"], &base["parameter"]), (&"tune/1".into(), &"reduction_base".into()));
        assert_eq!((&base["start"], &late["start"], &late["most"]), (&768.into(), &3.into(), &10.into()));
        assert_eq!((&summary["schema"], &summary["games"]), (&"tune-summary/1".into(), &8.into()));
        let changed = |one: &Value| {
            let text = format!("+{}={}", one["parameter"].as_str().unwrap(), one["tuned"]);
            if one["tuned"] == one["start"] { String::new() } else { text }
        };
        let recipe = format!("{}{}{}", more[1], changed(base), changed(late));
        assert_eq!(summary["recipe"], recipe);
        let engine = format!("option.Recipe={recipe}");
        let played =
            ["match", "-game", game, "-engine", "name=a", "proto=internal", &engine, "-engine", "name=b"];
        records(&[&played[..], &["proto=internal", "-each", "nodes=20", "-maxmoves", "9"]].concat());
    }
}

#[test]
fn the_values_do_not_depend_on_threads() {
    let with = |threads| records(&small("6", &["--threads", threads]));
    let found = with("1");
    assert_eq!(found, with("3"));
    assert!(has_moved(&found));
    assert_ne!(found, records(&small("6", &["--seed", "8"])));
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_run_goes_on_to_the_same_values() {
    let folder = tempfile::tempdir().unwrap();
    let (path, openings) =
        (folder.path().join("j"), file(&folder, "openings", "h2e2 h9g7\nb2e2\nc3c4 g6g5\n"));
    let line = small("30", &["--openings", name(&openings)]);
    let whole = records(&line);
    assert!(has_moved(&whole));
    let kept = [&line[..], &["--journal", name(&path)]].concat();
    let child = tool(&kept).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while iterations(&path) < 2 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    signals::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", err(&output));
    assert!(
        err(&output).contains("interrupted; to go on: shuangqi tune xiangqi ")
            && err(&output).contains(name(&path))
    );
    assert!(out(&output).contains("reduction_base"), "what is known so far: {}", out(&output));
    assert!((2..30).contains(&iterations(&path)));
    // Killed at any byte, it goes on as well.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 9]).unwrap();
    assert_eq!(records(&kept), whole);
    assert_eq!(iterations(&path), 30);
    let again = records(&kept);
    assert_eq!(again, whole, "nothing is left to be played");
}

#[test]
fn iterations_stream_as_they_end() {
    let output = run(&small("6", &["--format", "ndjson"]));
    let lines: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 6 + 3 + 1);
    for (line, number) in lines.iter().zip(1..=6) {
        assert_eq!((&line["schema"], &line["iteration"]), (&"tune-iteration/1".into(), &number.into()));
        let games = ["losses", "draws", "wins"].map(|name| line[name].as_u64().unwrap());
        assert_eq!(games.iter().sum::<u64>(), 4);
        assert_eq!(line["values"].as_array().unwrap().len(), 3);
    }
    assert_eq!(lines[6]["value"], lines[5]["values"][0]);
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    for (arguments, words) in [
        ("tune xiangqi", "--parameters <LIST>"),
        ("tune chess --parameters all", "chess"),
        ("tune xiangqi --parameters ''", "a name is missing"),
        ("tune xiangqi --parameters late_slop", "Is late_slope meant?"),
        ("tune xiangqi --parameters late_slope,late_slope", "is named twice"),
        ("tune xiangqi --parameters all --recipe play+magic", "found Recipe \"magic\""),
        ("tune xiangqi --parameters all --nodes 0", "try --nodes 5K"),
        ("tune xiangqi --parameters all --iterations 0", "--iterations"),
        ("tune xiangqi --parameters all --pairs 0", "--pairs"),
        ("tune xiangqi --parameters all --perturbation 0.6", "try --perturbation 0.1"),
        ("tune xiangqi --parameters all --rate nan", "try --rate 0.02"),
    ] {
        let arguments = shlex::split(arguments).unwrap();
        refused(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), 2, &[words]);
    }
    refused(&small("6", &["--openings", "nowhere"]), 3, &["nowhere"]);
}

#[test]
fn the_journal_of_another_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    records(&small("2", &["--journal", name(&path)]));
    let other = small("2", &["--journal", name(&path), "--rate", "0.5"]);
    let expected = ["is that of another run; these differ: --rate.", "name another --journal"];
    refused(&other, 2, &expected);
    let foreign = file(&folder, "letter", "Dear all\n");
    refused(&small("2", &["--journal", name(&foreign)]), 3, &["letter:1", "tuning run"]);
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "Dear all\n");
}
