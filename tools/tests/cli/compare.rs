//! `shuangqi compare` and `shuangqi bench`.

use serde_json::Value;

use crate::*;

const LIST: &str =
    "negamax,fail-hard,alpha-beta,pvs+sort+table+deepening,strongest@aspiration,strongest@mtdf";

/// A comparison on three positions; the records of searches, and the summaries.
fn compare(game: &str, depth: &str, more: &[&str]) -> (Vec<Value>, Vec<Value>) {
    let base = ["compare", game, "--depth", depth, "--sample", "3"];
    let found = records(&[&base, more].concat());
    found.into_iter().filter(|record| record["schema"] != "compare-reference/1").partition(is_search)
}

fn is_search(record: &Value) -> bool {
    record["schema"] == "compare/1"
}

/// The records without times.
fn timeless(mut records: Vec<Value>) -> Vec<Value> {
    for record in &mut records {
        let fields = record.as_object_mut().unwrap();
        assert!(fields.remove("seconds").is_none_or(|seconds| seconds.is_f64()));
        fields.remove("seconds_ratio");
        fields.remove("seconds_ci95");
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

/// What is compared unless something is named has references, and a table for each depth.
#[test]
fn the_default_block_agrees() {
    for (game, depth) in [("othello", "4"), ("xiangqi", "2")] {
        let found = records(&["compare", game, "--depth", depth, "--sample", "3"]);
        let references = found.iter().filter(|record| record["schema"] == "compare-reference/1").count();
        let (searches, rest): (Vec<Value>, Vec<Value>) = found.into_iter().partition(is_search);
        let summaries: Vec<&Value> = rest.iter().filter(|record| record["block"] == "headline").collect();
        assert!(references == 3 && summaries.len() >= 12 && searches.len() >= 33);
        assert!(summaries.iter().all(|summary| summary["same_score"] == true));
        let strongest = summaries.iter().find(|summary| summary["algorithm"] == "strongest").unwrap();
        assert!(strongest["graph_ratio"].as_f64().unwrap() > 0.9);
    }
}

/// Selective parts are compared with the exact score; where no exact algorithm is listed, one is added.
#[test]
fn selective_algorithms_have_an_error() {
    let (searches, summaries) =
        compare("xiangqi", "3", &["--algorithms", "strongest+null2+futility+extended-futility"]);
    assert_eq!((searches.len(), summaries.len()), (6, 2));
    let row = |name: &str| summaries.iter().find(|summary| summary["algorithm"] == name).unwrap();
    assert!(row("strongest")["same_score"] == true && row("strongest").get("mean_error").is_none());
    let pruned = row("strongest+null2+futility+extended-futility");
    assert!(pruned["mean_error"].is_f64() && pruned["same_score"].is_boolean());
    assert!(pruned["ratio_geomean"].as_f64().unwrap() < 1.0 && pruned["baseline"] == "strongest");
    let counted = searches.iter().filter(|search| search["futile_moves"].as_u64().unwrap() > 0).count();
    assert!(counted > 0 && searches.iter().filter(|search| search["error"].is_u64()).count() == 3);
}

#[test]
fn blocks_are_chosen_by_name() {
    let output = run(&["compare", "othello", "--blocks", "scouts,guess", "--depth", "3", "--sample", "2"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("How to scout") && out(&output).contains("first guess"));
    refused(&["compare", "othello", "--blocks", "captures"], 2, &["\"captures\"", "all, headline, deep"]);
    refused(&["compare", "othello", "--blocks", "deep", "--algorithms", "pvs"], 2, &["cannot be used with"]);
}

/// What is in the journal is not searched again: a marked line comes back as it is.
#[test]
fn an_interrupted_comparison_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    let arguments = [
        "compare",
        "othello",
        "--depth",
        "3",
        "--sample",
        "2",
        "--algorithms",
        "alpha-beta,pvs",
        "--out",
        place,
    ];
    let first = run(&[&arguments[..], &["--json"]].concat());
    let journal = folder.path().join("journal.ndjson");
    let lines = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(lines.lines().count(), 5);
    // As if it had ended in the middle of the third search; and the first one is marked.
    let lines: Vec<&str> = lines.lines().collect();
    let (before, after) = lines[1].rsplit_once("\"seconds\":").unwrap();
    let (_, after) = after.split_once('}').unwrap();
    let text = sealed_again(&[lines[0], &format!("{before}\"seconds\":77.25}}{after}"), lines[2]]);
    std::fs::write(&journal, text + &lines[3][..40]).unwrap();
    let second = run(&[&arguments[..], &["--json"]].concat());
    assert!(err(&second).contains("torn"));
    let read = |output: &std::process::Output| -> Vec<Value> { serde_json::from_str(out(output)).unwrap() };
    let (first, second) = (read(&first), read(&second));
    assert!(second.iter().filter(|record| is_search(record)).any(|record| record["seconds"] == 77.25));
    assert_eq!(timeless(first), timeless(second));
    let text = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(text.lines().count(), 5);
    std::fs::write(&journal, text.replace("77.25", "77.5")).unwrap();
    refused(&arguments, 3, &["journal.ndjson:2: ", "changed since it was written", "another --out"]);
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Pictures of another comparison beside those of this one would be taken for its own.
#[test]
fn a_folder_belongs_to_one_comparison() {
    let folder = tempfile::tempdir().unwrap();
    let (place, fresh) = (folder.path().join("results"), folder.path().join("fresh"));
    let base = ["compare", "othello", "--depth", "2", "--sample", "2"];
    let first = [&base[..], &["--blocks", "scouts,guess", "--out", name(&place)]].concat();
    let second = |place| [&base[..], &["--algorithms", "alpha-beta,pvs", "--out", place]].concat();
    assert_eq!(run(&first).status.code(), Some(0));
    let before = names(&place);
    std::fs::write(place.join("notes.txt"), "mine").unwrap();
    std::fs::write(place.join("othello.svg"), "<svg/>").unwrap();
    refused(&first, 2, &["othello.svg", "is there already"]);
    std::fs::rename(place.join("othello.svg"), place.join("logo.svg")).unwrap();
    refused(
        &second(name(&place)),
        2,
        &["results of another run, shuangqi compare othello --blocks scouts,guess", "--force"],
    );
    assert_eq!(names(&place).len(), before.len() + 2);
    assert_eq!(run(&first).status.code(), Some(0), "the same comparison");
    assert_eq!(run(&[&second(name(&place))[..], &["--force"]].concat()).status.code(), Some(0));
    assert_eq!(run(&second(name(&fresh))).status.code(), Some(0));
    let kept = names(&place).into_iter().filter(|name| !["logo.svg", "notes.txt"].contains(&&**name));
    assert_eq!(kept.collect::<Vec<_>>(), names(&fresh));
    assert!(place.join("notes.txt").exists() && place.join("logo.svg").exists());
}

/// Xiangqi at depth 4 showed fewer nodes for negamax than for alpha-beta, on fewer positions.
#[test]
fn totals_are_over_the_positions_that_all_algorithms_finished() {
    let line = ["compare", "othello", "--depth", "4", "--sample", "12", "--algorithms", "negamax,alpha-beta"];
    let output = run(&[&line[..], &["--max-nodes", "100k", "--seed", "3"]].concat());
    let text = out(&output);
    assert!(
        text.contains("(depth 4, total nodes of the ") && text.contains(" of 12 positions that all"),
        "{text}"
    );
    let total = |name: &str| -> u64 {
        let row = text.lines().find(|line| line.split_whitespace().nth(1) == Some(name)).expect(text);
        row.split_whitespace().nth(5).unwrap().replace(',', "").parse().unwrap()
    };
    assert!(total("negamax") > total("alpha-beta"), "{text}");
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
        "re_search_nodes",
        "moves_generated",
        "table_hits",
        "root_searches",
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
        assert!(json.len() == searches.len() + summaries.len() && files > 5);
        let page = std::fs::read_to_string(place.join("report.html")).unwrap();
        assert!(page.contains("<svg") && page.contains("strongest@mtdf"));
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
        .find(|record| record["schema"] == "compare-summary/2" && record["algorithm"] == "strongest");
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
    assert!(out(&output).contains("compare-summary/2"));
    let list = file(&folder, "list", "# none\n");
    refused(&[&arguments[..7], &[name(&list)]].concat(), 3, &["no position"]);
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let base = ["compare", "othello", "--depth", "2", "--algorithms"];
    refused(
        &[&base[..], &["minimax"]].concat(),
        2,
        &["\"minimax\"", "negamax, fail-hard, alpha-beta, pvs, negascout, strongest"],
    );
    refused(&[&base[..], &["pvs+tables"]].concat(), 2, &["\"tables\"", "killers"]);
    refused(&[&base[..], &["pvs@best"]].concat(), 2, &["\"best\"", "full, aspiration, mtdf"]);
    refused(&[&base[..], &["pvs,pvs"]].concat(), 2, &["twice"]);
    refused(&["compare", "othello", "--depth", "8..4"], 2, &["--depth 4..8"]);
    refused(&[&base[..], &["pvs:hash=much"]].concat(), 2, &["\"much\"", "hash=1M"]);
    refused(&["compare", "othello", "--depth", "2", "--sample", "0"], 2, &["--sample"]);
}

/// Nothing is begun, and nothing written, where there is no memory for the tables.
#[test]
fn tables_that_cannot_be_had_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("results");
    let words = ["--hash: found ", "MiB, expected at most ", "--hash 64M"];
    let base = ["compare", "othello", "--depth", "1", "--algorithms", "pvs", "--out", name(&out), "--hash"];
    for size in ["99999999G", "16777215T"] {
        refused(&[&base[..], &[size]].concat(), 2, &words);
        refused(&["tree", "othello", "--depth", "1", "--algorithm", "pvs", "--hash", size], 2, &words);
        refused(&["solve", OTHELLO, "--hash", size], 2, &words);
    }
    assert!(!out.exists());
    refused(&["compare", "othello", "--depth", "1", "--algorithms", "pvs:hash=99999999G"], 2, &words);
    refused(&["tree", "othello", "--depth", "1", "--algorithm", "pvs:hash=99999999G"], 2, &words);
    refused(&["solve", OTHELLO, "--hash", "99999999T"], 2, &["--hash 64M"]);
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
