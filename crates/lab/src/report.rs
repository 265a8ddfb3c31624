//! The report of a comparison: pictures, and one page that needs nothing else.

mod data;
mod figures;
mod page;
mod table;
mod view;

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::Path;

use shuangqi_cli::Failure;
use shuangqi_cli::files::{self, NewFile};

use crate::data::ReportData;
use page::Measured;
use view::View;

/// Writes a picture `NAME.svg` for each figure and `report.html` to a folder, which is made if there is none: all of
/// them, or none. The same report gives the same bytes.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write(folder: &Path, report: &ReportData) -> Result<(), Failure> {
    files::write_all(folder, &files_of(report)?)
}

/// Numbers names that came before, so that no file takes the place of another.
fn make_unique<'name>(names: impl Iterator<Item = &'name mut String>) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for name in names {
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
        *name = free.unwrap_or_default();
        taken.insert(name.clone());
    }
}

/// The files of a report, the page last.
fn files_of(report: &ReportData) -> Result<Vec<NewFile>, Failure> {
    let view = View::new(report);
    let section = |(index, experiment)| Measured {
        index,
        experiment,
        figures: figures::figures(&view, index, experiment),
    };
    let mut sections: Vec<Measured<'_>> = report.experiments.iter().enumerate().map(section).collect();
    make_unique(sections.iter_mut().flat_map(|section| &mut section.figures).map(|figure| &mut figure.name));
    let pictures = sections.iter().flat_map(|section| &section.figures);
    let mut files: Vec<NewFile> = pictures
        .map(|figure| NewFile { name: format!("{}.svg", figure.name), text: figure.file() })
        .collect();
    let text = page::page(&view, sections).render(&data::Data::new(report))?;
    files.push(NewFile { name: "report.html".to_owned(), text });
    Ok(files)
}
