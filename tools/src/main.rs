//! The `shuangqi` tool for Othello and Xiangqi.

use std::process::ExitCode;

mod arena;
mod args;
mod bench;
mod compare;
mod compliance;
mod notation;
mod perft;
mod plot;
mod rating;
mod report;
mod stats;
mod tree;

fn main() -> ExitCode {
    shuangqi_cli::program::launch::<args::Cli>(std::env::args_os()).into()
}
