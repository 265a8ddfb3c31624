//! The report of a comparison: pictures, and one page that needs nothing else.

mod data;
mod figures;
mod page;
mod study;
mod table;
mod view;

#[cfg(test)]
pub mod sample;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::Path;

use shuangqi_cli::Failure;
use shuangqi_cli::files::{self, Draft};

pub use study::*;

use page::Part;
use view::View;

/// Writes a picture `NAME.svg` for each figure and `report.html` to a folder, which is made if there is none: all of
/// them, or none. The same study gives the same bytes.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write(folder: &Path, study: &Study) -> Result<(), Failure> {
    files::write_all(folder, &drafts(study)?)
}

/// Numbers names that came before, so that no file takes the place of another.
fn tell_apart<'name>(names: impl Iterator<Item = &'name mut String>) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for name in names {
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
        *name = free.unwrap_or_default();
        taken.insert(name.clone());
    }
}

/// The files of a report, the page last.
fn drafts(study: &Study) -> Result<Vec<Draft>, Failure> {
    let view = View::new(study);
    let part = |(index, block)| Part { index, block, figures: figures::figures(&view, index, block) };
    let mut parts: Vec<Part<'_>> = study.blocks.iter().enumerate().map(part).collect();
    tell_apart(parts.iter_mut().flat_map(|part| &mut part.figures).map(|figure| &mut figure.name));
    let pictures = parts.iter().flat_map(|part| &part.figures);
    let mut drafts: Vec<Draft> =
        pictures.map(|figure| Draft { name: format!("{}.svg", figure.name), text: figure.file() }).collect();
    drafts.push(Draft {
        name: "report.html".to_owned(),
        text: page::page(&view, &parts, &data::of_study(study)?),
    });
    Ok(drafts)
}
