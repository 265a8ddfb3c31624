//! The page: the fit in figures, the learning curve, the losses, the weights, and how to repeat it.

use maud::{Markup, html};
use shuangqi_cli::Failure;
use shuangqi_plot::table::{Cell, Column, table};
use shuangqi_plot::{board, number};

use super::super::chances::FormLosses;
use super::super::report_data::{ReportData, WeightChange};
use super::{Figures, boards};
use crate::report::{self, fact, section};

const TITLE: &str = "Training of Xiangqi’s evaluator";

/// The whole page.
///
/// # Errors
/// [`Failure::Internal`] if its data cannot be written.
pub fn page(data: &ReportData, drawn: &Figures) -> Result<String, Failure> {
    let body = html! {
        (head(data)) "\n"
        main {
            (section("curve-section", "How the fit went", &drawn.curve, html! {})) "\n"
            (section("losses-section", "The losses", &drawn.losses, numbers(data))) "\n"
            (section("chances-section", "Win, draw and loss", &drawn.calibration, forms(data))) "\n"
            (weights(data)) "\n"
            (report::method(&data.command, METHOD, "xiangqi-training.json")) "\n"
        }
    };
    report::page(TITLE, [board::STYLE, boards::STYLE], body, data)
}

fn head(report: &ReportData) -> Markup {
    let loss = |before: f64, after: f64| format!("{before:.4} → {after:.4}");
    let held_out = &report.held_out;
    html! {
        header {
            p.eyebrow { "Xiangqi" }
            h1 { (TITLE) }
            p.overview {
                "Every weight of the evaluation, on the full board and on the bare one, fitted to the results and the scores of \
                games that the engine played against itself. A soldier at home is worth about 100."
            }
            dl.facts {
                (fact("Positions learnt from", &number::grouped(report.positions)))
                (fact("Positions held out", &number::grouped(held_out.held_out_positions)))
                @if held_out.held_out_positions > 0 {
                    (fact("Loss on those held out", &loss(held_out.loss_before, held_out.loss_after)))
                    (fact("Against results alone", &loss(held_out.result_loss_before, held_out.result_loss_after)))
                    (fact("Loss of win, draw and loss", &chances_loss(report)))
                }
                (fact("Score for chances of e to 1", &format!("{:.0}", report.scale)))
                (fact("Part of the search in the target", &report.search_weight.to_string()))
                (fact("Passes", &number::grouped(report.passes.len() as u64)))
                (fact("Weights (checksum)", &format!("{} → {}", report.began_with, report.evaluator)))
            }
            (report::contents(&[
                ("curve-section", "How the fit went"),
                ("losses-section", "The losses"),
                ("chances-section", "Win, draw and loss"),
                ("weights-section", "The weights"),
            ]))
        }
    }
}

/// The losses of the chances on positions held out, before and after.
fn chances_loss(report: &ReportData) -> String {
    let (before, after) = FormLosses::before_and_after(&report.chances);
    format!("{before:.4} → {after:.4}")
}

/// The losses as a table.
fn numbers(report: &ReportData) -> Markup {
    let loss = |value: f64| Cell::number(Some(value), |value| format!("{value:.5}"));
    let rows = report.phases.iter().map(|phase| {
        let held_out = &phase.held_out;
        vec![
            Cell::Number(phase.phase.clone(), f64::from(phase.most)),
            Cell::count(held_out.held_out_positions),
            loss(held_out.loss_before),
            loss(held_out.loss_after),
            loss(held_out.result_loss_before),
            loss(held_out.result_loss_after),
        ]
    });
    html! {
        details {
            summary { "Phase by phase" }
            (table(&LOSS_COLUMNS, &rows.collect::<Vec<_>>()))
        }
    }
}

const LOSS: &str = "The mean loss on positions held out, in nats";
const RESULTS: &str = "The same against the results of games alone";
const LOSS_COLUMNS: [Column<'_>; 6] = [
    Column { name: "phase", meaning: "32 at the start, 0 without chariots, horses and cannons" },
    Column { name: "held out", meaning: "Positions of games that the fit has not seen" },
    Column { name: "before", meaning: LOSS },
    Column { name: "after", meaning: LOSS },
    Column { name: "results, before", meaning: RESULTS },
    Column { name: "results, after", meaning: RESULTS },
];

/// The forms of the chances that were tried.
fn forms(report: &ReportData) -> Markup {
    let loss = |value: f64| Cell::number(Some(value), |value| format!("{value:.5}"));
    let size = |value: f64| Cell::number(Some(value), |value| format!("{value:.0}"));
    let rows = report.chances.iter().map(|form| {
        let used = if form.is_used { "✓" } else { "" };
        let numbers = [form.half_full, form.half_bare, form.spread_full, form.spread_bare].map(size);
        let mut row = vec![Cell::Words(form.form.to_owned()), Cell::Words(used.to_owned())];
        row.extend(numbers);
        row.extend([form.training_loss, form.held_out_loss].map(loss));
        row
    });
    html! {
        p {
            "A score stands for the chance 1 / (1 + exp((half − score) / spread)) to win, and the negated score for that to lose; \
            the rest are draws. Half and spread are the same everywhere, or go from a number on the full board to one on the bare \
            board, by the square of the part of the attacking pieces that is gone. They are fitted by maximum likelihood to \
            the results of games and the scores of searches; of the forms below, the one with the least loss on positions held out is used."
        }
        (table(&FORM_COLUMNS, &rows.collect::<Vec<_>>()))
    }
}

const FORM_COLUMNS: [Column<'_>; 8] = [
    Column { name: "form", meaning: "before: the numbers that the fit began with" },
    Column { name: "used", meaning: "" },
    Column { name: "half, full", meaning: "The score at which half of the games are won, on the full board" },
    Column { name: "half, bare", meaning: "The same on the bare board" },
    Column {
        name: "spread, full",
        meaning: "How far the score must rise for the odds to become e times as high, on the full board",
    },
    Column { name: "spread, bare", meaning: "The same on the bare board" },
    Column {
        name: "loss, training",
        meaning: "Mean negated logarithm of the chance of what came true, in nats",
    },
    Column { name: "loss, held out", meaning: "The same on positions held out" },
];

fn weights(report: &ReportData) -> Markup {
    let number = |value: i32| Cell::number(Some(f64::from(value)), |value| number::signed(value, 0));
    let row = |weight: &WeightChange| {
        let ([full_before, bare_before], [full, bare]) = (weight.before, weight.after);
        let numbers = [full_before, full, bare_before, bare].map(number);
        let mut row = vec![Cell::Name(weight.name.clone())];
        row.extend(numbers);
        row.push(Cell::count(weight.positions));
        row
    };
    let is_term =
        |weight: &&WeightChange| !weight.name.starts_with("table.") && !weight.name.starts_with("wdl.");
    let others = report.weights.iter().filter(is_term);
    html! {
        section #weights-section {
            h2 { "The weights" }
            (table(&WEIGHT_COLUMNS, &others.map(row).collect::<Vec<_>>()))
            p {
                "A piece is worth its number above and that of the point where it stands, drawn from the side that owns \
                it; a number that is pointed at says what it was before the fit."
            }
            (boards::tables(&report.weights))
        }
    }
}

const WEIGHT_COLUMNS: [Column<'_>; 6] = [
    Column { name: "weight", meaning: "" },
    Column { name: "full, before", meaning: "On the full board, when the fit began" },
    Column { name: "full", meaning: "On the full board" },
    Column { name: "bare, before", meaning: "On the bare board, when the fit began" },
    Column { name: "bare", meaning: "On the bare board" },
    Column { name: "positions", meaning: "Positions learnt from in which it counts" },
];

const METHOD: &str = "The target of a position is a chance to win, a draw being half a win: a mixture of the result of its game and of \
        the score that the search gave it. The fit is gradient descent (D. P. Kingma, J. Ba: Adam, a Method for Stochastic \
        Optimization, 2015) on the logistic loss, with a pull of every number towards where it began.";
