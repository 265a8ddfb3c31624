//! The laboratory: what search techniques cost, on the same positions, with the same rules and evaluators
//! ([`compare`]), and the search tree itself ([`tree`]). New to alpha-beta? Begin with the [`introduction`].

pub mod compare;
pub mod data;
pub mod game;
#[doc = include_str!("introduction.md")]
pub mod introduction {}
pub mod report;
pub mod stats;
pub mod tree;

pub use game::{Game, GameInfo};
