//! The commands of `shuangqi`, the tool for Othello and Xiangqi: play, perft, solve, match, Elo, sequential tests, compliance,
//! tune and bench. The commands of the laboratory, compare and tree, are in the crate `shuangqi-lab`.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

use std::process::ExitCode;

pub mod analyze;
mod arena;
pub mod args;
pub mod bench;
pub mod compliance;
pub mod games;
pub mod inputs;
pub mod perft;
pub mod play;
mod queue;
pub mod rating;
mod recipe_match;
pub mod replies;
mod run_journal;
pub mod serve;
pub mod tune;

/// Runs the command that the process was started with, for the games of `shuangqi`.
pub fn main() -> ExitCode {
    main_with(&games::BUILT_IN)
}

/// Runs the command that the process was started with, for these games.
pub fn main_with(games: &'static [games::Entry]) -> ExitCode {
    games::install(games);
    shuangqi_cli::program::launch::<args::Cli>(arena::cli::normalised(std::env::args_os())).into()
}
