//! The Xiangqi engine.

use std::process::ExitCode;

fn main() -> ExitCode {
    xiangqi::engine::run().into()
}
