//! The report of a fit: the learning curve, the losses by phase, and the weights, those of points drawn on boards.

mod boards;
mod page;

#[cfg(test)]
mod tests;

use shuangqi_cli::Failure;
use shuangqi_cli::files::NewFile;
use shuangqi_plot::Figure;

use super::records::{HeldOut, PhaseLosses};
use super::report_data::{Pass, ReportData};
use crate::report::{self, Chart, line, point};

/// The files of a report.
pub const FILES: [&str; 4] = ["curve.svg", "losses.svg", "data.json", "report.html"];

/// The charts, as far as there is something to show.
#[derive(Debug)]
struct Figures {
    /// The loss by pass.
    curve: Option<Figure>,
    /// The loss by phase, before and after.
    losses: Option<Figure>,
}

/// The files, the page last.
///
/// # Errors
/// [`Failure::Internal`] if its data cannot be written.
pub fn files(report: &ReportData) -> Result<Vec<NewFile>, Failure> {
    let figures = Figures { curve: curve(report), losses: losses(report) };
    let page = page::page(report, &figures)?;
    report::files([&figures.curve, &figures.losses].into_iter().flatten(), report, page)
}

fn curve(report: &ReportData) -> Option<Figure> {
    let of = |name: &str, look, loss: fn(&Pass) -> Option<f64>| {
        let mark = |pass: &Pass| {
            let value = loss(pass)?;
            Some(point(f64::from(pass.pass), value, format!("{name}, pass {}: {value:.5} nats", pass.pass)))
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
            point(f64::from(phase.most), value, tip)
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
