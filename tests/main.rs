//! Tests that span the workspace: what holds for every game, every recipe and every command.

#![allow(clippy::unwrap_used)] // helpers of tests are tests, though clippy does not know
#![allow(clippy::disallowed_methods, reason = "tests read files that they have written")]

mod both_games;
mod clients;
mod compliance;
mod dialogues;
mod engines;
mod equivalence;
mod games;
mod golden;
mod languages;
mod mate_proofs;
mod parsers;
mod programs;
mod readers;
mod readme;
mod rulings;
mod selective;
mod sessions;
mod solver;
mod strength;
mod structure;
mod techniques;
