//! Othello: self-play, records, the fit of the pattern weights, and their error.

pub(crate) mod exact;
pub(crate) mod fit;
pub(crate) mod pattern_statistics;
pub(crate) mod probcut;
pub mod records;
pub(crate) mod self_play;
