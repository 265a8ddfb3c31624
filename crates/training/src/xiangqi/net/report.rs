//! The report of the fit of a net: the learning curve, and the losses by kind of position.

use serde::Serialize;
use shuangqi_cli::columns;
use shuangqi_cli::output::Record;
use shuangqi_plot::number;
use shuangqi_plot::report::Part;
use shuangqi_plot::table::{Cell, Table};
use xiangqi::evaluator::net::{self, HEADS, Net};

use crate::numbers::rounded;
use crate::report::{EvaluatorReport, Pass, learning_curve};
use crate::xiangqi::samples::Target;

use super::descent::{Stage, mean_loss};
use super::model::Model;
use super::positions::Packed;

const OVERVIEW: &str = "A net over the pieces on their points, fitted to the results and the scores of games that the engine played \
    against itself. A net of random numbers first learns to imitate another evaluation off these games.";

const CURVE: &str = "Each mark is a pass over the positions: first over those off the games, if there are any, then over those of games. A position that \
    is learnt from is counted before the step that it leads to; those held out, of games that the fit has not seen, are counted \
    after the pass.";

const METHOD: &str = "The target of a position of a game is a chance to win, a draw being half a win: a mixture of the result of the \
    game and of the score that the search gave it. Off the games it is the chance that the evaluation before stands for. The fit is \
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
    /// The checksum of the evaluation before: what was imitated.
    pub before: String,
    /// The checksum of the net that the fit began with, if it was one.
    pub began_with: Option<String>,
    /// The checksum of the net.
    pub evaluator: String,
    /// Positions of games that were learnt from.
    pub positions: u64,
    /// Positions off the games in which the evaluation before was imitated.
    pub imitated: u64,
    /// The part of the search's score in the target.
    pub search_weight: f64,
    /// The score that stands for chances of e to 1.
    pub scale: f64,
    /// The mean losses, in nats.
    pub passes: Vec<Pass>,
    /// The losses on groups of the positions held out; those of all positions last.
    pub groups: Vec<GroupLosses>,
    /// The mean losses of the chances to win, draw and lose on positions held out, in nats: of those of the program, and of
    /// those fitted.
    pub wdl_losses: [f64; 2],
}

/// Mean losses on a group of the positions held out, in nats.
#[derive(Clone, Debug, Serialize)]
pub struct GroupLosses {
    pub group: String,
    pub positions: u64,
    /// Against what was fitted to: of the evaluation before, of the net as it was fitted, and of the one in whole numbers.
    pub loss_before: f64,
    pub loss_fitted: f64,
    pub loss: f64,
    /// Against the results alone.
    pub result_loss_before: f64,
    pub result_loss: f64,
}

impl GroupLosses {
    /// By pieces left, by the score and by the chariots left; all positions last.
    pub fn all(stage: &Stage<'_>, model: &Model, net: &Net) -> Vec<GroupLosses> {
        let whole = Model::of_net(net);
        let losses = |(group, positions): (String, Vec<Packed>)| {
            let results = Target { search_weight: 0.0, ..stage.target };
            let before = |position: &Packed| f32::from(position.imitated) / stage.target.scale;
            let loss = |target: &Target, value: &(dyn Fn(&Packed) -> f32 + Sync)| {
                rounded(mean_loss(&positions, target, value), 5)
            };
            GroupLosses {
                group,
                positions: positions.len() as u64,
                loss_before: loss(&stage.target, &before),
                loss_fitted: loss(&stage.target, &|position| model.value(position)),
                loss: loss(&stage.target, &|position| whole.value(position)),
                result_loss_before: loss(&results, &before),
                result_loss: loss(&results, &|position| whole.value(position)),
            }
        };
        groups(stage.held_out).map(losses).collect()
    }
}

/// The scores, in either direction, that part level positions from those with an advantage, and these from won ones.
const ADVANTAGES: [i16; 2] = [100, 400];

/// The groups that have positions.
fn groups(positions: &[Packed]) -> impl Iterator<Item = (String, Vec<Packed>)> + '_ {
    let of = |name: String, is_in: &dyn Fn(&Packed) -> bool| {
        (name, positions.iter().filter(|position| is_in(position)).copied().collect::<Vec<_>>())
    };
    let by_pieces = (0..HEADS).map(|output| {
        let numbers: Vec<u32> = (2..=32).filter(|&pieces| net::head(pieces) == output).collect();
        let name = format!("{}–{} pieces", numbers.first().unwrap_or(&0), numbers.last().unwrap_or(&0));
        of(name, &|position| net::head(position.count()) == output)
    });
    let [level, won] = ADVANTAGES;
    let by_score = [
        of(format!("scores within {level}"), &|position| position.score.abs() <= level),
        of(format!("scores to {won}"), &|position| (level + 1..=won).contains(&position.score.abs())),
        of(format!("scores beyond {won}"), &|position| position.score.abs() > won),
    ];
    let by_chariots = [
        of("without chariots".to_owned(), &|position| position.chariots() == 0),
        of("one chariot or two".to_owned(), &|position| (1..=2).contains(&position.chariots())),
        of("three chariots or four".to_owned(), &|position| position.chariots() > 2),
    ];
    let groups: Vec<_> = by_pieces.chain(by_score).chain(by_chariots).collect();
    let groups = groups.into_iter().filter(|(_, positions)| !positions.is_empty());
    groups.chain([("all".to_owned(), positions.to_vec())])
}

impl Record for GroupLosses {
    const SCHEMA: &'static str = "train-xiangqi-net-group/1";
    const COLUMNS: &'static [&'static str] = columns! {
        group positions loss_before loss_fitted loss result_loss_before result_loss
    };
    const MINOR: &'static [&'static str] = columns! { loss_fitted };
}

pub fn report(results: &NetResults) -> EvaluatorReport {
    let mut report = EvaluatorReport {
        game: "Xiangqi",
        overview: OVERVIEW,
        command: results.command.clone(),
        method: METHOD,
        ..EvaluatorReport::default()
    };
    report.fact("Positions learnt from", number::grouped(results.positions));
    report.fact("Positions off the games", number::grouped(results.imitated));
    report.fact("Score for chances of e to 1", format!("{:.0}", results.scale));
    report.fact("Part of the search in the target", results.search_weight.to_string());
    report.fact("Evaluation before (checksum)", results.before.clone());
    if let Some(net) = &results.began_with {
        report.fact("Net to begin with (checksum)", net.clone());
    }
    report.fact("Net (checksum)", results.evaluator.clone());
    let curve = learning_curve("Xiangqi", &results.passes, ("mean loss", "nats"), CURVE);
    report.section("curve-section", "How the fit went", curve, Vec::new());
    report.parts("groups-section", "By kind of position", vec![group_table(&results.groups)]);
    report
}

const GROUP_COLUMNS: [(&str, &str); 6] = [
    ("group", ""),
    ("positions", "Positions held out"),
    ("before", "Loss of the evaluation before"),
    ("net", "Loss of the net"),
    ("results: before", "Loss of the evaluation before, against results alone"),
    ("results: net", "Loss of the net, against results alone"),
];

fn group_table(groups: &[GroupLosses]) -> Part {
    let loss = |value: f64| Cell::number(Some(value), |value| format!("{value:.5}"));
    let row = |group: &GroupLosses| {
        let mut row = vec![Cell::name(&group.group), Cell::count(group.positions)];
        let losses = [group.loss_before, group.loss, group.result_loss_before, group.result_loss];
        row.extend(losses.map(loss));
        row
    };
    Part::Table(Table::explained(&GROUP_COLUMNS, groups.iter().map(row).collect()))
}
