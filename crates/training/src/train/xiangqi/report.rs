//! The report of a fit: the learning curve, the losses by phase, and the weights, those of points drawn on boards.

mod page;

#[cfg(test)]
mod tests;

use shuangqi_cli::Failure;
use shuangqi_cli::files::NewFile;
use shuangqi_plot::{Figure, Fill, Line, Look, Point, Stroke, number};

use super::chances::CalibrationBin;
use super::records::{HeldOut, PhaseLosses};
use super::report_data::{Pass, ReportData};
use crate::report::{self, Chart, line};

/// The files of a report.
pub const FILES: [&str; 5] = ["curve.svg", "losses.svg", "calibration.svg", "data.json", "report.html"];

/// The charts, as far as there is something to show.
#[derive(Debug)]
struct Figures {
    /// The loss by pass.
    curve: Option<Figure>,
    /// The loss by phase, before and after.
    losses: Option<Figure>,
    /// Chances against what came true.
    calibration: Option<Figure>,
}

impl Figures {
    fn new(report: &ReportData) -> Figures {
        Figures { curve: curve(report), losses: losses(report), calibration: calibration(report) }
    }

    fn all(&self) -> impl Iterator<Item = &Figure> {
        [&self.curve, &self.losses, &self.calibration].into_iter().flatten()
    }
}

/// The files, the page last.
///
/// # Errors
/// [`Failure::Internal`] if its data cannot be written.
pub fn files(report: &ReportData) -> Result<Vec<NewFile>, Failure> {
    let figures = Figures::new(report);
    let pictures = figures.all().map(report::picture).collect();
    report::files(pictures, report, &page::page(report, figures))
}

fn curve(report: &ReportData) -> Option<Figure> {
    let of = |name: &str, look, loss: fn(&Pass) -> Option<f64>| {
        let mark = |pass: &Pass| {
            let value = loss(pass)?;
            Some(Point::new(
                f64::from(pass.pass),
                value,
                format!("{name}, pass {}: {value:.5} nats", pass.pass),
            ))
        };
        line(name, look, report.passes.iter().filter_map(mark).collect())
    };
    let chart = Chart {
        name: "curve",
        game: "Xiangqi",
        title: "Learning curve",
        reading: "Each mark is a pass over the positions. A position that is learnt from is counted before the step that it \
            leads to; those held out, of games that the fit has not seen, are counted after the pass. A loss is that of the chance \
            that an evaluation stands for, against the target; it would be 0 only if every result were certain and known.",
        axes: ("pass", "mean loss (nats)"),
        uprights: Vec::new(),
    };
    chart.figure(vec![of("training", 0, |pass| Some(pass.training)), of("held out", 1, |pass| pass.held_out)])
}

fn losses(report: &ReportData) -> Option<Figure> {
    let of = |name: &str, look, loss: fn(&HeldOut) -> f64| {
        let mark = |phase: &PhaseLosses| {
            let (value, positions) = (loss(&phase.held_out), phase.held_out.held_out_positions);
            let tip = format!("{name}, phase {}: {value:.5} nats, {positions} positions", phase.phase);
            Point::new(f64::from(phase.most), value, tip)
        };
        line(name, look, report.phases.iter().rev().map(mark).collect())
    };
    let chart = Chart {
        name: "losses",
        game: "Xiangqi",
        title: "Loss by phase",
        reading: "On positions held out, against the target: by the weights that the fit began with, and by those that it ended \
            with. The phase counts the chariots (four each), horses and cannons (two each) of both sides: 32 at the start; a mark stands \
            for four of its values, the highest of which is below it.",
        axes: ("phase", "mean loss (nats)"),
        uprights: Vec::new(),
    };
    chart.figure(vec![of("before", 0, |it| it.loss_before), of("after", 1, |it| it.loss_after)])
}

/// A bin of fewer positions is drawn faint.
const FEW: u64 = 1000;

fn calibration(report: &ReportData) -> Option<Figure> {
    let mark = |bin: &CalibrationBin| {
        let CalibrationBin { outcome, predicted, observed, positions } = bin;
        let positions_text = number::grouped(*positions);
        let tip = format!("{outcome}: {predicted} % predicted, {observed} % observed, of {positions_text}");
        let fill = if *positions < FEW { Fill::Faint } else { Fill::Full };
        Point { fill: Some(fill), ..Point::new(*predicted, *observed, tip) }
    };
    let of = |outcome: &str, look| {
        let bins = report.calibration.iter().filter(|bin| bin.outcome == outcome);
        line(outcome, look, bins.map(mark).collect())
    };
    let corner = |at: f64| Point { fill: None, ..Point::new(at, at, String::new()) };
    let ideal = Line {
        look: Look::Aside,
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
    let has_bins = !report.calibration.is_empty();
    has_bins.then(|| chart.figure(vec![of("decided", 0), of("drawn", 1), ideal]))?
}
