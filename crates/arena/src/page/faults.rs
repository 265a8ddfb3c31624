//! The faults of engines, with the dialogue before each.

use maud::{Markup, html};

use super::Report;
use crate::rating::Outcome;
use crate::record::{FaultRecord, GameRecord};

const MOST_FAULTS: usize = 40;

/// The list of faults; nothing if there are none.
pub fn faults(report: &Report<'_>) -> Markup {
    let faulty = report.games.iter().filter_map(|game| Some((game, game.fault.as_ref()?)));
    let faulty: Vec<(&GameRecord, &FaultRecord)> = faulty.collect();
    html! {
        @if !faulty.is_empty() {
            section #faults {
                h2 { "Faults" }
                p.reading { "Time forfeits, crashes, stalls, illegal moves and answers that cannot be parsed, each with \
                    the last lines sent to the engine (>) and received from it (<)." }
                ul.faults { @for (game, fault) in faulty.iter().take(MOST_FAULTS) { (entry(report, game, fault)) } }
                @if faulty.len() > MOST_FAULTS {
                    p { "And " (faulty.len() - MOST_FAULTS) " more, which the list of games shows by their endings." }
                }
            }
        }
    }
}

fn entry(report: &Report<'_>, game: &GameRecord, fault: &FaultRecord) -> Markup {
    let engine = game.fixture.engines[fault.seat.index()];
    let number = game.fixture.number + 1;
    let lost = if Outcome::of(game.result, fault.seat) == Outcome::Loss { ", and lost" } else { "" };
    html! {
        li {
            p {
                a href={ "#game-" (number) } { "Game " (number) }
                ": " b { (report.name(engine)) } " (" (report.colour(fault.seat)) ")" (lost) ": " (fault.fault)
            }
            @if !fault.dialogue.is_empty() {
                details {
                    summary { "The last " (fault.dialogue.len()) " lines of the dialogue" }
                    pre { code { @for line in &fault.dialogue { (line) "\n" } } }
                }
            }
        }
    }
}
