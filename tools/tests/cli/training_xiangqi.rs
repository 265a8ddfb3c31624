//! Xiangqi from self-play to weights that play: repeatable, resumable, and refusing what was made otherwise.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{name, records, refused};

/// Short searches, but games that come to an end.
const GAMES: [&str; 6] = ["--games", "4", "--nodes", "100", "--random", "4..12"];

fn datagen<'a>(folder: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["datagen", "xiangqi", "--out", name(folder)], &GAMES[..], more].concat()
}

fn shard(folder: &Path, index: u32) -> Vec<u8> {
    fs::read(folder.join(format!("{index:05}.records"))).unwrap()
}

fn count(record: &Value, key: &str) -> u64 {
    record[key].as_u64().unwrap()
}

#[test]
fn games_are_the_same_on_every_run_and_are_not_played_twice() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    let played = records(&datagen(&one, &["--shards", "3", "--threads", "2", "--check-adjudication", "100"]));
    let total = played.last().unwrap();
    assert_eq!((count(total, "games"), count(total, "adjudicated")), (12, 0));
    assert_eq!(["red_wins", "draws", "black_wins"].map(|key| count(total, key)).iter().sum::<u64>(), 12);
    assert!(count(total, "checked") > 0 && count(total, "wrong") <= count(total, "checked"));
    assert!(count(total, "positions") > 100 && total["kept_per_cent"].as_f64() > Some(20.0));

    records(&datagen(&other, &["--shards", "2", "--threads", "1", "--check-adjudication", "100"]));
    assert_eq!([0, 1].map(|index| shard(&one, index)), [0, 1].map(|index| shard(&other, index)));
    assert_ne!(shard(&one, 0), shard(&one, 1));
    fs::remove_file(one.join("00001.records")).unwrap();
    let resumed = records(&datagen(&one, &["--shards", "3", "--check-adjudication", "100"]));
    let without_time = |total: &Value| {
        let mut fields = total.as_object().unwrap().clone();
        fields.retain(|key, _| !key.contains("second"));
        fields
    };
    assert_eq!(without_time(resumed.last().unwrap()), without_time(total));
    assert_eq!(shard(&one, 1), shard(&other, 1));

    refused(
        &datagen(&one, &["--adjudicate", "off"]),
        3,
        &["check-adjudication=100", "adjudicate=off", "--out"],
    );
    refused(&["datagen", "xiangqi", "--out", name(&one), "--random", "9..8"], 2, &["6..10"]);
    refused(&["train", "othello", name(&one), "--out", "never-made"], 3, &["shuangqi othello records 1"]);
}

/// What the README shows in five minutes, in seconds.
#[test]
fn weights_are_fitted_to_games_and_play() {
    let folder = tempfile::tempdir().unwrap();
    let [shards, one, other] = ["shards", "one", "other"].map(|name| folder.path().join(name));
    records(&datagen(&shards, &["--shards", "4"]));
    let train = |file: &Path, threads: &str, more: &[&str]| {
        let options = ["--held-out", "4", "--passes", "3", "--threads", threads, "--out", name(file)];
        records(&[&["train", "xiangqi", name(&shards)], &options[..], more].concat())
    };
    let report = folder.path().join("new/report");
    let fitted = train(&one, "1", &["--report", name(&report)]);
    let data: Value = serde_json::from_str(&fs::read_to_string(report.join("data.json")).unwrap()).unwrap();
    assert_eq!(data["loss_after"], fitted.last().unwrap()["loss_after"]);
    assert_eq!(data["passes"].as_array().unwrap().len(), 3);
    assert!(
        ["curve.svg", "losses.svg", "calibration.svg", "report.html"]
            .iter()
            .all(|file| report.join(file).exists())
    );
    let total = fitted.last().unwrap();
    assert!(count(total, "held_out_positions") > 20);
    assert!(["loss_before", "loss_after", "scale"].iter().all(|key| total[*key].as_f64() > Some(0.0)));
    chances_are_stored(&one, &fitted);
    train(&other, "3", &[]);
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
    train(&other, "2", &["--eval", name(&one)]);
    assert_ne!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
    let by_them = datagen(&shards, &["--shards", "4", "--eval", name(&one)]);
    refused(&by_them, 3, &["evaluator=", total["evaluator"].as_str().unwrap()]);

    let by = format!("option.EvalFile={}", name(&one));
    let journal = folder.path().join("match.journal");
    let played = records(&[
        "match",
        "-game",
        "xiangqi",
        "-engine",
        "name=new",
        "proto=internal",
        &by,
        "-engine",
        "name=old",
        "proto=internal",
        "-each",
        "nodes=50",
        "-rounds",
        "1",
        "-repeat",
        "-state",
        name(&journal),
    ]);
    let result = played.last().unwrap();
    assert_eq!(["wins", "draws", "losses"].map(|key| count(result, key)).iter().sum::<u64>(), 2);
}

/// The form of the chances that is used, by its numbers in the file and by its loss.
fn chances_are_stored(weights: &Path, fitted: &[Value]) {
    let is_used = |record: &&Value| record["is_used"] == true;
    let used: Vec<&Value> = fitted.iter().filter(is_used).collect();
    assert_eq!((used.len(), fitted.iter().filter(|it| it["form"].is_string()).count()), (1, 3));
    let text = fs::read_to_string(weights).unwrap();
    for (weight, full, bare) in
        [("wdl.half", "half_full", "half_bare"), ("wdl.spread", "spread_full", "spread_bare")]
    {
        let line = text.lines().find(|line| line.starts_with(weight)).unwrap();
        let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        assert_eq!(numbers, [full, bare].map(|key| used[0][key].as_f64().unwrap()), "{line}");
    }
    let total = fitted.last().unwrap();
    assert_eq!(total["wdl_loss_after"], used[0]["held_out_loss"]);
    assert!(total["wdl_loss_after"].as_f64() <= total["wdl_loss_before"].as_f64());
}

#[test]
fn a_file_that_holds_no_weights_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let shards = folder.path().join("shards");
    records(&datagen(&shards, &["--shards", "1"]));
    let path = super::file(&folder, "text", "no weights\n");
    let train = ["train", "xiangqi", name(&shards), "--eval", name(&path), "--out", "never-made"];
    refused(&train, 3, &["text:1: file of weights", "no weights"]);
    refused(&["train", "xiangqi", name(&shards), "--out", name(&path)], 2, &["--force"]);
    assert!(!Path::new("never-made").exists());
}

/// What is said of a set of games agrees with what datagen said of them.
#[test]
fn the_games_of_a_set_are_described() {
    let folder = tempfile::tempdir().unwrap();
    let [shards, pictures] = ["shards", "pictures"].map(|name| folder.path().join(name));
    let played = records(&datagen(&shards, &["--shards", "2"]));
    let found = records(&["dataset", "xiangqi", name(&shards), "--out", name(&pictures)]);
    let ((total, phases), made) = (found.split_last().unwrap(), played.last().unwrap());
    for key in
        ["games", "red_wins", "draws", "black_wins", "plies", "adjudicated", "checked", "wrong", "positions"]
    {
        assert_eq!(total[key], made[key], "{key}");
    }
    assert_eq!(phases.iter().map(|phase| count(phase, "positions")).sum::<u64>(), count(total, "positions"));
    assert!((1..=count(total, "positions")).contains(&count(total, "distinct")));
    for phase in phases {
        let shares = ["wins", "draws", "losses"].map(|key| phase[key].as_f64().unwrap());
        assert!((shares.iter().sum::<f64>() - 100.0).abs() < 0.2, "{phase}");
    }
    for file in ["phases.svg", "lengths.svg"] {
        assert!(fs::read_to_string(pictures.join(file)).unwrap().starts_with("<svg "), "{file}");
    }
    refused(&["dataset", "othello", name(&shards)], 3, &["shuangqi othello records 1"]);

    let othello = folder.path().join("othello");
    let games = ["--shards", "1", "--games", "3", "--depth", "1", "--exact-from", "6", "--random", "40..44"];
    let made =
        records(&[&["datagen", "othello", "--classical", "--out", name(&othello)], &games[..]].concat());
    let found = records(&["dataset", "othello", name(&othello)]);
    assert_eq!(found.last().unwrap()["positions"], made.last().unwrap()["positions"]);
}
