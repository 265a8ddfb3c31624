//! The Othello engine.

use std::process::ExitCode;

fn main() -> ExitCode {
    othello::engine::run().into()
}
