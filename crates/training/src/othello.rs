//! Othello: self-play, records, the fit of the pattern weights, and its report.

mod fit;
pub(crate) mod probcut;
pub mod records;
mod report;
pub(crate) mod self_play;
pub(crate) mod tempo;
pub(crate) mod train;
