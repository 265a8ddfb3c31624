//! The laboratory: what search techniques cost, on the same positions, with the same rules and evaluators
//! ([`compare`]), and the search tree itself ([`tree`]).

pub mod compare;
pub mod data;
pub mod game;
pub mod report;
pub mod stats;
pub mod tree;

pub use game::{Game, GameInfo};
