#![doc = include_str!("../README.md")]
//!
//! # Design
//!
//! The classes hold what the crates have: a board is a [`GameSession`](game::GameSession), an engine an
//! [`AnyEngine`](game::any::AnyEngine), a game of a file a [`FileGame`](shuangqi_game_files::FileGame). Nothing here knows a rule or
//! searches. What Python adds is in three files: `background` runs searches on threads with enough stack, releases the lock of the
//! interpreter and looks for Ctrl-C; `errors` makes exceptions of errors; `shared_engine` lets one search at a time have an engine.
//! No input makes the library panic; an error of its own in a search is a `RuntimeError`.

mod analysis;
mod background;
mod board;
mod commands;
mod engine;
mod errors;
mod game_files;
mod games;
mod info;
mod laboratory;
mod limits;
mod moves;
mod notation;
mod othello_board;
mod outcome;
mod played_game;
mod records;
mod shared_engine;
mod solver;
mod xiangqi_board;

use pyo3::prelude::*;
use shuangqi_cli::version;

/// The classes and functions of the package `shuangqi`.
#[pymodule]
#[pyo3(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", version::SHORT)?;
    module.add_class::<analysis::Analysis>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<game_files::Game>()?;
    module.add_class::<game_files::GameNode>()?;
    module.add_class::<info::Info>()?;
    module.add_class::<info::PlayResult>()?;
    module.add_class::<limits::Limit>()?;
    module.add_class::<moves::Move>()?;
    module.add_class::<othello_board::OthelloBoard>()?;
    module.add_class::<outcome::Outcome>()?;
    module.add_class::<solver::Solution>()?;
    module.add_class::<solver::Solver>()?;
    module.add_class::<xiangqi_board::XiangqiBoard>()?;
    module.add_function(wrap_pyfunction!(commands::run_command_line, module)?)?;
    module.add_function(wrap_pyfunction!(game_files::games_of, module)?)?;
    module.add_function(wrap_pyfunction!(game_files::games_text, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::compare_lines, module)?)?;
    module.add_function(wrap_pyfunction!(records::othello_columns, module)?)?;
    module.add_function(wrap_pyfunction!(records::xiangqi_columns, module)?)?;
    Ok(())
}
