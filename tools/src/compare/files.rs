//! Files of results: whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use console::output::{Format, Output, deliver};
use console::{Exit, Failure};

use super::comparison::Comparison;
use super::results::Results;
use super::study;
use super::subject::Subject;
use crate::report;

/// Makes sure, before the work, that there is a folder to write to.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn prepare(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::Unwritable)
}

/// Writes everything that is known of a comparison.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write_all<P: Subject>(
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
    report::write(folder, &study::study(comparison, results))
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
    written.map_err(Failure::Unwritable)
}
