//! The commands of `shuangqi`, the tool for Othello and Xiangqi: perft, solve, match, Elo, sequential tests, compliance
//! and bench. The commands of the laboratory, compare and tree, are in the crate `shuangqi-lab`.

use std::process::ExitCode;

mod arena;
pub mod args;
pub mod bench;
pub mod compliance;
pub mod perft;
pub mod rating;

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    shuangqi_cli::program::launch::<args::Cli>(std::env::args_os()).into()
}
