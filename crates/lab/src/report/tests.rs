//! Whole reports: well-formed, whole, the same every time.

use std::collections::BTreeSet;

use super::*;
use crate::page_data as data;

fn page(report: &ReportData) -> String {
    files_of(report).unwrap().pop().unwrap().text
}

fn names(report: &ReportData) -> Vec<String> {
    files_of(report).unwrap().into_iter().map(|file| file.name).collect()
}

#[test]
fn every_kind_of_block_has_its_pictures() {
    let names = names(&sample::report(12));
    for name in [
        "othello-drivers-nodes.svg",
        "othello-drivers-ratio.svg",
        "othello-drivers-minimal-graph.svg",
        "othello-drivers-cheap-cut.svg",
        "othello-drivers-scatter-1.svg",
        "othello-drivers-distribution.svg",
        "othello-drivers-first-move.svg",
        "othello-drivers-re-search.svg",
        "othello-drivers-table.svg",
        "othello-drivers-time.svg",
        "othello-parts-ablation-depth-9.svg",
        "othello-parts-ablation-depth-8.svg",
        "othello-parts-time.svg",
        "othello-combinations-factorial.svg",
        "othello-ordering-setting.svg",
        "othello-pruning-pareto.svg",
        "report.html",
    ] {
        assert!(names.iter().any(|found| found == name), "{name} is not among {names:?}");
    }
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}

#[test]
fn pictures_are_well_formed_whatever_the_study_is() {
    let empty = ReportData::default();
    for report in [sample::report(12), sample::single(), sample::hostile(), empty] {
        let mut files = files_of(&report).unwrap();
        assert_eq!(files.pop().unwrap().name, "report.html");
        for file in files {
            let document = roxmltree::Document::parse(&file.text);
            assert!(document.is_ok(), "{}: {document:?}", file.name);
            assert!(!file.text.contains("NaN") && !file.text.contains(">inf"), "{}", file.name);
        }
    }
}

#[test]
fn findings_come_before_pictures_and_the_method_after() {
    let page = page(&sample::report(12));
    let place = |text: &str| page.find(text).unwrap();
    let order = [
        "<h1>",
        "id=\"findings\"",
        "id=\"block-drivers\"",
        "id=\"block-pruning\"",
        "id=\"method\"",
        "id=\"sources\"",
    ];
    assert!(order.map(place).is_sorted(), "{:?}", order.map(place));
}

#[test]
fn the_data_are_whole() {
    let report = sample::hostile();
    let data = data(&page(&report));
    assert_eq!(data["schema"], "compare-report/3");
    assert_eq!(data["title"], report.title.as_str());
    let table = &data["searches"];
    let place =
        |place: usize| (&table["algorithm"][place], &table["depth"][place], &table["position"][place]);
    let rows = table["position"].as_array().unwrap().len();
    assert_eq!(rows, report.searches.len());
    for measured in &report.searches {
        let search = &measured.search;
        let named = |at: &usize| {
            let (algorithm, depth, position) = place(*at);
            algorithm == measured.algorithm && depth == search.depth && position == measured.position
        };
        let at = (0..rows).find(named).unwrap();
        assert_eq!(table["nodes"][at], search.counters.visits);
        assert_eq!(table["last_iteration_full_width"][at], search.full_width());
        assert_eq!(table["error"][at].as_u64(), measured.error.map(u64::from));
    }
}

#[test]
fn the_same_study_gives_the_same_bytes() {
    let texts =
        || files_of(&sample::report(12)).unwrap().into_iter().map(|file| file.text).collect::<Vec<_>>();
    assert!(texts() == texts());
}

#[test]
fn what_is_too_far_to_be_drawn_is_named() {
    let page = page(&sample::report(12));
    assert!(page.contains("Left out, because they need more than 20 times as much: negamax"));
}

#[test]
fn a_report_is_written_to_a_new_folder() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("deep/report");
    write(&inner, &sample::single()).unwrap();
    assert!(inner.join("report.html").exists() && inner.join("othello-single-nodes.svg").exists());
    assert_eq!(std::fs::read_dir(&inner).unwrap().count(), names(&sample::single()).len());
}
