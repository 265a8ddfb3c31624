//! The commands of `shuangqi`, the tool for Othello and Xiangqi: play, perft, solve, match, Elo, sequential tests, compliance,
//! tune and bench. A command is its arguments and a call: matches are in the crate `shuangqi-arena`, analysis in
//! `shuangqi-analysis`, compare and tree in `shuangqi-lab`, data and fitting in `shuangqi-training`.
#![doc = include_str!("data_flow.md")]
#![doc = ""]
#![doc = include_str!("many_machines.md")]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

use std::ffi::OsString;
use std::process::ExitCode;

use shuangqi_arena::normalised_words;
use shuangqi_cli::Exit;

pub mod args;
pub mod bench;
pub mod book;
mod convert;
pub mod games;
mod merge;
pub mod perft;
pub mod play;
mod serve;

/// Runs the command that the process was started with, for the games of `shuangqi`.
pub fn main() -> ExitCode {
    main_with(&games::BUILT_IN)
}

/// Runs the command that these words form, the program's name first, for the games of `shuangqi`.
pub fn run(words: impl IntoIterator<Item = OsString>) -> Exit {
    games::set_known(&games::BUILT_IN);
    shuangqi_cli::program::launch::<args::Cli>(normalised_words(words))
}

/// Runs the command that the process was started with, for these games.
pub fn main_with(games: &'static [games::Entry]) -> ExitCode {
    games::set_known(games);
    shuangqi_cli::program::launch::<args::Cli>(normalised_words(std::env::args_os())).into()
}
