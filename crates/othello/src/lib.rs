//! The rules of Othello: boards, moves, counts, texts.
//!
//! A [`Board`] is two sets of discs, the mover's and the opponent's; which colour is to move is text's
//! concern, so [`Position`] keeps it beside the board. Everything is a pure function of those two words. The
//! two questions asked at every node, [where one may move](mobility::legal_moves) and [what a move
//! turns](flips::flips), are answered by vector instructions where the build has them and by a portable twin
//! elsewhere.

pub mod bitboard;
pub mod board;
pub mod command;
#[cfg(target_feature = "avx512cd")]
mod directions;
pub mod endgame;
pub mod engine;
pub mod evaluator;
pub mod flips;
mod lanes;
pub mod last_flips;
pub mod mobility;
#[cfg(test)]
mod naive;
pub mod notation;
pub mod perft;
pub mod position;
pub mod recipe;
pub mod side;
pub mod solve;
pub mod square;
pub mod stability;
pub mod symmetry;

pub use bitboard::Bitboard;
pub use board::Board;
pub use position::{DISC, Move, Position};
pub use side::Side;
pub use square::Square;
pub use symmetry::Symmetry;
