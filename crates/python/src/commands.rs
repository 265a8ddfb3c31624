//! The commands of `shuangqi`, for `python -m shuangqi`.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command of ``shuangqi`` that these words form, the program's name first, and returns its exit status. It
/// handles Ctrl-C itself, so it is for a process of its own.
///
/// ``program`` are the words by which this program is started again, for the processes that watch engines of others.
#[pyfunction]
pub(crate) fn run_command_line(py: Python<'_>, program: Vec<OsString>, words: Vec<OsString>) -> u8 {
    py.detach(|| {
        shuangqi_arena::supervisor::set_program(program);
        shuangqi::run(words) as u8
    })
}
