//! Xiangqi: self-play, records of games, what a set of them holds, and the fit of the evaluation's weights to them.

pub mod adam;
pub mod adjudication;
pub mod chances;
pub mod fit;
pub mod loss;
pub mod records;
pub mod samples;
pub mod self_play;
pub mod tally;
