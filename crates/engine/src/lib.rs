#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! [`othello`] and [`xiangqi`] are the programs: arguments, protocols and commands of each game. [`terminal`] is the game
//! between a person and an engine, the same for every game.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

pub mod othello;
pub mod terminal;
pub mod xiangqi;
