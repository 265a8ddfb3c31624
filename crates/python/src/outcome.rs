//! The end of a game.

use game::{GameInfo, GameResult, Verdict};
use pyo3::prelude::*;

/// The end of a game, and the rule that ended it.
#[pyclass(frozen, eq, module = "shuangqi")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner: ``red``, ``black`` or ``white``; None if it is a draw.
    #[pyo3(get)]
    winner: Option<&'static str>,
    /// The rule: ``checkmate``, ``stalemate``, ``perpetual_check``, ``mutual_perpetual_check``, ``perpetual_chase``,
    /// ``mutual_perpetual_chase``, ``repetition``, ``move_limit`` or ``no_attackers`` in Xiangqi, ``discs`` in Othello.
    #[pyo3(get)]
    termination: String,
    /// The ruling as a sentence, with the moves that show it where positions were repeated.
    #[pyo3(get)]
    explanation: String,
    /// The difference of discs, empty squares counted for the winner, from the view of the side that begins; None in Xiangqi.
    #[pyo3(get)]
    discs: Option<i32>,
    result: &'static str,
}

impl Outcome {
    pub(crate) fn new(info: &GameInfo, verdict: Verdict) -> Outcome {
        let winner = match verdict.result {
            GameResult::First => Some(info.sides[0]),
            GameResult::Second => Some(info.sides[1]),
            GameResult::Draw => None,
        };
        let Verdict { result, reason, explanation, discs } = verdict;
        Outcome { winner, termination: reason, explanation, discs, result: result.text() }
    }
}

#[pymethods]
impl Outcome {
    /// ``1-0``, ``0-1`` or ``1/2-1/2``, from the view of the side that begins.
    fn result(&self) -> &'static str {
        self.result
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {} by {}: {}>", self.result, self.termination, self.explanation)
    }
}
