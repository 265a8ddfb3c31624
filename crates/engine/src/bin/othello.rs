//! The Othello engine.

use std::process::ExitCode;

fn main() -> ExitCode {
    shuangqi_engine::othello::run().into()
}
