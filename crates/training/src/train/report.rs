//! The report of a fit: pictures, data, and one page that needs no other file.

mod boards;
mod figures;
mod page;

#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use shuangqi_cli::files::{self, NewFile};
use shuangqi_cli::{Failure, overwrite};

use super::report_data::ReportData;

/// The files of a report.
const FILES: [&str; 5] = ["curve.svg", "errors.svg", "weights.svg", "data.json", "report.html"];

/// Makes sure, before the work, that there is a folder to write to, and that no file of another program would be
/// replaced.
///
/// # Errors
/// [`Failure::Usage`] for a file of another program, [`Failure::Unwritable`] for the folder.
pub fn prepare(folder: &Path, is_forced: bool) -> Result<(), Failure> {
    overwrite::refuse_foreign_files(FILES.map(|name| folder.join(name)), is_forced)?;
    fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))
}

/// Writes a report to a folder: all of its files or none.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write(folder: &Path, report: &ReportData) -> Result<(), Failure> {
    files::write_all(folder, &files_of(report)?)
}

/// The files, the page last.
fn files_of(report: &ReportData) -> Result<Vec<NewFile>, Failure> {
    let figures = figures::Figures::new(report);
    let data = serde_json::to_string(report)
        .map_err(|error| Failure::Internal(format!("the report's data cannot be written: {error}")))?;
    let page = page::page(report, &figures)?;
    let pictures = figures.all();
    let mut files: Vec<NewFile> = pictures
        .map(|figure| NewFile { name: format!("{}.svg", figure.name), text: figure.file() })
        .collect();
    files.push(NewFile { name: "data.json".to_owned(), text: data + "\n" });
    files.push(NewFile { name: "report.html".to_owned(), text: page });
    Ok(files)
}
