//! The `shuangqi` tool for Othello and Xiangqi.

use std::process::ExitCode;

mod args;
mod bench;
mod compare;
mod crew;
mod notation;
mod perft;
mod solve;
mod source;
mod stats;
mod stderr;
mod units;

fn main() -> ExitCode {
    args::run().into()
}
