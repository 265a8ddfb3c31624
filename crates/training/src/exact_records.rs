//! Errors against exact scores, as the records of commands hold them.

use serde::Serialize;

use crate::othello::exact::{ErrorSums, ExactErrors};

/// The errors on the positions with one number of empty squares, in discs.
#[derive(Clone, Debug, Serialize)]
pub struct EmptiesErrors {
    game: &'static str,
    /// How many squares are empty.
    pub empties: u32,
    /// How many positions there are.
    pub positions: u64,
    /// The mean absolute error.
    pub error: f64,
    /// The root of the mean squared error.
    pub root_mean_square: f64,
    /// The mean of evaluation less score.
    pub bias: f64,
}

/// The columns of [`EmptiesErrors`].
pub const COLUMNS: &[&str] = &["game", "empties", "positions", "error", "root_mean_square", "bias"];

impl EmptiesErrors {
    /// A record for each number of empty squares, the most first, as a game goes.
    pub fn all(errors: &ExactErrors) -> impl Iterator<Item = EmptiesErrors> {
        errors.by_empties.iter().rev().map(|(&empties, sums)| EmptiesErrors::new(empties, sums))
    }

    fn new(empties: u32, sums: &ErrorSums) -> EmptiesErrors {
        EmptiesErrors {
            game: "othello",
            empties,
            positions: sums.positions,
            error: rounded(sums.mean_absolute()),
            root_mean_square: rounded(sums.root_mean_square()),
            bias: rounded(sums.bias()),
        }
    }
}

/// To thousandths of a disc.
pub fn rounded(discs: f64) -> f64 {
    (discs * 1000.0).round() / 1000.0
}
