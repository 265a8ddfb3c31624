//! What the report of a fit shows. It holds no time: the same fit gives the same report.

use serde::Serialize;
use xiangqi::evaluator::Weights;

use super::chances::{CalibrationBin, FormLosses};
use super::records::{HeldOut, PhaseLosses, rounded};
use crate::xiangqi::fit::PassLosses;

/// The data of a report.
#[derive(Debug, Serialize)]
pub struct ReportData {
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
    /// How much of the target was the score of the search.
    pub search_weight: f64,
    /// The score that stands for chances of e to 1.
    pub scale: f64,
    /// The learning curve.
    pub passes: Vec<Pass>,
    pub phases: Vec<PhaseLosses>,
    /// The forms of the chances to win, draw and lose that were tried, …
    pub chances: Vec<FormLosses>,
    /// … and how the one that is used agrees with positions held out.
    pub calibration: Vec<CalibrationBin>,
    pub weights: Vec<WeightChange>,
}

/// The mean losses of a pass, in nats.
#[derive(Clone, Debug, Serialize)]
pub struct Pass {
    /// Its number, from 1.
    pub pass: u32,
    /// On the positions that were learnt from, each before its step.
    pub training: f64,
    /// On those held out, after the pass; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<f64>,
}

impl Pass {
    pub fn all(curve: &[PassLosses], has_held_out: bool) -> Vec<Pass> {
        let pass = |(pass, losses): (u32, &PassLosses)| Pass {
            pass,
            training: rounded(losses.training, 6),
            held_out: has_held_out.then(|| rounded(losses.held_out, 6)),
        };
        (1..).zip(curve).map(pass).collect()
    }
}

/// What became of a weight: its numbers on the full board and on the bare one.
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
