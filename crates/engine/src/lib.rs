#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! [`engine`] is the loop that every protocol runs in: it reads lines, and searches in the background. [`othello`] and [`xiangqi`] are the
//! programs, with one adapter for each protocol. [`terminal`] is the game between a person and an engine, the same for every game.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

mod bench;
pub mod engine;
pub mod othello;
mod program;
pub mod terminal;
pub mod xiangqi;

pub use program::EngineArguments;
