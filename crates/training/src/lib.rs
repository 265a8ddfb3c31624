//! Training of the evaluators: self-play that makes records of positions, the fit of weights to them, and the error of
//! the result.

mod adam;
pub mod commands;
mod datagen;
mod dataset;
mod errors;
pub mod evaluate;
pub mod fit_probcut;
mod numbers;
pub mod othello;
mod report;
pub mod shards;
mod train;
pub mod xiangqi;
