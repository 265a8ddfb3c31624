//! The `shuangqi` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    shuangqi::main()
}
