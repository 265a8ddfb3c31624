//! Files of results: whole or not at all.

use std::fs;
use std::path::Path;

use shuangqi_cli::output::{Format, Output, deliver};
use shuangqi_cli::{Exit, Failure, files, overwrite};

use super::comparison::Comparison;
use super::report_data::report_data;
use super::results::Results;
use crate::game::Game;
use crate::report;

/// Makes sure, before the work, that there is a folder to write to, and that no file of another program would be
/// replaced.
pub fn prepare(folder: &Path, game: &str, is_forced: bool) -> Result<(), Failure> {
    let tables = ["data.csv", "summaries.csv", "references.csv", "data.json", "report.html"];
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    overwrite::refuse_foreign_files(entries.filter(|path| is_picture(path, game)), is_forced)?;
    overwrite::refuse_foreign_files(tables.map(|name| folder.join(name)), is_forced)?;
    fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))
}

/// Whether a picture of the game may have this name.
fn is_picture(path: &Path, game: &str) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(game) && name.ends_with(".svg")
}

/// Writes everything that is known of a comparison.
pub fn write_all<P: Game>(
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
