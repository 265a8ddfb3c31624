//! The records of a fit.

use serde::Serialize;
use shuangqi_cli::columns;
use shuangqi_cli::output::Record;

use crate::xiangqi::loss::{Target, mean_loss};
use crate::xiangqi::samples::{Numbers, Samples};

/// Mean losses on positions that the fit has not seen, in nats, by the weights that it began with and by those that it ended
/// with.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct HeldOut {
    pub held_out_positions: u64,
    /// Against what was fitted to.
    pub loss_before: f64,
    pub loss_after: f64,
    /// Against the results of the games alone.
    pub result_loss_before: f64,
    pub result_loss_after: f64,
}

impl HeldOut {
    fn new(samples: &Samples, weights: [&[Numbers]; 2], target: &Target) -> HeldOut {
        let results = Target { search_weight: 0.0, ..*target };
        let losses = |target: &Target| weights.map(|weights| rounded(mean_loss(samples, weights, target), 5));
        let ([loss_before, loss_after], [result_loss_before, result_loss_after]) =
            (losses(target), losses(&results));
        let held_out_positions = samples.len() as u64;
        HeldOut { held_out_positions, loss_before, loss_after, result_loss_before, result_loss_after }
    }
}

/// The losses of a phase.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseLosses {
    game: &'static str,
    /// From 0 on the bare board to 32 on the full one.
    pub phase: String,
    /// The highest of these numbers.
    #[serde(skip)]
    pub most: u32,
    #[serde(flatten)]
    pub held_out: HeldOut,
}

impl Record for PhaseLosses {
    const SCHEMA: &'static str = "train-xiangqi/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game phase held_out_positions loss_before loss_after result_loss_before result_loss_after
    };
    const MINOR: &'static [&'static str] = columns! { game };
}

/// The losses on all positions held out, and phase by phase.
#[derive(Clone, Debug)]
pub struct Losses {
    pub all: HeldOut,
    /// Those of a full board first.
    pub by_phase: Vec<PhaseLosses>,
}

/// How many phases of the evaluation are shown together.
const WIDTH: usize = 4;

impl Losses {
    pub fn new(samples: &Samples, weights: [&[Numbers]; 2], target: &Target) -> Losses {
        let of_band = |band: usize| {
            let is_in_band = |phase: f32| ((32.0 * phase) as usize).saturating_sub(1) / WIDTH == band;
            let chosen = samples.filtered(|sample| is_in_band(sample.phase()));
            let (least, most) = (if band == 0 { 0 } else { band * WIDTH + 1 }, (band + 1) * WIDTH);
            let held_out = HeldOut::new(&chosen, weights, target);
            PhaseLosses { game: "xiangqi", phase: format!("{least}–{most}"), most: most as u32, held_out }
        };
        let by_phase = (0..32 / WIDTH).rev().map(of_band);
        Losses {
            all: HeldOut::new(samples, weights, target),
            by_phase: by_phase.filter(|losses| losses.held_out.held_out_positions > 0).collect(),
        }
    }
}

/// The whole fit.
#[derive(Clone, Debug, Serialize)]
pub struct Total {
    pub game: &'static str,
    /// Positions that were learnt from.
    pub positions: u64,
    #[serde(flatten)]
    pub held_out: HeldOut,
    /// The mean loss of the chances to win, draw and lose on positions held out, in nats: by those that the fit began with, and by
    /// those that it ended with.
    pub wdl_loss_before: f64,
    pub wdl_loss_after: f64,
    /// The score that stands for chances of e to 1.
    pub scale: f64,
    pub seconds: f64,
    /// The checksum of the weights.
    pub evaluator: String,
    pub file: String,
}

impl Record for Total {
    const SCHEMA: &'static str = "train-xiangqi-summary/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game positions held_out_positions loss_before loss_after result_loss_before result_loss_after wdl_loss_before
        wdl_loss_after scale seconds evaluator file
    };
    const MINOR: &'static [&'static str] = columns! { game };
}

/// To so many decimals.
pub fn rounded(value: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    (value * unit).round() / unit
}
