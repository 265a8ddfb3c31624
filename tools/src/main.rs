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
#[expect(dead_code, unused_imports, reason = "under construction: the command match follows")]
mod rating;
mod report;
mod stats;
mod tree;

fn main() -> ExitCode {
    console::program::launch::<args::Cli>(std::env::args_os()).into()
}
