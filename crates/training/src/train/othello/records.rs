//! The records of a fit.

use serde::Serialize;
use shuangqi_cli::columns;
use shuangqi_cli::output::Record;

use crate::othello::exact::{EmptiesErrors, ErrorSums, rounded};
use crate::othello::fit::PHASES;

/// The errors of a phase, in discs.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseErrors {
    game: &'static str,
    pub phase: usize,
    /// The numbers of empty squares in it.
    pub empties: String,
    pub training_positions: u64,
    /// The mean absolute error on these.
    pub training_error: f64,
    pub held_out_positions: u64,
    pub held_out_error: f64,
    pub held_out_root_mean_square: f64,
}

impl Record for PhaseErrors {
    const SCHEMA: &'static str = "train/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game phase empties training_positions training_error held_out_positions held_out_error
        held_out_root_mean_square
    };
    const MINOR: &'static [&'static str] = columns! { game phase held_out_root_mean_square };
}

impl PhaseErrors {
    fn new(phase: usize, training: &ErrorSums, held_out: &ErrorSums) -> PhaseErrors {
        PhaseErrors {
            game: "othello",
            phase,
            empties: format!("{}–{}", 2 * phase, 2 * phase + 1),
            training_positions: training.positions,
            training_error: rounded(training.mean_absolute()),
            held_out_positions: held_out.positions,
            held_out_error: rounded(held_out.mean_absolute()),
            held_out_root_mean_square: rounded(held_out.root_mean_square()),
        }
    }

    /// A record for each phase that has positions, in the order of a game.
    pub fn all(training: &[ErrorSums], held_out: &[ErrorSums]) -> Vec<PhaseErrors> {
        let has_positions = |&phase: &usize| training[phase].positions + held_out[phase].positions > 0;
        let record = |phase: usize| PhaseErrors::new(phase, &training[phase], &held_out[phase]);
        (0..PHASES).rev().filter(has_positions).map(record).collect()
    }
}

/// The errors against exact scores at a number of empty squares.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct AtEmpties(pub EmptiesErrors);

impl Record for AtEmpties {
    const SCHEMA: &'static str = "train-exact/1";
    const COLUMNS: &'static [&'static str] = EmptiesErrors::COLUMNS;
    const MINOR: &'static [&'static str] = columns! { game };
}

/// The whole fit.
#[derive(Clone, Debug, Serialize)]
pub struct Total {
    pub game: &'static str,
    /// Positions that were learnt from.
    pub positions: u64,
    pub held_out_positions: u64,
    /// The mean absolute error on them, in discs.
    pub held_out_error: f64,
    /// The errors against exact scores, where there are any.
    #[serde(flatten)]
    pub exact: Option<ExactTotal>,
    pub seconds: f64,
    /// The size of the file of weights.
    pub bytes: u64,
    pub file: String,
}

impl Record for Total {
    const SCHEMA: &'static str = "train-summary/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game positions held_out_positions held_out_error exact_positions exact_error exact_root_mean_square
        exact_bias seconds bytes file
    };
    const MINOR: &'static [&'static str] = columns! { game bytes };
}

/// The errors on all positions with exact scores, in discs.
#[derive(Clone, Debug, Serialize)]
pub struct ExactTotal {
    pub exact_positions: u64,
    /// The mean absolute error.
    pub exact_error: f64,
    pub exact_root_mean_square: f64,
    /// The mean of evaluation less score.
    pub exact_bias: f64,
}

impl ExactTotal {
    /// `None` without positions.
    pub fn new(all: &ErrorSums) -> Option<ExactTotal> {
        (all.positions > 0).then(|| ExactTotal {
            exact_positions: all.positions,
            exact_error: rounded(all.mean_absolute()),
            exact_root_mean_square: rounded(all.root_mean_square()),
            exact_bias: rounded(all.bias()),
        })
    }
}
