//! The `shuangqi` tool for Othello and Xiangqi.

use std::process::ExitCode;

mod args;
mod notation;
mod perft;
mod source;
mod units;

fn main() -> ExitCode {
    args::run().into()
}
