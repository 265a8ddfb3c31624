//! Comparisons of algorithms as records.

use clap::Parser;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shuangqi_cli::output::{Format, text};
use shuangqi_lab::compare;

use crate::background::run_command;
use crate::games;

/// The options of a comparison, as words.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    args: compare::Args,
}

/// The records of a comparison, a JSON object a line, as ``shuangqi compare --format ndjson`` with these options prints them.
///
/// Raises ValueError for options that cannot be used, KeyboardInterrupt on Ctrl-C.
#[pyfunction]
pub(crate) fn compare_lines(py: Python<'_>, game: &str, options: Vec<String>) -> PyResult<String> {
    let commands = games::named(game)?.lab;
    let Words { args } =
        Words::try_parse_from(options).map_err(|error| PyValueError::new_err(error.to_string()))?;
    run_command(py, || {
        let comparison = (commands.compare)(&args, false)?;
        text(Format::Ndjson, |output| comparison.emit_records(output).map(drop))
    })
}
