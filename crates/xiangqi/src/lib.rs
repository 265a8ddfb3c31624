#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! A [`Board`] is a placement of pieces with a side to move; a [`Position`] adds the counters that the sixty-move rule
//! needs and is what the search plays on; the [`referee`] adds the rulings on repetition to the line of a game. Two decisions shape the rest:
//!
//! * A set of points is one `u128`, and beside it the board keeps the occupancy of every rank and file as small
//!   integers ([`lines`]), so that chariots, cannons and horses are table look-ups without any bit gathering.
//! * Legality is decided by sets, before a move is made: every enemy piece that bears on the general's point restricts
//!   the targets of all pieces, or of those that stand in its way (module `pins`). Cannons make "pinned" a matter of
//!   counting the pieces between, and this form states it once for all of them.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

pub mod attacks;
pub mod bitboard;
pub mod board;
mod board_game;
mod chase;
pub mod evaluator;
pub mod fen;
pub mod lines;
pub mod mate_search;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod perft_suite;
pub mod piece;
mod pins;
pub mod plan;
pub mod position;
pub mod referee;
pub mod repetition;
pub mod rules;
pub mod square;
mod strengths;
pub mod validate;
mod zobrist;

#[cfg(test)]
mod testing;

pub use bitboard::Bitboard;
pub use board::Board;
pub use fen::Setup;
pub use moves::Move;
pub use piece::{Color, Piece, PieceKind};
pub use position::Position;
pub use repetition::LineEntry;
pub use rules::{GameRules, Rules};
pub use search_core::BadInput;
pub use square::{File, Rank, Square};
