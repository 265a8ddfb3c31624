//! The sequential probability ratio test: play until one of two hypotheses about the strength is much likelier than
//! the other (Wald, Sequential Tests of Statistical Hypotheses, 1945).

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use shuangqi_cli::BadInput;

use super::counts::Counts;
use super::likelihood::{self, filled};
use super::numbers::{self, MAX_ELO};
use super::spread::{expected_score, normalized_distance};

/// The unit of the hypotheses and the method of their likelihood ratio.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Normalised Elo: the length of a test does not depend on draws and openings
    #[default]
    Normalized,
    /// Elo
    Logistic,
}

impl Model {
    /// The unit of the hypotheses.
    pub fn unit(self) -> &'static str {
        match self {
            Model::Normalized => "normalised Elo",
            Model::Logistic => "Elo",
        }
    }
}

/// The parameters of a test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, clap::Args)]
#[serde(default)]
pub struct SprtParameters {
    /// The strength of H0
    #[arg(long, value_name = "E", default_value_t = 0.0, allow_negative_numbers = true,
          value_parser = numbers::elo)]
    pub elo0: f64,
    /// The strength of H1
    #[arg(long, value_name = "E", default_value_t = 5.0, allow_negative_numbers = true,
          value_parser = numbers::elo)]
    pub elo1: f64,
    /// The probability of accepting H1 at elo0
    #[arg(long, value_name = "RATE", default_value_t = 0.05, allow_negative_numbers = true,
          value_parser = numbers::error_rate)]
    pub alpha: f64,
    /// The probability of accepting H0 at elo1
    #[arg(long, value_name = "RATE", default_value_t = 0.05, allow_negative_numbers = true,
          value_parser = numbers::error_rate)]
    pub beta: f64,
    /// The unit of the strengths, and the method of the likelihood ratio
    #[arg(long, value_name = "NAME", default_value = "normalized", ignore_case = true)]
    pub model: Model,
}

impl Default for SprtParameters {
    fn default() -> SprtParameters {
        SprtParameters { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::default() }
    }
}

/// The verdict of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
    /// Neither is accepted yet.
    #[serde(rename = "continue")]
    Continue,
}

impl Verdict {
    /// The name in records and tables.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
            Verdict::Continue => "continue",
        }
    }
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtState {
    /// The log-likelihood ratio, always finite.
    pub llr: f64,
    /// At or below it H0 is accepted.
    pub lower: f64,
    /// At or above it H1 is accepted.
    pub upper: f64,
    /// The distance from 0 as a share of that to the bound: 1 at the upper bound, -1 at the lower one, never beyond.
    pub fraction: f64,
    /// The verdict.
    pub verdict: Verdict,
}

/// A test with valid parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    parameters: SprtParameters,
    lower: f64,
    upper: f64,
}

impl Sprt {
    /// The test with these parameters.
    ///
    /// # Errors
    /// If a strength is beyond ±200, the first is not below the second, or an error rate is not between 0 and
    /// ½.
    pub fn new(parameters: SprtParameters) -> Result<Sprt, BadInput> {
        let SprtParameters { elo0, elo1, alpha, beta, .. } = parameters;
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
                let expected = format!("a number from -{MAX_ELO} to {MAX_ELO}");
                return Err(bad(format!("{name} = {elo}"), expected, "Give strengths in Elo, as in 0 and 5"));
            }
        }
        if elo0 >= elo1 {
            let remedy = "Give the weaker strength as elo0 and the stronger one as elo1, as in 0 and 5";
            return Err(bad(format!("elo0 = {elo0}, elo1 = {elo1}"), "elo0 below elo1", remedy));
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(rate > 0.0 && rate < 0.5) {
                let remedy = "Give error rates such as 0.05";
                return Err(bad(format!("{name} = {rate}"), "a number above 0 and below 0.5", remedy));
            }
        }
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        Ok(Sprt { parameters, lower, upper })
    }

    /// Its parameters.
    pub fn parameters(&self) -> SprtParameters {
        self.parameters
    }

    /// The bounds: H0 is accepted at or below the first, H1 at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// The state after these results.
    pub fn state(&self, counts: Counts) -> SprtState {
        self.state_at(self.llr(counts))
    }

    /// The state at a log-likelihood ratio.
    pub fn state_at(&self, llr: f64) -> SprtState {
        let Sprt { lower, upper, .. } = *self;
        let verdict = self.verdict_at(llr);
        let fraction = if llr < 0.0 { -(llr / lower) } else { llr / upper };
        SprtState { llr, lower, upper, fraction: fraction.clamp(-1.0, 1.0), verdict }
    }

    /// The verdict at a log-likelihood ratio.
    pub fn verdict_at(&self, llr: f64) -> Verdict {
        match llr {
            _ if llr >= self.upper => Verdict::H1,
            _ if llr <= self.lower => Verdict::H0,
            _ => Verdict::Continue,
        }
    }

    /// The log-likelihood ratio: 0 without results.
    pub fn llr(&self, counts: Counts) -> f64 {
        match counts {
            _ if counts.games() == 0 => 0.0,
            Counts::Games(games) => self.ratio(&filled(games.counts()), 1.0),
            Counts::Pairs(pairs) => self.ratio(&filled(pairs.0), 2.0),
        }
    }

    /// The ratio with the likeliest distribution under each hypothesis.
    fn ratio<const N: usize>(&self, counts: &[f64; N], games_per_result: f64) -> f64 {
        let SprtParameters { elo0, elo1, model, .. } = self.parameters;
        match model {
            Model::Logistic => likelihood::logistic_ratio(counts, expected_score(elo0), expected_score(elo1)),
            Model::Normalized => {
                let distance = |elo| normalized_distance(elo, games_per_result);
                likelihood::normalized_ratio(counts, distance(elo0), distance(elo1))
            }
        }
    }
}

fn bad(found: impl Into<String>, expected: impl Into<String>, remedy: &str) -> BadInput {
    BadInput::new("SPRT", None, found, expected, remedy)
}
