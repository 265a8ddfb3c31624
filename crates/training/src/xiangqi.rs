//! Xiangqi: self-play, records of games, what a set of them holds, and the fit of the evaluation's weights to them.

pub(crate) mod adam;
pub(crate) mod adjudication;
pub(crate) mod chances;
pub(crate) mod fit;
pub(crate) mod loss;
pub mod records;
pub(crate) mod samples;
pub(crate) mod self_play;
pub(crate) mod tally;
