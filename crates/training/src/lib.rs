//! Training of the evaluators: self-play that makes records of positions, and the fit of weights to them.

pub mod datagen;
pub mod othello;
mod shards;
pub mod train;
