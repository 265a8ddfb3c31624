#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! [`othello`] and [`xiangqi`] are the programs: protocols and commands of each game. [`arguments`] is what both understand. [`terminal`] is the game
//! between a person and an engine, the same for every game.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

pub mod arguments;
mod bench;
pub mod othello;
mod program;
pub mod terminal;
pub mod xiangqi;
