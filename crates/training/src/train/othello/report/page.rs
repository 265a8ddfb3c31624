//! The page: the fit in figures, the learning curve, the errors, the weights on the board, and how to repeat it.

use std::borrow::Cow;

use shuangqi_plot::diagram::{Diagram, DiagramBoard, Diagrams};
use shuangqi_plot::report::{Part, Report};
use shuangqi_plot::table::{Cell, Table};
use shuangqi_plot::{Text, number};

use super::super::report_data::{ClassWeights, Content, ReportData};
use super::figures::Figures;
use crate::report::{self, section};

const OVERVIEW: &str = "Tables of patterns, fitted to the results of games that the engine played against itself. Errors and \
    weights are in discs, from the view of the side to move.";

/// The whole page.
pub fn page(data: &ReportData, drawn: Figures) -> Report {
    Report {
        title: "Training of Othello’s evaluator".to_owned(),
        eyebrow: "Othello".to_owned(),
        overview: vec![OVERVIEW.to_owned()],
        facts: facts(data),
        sections: vec![
            section("curve-section", "How the fit went", drawn.curve, Vec::new()),
            section("errors-section", "The errors", drawn.errors, numbers(data)),
            section("weights-section", "The weights", drawn.weights, patterns(data)),
            report::method(&data.command, METHOD, "othello-training.json"),
        ],
        made_by: "shuangqi train",
        ..Report::default()
    }
}

fn facts(report: &ReportData) -> Vec<(Cow<'static, str>, String)> {
    let discs = |error: f64| format!("{error:.2} discs");
    let mut facts = Vec::new();
    let mut fact = |name: &str, value: String| facts.push((name.to_owned().into(), value));
    fact("Positions learnt from", number::grouped(report.positions));
    fact("Positions held out", number::grouped(report.held_out_positions));
    if report.held_out_positions > 0 {
        fact("Error on those held out", discs(report.held_out_error));
    }
    if let Some(exact) = &report.exact {
        let positions = number::grouped(exact.exact_positions);
        fact(&format!("Error on {positions} exact scores"), discs(exact.exact_error));
        fact("Bias against exact scores", format!("{} discs", number::signed(exact.exact_bias, 2)));
    }
    fact("Passes", number::grouped(report.passes.len() as u64));
    fact("Weights (checksum)", report.evaluator.clone());
    facts
}

/// The errors as tables.
fn numbers(report: &ReportData) -> Vec<Part> {
    let error = |value: f64| Cell::number(Some(value), |value| format!("{value:.3}"));
    let signed = |value: f64| Cell::number(Some(value), |value| number::signed(value, 3));
    let known = |positions: u64, value: f64| if positions > 0 { error(value) } else { Cell::EMPTY };
    let phases = report.phases.iter().map(|phase| {
        vec![
            Cell::keyed(&phase.empties, phase.phase as f64),
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
    let phases = Part::Table(Table::explained(&PHASE_COLUMNS, phases.collect()));
    let details = Part::Details("Against results of games, phase by phase".to_owned(), vec![phases]);
    if report.exact_by_empties.is_empty() {
        return vec![details];
    }
    let exact = Part::Table(Table::explained(&EXACT_COLUMNS, exact.collect()));
    vec![Part::Heading("Against exact scores".into()), exact, details]
}

const ROOT: &str = "The root of the mean squared error, in discs";
const MEAN: &str = "The mean absolute error, in discs";
const EXACT_COLUMNS: [(&str, &str); 5] = [
    ("empty squares", ""),
    ("positions", ""),
    ("error", MEAN),
    ("root mean square", ROOT),
    ("bias", "The mean of evaluation less score, in discs"),
];
const PHASE_COLUMNS: [(&str, &str); 6] = [
    ("empty squares", ""),
    ("learnt from", "Positions that the weights were fitted to"),
    ("error", MEAN),
    ("held out", "Positions of games that the fit has not seen"),
    ("error, held out", MEAN),
    ("root mean square, held out", ROOT),
];

/// The classes on the board, at each phase that they are shown at.
fn patterns(report: &ReportData) -> Vec<Part> {
    let extremes = report.classes.iter().flat_map(|class| &class.extremes);
    let mut phases: Vec<usize> = extremes.map(|extremes| extremes.phase).collect();
    phases.sort_unstable_by(|one, other| other.cmp(one));
    phases.dedup();
    if phases.is_empty() {
        return Vec::new();
    }
    let mut parts = vec![Part::Heading("Patterns on the board".into()), Part::Paragraph(PATTERNS.into())];
    for phase in phases {
        let heading = format!("At {} and {} empty squares", 2 * phase, 2 * phase + 1);
        parts.extend([Part::Heading(heading.into()), Part::Diagrams(at_phase(&report.classes, phase))]);
    }
    parts
}

const PATTERNS: &str = "Each class of patterns has one table for all its images on the board. Left is the content that is worth \
    most to the side to move, whose discs are dark; right the one that is worth least. Squares outside the pattern are \
    shaded. Contents that occur less than once in 1,000 positions are left out: of them little is known.";

/// All classes with their contents at a phase.
fn at_phase(classes: &[ClassWeights], phase: usize) -> Diagrams {
    let boards = |class: &ClassWeights| {
        let extremes = class.extremes.iter().find(|extremes| extremes.phase == phase)?;
        let boards = [&extremes.highest, &extremes.lowest].map(|content| board(class, content));
        Some((class.name.to_owned(), boards.into()))
    };
    Diagrams(classes.iter().filter_map(boards).collect())
}

fn board(class: &ClassWeights, content: &Content) -> Diagram {
    let squares = class.squares.iter().filter_map(|name| place(name)).zip(content.discs.chars());
    let weight = Text::default().bold(number::signed(content.weight, 2)).words(" discs");
    Diagram {
        label: format!("{}: {} on {}", class.name, content.discs, class.squares.join(" ")),
        board: DiagramBoard::Squares(squares.collect()),
        caption: Some((weight, format!("{} times", number::grouped(content.occurrences)))),
    }
}

/// The column and the row of a square, by its name.
fn place(name: &str) -> Option<(usize, usize)> {
    let &[column, row] = name.as_bytes() else { return None };
    Some((usize::from(column.checked_sub(b'a')?), usize::from(row.checked_sub(b'1')?)))
}

const METHOD: &str = "For each instance of a pattern an entry of a table is added up (M. Buro: Experiments with \
        Multi-ProbCut and a New High-Quality Evaluation Function for Othello, 1997). The first number of the \
        entries, the linear weight, adds up to a part of the evaluation; each of the others to a hidden \
        unit, of which the evaluation takes what is above 0. The fit is stochastic gradient descent on the \
        squared error, from the whole game to its stages.";
