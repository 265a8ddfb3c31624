//! Othello: self-play, records, and the fit of the pattern weights.

pub mod fit;
pub mod records;
pub mod self_play;
