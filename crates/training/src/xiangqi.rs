//! Xiangqi: self-play, records of games, the fit of the evaluation's weights to them, and its report.

mod chances;
mod endings;
mod fit;
mod net;
pub mod records;
mod report;
mod samples;
pub(crate) mod self_play;
pub(crate) mod train;
