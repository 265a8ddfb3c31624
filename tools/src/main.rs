//! The `shuangqi` tool for Othello and Xiangqi.

use std::process::ExitCode;

mod args;
mod crew;
mod notation;
mod perft;
mod solve;
mod source;
mod stderr;
mod units;

fn main() -> ExitCode {
    args::run().into()
}
