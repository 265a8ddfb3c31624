//! Whole reports: well-formed, the same every time, and of nothing too.

use xiangqi::evaluator::Weights;

use super::super::records::Losses;
use super::super::report_data::WeightChange;
use super::*;
use crate::xiangqi::fit::PassLosses;
use crate::xiangqi::loss::Target;
use crate::xiangqi::samples::Samples;

fn empty() -> ReportData {
    let target = Target { scale: 300.0, search_weight: 0.5 };
    ReportData {
        schema: "train-xiangqi-report/1",
        game: "xiangqi",
        command: "shuangqi train xiangqi '<script>alert(1)</script>' --out w".to_owned(),
        began_with: "0123abcd".to_owned(),
        evaluator: "4567abcd".to_owned(),
        positions: 0,
        held_out: Losses::new(&Samples::default(), [&[], &[]], &target).all,
        search_weight: 0.5,
        scale: 300.0,
        passes: Vec::new(),
        phases: Vec::new(),
        chances: Vec::new(),
        calibration: Vec::new(),
        weights: Vec::new(),
    }
}

fn sample() -> ReportData {
    let curve = [PassLosses { training: 0.6, held_out: 0.5 }, PassLosses { training: 0.55, held_out: 0.49 }];
    let weights = Weights::embedded();
    let after = Weights::from_numbers((0..Weights::COUNT).map(|index| weights.get(index).map(|it| it - 3)));
    let occurrences = vec![12_345; Weights::COUNT];
    ReportData {
        passes: Pass::all(&curve, true),
        weights: WeightChange::all(weights, &after, &occurrences),
        ..empty()
    }
}

fn text(report: &ReportData, name: &str) -> String {
    files(report).unwrap().into_iter().find(|file| file.name == name).unwrap().text
}

#[test]
fn a_fit_has_its_picture_and_its_boards() {
    let curve = text(&sample(), "curve.svg");
    assert!(roxmltree::Document::parse(&curve).is_ok());
    let page = text(&sample(), "report.html");
    assert_eq!(page.matches("class=\"points\"").count(), 14, "two for each kind of piece");
    assert!(page.contains("table.cannon.e9: "));
    assert_eq!(text(&sample(), "report.html"), page);
}

#[test]
fn a_fit_of_nothing_has_a_report() {
    let page = text(&empty(), "report.html");
    assert!(page.contains("too little to draw"));
    assert!(!page.contains("<script>alert"));
}
