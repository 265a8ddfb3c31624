//! Training of the evaluators: self-play that makes records of positions, the fit of weights to them, and the error of
//! the result.

pub mod datagen;
pub mod dataset;
pub mod evaluate;
mod exact_records;
pub mod fit_probcut;
mod linear_system;
pub mod othello;
mod report;
mod scored_positions;
pub mod shards;
mod threads;
pub mod train;
pub mod xiangqi;
