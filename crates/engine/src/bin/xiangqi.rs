//! The Xiangqi engine.

use std::process::ExitCode;

fn main() -> ExitCode {
    shuangqi_engine::xiangqi::run().into()
}
