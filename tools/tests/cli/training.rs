//! Self-play and the fit: repeatable, resumable, and refusing what was made otherwise.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::solve::PROBLEMS;
use super::{err, name, out, records, refused, run, tool};

/// Short games: one ply deep, mostly random.
const GAMES: [&str; 9] =
    ["--games", "6", "--depth", "1", "--exact-from", "6", "--random", "30..44", "--classical"];

fn datagen<'a>(folder: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["datagen", "othello", "--out", name(folder)], &GAMES[..], more].concat()
}

fn shard(folder: &Path, index: u32) -> Vec<u8> {
    fs::read(folder.join(format!("{index:05}.records"))).unwrap()
}

#[test]
fn shards_are_the_same_on_every_run_and_are_not_played_twice() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    let played = records(&datagen(&one, &["--shards", "3", "--threads", "2"]));
    let total = played.last().unwrap();
    assert_eq!((total["schema"].as_str(), total["shards"].as_u64()), (Some("datagen-summary/1"), Some(3)));
    records(&datagen(&other, &["--shards", "2", "--threads", "1"]));
    assert_eq!([0, 1].map(|index| shard(&one, index)), [0, 1].map(|index| shard(&other, index)));
    assert_ne!(shard(&one, 0), shard(&one, 1));

    fs::remove_file(one.join("00001.records")).unwrap();
    let resumed = records(&datagen(&one, &["--shards", "3"]));
    assert_eq!(resumed.last().unwrap()["positions"], total["positions"]);
    let replayed: Vec<&Value> = resumed.iter().filter(|record| record["seconds"] != 0.0).collect();
    assert_eq!(shard(&one, 1), shard(&other, 1));
    assert_eq!(replayed.iter().filter(|record| record["schema"] == "datagen/1").count(), 1);
}

#[test]
fn a_shard_made_otherwise_or_damaged_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let shards = folder.path().join("shards");
    records(&datagen(&shards, &["--shards", "1"]));
    refused(&datagen(&shards, &["--seed", "2"]), 3, &["seed=1", "seed=2", "--out"]);
    let path = shards.join("00000.records");
    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 1;
    fs::write(&path, bytes).unwrap();
    refused(&datagen(&shards, &[]), 3, &["00000.records", "checksum"]);
    let weights = folder.path().join("weights");
    refused(&["train", "othello", name(&shards), "--out", name(&weights)], 3, &["checksum"]);
    assert!(!weights.exists());
    refused(&["train", "othello", name(folder.path()), "--out", name(&weights)], 3, &[".records"]);
    refused(&["datagen", "othello", "--out", name(&shards), "--random", "9..8"], 2, &["8..44"]);
}

#[test]
fn weights_are_fitted_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let shards = folder.path().join("shards");
    records(&datagen(&shards, &["--shards", "4"]));
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    let fit =
        |file: &Path| records(&["train", "othello", name(&shards), "--held-out", "4", "--out", name(file)]);
    let fitted = fit(&one);
    let total = fitted.last().unwrap();
    assert!(total["held_out_positions"].as_u64() > Some(50) && total["held_out_error"].as_f64() > Some(0.0));
    assert!(total.get("exact_error").is_none());
    fs::write(&other, "not weights\n").unwrap();
    refused(&["train", "othello", name(&shards), "--out", name(&other)], 2, &["--force"]);
    fs::remove_file(&other).unwrap();
    fit(&other);
    fit(&other);
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());

    let position = "-OX---OOXXOXOOOOXXXOOOOOXXXXXOXOXXXOOXXXXXXOOXX-X-XXOX--XXXXXXX- O";
    let solved = |more: &[&str]| records(&[&["solve", position], more].concat())[0]["score"].clone();
    assert_eq!(solved(&["--eval", name(&one)]), solved(&[]));
    let played = folder.path().join("played");
    records(&[
        "datagen",
        "othello",
        "--out",
        name(&played),
        "--eval",
        name(&one),
        "--games",
        "1",
        "--shards",
        "1",
    ]);
    let made_by = String::from_utf8_lossy(&shard(&played, 0)).into_owned();
    assert!(made_by.lines().next().unwrap().contains("evaluator="));
}

#[test]
fn a_file_that_holds_no_weights_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = super::file(&folder, "text", "no weights\n");
    for arguments in [&["solve", "startpos"][..], &["datagen", "othello", "--out", "never-made"]] {
        let output =
            refused(&[arguments, &["--eval", name(&path)]].concat(), 3, &["file of weights", "no weights"]);
        assert!(err(&output).contains("shuangqi train othello"));
    }
    assert!(!Path::new("never-made").exists());
}

/// The records of a schema without it, and the last record of all.
fn with_schema(found: &[Value], schema: &str) -> (Vec<Value>, Value) {
    let of_schema = found.iter().filter(|record| record["schema"] == schema);
    let without = of_schema.map(|record| {
        let mut fields = record.as_object().unwrap().clone();
        fields.remove("schema");
        Value::Object(fields)
    });
    (without.collect(), found.last().unwrap().clone())
}

#[test]
fn a_fit_and_evaluate_find_the_same_error_against_exact_scores() {
    let folder = tempfile::tempdir().unwrap();
    let [shards, weights] = ["shards", "weights"].map(|name| folder.path().join(name));
    records(&datagen(&shards, &["--shards", "2"]));
    let train = ["train", "othello", name(&shards), "--held-out", "2", "--out", name(&weights)];
    let fitted = records(&[&train[..], &["--exact", PROBLEMS, "--exact", PROBLEMS]].concat());
    let evaluated = records(&["evaluate", "othello", PROBLEMS, PROBLEMS, "--eval", name(&weights)]);
    let (by_empties, all) = with_schema(&fitted, "train-exact/1");
    let (expected, summary) = with_schema(&evaluated, "evaluate/1");
    assert_eq!(by_empties, expected);
    let empties: Vec<u64> = expected.iter().map(|record| record["empties"].as_u64().unwrap()).collect();
    assert_eq!(empties, [14, 13, 12, 11, 10, 9, 8]);
    assert_eq!((&summary["schema"], &summary["positions"]), (&"evaluate-summary/1".into(), &18.into()));
    for key in ["positions", "error", "root_mean_square", "bias"] {
        assert_eq!(all[format!("exact_{key}")], summary[key]);
    }
    let sum = |key: &str| {
        let weighted = |record: &Value| record["positions"].as_f64().unwrap() * record[key].as_f64().unwrap();
        expected.iter().map(weighted).sum::<f64>()
    };
    assert!((sum("bias") - 18.0 * summary["bias"].as_f64().unwrap()).abs() < 0.02);
}

#[test]
fn positions_without_exact_scores_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = super::file(&folder, "no-scores.obf", &format!("{}\n", super::OTHELLO));
    refused(&["evaluate", "othello", name(&path)], 3, &["no-scores.obf:1", "shuangqi solve"]);
    refused(&["evaluate", "othello", PROBLEMS, "--eval", PROBLEMS], 3, &["file of weights"]);
    let shards = folder.path().join("shards");
    records(&datagen(&shards, &["--shards", "1"]));
    let weights = folder.path().join("weights");
    let train = ["train", "othello", name(&shards), "--out", name(&weights), "--exact", name(&path)];
    refused(&train, 3, &["no-scores.obf:1"]);
    assert!(!weights.exists());
}

#[test]
fn the_examples_of_evaluate_work() {
    let help = run(&["evaluate", "othello", "--help"]);
    let (_, examples) = out(&help).split_once("Examples:").unwrap();
    let lines: Vec<&str> =
        examples.lines().filter_map(|line| line.trim_start().strip_prefix("shuangqi ")).collect();
    assert_eq!(lines.len(), 3);
    let folder = tempfile::tempdir().unwrap();
    for problems in ["problems.obf", "more.obf"] {
        super::file(&folder, problems, &fs::read_to_string(PROBLEMS).unwrap());
    }
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/othello/data/evaluator.weights");
    fs::copy(weights, folder.path().join("new.weights")).unwrap();
    for line in lines {
        let output = tool(&line.split(' ').collect::<Vec<_>>()).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {}", err(&output));
    }
}

#[test]
fn a_fit_has_a_report_whose_data_are_its_records() {
    let folder = tempfile::tempdir().unwrap();
    let [shards, weights, report] = ["shards", "weights", "new/report"].map(|name| folder.path().join(name));
    records(&datagen(&shards, &["--shards", "2"]));
    let train =
        ["train", "othello", name(&shards), "--held-out", "2", "--exact", PROBLEMS, "--passes", "1", "2"];
    let train = [&train[..], &["--out", name(&weights), "--report", name(&report)]].concat();
    let found = records(&train);
    let mut written: Vec<String> = fs::read_dir(&report)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    written.sort();
    assert_eq!(written, ["curve.svg", "data.json", "errors.svg", "report.html", "run.json", "weights.svg"]);
    let data: Value = serde_json::from_str(&fs::read_to_string(report.join("data.json")).unwrap()).unwrap();
    let (phases, total) = with_schema(&found, "train/1");
    assert_eq!(data["schema"], "train-report/1");
    assert_eq!(data["phases"], Value::Array(phases));
    assert_eq!(data["exact_by_empties"], Value::Array(with_schema(&found, "train-exact/1").0));
    for key in ["positions", "held_out_positions", "held_out_error", "exact_error", "exact_bias"] {
        assert_eq!(data[key], total[key], "{key}");
    }
    let levels: Vec<&str> =
        data["passes"].as_array().unwrap().iter().map(|pass| pass["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["game", "stage", "stage", "late"]);
    let page = fs::read_to_string(report.join("report.html")).unwrap();
    records(&train);
    assert_eq!(fs::read_to_string(report.join("report.html")).unwrap(), page);

    fs::write(report.join("errors.svg"), "Dear all,\n").unwrap();
    fs::remove_file(&weights).unwrap();
    refused(&train, 2, &["errors.svg", "--force"]);
    assert!(!weights.exists());
    records(&[&train[..], &["--force"]].concat());
    assert_ne!(fs::read(report.join("errors.svg")).unwrap(), b"Dear all,\n");
    let inside = weights.join("report");
    refused(&[&train[..train.len() - 1], &[name(&inside)]].concat(), 5, &["weights/report"]);
}
