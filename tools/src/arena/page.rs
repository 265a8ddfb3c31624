//! The report of a match as one page: result, statistics, pictures, and every game on a board. It needs no other file.

mod conditions;
mod data;
mod endings;
mod figures;
mod histograms;
mod list;
mod outline;
mod result;
mod standings;
mod tally;
mod usage;
mod view;

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

use std::path::Path;

use shuangqi_cli::Failure;
use shuangqi_cli::files::{self, Draft};

use super::config::MatchConfig;
use super::record::GameRecord;
use crate::rating::Sprt;
use view::View;

/// The name of the page in its folder.
const NAME: &str = "report.html";

/// What a page is made of.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What was to be played.
    pub setup: &'a MatchConfig,
    /// What has been played, in the order of the schedule.
    pub games: &'a [GameRecord],
    /// How many games the schedule has.
    pub planned: u64,
    /// The test that may end the match, between its first two engines.
    pub sprt: Option<&'a Sprt>,
    /// The command that plays the match again.
    pub command: &'a str,
}

/// Writes `report.html` to a folder, which is made if there is none: the whole page, or nothing. The same report gives
/// the same bytes.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write(folder: &Path, report: &Report<'_>) -> Result<(), Failure> {
    files::write_all(folder, &[Draft { name: NAME.to_owned(), text: text(report)? }])
}

/// The page.
fn text(report: &Report<'_>) -> Result<String, Failure> {
    let view = View::new(report);
    Ok(outline::page(&view, &data::packed(&view)?))
}
