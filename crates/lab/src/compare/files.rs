//! Files of results: whole or not at all.

use std::path::Path;

use shuangqi_cli::output::{Format, Output, deliver};
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::{Exit, Failure, files};

use super::comparison::Comparison;
use super::report_data::report_data;
use super::results::Results;
use crate::lab_game::LabGame;
use crate::report;

/// The journal of the searches.
pub const JOURNAL: &str = "journal.ndjson";

const NAMES: [&str; 6] = [JOURNAL, "data.csv", "summaries.csv", "references.csv", "data.json", "report.html"];

/// The folder of a comparison's results, if it has one.
pub fn run_folder<'run, P: LabGame>(comparison: &'run Comparison<'_, P>) -> Option<RunFolder<'run>> {
    let (path, command) = (comparison.folder.as_deref()?, comparison.command());
    Some(RunFolder { path, command, names: &NAMES, pictures: Some(P::INFO.name) })
}

/// Writes everything that is known of a comparison.
pub fn write_all<P: LabGame>(
    comparison: &Comparison<'_, P>,
    folder: &Path,
    results: &Results<'_>,
) -> Result<(), Failure> {
    write(folder, "data.csv", Format::Csv, |output| comparison.emit_searches(results, output))?;
    write(folder, "summaries.csv", Format::Csv, |output| comparison.emit_summaries(results, output))?;
    write(folder, "references.csv", Format::Csv, |output| comparison.emit_references(results, output))?;
    write(folder, "data.json", Format::Json, |output| {
        comparison.emit_searches(results, output)?;
        comparison.emit_references(results, output)?;
        comparison.emit_summaries(results, output)
    })?;
    report::write(folder, &report_data(comparison, results))
}

fn write(
    folder: &Path,
    name: &str,
    format: Format,
    emit: impl FnOnce(&mut Output<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut text = Vec::new();
    deliver(format, &mut text, |output| emit(output).map(|()| Exit::Success))?;
    files::write(&folder.join(name), &text)
}
