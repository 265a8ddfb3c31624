//! The charts of a report.

use shuangqi_plot::{Figure, Fill, Line, Point, number};

use super::super::records::PhaseErrors;
use super::super::report_data::{ClassWeights, Pass, PhaseWeight, ReportData};
use crate::report::{Chart, line};

/// A mean over fewer positions than this is drawn faint.
const FEW: u64 = 100;

/// The charts, as far as there is something to show.
#[derive(Debug)]
pub struct Figures {
    /// The error by pass.
    pub curve: Option<Figure>,
    /// The error by number of empty squares.
    pub errors: Option<Figure>,
    /// The size of the weights by phase.
    pub weights: Option<Figure>,
}

impl Figures {
    pub fn new(report: &ReportData) -> Figures {
        Figures { curve: curve(report), errors: errors(report), weights: weights(report) }
    }

    pub fn all(&self) -> impl Iterator<Item = &Figure> {
        [&self.curve, &self.errors, &self.weights].into_iter().flatten()
    }
}

fn curve(report: &ReportData) -> Option<Figure> {
    let levels: Vec<&[Pass]> = report.passes.chunk_by(|one, next| one.level == next.level).collect();
    let uprights = levels.iter().skip(1).filter_map(|passes| Some(f64::from(passes.first()?.pass) - 0.5));
    let of = |name: &str, look, error: fn(&Pass) -> Option<f64>| -> Vec<Line> {
        let point = |pass: &Pass| {
            let value = error(pass)?;
            let tip = format!("{name}, pass {} (by {}): {value:.2} discs", pass.pass, pass.level);
            Some(Point::new(f64::from(pass.pass), value, tip))
        };
        let of_level = |passes: &&[Pass]| line(name, look, passes.iter().filter_map(point).collect());
        levels.iter().map(of_level).collect()
    };
    let mut lines = of("training", 0, |pass| Some(pass.training));
    lines.extend(of("held out", 1, |pass| pass.held_out));
    let reading = "Each mark is a pass over the positions. Upright lines divide the levels of the fit: weights for the whole \
        game; for each stage of 15 numbers of empty squares, beginning with those of the game; and the cheaper weights that \
        order moves near the end. A position \
        that is learnt from is counted before the step that it leads to; those held out are counted after the pass.";
    let chart = Chart {
        name: "curve",
        game: "Othello",
        title: "Learning curve",
        reading,
        axes: ("pass", "root mean square error (discs)"),
        uprights: uprights.collect(),
    };
    chart.figure(lines)
}

fn errors(report: &ReportData) -> Option<Figure> {
    let phases = |name: &str, look, error: fn(&PhaseErrors) -> (u64, f64)| {
        let point = |phase: &PhaseErrors| {
            let (positions, value) = error(phase);
            let x = 2.0 * phase.phase as f64 + 0.5;
            (positions > 0).then(|| error_point(name, (x, &phase.empties), positions, value))
        };
        line(name, look, report.phases.iter().rev().filter_map(point).collect())
    };
    let exact = report.exact_by_empties.iter().rev().map(|errors| {
        let (x, empties) = (f64::from(errors.empties), errors.empties.to_string());
        error_point(EXACT, (x, &empties), errors.positions, errors.error)
    });
    let lines = vec![
        phases("training", 0, |phase| (phase.training_positions, phase.training_error)),
        phases("held out", 1, |phase| (phase.held_out_positions, phase.held_out_error)),
        line(EXACT, 2, exact.collect()),
    ];
    let reading = "The mean distance between the evaluation and the result of the game, on positions that were learnt from \
        and on those of games held out; and, where positions with exact scores were given, between the evaluation and those. \
        The result of a game holds the mistakes of both players after the position, so that its error is larger \
        the more squares are empty. A faint mark stands for fewer than 100 positions.";
    let chart = Chart {
        name: "errors",
        game: "Othello",
        title: "Error by phase",
        reading,
        axes: ("empty squares", "mean absolute error (discs)"),
        uprights: Vec::new(),
    };
    chart.figure(lines)
}

const EXACT: &str = "exact scores";

fn error_point(name: &str, (x, empties): (f64, &str), positions: u64, error: f64) -> Point {
    let tip = format!("{name}, {empties} empty: {error:.2} discs, {} positions", number::grouped(positions));
    let fill = if positions < FEW { Fill::Faint } else { Fill::Full };
    Point { fill: Some(fill), ..Point::new(x, error, tip) }
}

fn weights(report: &ReportData) -> Option<Figure> {
    let class = |(look, class): (usize, &ClassWeights)| {
        let point = |weight: &PhaseWeight| {
            let empties = 2 * weight.phase;
            let tip =
                format!("{}, {empties}–{} empty: {:.2} discs", class.name, empties + 1, weight.mean_absolute);
            Point::new(empties as f64 + 0.5, weight.mean_absolute, tip)
        };
        line(class.name, look, class.phases.iter().rev().map(point).collect())
    };
    let lines = report.classes.iter().enumerate().map(class).collect();
    let reading = "The mean absolute linear weight of what one instance of a class holds, on the positions that were learnt from: \
        how much it moves the evaluation. The classes are drawn below.";
    let chart = Chart {
        name: "weights",
        game: "Othello",
        title: "Size of the weights by phase",
        reading,
        axes: ("empty squares", "mean absolute weight (discs)"),
        uprights: Vec::new(),
    };
    chart.figure(lines)
}
