//! Othello: self-play, records, the fit of the pattern weights, and their error.

pub mod exact;
pub mod fit;
pub mod pattern_statistics;
pub mod probcut;
pub mod records;
pub mod self_play;
