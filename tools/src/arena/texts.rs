//! A match in words, for people and for scripts that read the words of other match runners.

mod cutechess;
mod fastchess;
mod plain;

use super::config::MatchConfig;
use super::config::{RunOptions, Style};
use super::record::{Fixture, GameRecord};
use super::seat::Seat;
use super::standings::{Encounter, Standings};

use crate::args::Game;
use crate::rating::{Estimate, Trinomial, Verdict};

/// Who speaks, and of what.
#[derive(Clone, Copy, Debug)]
pub struct TextReport<'a> {
    /// The match.
    pub setup: &'a MatchConfig,
    /// In which words.
    pub conduct: &'a RunOptions,
    /// How many games there are.
    pub planned: u64,
}

impl TextReport<'_> {
    /// A game begins; nothing in our own words.
    pub fn started(&self, fixture: &Fixture) -> Option<String> {
        match self.conduct.style {
            Style::Plain => None,
            Style::Cutechess | Style::Fastchess => Some(format!(
                "Started game {} of {} ({} vs {})",
                fixture.number + 1,
                self.planned,
                self.name(fixture.engines[0]),
                self.name(fixture.engines[1])
            )),
        }
    }

    /// A game is over.
    pub fn finished(&self, game: &GameRecord, standings: &Standings) -> String {
        match self.conduct.style {
            Style::Plain => plain::finished(self, game, standings),
            Style::Cutechess => {
                let encounter = self.encounter_of(game, standings);
                format!("{}\n{}", self.finished_line(game), cutechess::score(self, &encounter))
            }
            Style::Fastchess => self.finished_line(game),
        }
    }

    /// Where the match stands.
    pub fn figures(&self, standings: &Standings) -> String {
        match self.conduct.style {
            Style::Plain => plain::figures(self, standings),
            Style::Cutechess => cutechess::figures(self, standings),
            Style::Fastchess => fastchess::figures(self, standings),
        }
    }

    /// The same on the way.
    pub fn interim(&self, standings: &Standings) -> String {
        match self.conduct.style {
            Style::Plain => plain::interim(self, standings),
            Style::Cutechess | Style::Fastchess => self.figures(standings),
        }
    }

    /// What other runners say last.
    pub fn closing(&self) -> Option<&'static str> {
        match self.conduct.style {
            Style::Plain => None,
            Style::Cutechess => Some("Finished match"),
            Style::Fastchess => Some("Tournament finished\nFinished match"),
        }
    }

    fn finished_line(&self, game: &GameRecord) -> String {
        let [first, second] = game.fixture.engines.map(|engine| self.name(engine));
        let number = game.fixture.number + 1;
        format!(
            "Finished game {number} ({first} vs {second}): {} {{{}}}",
            game.result.text(),
            self.ending(game)
        )
    }

    /// The ending; of a fault in the words by which scripts tell them apart.
    fn ending(&self, game: &GameRecord) -> String {
        use super::fault::Fault;
        let Some(fault) = &game.fault else { return game.explanation.clone() };
        let colour = self.colour(fault.seat);
        match &fault.fault {
            Fault::Timeout { .. } => format!("{colour} loses on time"),
            Fault::Stall { .. } => format!("{colour}'s connection stalls"),
            Fault::Crash { .. } => format!("{colour} disconnects"),
            Fault::Illegal { text, .. } => format!("{colour} makes an illegal move: {text}"),
            Fault::NoMove { answer } => format!("{colour} makes no move: {answer}"),
            Fault::Junk { what } => format!("{colour} is not understood: {what}"),
        }
    }

    /// An engine's name.
    pub fn name(&self, engine: usize) -> &str {
        self.setup.engines.get(engine).map_or("?", |engine| engine.name.as_str())
    }

    fn colour(&self, seat: Seat) -> &'static str {
        match (self.setup.game, seat) {
            (Game::Xiangqi, Seat::First) => "Red",
            (Game::Othello, Seat::Second) => "White",
            _ => "Black",
        }
    }

    fn encounter_of(&self, game: &GameRecord, standings: &Standings) -> Encounter {
        let mut engines = game.fixture.engines;
        engines.sort_unstable();
        let known = standings.encounters().iter().find(|encounter| encounter.engines == engines);
        known.cloned().unwrap_or_else(|| Encounter::new(engines, standings.is_paired()))
    }

    /// `a against b`, or the names of all.
    fn names(&self) -> String {
        let names: Vec<&str> = self.setup.engines.iter().map(|engine| engine.name.as_str()).collect();
        match names[..] {
            [one, other] => format!("{one} against {other}"),
            _ => names.join(", "),
        }
    }

    /// The test's two strengths, if there is a test.
    pub fn interval(&self, standings: &Standings) -> Option<(f64, f64)> {
        let parameters = standings.test()?.parameters();
        Some((parameters.elo0, parameters.elo1))
    }
}

/// `30.3 +/- 21.8`; other runners have `inf` where something is not known.
fn plus_minus(estimate: Estimate, digits: usize) -> String {
    match (estimate.value, estimate.error) {
        (Some(value), Some(error)) => format!("{value:.digits$} +/- {error:.digits$}"),
        _ => estimate.to_string(),
    }
}

/// The way to the bound that the ratio tends to, in percent.
fn way(fraction: f64) -> f64 {
    fraction * 100.0
}

fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

/// A ratio, or that there is none.
fn ratio(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"))
}

/// Wins, losses and draws, the score and the number of games.
fn score_line(games: Trinomial) -> String {
    let total = games.games();
    let points = games.wins as f64 + games.draws as f64 / 2.0;
    let score = if total == 0 { 0.5 } else { points / total as f64 };
    format!("{} - {} - {}  [{score:.3}] {total}", games.wins, games.losses, games.draws)
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
