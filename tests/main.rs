//! Tests that span the workspace: what holds for every game, every recipe and every command.

mod both_games;
mod claimed_mates;
mod compliance;
mod dialogues;
mod engines;
mod equivalence;
mod games;
mod golden;
mod library;
mod mate_proofs;
mod parsers;
mod programs;
mod readme;
mod rulings;
mod selective;
mod solver;
mod techniques;
mod vocabulary;
