#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! A [`Board`] is two sets of discs, the mover's and the opponent's; which colour is to move only matters in text, so
//! [`Position`] keeps it beside the board. Everything is a pure function of those two words. The two questions asked at
//! every node, which squares are legal and which discs a move flips, are answered by vector instructions where the build
//! has them and by a portable twin elsewhere.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

pub mod board;
mod board_game;
pub mod certainty;
pub mod endgame;
pub mod evaluator;
mod moves;
#[cfg(test)]
mod naive;
pub mod notation;
pub mod patterns;
pub mod perft;
pub mod plan;
pub mod position;
pub mod recipe;
mod simd;
pub mod solve;
pub mod square;
pub mod stability;
mod strengths;
pub mod symmetry;

pub use board::Board;
pub use certainty::Level;
pub use position::{DISC, Move, Position, Side};
pub use search_core::BadInput;
pub use square::{Bitboard, Square};
pub use symmetry::Symmetry;
