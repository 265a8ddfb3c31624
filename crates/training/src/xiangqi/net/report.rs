//! The report of the fit of a net: the learning curve, and the losses by the number of pieces left.

use serde::Serialize;
use shuangqi_cli::columns;
use shuangqi_cli::output::Record;
use shuangqi_plot::number;
use shuangqi_plot::report::Part;
use shuangqi_plot::table::{Cell, Table};
use xiangqi::evaluator::net::{self, FIRST_ONE, Net, OUTPUTS, SECOND_ONE};

use crate::numbers::rounded;
use crate::report::{FitReport, Pass, learning_curve};
use crate::xiangqi::samples::Target;

use super::descent::{Stage, mean_loss};
use super::model::Model;
use super::positions::Packed;

const OVERVIEW: &str = "A net over the pieces on their points, fitted to the results and the scores of games that the engine played \
    against itself, after it had learnt to imitate the classical evaluation off these games.";

const CURVE: &str = "Each mark is a pass over the positions: first over those off the games, then over those of games. A position that \
    is learnt from is counted before the step that it leads to; those held out, of games that the fit has not seen, are counted \
    after the pass.";

const METHOD: &str = "The target of a position of a game is a chance to win, a draw being half a win: a mixture of the result of the \
    game and of the score that the search gave it. Off the games it is the chance that the classical evaluation stands for. The fit is \
    gradient descent (D. P. Kingma, J. Ba: Adam, a Method for Stochastic Optimization, 2015) on the logistic loss, in floating point; \
    at the end the numbers are rounded to whole ones.";

/// The results of a fit.
#[derive(Debug, Serialize)]
pub struct NetResults {
    /// The name and version of this form.
    pub schema: &'static str,
    pub game: &'static str,
    /// The command line that repeats the fit.
    pub command: String,
    /// The checksum of the net.
    pub evaluator: String,
    /// Positions of games that were learnt from.
    pub positions: u64,
    /// Positions off the games in which the classical evaluation was imitated.
    pub imitated: u64,
    /// The part of the search's score in the target.
    pub search_weight: f64,
    /// The score that stands for chances of e to 1.
    pub scale: f64,
    /// The mean losses, in nats.
    pub passes: Vec<Pass>,
    /// The losses on positions held out by the number of pieces; those of all positions last.
    pub phases: Vec<PhaseLosses>,
    /// The mean losses of the chances to win, draw and lose on positions held out, in nats: of those of the program, and of
    /// those fitted.
    pub wdl_losses: [f64; 2],
}

/// Mean losses on positions held out with some numbers of pieces, in nats.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseLosses {
    pub pieces: String,
    pub positions: u64,
    /// Against what was fitted to: of the classical evaluation, of the net as it was fitted, and of the one in whole numbers.
    pub loss_classical: f64,
    pub loss_fitted: f64,
    pub loss: f64,
    /// Against the results alone.
    pub result_loss_classical: f64,
    pub result_loss: f64,
}

impl PhaseLosses {
    pub fn all(stage: &Stage<'_>, model: &Model, net: &Net) -> Vec<PhaseLosses> {
        let mut by_output: Vec<Vec<Packed>> = vec![Vec::new(); OUTPUTS];
        for position in stage.held_out {
            by_output[net::output(position.inputs(false).pieces())].push(*position);
        }
        let whole = Model::of_net(net);
        let losses = |pieces: String, positions: &[Packed]| {
            let results = Target { search_weight: 0.0, ..stage.target };
            let classical = |position: &Packed| f32::from(position.classical) / stage.target.scale;
            let loss = |target: &Target, value: &(dyn Fn(&Packed) -> f32 + Sync)| {
                rounded(mean_loss(positions, target, value), 5)
            };
            PhaseLosses {
                pieces,
                positions: positions.len() as u64,
                loss_classical: loss(&stage.target, &classical),
                loss_fitted: loss(&stage.target, &|position| model.value(position)),
                loss: loss(&stage.target, &|position| whole.value(position)),
                result_loss_classical: loss(&results, &classical),
                result_loss: loss(&results, &|position| whole.value(position)),
            }
        };
        let name = |output: usize| {
            let of: Vec<u32> = (2..=32).filter(|&pieces| net::output(pieces) == output).collect();
            format!("{}–{}", of.first().unwrap_or(&0), of.last().unwrap_or(&0))
        };
        let phases = by_output.iter().enumerate().filter(|(_, positions)| !positions.is_empty());
        let phases = phases.map(|(output, positions)| losses(name(output), positions));
        phases.chain([losses("all".to_owned(), stage.held_out)]).collect()
    }
}

impl Model {
    /// The numbers of a net.
    fn of_net(net: &Net) -> Model {
        let first =
            net.first.iter().chain([&net.bias]).flatten().map(|&number| f32::from(number) / FIRST_ONE as f32);
        let second = net.second.as_flattened().as_flattened().iter();
        let second = second.map(|&number| f32::from(number) / SECOND_ONE as f32);
        let bias = net.second_bias.iter().map(|&number| number as f32 / (FIRST_ONE * SECOND_ONE) as f32);
        Model { numbers: first.chain(second).chain(bias).collect() }
    }
}

impl Record for PhaseLosses {
    const SCHEMA: &'static str = "train-xiangqi-net-phase/1";
    const COLUMNS: &'static [&'static str] = columns! {
        pieces positions loss_classical loss_fitted loss result_loss_classical result_loss
    };
    const MINOR: &'static [&'static str] = columns! { loss_fitted };
}

pub fn report(results: &NetResults) -> FitReport {
    let mut report = FitReport {
        game: "Xiangqi",
        overview: OVERVIEW,
        command: results.command.clone(),
        method: METHOD,
        ..FitReport::default()
    };
    report.fact("Positions learnt from", number::grouped(results.positions));
    report.fact("Positions off the games", number::grouped(results.imitated));
    report.fact("Score for chances of e to 1", format!("{:.0}", results.scale));
    report.fact("Part of the search in the target", results.search_weight.to_string());
    report.fact("Net (checksum)", results.evaluator.clone());
    let curve = learning_curve("Xiangqi", &results.passes, ("mean loss", "nats"), CURVE);
    report.section("curve-section", "How the fit went", curve, Vec::new());
    report.parts("phases-section", "By pieces left", vec![phases(&results.phases)]);
    report
}

const PHASE_COLUMNS: [(&str, &str); 6] = [
    ("pieces", ""),
    ("positions", "Positions held out"),
    ("classical", "Loss of the classical evaluation"),
    ("net", "Loss of the net"),
    ("results: classical", "Loss of the classical evaluation against results alone"),
    ("results: net", "Loss of the net against results alone"),
];

fn phases(phases: &[PhaseLosses]) -> Part {
    let loss = |value: f64| Cell::number(Some(value), |value| format!("{value:.5}"));
    let row = |phase: &PhaseLosses| {
        let mut row = vec![Cell::name(&phase.pieces), Cell::count(phase.positions)];
        let losses = [phase.loss_classical, phase.loss, phase.result_loss_classical, phase.result_loss];
        row.extend(losses.map(loss));
        row
    };
    Part::Table(Table::explained(&PHASE_COLUMNS, phases.iter().map(row).collect()))
}
