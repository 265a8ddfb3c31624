//! Whole reports: well-formed, the same every time, and of nothing too.

use super::super::records::PhaseErrors;
use super::super::report_data::{ClassWeights, Pass};
use super::*;
use crate::othello::exact::ErrorSums;
use crate::othello::fit::{PHASES, Sample};
use crate::othello::records::Record;

fn empty() -> ReportData {
    ReportData {
        schema: "train-report/1",
        game: "othello",
        command: "shuangqi train othello '<script>alert(1)</script>' --out w".to_owned(),
        evaluator: "0123abcd".to_owned(),
        positions: 0,
        held_out_positions: 0,
        held_out_error: 0.0,
        exact: None,
        passes: Vec::new(),
        phases: Vec::new(),
        exact_by_empties: Vec::new(),
        classes: Vec::new(),
    }
}

fn sample() -> ReportData {
    let errors = |samples| {
        let mut sums = ErrorSums::default();
        (0..samples).for_each(|_| sums.add(7.5));
        sums
    };
    let of_phases: Vec<ErrorSums> = (0..PHASES).map(errors).collect();
    let pass = |(pass, level)| Pass { level, pass, training: 12.0 / f64::from(pass), held_out: Some(9.0) };
    let records = (0..9).map(|_| Record { board: ::othello::Board::START, result: 2, search: 0 });
    let training: Vec<Sample> = records.map(|record| Sample::new(&record, 0.0)).collect();
    let mut weights = vec![::othello::patterns::Stage::zero(); ::othello::patterns::STAGES];
    weights.iter_mut().flat_map(|stage| &mut stage.entries).for_each(|entries| entries.fill([-123; 8]));
    let mut classes = ClassWeights::all(&weights, &training);
    for class in &mut classes {
        let discs = "XO-".repeat(4)[..class.squares.len()].to_owned();
        let content = super::super::report_data::Content { discs, weight: -1.23, occurrences: 1234 };
        class.extremes.push(super::super::report_data::Extremes {
            phase: 10,
            highest: content.clone(),
            lowest: content,
        });
    }
    ReportData {
        passes: (1..).zip(["game", "stage", "stage", "stage"]).map(pass).collect(),
        phases: PhaseErrors::all(&of_phases, &of_phases),
        classes,
        ..empty()
    }
}

fn text(report: &ReportData, name: &str) -> String {
    files(report).unwrap().into_iter().find(|file| file.name == name).unwrap().text
}

#[test]
fn all_files_are_written_and_pictures_are_well_formed() {
    let files = files(&sample()).unwrap();
    assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), FILES);
    for file in files.iter().filter(|file| file.name.ends_with(".svg")) {
        assert!(roxmltree::Document::parse(&file.text).is_ok(), "{}", file.name);
        assert!(!file.text.contains("NaN"), "{}", file.name);
    }
    assert!(text(&sample(), "curve.svg").contains("held out"));
    assert_eq!(text(&sample(), "report.html"), text(&sample(), "report.html"));
}

#[test]
fn the_page_shows_every_class() {
    let page = text(&sample(), "report.html");
    assert_eq!(page.matches("class=\"board cells\"").count(), 2 * ::othello::patterns::PATTERNS);
    assert!(page.contains("−1.23") && page.contains("1,234 times"));
}

#[test]
fn a_fit_of_nothing_has_a_report() {
    let files = files(&empty()).unwrap();
    assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["data.json", "report.html"]);
    assert!(text(&empty(), "report.html").contains("too little to draw"));
}
