//! Files of results: whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use shuangqi_cli::output::{Format, Output, deliver};
use shuangqi_cli::overwrite;
use shuangqi_cli::{Exit, Failure};

use super::comparison::Comparison;
use super::report_data::report_data;
use super::results::Results;
use crate::game::Game;
use crate::report;

/// Makes sure, before the work, that there is a folder to write to, and that it holds no files of others where those of
/// the game will be.
///
/// # Errors
/// [`Failure::Unwritable`], and [`Failure::Usage`] for files of others, unless `is_forced`.
pub fn prepare(folder: &Path, game: &str, is_forced: bool) -> Result<(), Failure> {
    let tables = ["data.csv", "summaries.csv", "references.csv", "data.json", "report.html"];
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    overwrite::refuse_others(entries.filter(|path| is_picture(path, game)), is_forced)?;
    overwrite::refuse_others(tables.map(|name| folder.join(name)), is_forced)?;
    fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))
}

/// Whether a picture of the game may have this name.
fn is_picture(path: &Path, game: &str) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(game) && name.ends_with(".svg")
}

/// Writes everything that is known of a comparison.
///
/// # Errors
/// [`Failure::Unwritable`].
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

/// Writes records to a file of the folder. They are written beside it first, so that a file with the name is never half
/// of one.
///
/// # Errors
/// [`Failure::Unwritable`].
fn write(
    folder: &Path,
    name: &str,
    format: Format,
    emit: impl FnOnce(&mut Output<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut text = Vec::new();
    deliver(format, &mut text, |output| emit(output).map(|()| Exit::Success))?;
    let partial = folder.join(format!("{name}.partial"));
    let written = File::create(&partial)
        .and_then(|mut file| file.write_all(&text).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&partial, folder.join(name)));
    written.map_err(|error| Failure::unwritable(folder.join(name), &error))
}
