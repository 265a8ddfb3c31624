//! The report of a fit: the learning curve, the chances to win, draw and lose, and the weights, those of points drawn on boards.

use std::collections::BTreeMap;

use serde::Serialize;
use shuangqi_plot::diagram::{Diagram, DiagramBoard, Diagrams, PointValue};
use shuangqi_plot::report::Part;
use shuangqi_plot::table::{Cell, Table};
use shuangqi_plot::{Figure, Fill, Line, Point, Stroke, Style, number};
use xiangqi::evaluator::Weights;

use super::chances::CalibrationBin;
use super::samples::{Numbers, Samples, Target, mean_loss};
use crate::numbers::rounded;
use crate::report::{Chart, EvaluatorReport, Pass, learning_curve, line};

const OVERVIEW: &str = "Every weight of the evaluation, on the full board and on the bare one, fitted to the results and the \
    scores of games that the engine played against itself. A soldier at home is worth about 100.";

const CURVE: &str = "Each mark is a pass over the positions. A position that is learnt from is counted before the step that it \
    leads to; those held out, of games that the fit has not seen, are counted after the pass. A loss is that of the chance \
    that an evaluation stands for, against the target; it would be 0 only if every result were certain and known.";

const CHANCES: &str = "A score stands for the chance 1 / (1 + exp((half − score) / spread)) to win, and the negated score for \
    that to lose; the rest are draws. Half and spread go from a number on the full board to one \
    on the bare board, by the square of the part of the attacking pieces that is gone. They are fitted by maximum likelihood \
    to the results of games and the scores of searches, and used if they have less loss on positions held out than those before.";

const METHOD: &str = "The target of a position is a chance to win, a draw being half a win: a mixture of the result of its game and of \
    the score that the search gave it. The fit is gradient descent (D. P. Kingma, J. Ba: Adam, a Method for Stochastic \
    Optimization, 2015) on the logistic loss, with a pull of every number towards where it began.";

/// The results of a fit.
#[derive(Debug, Serialize)]
pub struct XiangqiResults {
    /// The name and version of this form.
    pub schema: &'static str,
    pub game: &'static str,
    /// The command line that repeats the fit.
    pub command: String,
    /// The checksums of the weights that the fit began with, and of those that it ended with.
    pub began_with: String,
    pub evaluator: String,
    /// Positions that were learnt from.
    pub positions: u64,
    #[serde(flatten)]
    pub held_out: HeldOut,
    /// The part of the search's score in the target.
    pub search_weight: f64,
    /// The score that stands for chances of e to 1.
    pub scale: f64,
    /// The mean losses, in nats.
    pub passes: Vec<Pass>,
    /// The mean losses of the chances to win, draw and lose on positions held out, in nats: before the fit and after it.
    pub wdl_losses: [f64; 2],
    /// The agreement of the fitted chances with the results of positions held out.
    pub calibration: Vec<CalibrationBin>,
    pub weights: Vec<WeightChange>,
}

/// Mean losses on positions that the fit has not seen, in nats, by the weights that it began with and by those that it ended
/// with.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct HeldOut {
    pub held_out_positions: u64,
    /// Against what was fitted to.
    pub loss_before: f64,
    pub loss_after: f64,
    /// Against the results of the games alone.
    pub result_loss_before: f64,
    pub result_loss_after: f64,
}

impl HeldOut {
    pub fn new(samples: &Samples, weights: [&[Numbers]; 2], target: &Target) -> HeldOut {
        let results = Target { search_weight: 0.0, ..*target };
        let losses = |target: &Target| weights.map(|weights| rounded(mean_loss(samples, weights, target), 5));
        let ([loss_before, loss_after], [result_loss_before, result_loss_after]) =
            (losses(target), losses(&results));
        let held_out_positions = samples.len() as u64;
        HeldOut { held_out_positions, loss_before, loss_after, result_loss_before, result_loss_after }
    }
}

/// A weight before and after the fit: its numbers on the full board and on the bare one.
#[derive(Clone, Debug, Serialize)]
pub struct WeightChange {
    pub name: String,
    pub before: [i32; 2],
    pub after: [i32; 2],
    /// In how many of the positions that were learnt from it counts for one side more than for the other.
    pub positions: u64,
}

impl WeightChange {
    pub fn all(before: &Weights, after: &Weights, occurrences: &[u64]) -> Vec<WeightChange> {
        let change = |(index, &positions): (usize, &u64)| WeightChange {
            name: Weights::name(index),
            before: before.get(index),
            after: after.get(index),
            positions,
        };
        occurrences.iter().enumerate().map(change).collect()
    }
}

pub fn report(results: &XiangqiResults) -> EvaluatorReport {
    let mut report = EvaluatorReport {
        game: "Xiangqi",
        overview: OVERVIEW,
        command: results.command.clone(),
        method: METHOD,
        ..EvaluatorReport::default()
    };
    let loss = |before: f64, after: f64| format!("{before:.4} → {after:.4}");
    let held_out = &results.held_out;
    report.fact("Positions learnt from", number::grouped(results.positions));
    report.fact("Positions held out", number::grouped(held_out.held_out_positions));
    if held_out.held_out_positions > 0 {
        let [wdl_before, wdl_after] = results.wdl_losses;
        report.fact("Loss on those held out", loss(held_out.loss_before, held_out.loss_after));
        report.fact("Against results alone", loss(held_out.result_loss_before, held_out.result_loss_after));
        report.fact("Loss of win, draw and loss", loss(wdl_before, wdl_after));
    }
    report.fact("Score for chances of e to 1", format!("{:.0}", results.scale));
    report.fact("Part of the search in the target", results.search_weight.to_string());
    report.fact("Passes", number::grouped(results.passes.len() as u64));
    report.fact("Weights (checksum)", format!("{} → {}", results.began_with, results.evaluator));
    let curve = learning_curve("Xiangqi", &results.passes, ("mean loss", "nats"), CURVE);
    report.section("curve-section", "How the fit went", curve, Vec::new());
    let calibration = calibration(&results.calibration);
    let chances = vec![Part::Paragraph(CHANCES.into())];
    report.section("chances-section", "Win, draw and loss", calibration, chances);
    report.parts("weights-section", "The weights", weights(&results.weights));
    report
}

/// A bin of fewer positions is drawn faint.
const FEW: u64 = 1000;

fn calibration(bins: &[CalibrationBin]) -> Option<Figure> {
    let mark = |bin: &CalibrationBin| {
        let CalibrationBin { outcome, predicted, observed, positions } = bin;
        let positions_text = number::grouped(*positions);
        let tip = format!("{outcome}: {predicted} % predicted, {observed} % observed, of {positions_text}");
        let fill = if *positions < FEW { Fill::Faint } else { Fill::Full };
        Point { fill: Some(fill), ..Point::new(*predicted, *observed, tip) }
    };
    let of = |outcome: &str, style| {
        line(outcome, style, bins.iter().filter(|bin| bin.outcome == outcome).map(mark).collect())
    };
    let corner = |at: f64| Point { fill: None, ..Point::new(at, at, String::new()) };
    let ideal = Line {
        style: Style::Aside,
        stroke: Stroke::Reference(0),
        ..line("as predicted", 0, vec![corner(0.0), corner(100.0)])
    };
    let chart = Chart {
        name: "calibration",
        game: "Xiangqi",
        title: "Chances against results",
        reading: "Positions held out, sorted by the chances that the scores of the search give them; each position counts once for \
            each side that may win it, and once among draws. Of a hundred positions with about the chance across, as many came \
            out so as the mark is high: on the broken line chances are right, above it they are too low. A faint mark stands for fewer than \
            1000.",
        axes: ("predicted (per cent)", "observed (per cent)"),
        uprights: Vec::new(),
    };
    (!bins.is_empty()).then(|| chart.figure(vec![of("decided", 0), of("drawn", 1), ideal]))?
}

fn weights(weights: &[WeightChange]) -> Vec<Part> {
    let number = |value: i32| Cell::number(Some(f64::from(value)), |value| number::signed(value, 0));
    let row = |weight: &WeightChange| {
        let ([full_before, bare_before], [full, bare]) = (weight.before, weight.after);
        let mut row = vec![Cell::name(&weight.name)];
        row.extend([full_before, full, bare_before, bare].map(number));
        row.push(Cell::count(weight.positions));
        row
    };
    let is_term =
        |weight: &&WeightChange| !weight.name.starts_with("table.") && !weight.name.starts_with("wdl.");
    let terms = weights.iter().filter(is_term).map(row).collect();
    let mut parts =
        vec![Part::Table(Table::explained(&WEIGHT_COLUMNS, terms)), Part::Paragraph(POINTS.into())];
    for (kind, table) in tables(weights) {
        let boards =
            [("full board", 0), ("bare board", 1)].map(|(title, half)| board(kind, title, &table, half));
        parts.extend([Part::Heading(kind.into()), Part::Diagrams(Diagrams(boards.into()))]);
    }
    parts
}

const WEIGHT_COLUMNS: [(&str, &str); 6] = [
    ("weight", ""),
    ("full, before", "On the full board, when the fit began"),
    ("full", "On the full board"),
    ("bare, before", "On the bare board, when the fit began"),
    ("bare", "On the bare board"),
    ("positions", "Positions learnt from in which it counts"),
];

const POINTS: &str = "A piece is worth its number above and that of the point where it stands, drawn from the side that owns it; \
    a number that is pointed at says what it was before the fit.";

/// The weights of the points of a kind of piece, by file and rank.
type PointTable<'report> = BTreeMap<(usize, usize), &'report WeightChange>;

/// The tables of all kinds of pieces.
fn tables(weights: &[WeightChange]) -> Vec<(&str, PointTable<'_>)> {
    let mut kinds: Vec<(&str, PointTable<'_>)> = Vec::new();
    for weight in weights {
        let Some((kind, place)) = place(&weight.name) else { continue };
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, table)) => drop(table.insert(place, weight)),
            None => kinds.push((kind, PointTable::from([(place, weight)]))),
        }
    }
    kinds
}

/// The kind of piece, and the file and rank, of a weight like `table.cannon.e9`.
fn place(name: &str) -> Option<(&str, (usize, usize))> {
    let (kind, point) = name.strip_prefix("table.")?.split_once('.')?;
    let &[file, rank] = point.as_bytes() else { return None };
    let (file, rank) = (usize::from(file.checked_sub(b'a')?), usize::from(rank.checked_sub(b'0')?));
    (file < 5 && rank < 10).then_some((kind, (file, rank)))
}

/// The numbers of a kind of piece on both halves of the board, which mirror each other.
fn board(kind: &str, title: &str, table: &PointTable<'_>, half: usize) -> (String, Vec<Diagram>) {
    let written = |number: i32| number.to_string().replace('-', "−");
    let points = table.iter().flat_map(|(&(file, rank), weight)| {
        let (before, value) = (weight.before[half], weight.after[half]);
        let (from, to, positions) = (written(before), written(value), number::grouped(weight.positions));
        let tip = format!("{}: {from} → {to}, in {positions} positions", weight.name);
        let files = if file == 4 { vec![4] } else { vec![file, 8 - file] };
        files.into_iter().map(move |file| PointValue { place: (file, rank), value, tip: tip.clone() })
    });
    let label = format!("{kind}, {title}");
    let board = DiagramBoard::Points(points.collect());
    (title.to_owned(), vec![Diagram { label, board, caption: None }])
}

#[cfg(test)]
mod tests {
    use xiangqi::evaluator::Weights;

    use super::*;
    use crate::xiangqi::samples::{Samples, Target};

    fn empty() -> XiangqiResults {
        let target = Target { scale: 300.0, search_weight: 0.5 };
        XiangqiResults {
            schema: "train-xiangqi-report/2",
            game: "xiangqi",
            command: "shuangqi train xiangqi '<script>alert(1)</script>' --out w".to_owned(),
            began_with: "0123abcd".to_owned(),
            evaluator: "4567abcd".to_owned(),
            positions: 0,
            held_out: HeldOut::new(&Samples::default(), [&[], &[]], &target),
            search_weight: 0.5,
            scale: 300.0,
            passes: Vec::new(),
            wdl_losses: [0.0; 2],
            calibration: Vec::new(),
            weights: Vec::new(),
        }
    }

    fn text(results: &XiangqiResults, name: &str) -> String {
        let files = report(results).files(results).unwrap();
        files.into_iter().find(|file| file.name == name).unwrap().text
    }

    #[test]
    fn a_fit_has_its_picture_and_its_boards() {
        let weights = Weights::embedded();
        let after =
            Weights::from_numbers((0..Weights::COUNT).map(|index| weights.get(index).map(|it| it - 3)));
        let results = XiangqiResults {
            passes: Pass::all([(None, 0.6, 0.5), (None, 0.55, 0.49)], 6, true),
            weights: WeightChange::all(weights, &after, &vec![12_345; Weights::COUNT]),
            ..empty()
        };
        assert!(roxmltree::Document::parse(&text(&results, "curve.svg")).is_ok());
        let page = text(&results, "report.html");
        assert_eq!(page.matches("class=\"points\"").count(), 14, "two for each kind of piece");
        assert!(page.contains("table.cannon.e9: "));
    }

    #[test]
    fn a_fit_of_nothing_has_a_report() {
        let page = text(&empty(), "report.html");
        assert!(page.contains("too little to draw") && !page.contains("<script>alert"));
    }
}
