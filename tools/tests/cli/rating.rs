//! `shuangqi elo` and `shuangqi sprt`.

use serde_json::Value;

use crate::*;

fn one(arguments: &[&str]) -> Value {
    let records = records(arguments);
    assert_eq!(records.len(), 1);
    records[0].clone()
}

fn is_near(value: &Value, expected: f64) -> bool {
    value.as_f64().is_some_and(|found| (found - expected).abs() < 1e-6)
}

#[test]
fn elo_has_its_fields() {
    let games = one(&["elo", "96", "111", "136"]);
    assert_eq!(
        (&games["schema"], &games["games"], &games["points"]),
        (&"elo/2".into(), &343.into(), &191.5.into())
    );
    assert!(is_near(&games["elo"], 40.70245819) && is_near(&games["elo_error"], 30.42721794));
    assert!(is_near(&games["nelo"], 49.76841538) && is_near(&games["nelo_error"], 36.76845059));
    assert!(is_near(&games["los"], 0.9960102357) && is_near(&games["draw_ratio"], 111.0 / 343.0));
    assert!(games.get("pairs_ratio").is_none());
    let pairs = one(&["elo", "--penta", "10", "40", "100", "60", "20", "--win-loss", "50"]);
    assert!(is_near(&pairs["elo"], 30.28828558) && is_near(&pairs["pairs_ratio"], 1.6));
    assert!(is_near(&pairs["win_loss_ratio"], 1.0) && pairs["los_classical"].is_f64());
    assert_eq!(pairs["games"], 460);
}

#[test]
fn values_without_bound_are_null_and_never_infinite() {
    for arguments in [&["elo", "0", "0", "9"] as &[&str], &["elo", "--penta", "0", "0", "0", "0", "9"]] {
        let record = one(arguments);
        assert!(record["elo"].is_null() && record["elo_error"].is_null() && record["elo_upper"].is_null());
        assert!(record["elo_lower"].as_f64().is_some_and(|lower| lower > 100.0));
        // 1 - 1/2^10: nine results of equal engines would all be won once in 512 times.
        assert_eq!(record["los"], 1.0 - 0.5f64.powi(10));
    }
    let nothing = one(&["elo", "0", "0", "0"]);
    assert!(nothing["elo"].is_null() && nothing["los"] == 0.5 && nothing["points"] == 0.0);
    let table = run(&["elo", "9", "0", "0"]);
    assert!(out(&table).contains("below -") && out(&table).contains("a bound on one side only"));
    for format in ["table", "json", "ndjson", "csv", "md"] {
        for counts in [["0", "0", "0"], ["0", "0", "7"], ["7", "0", "0"], ["0", "7", "0"], ["1", "0", "1"]] {
            for command in ["elo", "sprt"] {
                let output = run(&[&[command, "--format", format] as &[&str], &counts].concat());
                let text = out(&output).to_lowercase();
                assert_eq!(output.status.code(), Some(0));
                assert!(!text.contains("nan") && !text.contains("inf"), "{text}");
            }
        }
    }
}

#[test]
fn sprt_has_its_fields() {
    let record = one(&["sprt", "--penta", "46", "936", "2083", "1043", "63"]);
    assert_eq!((&record["schema"], &record["verdict"]), (&"sprt/1".into(), &"continue".into()));
    assert!(is_near(&record["llr"], 2.90926316749) && is_near(&record["upper"], 2.944438979166));
    assert!(is_near(&record["lower"], -2.944438979166) && is_near(&record["fraction"], 0.988053475));
    assert_eq!((&record["model"], &record["games"]), (&"normalized".into(), &8342.into()));
    let arguments = ["sprt", "--elo0", "-40", "--elo1", "-20", "--model", "logistic", "40", "60", "80"];
    assert_eq!(one(&arguments)["verdict"], "H1");
    let table = run(&["sprt", "80", "60", "40", "--elo0", "20", "--elo1", "60"]);
    assert!(out(&table).contains("H0 is accepted"), "{}", out(&table));
}

#[test]
fn simulated_tests_do_not_depend_on_threads() {
    let with = |threads| {
        let sprt =
            ["sprt", "--simulate", "60", "--elo1", "40", "--elo", "-10", "--draws", "0.3", "--bias", "50"];
        records(&[&sprt as &[&str], &["--threads", threads, "--seed", "5"]].concat())
    };
    let records = with("1");
    assert_eq!(records, with("3"));
    let points: Vec<&Value> = records.iter().map(|record| &record["at"]).collect();
    assert_eq!(points, ["elo0", "middle", "elo1", "elo"]);
    for record in &records {
        assert_eq!((&record["schema"], &record["runs"]), (&"sprt-simulation/1".into(), &60.into()));
        assert!(record["q95_games"].as_u64() >= record["median_games"].as_u64());
        let (mean, expected) =
            (record["mean_games"].as_f64().unwrap(), record["expected_games"].as_f64().unwrap());
        assert!((0.5..2.0).contains(&(mean / expected)), "{record}");
    }
    assert!(records[3]["h0"].as_f64().unwrap() > 0.95);
}

#[test]
fn invalid_arguments_are_refused_with_a_remedy() {
    for (arguments, words) in [
        ("elo", "as in 96 111 136"),
        ("elo -1 2 3", "expected a whole number from 0"),
        ("elo 1 2", "3 values required"),
        ("elo 1 2 3 --penta 1 2 3 4 5", "cannot be used with"),
        ("elo --penta 1 2 3 4 5 --win-loss 4", "Give 3 or fewer"),
        ("sprt 1 2 3 --elo0 5 --elo1 5", "expected elo0 below elo1"),
        ("sprt 1 2 3 --elo0 nan", "expected a number from -200 to 200"),
        ("sprt 1 2 3 --alpha 0.5", "above 0 and below 0.5"),
        ("sprt 1 2 3 --beta -0.1", "above 0 and below 0.5"),
        ("sprt --penta 1 2 3 4 5 --model bayesian", "normalized"),
        ("sprt 1 2 3 --elo 5", "cannot be used with"),
        ("sprt 1 2 3 --simulate 5", "cannot be used with"),
        ("sprt --simulate 0", "expected a whole number from 1"),
        ("sprt --simulate 5 --elo1 150 --draws 0.98", "Give fewer draws"),
    ] {
        let arguments = shlex::split(arguments).unwrap();
        refused(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), 2, &[words]);
    }
}
