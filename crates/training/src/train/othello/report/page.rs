//! The page: the fit in figures, the learning curve, the errors, the weights on the board, and how to repeat it.

use maud::{Markup, html};
use shuangqi_cli::Failure;
use shuangqi_plot::table::{Cell, Column, table};
use shuangqi_plot::{board, number};

use super::super::report_data::ReportData;
use super::boards;
use super::figures::Figures;
use crate::report::{self, fact, section};

const TITLE: &str = "Training of Othello’s evaluator";

/// The whole page.
///
/// # Errors
/// [`Failure::Internal`] if its data cannot be written.
pub fn page(data: &ReportData, drawn: &Figures) -> Result<String, Failure> {
    let body = html! {
        (head(data)) "\n"
        main {
            (section("curve-section", "How the fit went", &drawn.curve, html! {})) "\n"
            (section("errors-section", "The errors", &drawn.errors, numbers(data))) "\n"
            (section("weights-section", "The weights", &drawn.weights, patterns(data))) "\n"
            (report::method(&data.command, METHOD, "othello-training.json")) "\n"
        }
    };
    report::page(TITLE, [board::STYLE, boards::STYLE], body, data)
}

fn head(report: &ReportData) -> Markup {
    let exact = report.exact.as_ref();
    html! {
        header {
            p.eyebrow { "Othello" }
            h1 { (TITLE) }
            p.overview {
                "Tables of patterns, fitted to the results of games that the engine played against itself. \
                Errors and weights are in discs, from the view of the side to move."
            }
            dl.facts {
                (fact("Positions learnt from", &number::grouped(report.positions)))
                (fact("Positions held out", &number::grouped(report.held_out_positions)))
                @if report.held_out_positions > 0 {
                    (fact("Error on those held out", &discs(report.held_out_error)))
                }
                @if let Some(exact) = exact {
                    @let positions = number::grouped(exact.exact_positions);
                    (fact(&format!("Error on {positions} exact scores"), &discs(exact.exact_error)))
                    (fact("Bias against exact scores", &format!("{} discs", number::signed(exact.exact_bias, 2))))
                }
                (fact("Passes", &number::grouped(report.passes.len() as u64)))
                (fact("Weights (checksum)", &report.evaluator))
            }
            (report::contents(&[
                ("curve-section", "How the fit went"),
                ("errors-section", "The errors"),
                ("weights-section", "The weights"),
            ]))
        }
    }
}

fn discs(error: f64) -> String {
    format!("{error:.2} discs")
}

/// The errors as tables.
fn numbers(report: &ReportData) -> Markup {
    let error = |value: f64| Cell::number(Some(value), |value| format!("{value:.3}"));
    let signed = |value: f64| Cell::number(Some(value), |value| number::signed(value, 3));
    let known = |positions: u64, value: f64| if positions > 0 { error(value) } else { Cell::Empty };
    let phases = report.phases.iter().map(|phase| {
        vec![
            Cell::Number(phase.empties.clone(), phase.phase as f64),
            Cell::count(phase.training_positions),
            known(phase.training_positions, phase.training_error),
            Cell::count(phase.held_out_positions),
            known(phase.held_out_positions, phase.held_out_error),
            known(phase.held_out_positions, phase.held_out_root_mean_square),
        ]
    });
    let exact = report.exact_by_empties.iter().map(|errors| {
        vec![
            Cell::count(u64::from(errors.empties)),
            Cell::count(errors.positions),
            error(errors.error),
            error(errors.root_mean_square),
            signed(errors.bias),
        ]
    });
    html! {
        @if !report.exact_by_empties.is_empty() {
            h3 { "Against exact scores" }
            (table(&EXACT_COLUMNS, &exact.collect::<Vec<_>>()))
        }
        details {
            summary { "Against results of games, phase by phase" }
            (table(&PHASE_COLUMNS, &phases.collect::<Vec<_>>()))
        }
    }
}

const ROOT: &str = "The root of the mean squared error, in discs";
const MEAN: &str = "The mean absolute error, in discs";
const EXACT_COLUMNS: [Column<'_>; 5] = [
    Column { name: "empty squares", meaning: "" },
    Column { name: "positions", meaning: "" },
    Column { name: "error", meaning: MEAN },
    Column { name: "root mean square", meaning: ROOT },
    Column { name: "bias", meaning: "The mean of evaluation less score, in discs" },
];
const PHASE_COLUMNS: [Column<'_>; 6] = [
    Column { name: "empty squares", meaning: "" },
    Column { name: "learnt from", meaning: "Positions that the weights were fitted to" },
    Column { name: "error", meaning: MEAN },
    Column { name: "held out", meaning: "Positions of games that the fit has not seen" },
    Column { name: "error, held out", meaning: MEAN },
    Column { name: "root mean square, held out", meaning: ROOT },
];

/// The classes on the board, at each phase that they are shown at.
fn patterns(report: &ReportData) -> Markup {
    let mut phases: Vec<usize> = report
        .classes
        .iter()
        .flat_map(|class| class.extremes.iter().map(|extremes| extremes.phase))
        .collect();
    phases.sort_unstable_by(|one, other| other.cmp(one));
    phases.dedup();
    html! {
        @if !phases.is_empty() {
            h3 { "Patterns on the board" }
            p {
                "Each class of patterns has one table for all its images on the board. Left is the content that is worth \
                most to the side to move, whose discs are dark; right the one that is worth least. Squares outside \
                the pattern are shaded. Contents that occur less than once in 1,000 positions are left out: \
                of them little is known."
            }
        }
        @for phase in phases {
            h3 { "At " (2 * phase) " and " (2 * phase + 1) " empty squares" }
            (boards::at_phase(&report.classes, phase)) "\n"
        }
    }
}

const METHOD: &str = "For each instance of a pattern an entry of a table is added up (M. Buro: Experiments with \
        Multi-ProbCut and a New High-Quality Evaluation Function for Othello, 1997). The first number of the \
        entries, the linear weight, adds up to a part of the evaluation; each of the others to a hidden \
        unit, of which the evaluation takes what is above 0. The fit is stochastic gradient descent on the \
        squared error, from the whole game to its stages.";
