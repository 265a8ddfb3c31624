//! The report of a match as one page: result, statistics, pictures, and every game on a board. It needs no other file.

mod cards;
mod charts;
mod conditions;
mod crosstable;
mod data;
mod faults;
mod format;
mod game_list;
mod headline;
mod tables;
mod template;

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

use std::path::Path;

use game::GameInfo;
use shuangqi_cli::Failure;

use super::match_config::MatchConfig;
use super::record::GameRecord;
use super::standings::Standings;
use game::Seat;
use shuangqi_cli::files::{self, NewFile};

/// The name of the page in its folder.
const NAME: &str = "report.html";

#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    pub config: &'a MatchConfig,
    /// The finished games, in the order of the schedule.
    pub games: &'a [GameRecord],
    pub standings: &'a Standings,
    /// The number of games in the schedule.
    pub planned: u64,
    /// The command that plays the match again.
    pub command: &'a str,
}

impl<'a> Report<'a> {
    /// Whether two engines play, and not a tournament.
    fn is_duel(&self) -> bool {
        self.config.engines.len() == 2
    }

    fn engines(&self) -> std::ops::Range<usize> {
        0..self.config.engines.len()
    }

    fn name(&self, engine: usize) -> &'a str {
        self.config.engine_name(engine)
    }

    fn colour(&self, seat: Seat) -> &'static str {
        self.config.game.colour(seat)
    }

    fn game_info(&self) -> &'a GameInfo {
        &self.config.game.info
    }

    /// The unit of a score of one hundred hundredths, in the plural.
    fn unit(&self) -> String {
        format!("{}s", self.game_info().hundred)
    }

    fn title(&self) -> String {
        let names: Vec<&str> = self.engines().map(|engine| self.name(engine)).collect();
        match names[..] {
            [one, other] => format!("{one} against {other}"),
            [.., _] if names.len() > 4 => format!("{} engines", names.len()),
            [ref rest @ .., last] => format!("{} and {last}", rest.join(", ")),
            [] => "No engines".to_owned(),
        }
    }
}

/// Writes `report.html` to a folder, which is made if there is none: the whole page, or nothing. The same report gives
/// the same bytes.
pub fn write(folder: &Path, report: &Report<'_>) -> Result<(), Failure> {
    files::write_all(folder, &[NewFile { name: NAME.to_owned(), text: text(report)? }])
}

fn text(report: &Report<'_>) -> Result<String, Failure> {
    Ok(template::page(report, &data::packed(report)?))
}
