//! Whole reports: well-formed, whole, the same every time.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::*;
use crate::page_data as data;

fn page(report: &ReportData) -> String {
    files_of(report).unwrap().pop().unwrap().text
}

fn names(report: &ReportData) -> Vec<String> {
    files_of(report).unwrap().into_iter().map(|file| file.name).collect()
}

/// A report with an experiment of every shape, made once.
fn whole() -> &'static ReportData {
    static REPORT: LazyLock<ReportData> = LazyLock::new(sample::report);
    &REPORT
}

#[test]
fn every_kind_of_experiment_has_its_pictures() {
    let all = [names(whole()), names(&sample::hostile())].concat();
    for part in [
        "-nodes.",
        "-ratio.",
        "-minimal-graph.",
        "-cheap-cut.",
        "-scatter-1.",
        "-distribution.",
        "-first-move.",
        "-re-search.",
        "-table.",
        "-time.",
        "-ablation-depth-4.",
        "-ablation-depth-3.",
        "-factorial.",
        "-setting.",
        "-pareto.",
    ] {
        assert!(all.iter().any(|found| found.contains(part)), "{part} is not among {all:?}");
    }
    let names = names(whole());
    assert!(names.contains(&"report.html".to_owned()));
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}

#[test]
fn pictures_are_well_formed_whatever_the_study_is() {
    let empty = ReportData::default();
    for report in [whole(), &sample::single(), &sample::hostile(), &empty] {
        let mut files = files_of(report).unwrap();
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
    let page = page(whole());
    let place = |text: &str| page.find(text).unwrap();
    let order = ["<h1>", "id=\"findings\"", "id=\"block-", "id=\"method\"", "id=\"sources\""];
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
    let texts = || files_of(whole()).unwrap().into_iter().map(|file| file.text).collect::<Vec<_>>();
    assert!(texts() == texts());
}

#[test]
fn what_is_too_far_to_be_drawn_is_named() {
    let page = page(whole());
    assert!(page.contains("Left out, because they need more than 20 times as much: negamax"));
}

#[test]
fn a_report_is_written_to_a_new_folder() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("deep/report");
    let report = sample::single();
    write(&inner, &report).unwrap();
    assert_eq!(std::fs::read_dir(&inner).unwrap().count(), names(&report).len());
    assert!(names(&report).iter().all(|name| inner.join(name).exists()));
}
