//! `shuangqi compare` and `shuangqi bench`.

use serde_json::Value;

use crate::*;

const LIST: &str =
    "negamax,fail-hard,alpha-beta,pvs+sort+table+deepening,strongest@aspiration,strongest@mtdf";

/// A comparison on three positions; the records of searches, and the summaries.
fn compare(game: &str, depth: &str, more: &[&str]) -> (Vec<Value>, Vec<Value>) {
    let base = ["compare", game, "--depth", depth, "--sample", "3"];
    let found = records(&[&base, more].concat());
    found.into_iter().partition(|record| record["schema"] == "compare/1")
}

/// The same without what the clock says.
fn timeless(mut records: Vec<Value>) -> Vec<Value> {
    for record in &mut records {
        assert!(record.as_object_mut().unwrap().remove("seconds").unwrap().is_f64());
    }
    records
}

#[test]
fn exact_algorithms_agree_in_both_games() {
    for (game, depth) in [("othello", "3..4"), ("xiangqi", "1..2")] {
        let (searches, summaries) = compare(game, depth, &["--algorithms", LIST]);
        assert_eq!((searches.len(), summaries.len()), (3 * 6 * 2, 6 * 2));
        assert!(summaries.iter().all(|summary| summary["same_score"] == true && summary["positions"] == 3));
        for summary in &summaries {
            let ratio = summary["ratio_geomean"].as_f64().unwrap();
            let [low, high] = [0, 1].map(|end| summary["ci95"][end].as_f64().unwrap());
            assert!(low <= ratio && ratio <= high && summary["baseline"] == "alpha-beta");
            match summary["algorithm"].as_str().unwrap() {
                "negamax" => assert!(ratio > 1.0),
                "alpha-beta" | "fail-hard" => assert_eq!([low, ratio, high], [1.0; 3]),
                _ => {}
            }
        }
    }
}

#[test]
fn the_default_list_agrees() {
    for (game, depth) in [("othello", "4"), ("xiangqi", "2")] {
        let (_, summaries) = compare(game, depth, &[]);
        assert!(summaries.len() >= 12 && summaries.iter().all(|summary| summary["same_score"] == true));
    }
}

#[test]
fn a_record_has_the_promised_fields() {
    let (searches, _) = compare("xiangqi", "2", &["--algorithms", "pvs+table+deepening@mtdf"]);
    let record = &searches[0];
    assert_eq!(
        (&record["game"], &record["algorithm"]),
        (&"xiangqi".into(), &"pvs+table+deepening@mtdf".into())
    );
    assert!(
        record["position"].as_str().unwrap().contains('/') && record["move"].as_str().unwrap().len() == 4
    );
    assert_eq!(record["depth"], 2);
    for count in [
        "nodes",
        "leaves",
        "quiescence_nodes",
        "ordering_nodes",
        "re_searches",
        "first_move_cutoffs",
        "cutoffs",
        "table_hits",
        "last_iteration_nodes",
    ] {
        assert!(record[count].is_u64(), "{count}");
    }
    assert!(record["score"].is_i64() && record.get("finished").is_none());
}

#[test]
fn two_runs_differ_only_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, threads| {
        let place = folder.path().join(name);
        let more = ["--algorithms", LIST, "--out", place.to_str().unwrap(), "--threads", threads];
        let (searches, summaries) = compare("othello", "2..4", &more);
        let csv = std::fs::read_to_string(place.join("data.csv")).unwrap();
        let json: Vec<Value> =
            serde_json::from_str(&std::fs::read_to_string(place.join("data.json")).unwrap()).unwrap();
        let files = std::fs::read_dir(&place).unwrap().count();
        assert_eq!((json.len(), files), (searches.len() + summaries.len(), 2));
        (timeless(searches), timeless(summaries), timeless(json), without_time(&csv))
    };
    assert_eq!(run("a", "1"), run("b", "3"));
}

/// The rows of a file of comma-separated values, but for the column `seconds`.
fn without_time(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().unwrap().clone();
    let time = header.iter().position(|name| name == "seconds").unwrap();
    let rows = std::iter::once(header).chain(reader.records().map(Result::unwrap));
    let kept = rows.map(|row| {
        let cells = row.iter().enumerate().filter(|(index, _)| *index != time);
        cells.map(|(_, cell)| cell.to_owned()).collect()
    });
    kept.collect()
}

#[test]
fn tables_show_the_figures_of_each_depth() {
    let output =
        run(&["compare", "othello", "--depth", "2..3", "--algorithms", "alpha-beta,pvs", "--sample", "2"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(out(&output).matches("ratio geomean").count(), 2);
    assert!(out(&output).lines().all(|line| !line.contains("  finished")));
}

#[test]
fn what_is_too_large_is_given_up_and_left_out() {
    let arguments =
        ["--algorithms", "negamax,alpha-beta,strongest", "--max-nodes", "3k", "--format", "ndjson"];
    let output =
        run(&[&["compare", "othello", "--depth", "4", "--sample", "9"], arguments.as_slice()].concat());
    assert_eq!(output.status.code(), Some(0));
    assert!(err(&output).contains("depth 4: negamax takes more than 300 nodes on 9 of 9 positions"));
    let found: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let given_up = found.iter().filter(|record| record["finished"] == false).count();
    assert!(given_up > 0);
    let strongest = found
        .iter()
        .find(|record| record["schema"] == "compare-summary/1" && record["algorithm"] == "strongest");
    assert!(strongest.unwrap()["positions"].as_u64().unwrap() < 9);
}

#[test]
fn positions_may_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let list = file(&folder, "list", &format!("# two\n{START}\nstartpos moves h2e2\n"));
    let arguments = ["compare", "xiangqi", "--depth", "1", "--algorithms", "pvs", "--positions", name(&list)];
    assert_eq!(records(&arguments).len(), 3);
    let list = file(&folder, "list", &format!("{START}\nrubbish\n"));
    let output = refused(&[&arguments[..7], &[name(&list), "--json"]].concat(), 3, &["list:2: "]);
    assert!(out(&output).contains("compare-summary/1"));
    let list = file(&folder, "list", "# none\n");
    refused(&[&arguments[..7], &[name(&list)]].concat(), 3, &["no position"]);
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let base = ["compare", "othello", "--depth", "2", "--algorithms"];
    refused(
        &[&base[..], &["minimax"]].concat(),
        2,
        &["\"minimax\"", "negamax, fail-hard, alpha-beta, pvs, strongest"],
    );
    refused(&[&base[..], &["pvs+tables"]].concat(), 2, &["\"tables\"", "killers"]);
    refused(&[&base[..], &["pvs@best"]].concat(), 2, &["\"best\"", "full, aspiration, mtdf"]);
    refused(&[&base[..], &["pvs,pvs"]].concat(), 2, &["twice"]);
    refused(&["compare", "othello", "--depth", "8..4"], 2, &["--depth 4..8"]);
    refused(&["compare", "othello"], 2, &["--depth"]);
    refused(&["compare", "othello", "--depth", "2", "--sample", "0"], 2, &["--sample"]);
}

#[test]
fn a_folder_that_cannot_be_written_exits_with_5() {
    let folder = tempfile::tempdir().unwrap();
    let taken = file(&folder, "taken", "");
    refused(&["compare", "othello", "--depth", "1", "--out", name(&taken)], 5, &["cannot be written"]);
}

#[test]
fn the_bench_repeats() {
    let bench = || {
        timeless(
            records(&["bench"])
                .into_iter()
                .map(|mut record| {
                    record.as_object_mut().unwrap().remove("nodes_per_second");
                    record
                })
                .collect(),
        )
    };
    let found = bench();
    assert_eq!(found.len(), 5);
    assert_eq!((&found[0]["nodes"], &found[1]["nodes"]), (&3_005_288.into(), &3_290_240.into()));
    assert_eq!(found, bench());
}
