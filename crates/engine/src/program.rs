//! The way of a program from its arguments to its exit code.

use std::env;

use shuangqi_cli::Exit;
use shuangqi_cli::Failure;
use shuangqi_cli::program::{self, Commands};

use crate::arguments::{Arguments, ProgramOptions};

/// Runs a command of the program, or else serves its arguments.
pub fn run<C: Commands, O: ProgramOptions>(
    serve: impl FnOnce(&Arguments<O>) -> Result<Exit, Failure>,
) -> Exit {
    let words: Vec<_> = env::args_os().skip(1).collect();
    if let Some(exit) = program::run_command::<C>(&words) {
        return exit;
    }
    let done = Arguments::parse(words).and_then(|arguments| serve(&arguments));
    done.unwrap_or_else(|failure| {
        failure.report(true);
        failure.exit()
    })
}
