//! What an evaluation is made of, for people.

use search_core::Score;

/// What an evaluation is made of, from the view of the first side, in units of score.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The evaluation.
    pub score: f32,
    /// The part of the advantage that counts, from 0 to 1.
    pub scale: f32,
    /// The terms by name, where the evaluator has any.
    pub terms: Vec<(&'static str, f32)>,
    /// The worth of each piece by its point, as the game's coordinates name it: the value with the piece there less the value
    /// without it.
    pub worth: Vec<(String, Score)>,
}
