//! The faults of engines, with the dialogue before each.

use shuangqi_plot::Text;
use shuangqi_plot::report::{Part, Section};

use super::Report;
use crate::rating::Outcome;
use crate::record::{FaultRecord, GameRecord};

const MOST_FAULTS: usize = 40;

/// The list of faults; `None` if there are none.
pub fn faults(report: &Report<'_>) -> Option<Section> {
    let faulty = report.games.iter().filter_map(|game| Some((game, game.fault.as_ref()?)));
    let faulty: Vec<(&GameRecord, &FaultRecord)> = faulty.collect();
    let entries = faulty.iter().take(MOST_FAULTS).map(|(game, fault)| entry(report, game, fault));
    let reading = "Time forfeits, crashes, stalls, illegal moves and answers that cannot be parsed, each with the last \
        lines sent to the engine (>) and received from it (<).";
    let mut parts = vec![Part::Reading(reading.into()), Part::Entries(entries.collect())];
    if let Some(more) = faulty.len().checked_sub(MOST_FAULTS).filter(|more| *more > 0) {
        let text = format!("And {more} more, which the list of games shows by their endings.");
        parts.push(Part::Paragraph(text.into()));
    }
    (!faulty.is_empty()).then(|| Section::new("faults", "Faults", parts))
}

fn entry(report: &Report<'_>, game: &GameRecord, fault: &FaultRecord) -> Vec<Part> {
    let engine = game.fixture.engines[fault.seat.index()];
    let number = game.fixture.number + 1;
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
