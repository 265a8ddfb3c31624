//! The report of a fit: pictures, data, and one page that needs no other file.

mod figures;
mod page;

#[cfg(test)]
mod tests;

use shuangqi_cli::Failure;
use shuangqi_cli::files::NewFile;

use super::report_data::ReportData;
use crate::report;

/// The files of a report.
pub const FILES: [&str; 5] = ["curve.svg", "errors.svg", "weights.svg", "data.json", "report.html"];

/// The files, the page last.
///
/// # Errors
/// [`Failure::Internal`] if its data cannot be written.
pub fn files(report: &ReportData) -> Result<Vec<NewFile>, Failure> {
    let figures = figures::Figures::new(report);
    let pictures = figures.all().map(report::picture).collect();
    report::files(pictures, report, &page::page(report, figures))
}
