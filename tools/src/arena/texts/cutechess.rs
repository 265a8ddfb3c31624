//! The output of cutechess-cli, with the colours of the game.

use super::{TextReport, accepted, plus_minus, score_line};
use crate::arena::standings::{Encounter, Standings};
use crate::rating::Counts;
use game::Seat;

/// `Score of new vs base: 12 - 9 - 19  [0.537] 40`, wins, losses and draws.
pub fn score(report: &TextReport<'_>, encounter: &Encounter) -> String {
    let [one, other] = encounter.engines.map(|engine| report.name(engine));
    format!("Score of {one} vs {other}: {}", score_line(encounter.games()))
}

/// Scores, Elo, and the test.
pub fn figures(report: &TextReport<'_>, standings: &Standings) -> String {
    let blocks: Vec<String> =
        standings.encounters().map(|encounter| block(report, encounter, standings)).collect();
    blocks.join("\n")
}

fn block(report: &TextReport<'_>, encounter: &Encounter, standings: &Standings) -> String {
    let name = report.name(encounter.engines[0]);
    let [first, second] = encounter.results[0].by_seat;
    let colours = Seat::BOTH.map(|seat| report.config.game.colour(seat));
    let spread = encounter.counts().spread();
    let draw_ratio = Counts::from(encounter.games()).draw_ratio().unwrap_or(0.0);
    let mut lines = vec![
        score(report, encounter),
        format!("...      {name} playing {}: {}", colours[0], score_line(first)),
        format!("...      {name} playing {}: {}", colours[1], score_line(second)),
        format!("...      {} vs {}: {}", colours[0], colours[1], score_line(first.merged(second.reversed()))),
        format!(
            "Elo difference: {}, LOS: {:.1} %, DrawRatio: {:.1} %",
            plus_minus(spread.elo(), 1),
            spread.superiority() * 100.0,
            draw_ratio * 100.0
        ),
    ];
    lines.extend(test(standings));
    lines.join("\n")
}

fn test(standings: &Standings) -> Option<String> {
    let state = standings.test_state()?;
    let end = accepted(state.verdict).map_or_else(String::new, |end| format!(" - {end}"));
    Some(format!(
        "SPRT: llr {:.3} ({:.1}%), lbound {:.2}, ubound {:.2}{end}",
        state.llr,
        100.0 * state.fraction,
        state.lower,
        state.upper
    ))
}
