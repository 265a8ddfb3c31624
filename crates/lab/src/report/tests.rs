//! Whole reports: well-formed, whole, the same every time.

use super::*;
use crate::compare::with_report;

fn texts(words: &[&str]) -> Vec<(String, String)> {
    with_report(words, |report| {
        let files = |report| -> Vec<(String, String)> {
            files_of(report).unwrap().into_iter().map(|file| (file.name, file.text)).collect()
        };
        assert!(files(report) == files(report), "the same report gives the same bytes");
        files(report)
    })
}

#[test]
fn every_kind_of_experiment_has_its_pictures() {
    let mut files = texts(&["--blocks", "all", "--depth", "2..4", "--sample", "4"]);
    let page = files.pop().unwrap();
    for name in [
        "headline-nodes",
        "headline-ratio",
        "headline-minimal-graph",
        "deep-time",
        "ablation-ablation",
        "factorial-factorial",
        "guess-setting",
        "pruning-ratio",
    ] {
        let name = format!("othello-{name}.svg");
        assert_eq!(files.iter().filter(|(found, _)| *found == name).count(), 1, "{name}");
    }
    for (name, text) in files {
        assert!(roxmltree::Document::parse(&text).is_ok(), "{name}");
        assert!(!text.contains("NaN") && !text.contains(">inf"), "{name}");
    }
    let (name, page) = page;
    assert_eq!(name, "report.html");
    let order = ["<h1>", "id=\"answers\"", "id=\"block-headline\"", "id=\"method\"", "id=\"sources\""];
    assert!(order.map(|text| page.find(text).unwrap()).is_sorted());
    for words in [
        "Left out, because they need more than 20 times as much: negamax",
        "from fewer than 20 positions (4 here) these figures decide nothing",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let data = crate::page_data(&page);
    assert!(data["summaries"].as_array().unwrap().iter().any(|row| row["block"] == "headline"));
}

#[test]
fn an_algorithm_that_errs_is_drawn_by_its_error() {
    let list = "alpha-beta,pvs+table+deepening+futility";
    let files = texts(&["--algorithms", list, "--depth", "6", "--sample", "40"]);
    let picture = files.iter().find(|(name, _)| name == "othello-own-pareto.svg").unwrap();
    assert!(roxmltree::Document::parse(&picture.1).is_ok());
}

/// One algorithm, one position, one depth: there is nothing to divide.
#[test]
fn a_report_of_one_search_is_whole() {
    let files = texts(&["--algorithms", "alpha-beta", "--depth", "3", "--sample", "1"]);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["othello-own-nodes.svg", "report.html"]);
}
