//! Figures for people: one a line, in words.

use serde::Serialize;
use shuangqi_cli::Failure;
use shuangqi_cli::output::{Output, Record};

use super::results::Results;
use crate::rating::{Estimate, Pairs, Sprt, SprtState, Verdict, classical_superiority};

#[derive(Clone, Debug, Serialize)]
struct Figure {
    figure: &'static str,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<String>,
}

impl Record for Figure {
    const SCHEMA: &'static str = "figure/1";
    const COLUMNS: &'static [&'static str] = &["figure", "value", "interval"];
}

/// Figures, the most important first.
#[derive(Clone, Debug, Default)]
pub struct Figures(Vec<Figure>);

impl Figures {
    /// The figures of strength.
    pub fn of_strength(results: &Results) -> Figures {
        let spread = results.counts.spread();
        let mut figures = Figures::default();
        figures.add_estimate("Elo", &spread.elo());
        figures.add_estimate("normalised Elo", &spread.normalized_elo());
        figures.add("likelihood of superiority", percent(spread.superiority()));
        if let Some(games) = results.games {
            let classical = classical_superiority(games.losses, games.wins);
            figures.add("the same without draws", percent(classical));
        }
        figures.add_games(results);
        let what = if results.pairs_ratio().is_some() { "even pairs" } else { "draws" };
        figures.add_some(what, results.counts.draw_ratio().map(percent));
        figures.add_some("pairs won to lost", results.pairs_ratio().map(plain));
        figures
            .add_some("win + loss to draw + draw", results.pairs.and_then(Pairs::win_loss_ratio).map(plain));
        figures
    }

    /// The figures of a test.
    pub fn of_test(results: &Results, sprt: &Sprt, state: &SprtState) -> Figures {
        let parameters = sprt.parameters();
        let toward = if state.llr < 0.0 { "H0" } else { "H1" };
        let mut figures = Figures::default();
        figures.add("verdict", verdict(state.verdict).to_owned());
        let way = format!("{:.3} ({:.1} % of the way to {toward})", state.llr, 100.0 * state.fraction.abs());
        figures.add("log-likelihood ratio", way);
        figures.add("bounds", format!("{:.3} to {:.3}", state.lower, state.upper));
        figures.add(
            "hypotheses",
            format!("{} and {}, {}", parameters.elo0, parameters.elo1, parameters.model.unit()),
        );
        figures.add_games(results);
        figures.add_estimate("Elo, plain: stopping biases it", &results.counts.spread().elo());
        figures.add_estimate("Elo, median-unbiased", &sprt.unbiased_elo(results.counts));
        figures
    }

    fn add(&mut self, figure: &'static str, value: String) {
        self.0.push(Figure { figure, value, interval: None });
    }

    fn add_some(&mut self, figure: &'static str, value: Option<String>) {
        if let Some(value) = value {
            self.add(figure, value);
        }
    }

    fn add_estimate(&mut self, figure: &'static str, estimate: &Estimate) {
        let interval = match (estimate.lower, estimate.upper) {
            (Some(lower), Some(upper)) => Some(format!("{lower:.2} to {upper:.2}")),
            (None, None) => None,
            _ => Some("a bound on one side only".to_owned()),
        };
        let value = estimate.to_string();
        self.0.push(Figure { figure, value, interval });
    }

    fn add_games(&mut self, results: &Results) {
        let (games, points) = (results.counts.games(), results.counts.points());
        let score =
            if games > 0 { format!(" ({})", percent(results.counts.spread().mean)) } else { String::new() };
        self.add("points", format!("{points} of {games}{score}"));
    }

    pub fn emit(&self, output: &mut Output<'_>) -> Result<(), Failure> {
        self.0.iter().try_for_each(|figure| output.emit(figure))
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::H0 => "H0 is accepted",
        Verdict::H1 => "H1 is accepted",
        Verdict::Continue => "not yet: play on",
    }
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

fn plain(number: f64) -> String {
    format!("{number:.2}")
}
