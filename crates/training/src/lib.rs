//! Training of the evaluators: self-play that makes records of positions, the fit of weights to them, and the error of
//! the result.

pub mod datagen;
pub mod evaluate;
mod exact_records;
pub mod fit_probcut;
pub mod othello;
mod scored_positions;
mod shards;
mod threads;
pub mod train;
