//! The progress and results of a match as text.

mod plain;

use super::config::RunOptions;
use super::match_config::MatchConfig;
use super::record::GameRecord;
use super::standings::{Encounter, Standings};
use crate::rating::{SprtParameters, SprtState, Verdict};

#[derive(Clone, Copy, Debug)]
pub struct TextReport<'a> {
    pub config: &'a MatchConfig,
    /// The options.
    pub options: &'a RunOptions,
    /// The number of games in the schedule.
    pub planned: u64,
}

impl TextReport<'_> {
    /// The line at the end of a game, which the standings include.
    pub fn finished(&self, game: &GameRecord, standings: &Standings) -> String {
        plain::finished(self, game, standings)
    }

    /// All results.
    pub fn figures(&self, standings: &Standings) -> String {
        plain::figures(self, standings)
    }

    /// The results while the match goes on.
    pub fn interim(&self, standings: &Standings) -> String {
        plain::interim(self, standings)
    }

    /// The ending; a fault in the words that scripts search for.
    fn ending(&self, game: &GameRecord) -> String {
        use super::fault::Fault;
        let Some(fault) = &game.fault else { return game.explanation.clone() };
        let colour = self.config.game.colour(fault.seat);
        match &fault.fault {
            Fault::Timeout { .. } => format!("{colour} loses on time"),
            Fault::Stall { .. } => format!("{colour}'s connection stalls"),
            Fault::Crash { .. } => format!("{colour} disconnects"),
            Fault::Illegal { text, .. } => format!("{colour} makes an illegal move: {text}"),
            Fault::NoMove { answer } => format!("{colour} makes no move: {answer}"),
            Fault::Junk { what } => format!("{colour} is not understood: {what}"),
        }
    }

    pub fn name(&self, engine: usize) -> &str {
        self.config.engine_name(engine)
    }

    fn encounter_of<'s>(&self, game: &GameRecord, standings: &'s Standings) -> Option<&'s Encounter> {
        let [one, other] = game.fixture.engines;
        standings.encounter(one, other)
    }

    /// `a against b`, or the names of all.
    fn names(&self) -> String {
        let names: Vec<&str> = self.config.engines.iter().map(|engine| engine.name.as_str()).collect();
        match names[..] {
            [one, other] => format!("{one} against {other}"),
            _ => names.join(", "),
        }
    }
}

/// The state of the test with its two hypotheses, if there is a test.
pub fn test_state(standings: &Standings) -> Option<(SprtState, [f64; 2])> {
    let SprtParameters { elo0, elo1, .. } = standings.test()?.parameters();
    Some((standings.test_state()?, [elo0, elo1]))
}

fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

fn ratio(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"))
}

fn accepted(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::H0 => Some("H0 was accepted"),
        Verdict::H1 => Some("H1 was accepted"),
        Verdict::Continue => None,
    }
}

#[cfg(test)]
mod tests;
