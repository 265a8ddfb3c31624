//! The page: the fit in figures, the learning curve, the losses, the weights, and how to repeat it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use shuangqi_plot::diagram::{Diagram, DiagramBoard, Diagrams, PointValue};
use shuangqi_plot::number;
use shuangqi_plot::report::{Part, Report, Section};
use shuangqi_plot::table::{Cell, Table};

use super::super::chances::FormLosses;
use super::super::report_data::{ReportData, WeightChange};
use super::Figures;
use crate::report::{self, section};

const OVERVIEW: &str = "Every weight of the evaluation, on the full board and on the bare one, fitted to the results and the \
    scores of games that the engine played against itself. A soldier at home is worth about 100.";

/// The whole page.
pub fn page(data: &ReportData, drawn: Figures) -> Report {
    Report {
        title: "Training of Xiangqi’s evaluator".to_owned(),
        eyebrow: "Xiangqi".to_owned(),
        overview: vec![OVERVIEW.to_owned()],
        facts: facts(data),
        sections: vec![
            section("curve-section", "How the fit went", drawn.curve, Vec::new()),
            section("losses-section", "The losses", drawn.losses, vec![numbers(data)]),
            section("chances-section", "Win, draw and loss", drawn.calibration, forms(data)),
            weights(data),
            report::method(&data.command, METHOD, "xiangqi-training.json"),
        ],
        made_by: "shuangqi train",
        ..Report::default()
    }
}

fn facts(report: &ReportData) -> Vec<(Cow<'static, str>, String)> {
    let loss = |before: f64, after: f64| format!("{before:.4} → {after:.4}");
    let held_out = &report.held_out;
    let mut facts = Vec::new();
    let mut fact = |name: &str, value: String| facts.push((name.to_owned().into(), value));
    fact("Positions learnt from", number::grouped(report.positions));
    fact("Positions held out", number::grouped(held_out.held_out_positions));
    if held_out.held_out_positions > 0 {
        fact("Loss on those held out", loss(held_out.loss_before, held_out.loss_after));
        fact("Against results alone", loss(held_out.result_loss_before, held_out.result_loss_after));
        fact("Loss of win, draw and loss", chances_loss(report));
    }
    fact("Score for chances of e to 1", format!("{:.0}", report.scale));
    fact("Part of the search in the target", report.search_weight.to_string());
    fact("Passes", number::grouped(report.passes.len() as u64));
    fact("Weights (checksum)", format!("{} → {}", report.began_with, report.evaluator));
    facts
}

/// The losses of the chances on positions held out, before and after.
fn chances_loss(report: &ReportData) -> String {
    let (before, after) = FormLosses::before_and_after(&report.chances);
    format!("{before:.4} → {after:.4}")
}

/// The losses as a table.
fn numbers(report: &ReportData) -> Part {
    let loss = |value: f64| Cell::number(Some(value), |value| format!("{value:.5}"));
    let rows = report.phases.iter().map(|phase| {
        let held_out = &phase.held_out;
        vec![
            Cell::keyed(&phase.phase, f64::from(phase.most)),
            Cell::count(held_out.held_out_positions),
            loss(held_out.loss_before),
            loss(held_out.loss_after),
            loss(held_out.result_loss_before),
            loss(held_out.result_loss_after),
        ]
    });
    let table = Table::explained(&LOSS_COLUMNS, rows.collect());
    Part::Details("Phase by phase".to_owned(), vec![Part::Table(table)])
}

const LOSS: &str = "The mean loss on positions held out, in nats";
const RESULTS: &str = "The same against the results of games alone";
const LOSS_COLUMNS: [(&str, &str); 6] = [
    ("phase", "32 at the start, 0 without chariots, horses and cannons"),
    ("held out", "Positions of games that the fit has not seen"),
    ("before", LOSS),
    ("after", LOSS),
    ("results, before", RESULTS),
    ("results, after", RESULTS),
];

/// The forms of the chances that were tried.
fn forms(report: &ReportData) -> Vec<Part> {
    let loss = |value: f64| Cell::number(Some(value), |value| format!("{value:.5}"));
    let size = |value: f64| Cell::number(Some(value), |value| format!("{value:.0}"));
    let rows = report.chances.iter().map(|form| {
        let used = if form.is_used { "✓" } else { "" };
        let numbers = [form.half_full, form.half_bare, form.spread_full, form.spread_bare].map(size);
        let mut row = vec![Cell::words(form.form), Cell::words(used)];
        row.extend(numbers);
        row.extend([form.training_loss, form.held_out_loss].map(loss));
        row
    });
    vec![Part::Paragraph(CHANCES.into()), Part::Table(Table::explained(&FORM_COLUMNS, rows.collect()))]
}

const CHANCES: &str = "A score stands for the chance 1 / (1 + exp((half − score) / spread)) to win, and the negated score for \
    that to lose; the rest are draws. Half and spread are the same everywhere, or go from a number on the full board to one \
    on the bare board, by the square of the part of the attacking pieces that is gone. They are fitted by maximum likelihood \
    to the results of games and the scores of searches; of the forms below, the one with the least loss on positions held \
    out is used.";

const FORM_COLUMNS: [(&str, &str); 8] = [
    ("form", "before: the numbers that the fit began with"),
    ("used", ""),
    ("half, full", "The score at which half of the games are won, on the full board"),
    ("half, bare", "The same on the bare board"),
    ("spread, full", "How far the score must rise for the odds to become e times as high, on the full board"),
    ("spread, bare", "The same on the bare board"),
    ("loss, training", "Mean negated logarithm of the chance of what came true, in nats"),
    ("loss, held out", "The same on positions held out"),
];

fn weights(report: &ReportData) -> Section {
    let number = |value: i32| Cell::number(Some(f64::from(value)), |value| number::signed(value, 0));
    let row = |weight: &WeightChange| {
        let ([full_before, bare_before], [full, bare]) = (weight.before, weight.after);
        let numbers = [full_before, full, bare_before, bare].map(number);
        let mut row = vec![Cell::name(&weight.name)];
        row.extend(numbers);
        row.push(Cell::count(weight.positions));
        row
    };
    let is_term =
        |weight: &&WeightChange| !weight.name.starts_with("table.") && !weight.name.starts_with("wdl.");
    let others = report.weights.iter().filter(is_term);
    let mut parts = vec![
        Part::Table(Table::explained(&WEIGHT_COLUMNS, others.map(row).collect())),
        Part::Paragraph(POINTS.into()),
    ];
    for (kind, table) in tables(&report.weights) {
        let boards =
            [("full board", 0), ("bare board", 1)].map(|(title, half)| board(kind, title, &table, half));
        parts.extend([Part::Heading(kind.into()), Part::Diagrams(Diagrams(boards.into()))]);
    }
    Section::new("weights-section", "The weights", parts)
}

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

const WEIGHT_COLUMNS: [(&str, &str); 6] = [
    ("weight", ""),
    ("full, before", "On the full board, when the fit began"),
    ("full", "On the full board"),
    ("bare, before", "On the bare board, when the fit began"),
    ("bare", "On the bare board"),
    ("positions", "Positions learnt from in which it counts"),
];

const METHOD: &str = "The target of a position is a chance to win, a draw being half a win: a mixture of the result of its game and of \
        the score that the search gave it. The fit is gradient descent (D. P. Kingma, J. Ba: Adam, a Method for Stochastic \
        Optimization, 2015) on the logistic loss, with a pull of every number towards where it began.";
