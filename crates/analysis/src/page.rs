//! The report of an analysis: a page with every game on the board, a picture of each game's scores, and the records.

mod data;
mod template;
#[cfg(test)]
mod tests;

use std::path::Path;

use shuangqi_cli::files::{self, NewFile};
use shuangqi_cli::output::{Format, deliver};
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::{Exit, Failure};

use super::figure;
use super::record::{GameLine, MoveLine};
use super::review::Review;
use crate::analyst::AnalystOptions;
use shuangqi_arena::games::Game;

/// The name of the page in its folder.
const PAGE: &str = "report.html";
/// The name of the file of records.
const RECORDS: &str = "analysis.json";

/// What the report is made of.
#[derive(Debug)]
pub struct Report<'a> {
    /// Which game is played.
    pub game: Game,
    /// How positions were searched.
    pub options: &'a AnalystOptions,
    /// The games in order.
    pub reviews: &'a [Review<'a>],
    /// The command that makes it again.
    pub command: &'a str,
}

/// The folder of a report that this command makes.
pub fn run_folder(path: &Path, command: String) -> RunFolder<'_> {
    RunFolder { path, command, names: &[PAGE, RECORDS], pictures: Some(figure::NAME) }
}

/// Writes the report to a folder: all of its files, or none. The same report gives the same bytes.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write(folder: &Path, report: &Report<'_>) -> Result<(), Failure> {
    let page = NewFile { name: PAGE.to_owned(), text: template::page(report, &data::packed(report)?) };
    let records = NewFile { name: RECORDS.to_owned(), text: records(report)? };
    let picture = |review: &Review<'_>| NewFile {
        name: picture_name(review.number),
        text: figure::figure(review).file(),
    };
    let pictures = report.reviews.iter().map(picture);
    files::write_all(folder, &[page, records].into_iter().chain(pictures).collect::<Vec<_>>())
}

fn picture_name(number: usize) -> String {
    format!("{}.svg", figure::name(number))
}

/// The records as the command writes them with `--json`.
fn records(report: &Report<'_>) -> Result<String, Failure> {
    let mut text = Vec::new();
    deliver(Format::Json, &mut text, |output| {
        for review in report.reviews {
            (0..review.moves.len()).try_for_each(|index| output.emit(&MoveLine::new(review, index)))?;
        }
        report.reviews.iter().try_for_each(|review| output.emit(&GameLine::new(review)))?;
        Ok(Exit::Success)
    })?;
    String::from_utf8(text).map_err(|error| Failure::Internal(format!("the records are no text: {error}")))
}
