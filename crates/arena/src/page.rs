//! The report of a match as one page: result, statistics, pictures, and every game on a board. It needs no other file.

mod charts;
mod format;
mod games;
mod headline;
mod tables;

#[cfg(test)]
mod tests;

use std::path::Path;

use game::{GameInfo, Seat};
use shuangqi_cli::Failure;
use shuangqi_cli::files::{self, NewFile};
use shuangqi_cli::units::{counted, grouped};
use shuangqi_plot::Text;
use shuangqi_plot::report::{Part, Report as Page, Section};

use super::match_config::MatchConfig;
use super::record::{FaultRecord, GameRecord};
use super::standings::Standings;
use crate::rating::Outcome;

/// The name of the page in its folder.
const NAME: &str = "report.html";
/// The most faults that are listed.
const MAX_FAULTS: usize = 40;

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
    let replays = games::replays(report);
    page(report, replays.len()).render(&games::data(report, &replays))
}

/// The page, of which this number of games can be replayed.
fn page(report: &Report<'_>, replayable: usize) -> Page {
    let warnings = report.standings.warnings(report.config, true).into_iter();
    let notes = warnings.map(|warning| format!("Note: {}", warning.text));
    let is_begun = !report.games.is_empty();
    let mut sections = if is_begun { statistics(report) } else { Vec::new() };
    sections.push(games::section(report, replayable));
    sections.push(sources(report));
    Page {
        title: report.title(),
        eyebrow: format!("{} · {}", report.game_info().title, played(report)),
        overview: [headline::headline(report)].into_iter().chain(notes).collect(),
        cards: if is_begun { headline::cards(report) } else { Vec::new() },
        facts: headline::conditions(report),
        sections,
        made_by: "shuangqi match",
        ..Page::default()
    }
}

/// `400 games`, `400 of 410 games`.
fn played(report: &Report<'_>) -> String {
    let (count, planned) = (report.games.len() as u64, report.planned);
    // A test ends long before all games are played that it might take.
    if planned > count && report.standings.test.is_none() {
        format!("{} of {}", grouped(count), counted(planned, "game"))
    } else {
        counted(count, "game")
    }
}

fn statistics(report: &Report<'_>) -> Vec<Section> {
    let results = [charts::pairs(report), charts::discs(report)];
    let heading = |text: &str| Part::Heading(text.into());
    let mut sections = Vec::new();
    if !report.is_duel() {
        sections.push(tables::standings(report));
    }
    let course = vec![Part::Figures(charts::over_games(report))];
    sections.push(Section::new("course-of-match", "Course of the match", course));
    let results = vec![
        Part::Figures(results.into_iter().flatten().collect()),
        heading("By colour"),
        Part::Table(tables::by_colour(report)),
        heading("How games ended"),
        Part::Table(tables::endings(report)),
    ];
    sections.push(Section::new("results", "Results", results));
    sections.push(Section::new("openings", "Openings", vec![Part::Table(tables::openings(report))]));
    sections.push(Section::new("usage", "Time, depth and nodes", vec![Part::Table(tables::effort(report))]));
    sections.extend(faults(report));
    sections
}

/// The list of faults; `None` if there are none.
fn faults(report: &Report<'_>) -> Option<Section> {
    let faulty = report.games.iter().filter_map(|game| Some((game, game.fault.as_ref()?)));
    let faulty: Vec<(&GameRecord, &FaultRecord)> = faulty.collect();
    let reading = "Time forfeits, crashes, stalls, illegal moves and answers that cannot be parsed, each with the last \
        lines sent to the engine (>) and received from it (<).";
    let mut parts = vec![Part::Reading(reading.into())];
    parts.extend(faulty.iter().take(MAX_FAULTS).flat_map(|(game, fault)| entry(report, game, fault)));
    if let Some(more) = faulty.len().checked_sub(MAX_FAULTS).filter(|more| *more > 0) {
        let text = format!("And {more} more, which the list of games shows by their endings.");
        parts.push(Part::Paragraph(text.into()));
    }
    (!faulty.is_empty()).then(|| Section::new("faults", "Faults", parts))
}

fn entry(report: &Report<'_>, game: &GameRecord, fault: &FaultRecord) -> Vec<Part> {
    let engine = game.scheduled.engines[fault.seat.index()];
    let number = game.scheduled.number + 1;
    let lost = if Outcome::of(game.result, fault.seat) == Outcome::Loss { ", and lost" } else { "" };
    let text = Text::default()
        .link(format!("Game {number}"), format!("#game-{number}"))
        .words(": ")
        .bold(report.name(engine))
        .words(format!(" ({}){lost}: {}", report.colour(fault.seat), fault.fault));
    let mut parts = vec![Part::Paragraph(text)];
    if !fault.dialogue.is_empty() {
        let lines = Part::Code(fault.dialogue.join("\n") + "\n");
        parts.push(Part::Details(
            format!("The last {} lines of the dialogue", fault.dialogue.len()),
            vec![lines],
        ));
    }
    parts
}

const METHOD: &str = "Elo is −400 · log₁₀(1/s − 1) of the score s; its interval is that of s, mean ± 1.96 standard errors. \
    Where openings are played twice with colours swapped, the error is that of pairs (pentanomial), which takes the \
    opening's share out of it; otherwise of games (trinomial). Normalised Elo is the distance of s from ½ in standard \
    deviations of a game, times 800/ln 10 = 347.4. The sequential test compares two strengths by the best distribution \
    for each (Wald 1945; Van den Bergh 2019). The order of games is that of the schedule.";

/// The command that plays the match again, and the sources of the numbers.
fn sources(report: &Report<'_>) -> Section {
    let mut parts = Vec::new();
    if !report.command.is_empty() {
        parts.push(Part::Paragraph("This command plays the match again:".into()));
        parts.push(Part::Code(report.command.to_owned()));
    }
    parts.push(Part::Paragraph(METHOD.into()));
    Section::new("sources", "Command and method", parts)
}
