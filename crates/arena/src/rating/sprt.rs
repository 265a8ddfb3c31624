//! The sequential probability ratio test: play until one of two hypotheses about the strength is much likelier than
//! the other (Wald, Sequential Tests of Statistical Hypotheses, 1945).

use clap::ValueEnum;
use search_core::Message;
use serde::{Deserialize, Serialize};
use shuangqi_cli::BadInput;

use super::counts::Counts;
use super::likelihood::{self, filled};
use super::spread::{Spread, expected_score, normalized_distance};

/// The greatest strength of a hypothesis: beyond it the iteration of the normalised model does not converge.
const MAX_ELO: f64 = 200.0;

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
          value_parser = strength)]
    pub elo0: f64,
    /// The strength of H1
    #[arg(long, value_name = "E", default_value_t = 5.0, allow_negative_numbers = true,
          value_parser = strength)]
    pub elo1: f64,
    /// The probability of accepting H1 at elo0
    #[arg(long, value_name = "RATE", default_value_t = 0.05, allow_negative_numbers = true,
          value_parser = error_rate)]
    pub alpha: f64,
    /// The probability of accepting H0 at elo1
    #[arg(long, value_name = "RATE", default_value_t = 0.05, allow_negative_numbers = true,
          value_parser = error_rate)]
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

fn strength(text: &str) -> Result<f64, String> {
    let elo = text.parse().ok().filter(|elo| (-MAX_ELO..=MAX_ELO).contains(elo));
    elo.ok_or_else(|| format!("expected a number from -{MAX_ELO} to {MAX_ELO}, as in 5 or -1.75"))
}

fn error_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate < 0.5);
    rate.ok_or_else(|| "expected a number above 0 and below 0.5, as in 0.05".to_owned())
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Verdict {
    H0,
    H1,
    /// Neither is accepted yet.
    #[serde(rename = "continue")]
    Continue,
}

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
    pub verdict: Verdict,
}

/// A test with valid parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub parameters: SprtParameters,
    /// At or below it H0 is accepted.
    pub lower: f64,
    /// At or above it H1 is accepted.
    pub upper: f64,
}

impl Sprt {
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

    pub fn state(&self, counts: Counts) -> SprtState {
        self.state_at(self.llr(counts))
    }

    pub(super) fn state_at(&self, llr: f64) -> SprtState {
        let Sprt { lower, upper, .. } = *self;
        let verdict = match llr {
            _ if llr >= upper => Verdict::H1,
            _ if llr <= lower => Verdict::H0,
            _ => Verdict::Continue,
        };
        let fraction = if llr < 0.0 { -(llr / lower) } else { llr / upper };
        SprtState { llr, lower, upper, fraction: fraction.clamp(-1.0, 1.0), verdict }
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

    /// The expected numbers of games to a verdict at the strength of H0, midway, and at that of H1, where results are spread
    /// as these are. A ratio that jumps over its bound takes a little longer.
    pub fn expected_games(&self, counts: Counts) -> [f64; 3] {
        let spread = counts.filled_spread();
        let SprtParameters { elo0, elo1, model, .. } = self.parameters;
        let reach = |elo| normalized_distance(elo, spread.games_per_result) * spread.variance.sqrt();
        [elo0, (elo0 + elo1) / 2.0, elo1].map(|elo| {
            let mean = match model {
                Model::Logistic => expected_score(elo),
                Model::Normalized => 0.5 + reach(elo),
            };
            let (drift, variance) = self.step(&Spread { mean, ..spread });
            let walk = Walk { drift, variance, lower: self.lower, upper: self.upper };
            walk.expected_steps() * spread.games_per_result
        })
    }

    /// The mean and variance of what one of many results with this spread adds to the ratio.
    pub(super) fn step(&self, spread: &Spread) -> (f64, f64) {
        let SprtParameters { elo0, elo1, model, .. } = self.parameters;
        let Spread { mean, variance, games_per_result, .. } = *spread;
        match model {
            Model::Logistic => {
                let [near, far] = [elo0, elo1].map(expected_score);
                let weight = (far - near) / variance;
                (weight * (mean - (near + far) / 2.0), weight * weight * variance)
            }
            Model::Normalized => {
                let [near, far] = [elo0, elo1].map(|elo| normalized_distance(elo, games_per_result));
                let found = (mean - 0.5) / variance.sqrt();
                let drift = 0.5 * ((1.0 + (found - near).powi(2)) / (1.0 + (found - far).powi(2))).ln();
                (drift, (far - near).powi(2))
            }
        }
    }
}

fn bad(found: impl Into<Message>, expected: impl Into<Message>, remedy: &str) -> BadInput {
    BadInput::new("SPRT", None, found, expected, remedy)
}

/// A random walk from 0 with a drift: the model of a log-likelihood ratio during a match. The variance is above 0, the
/// lower bound below 0, the upper one above 0.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Walk {
    /// The mean of a step.
    drift: f64,
    /// The variance of a step.
    variance: f64,
    lower: f64,
    upper: f64,
}

/// A drift below this, relative to the bounds, counts as 0.
const MIN_DRIFT: f64 = 1e-6;

impl Walk {
    /// The expected number of steps until a bound is reached (Wald 1945).
    fn expected_steps(&self) -> f64 {
        let Walk { drift, variance, lower, upper } = *self;
        let (pull, width) = (-2.0 * drift / variance, upper - lower);
        if (pull * width).abs() < MIN_DRIFT {
            return -lower * upper / variance;
        }
        // The probability that the upper bound is reached first.
        let chance = if pull > 0.0 {
            (-pull * upper).exp() * (pull * lower).exp_m1() / (-pull * width).exp_m1()
        } else {
            (-pull * lower).exp_m1() / (pull * width).exp_m1()
        };
        (chance * upper + (1.0 - chance) * lower) / drift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_takes_the_steps_of_its_theory() {
        let nominal = 19f64.ln();
        for (drift, variance, (lower, upper), steps) in [
            (0.0, 2.0, (-3.0, 5.0), 7.5),
            (1e-9, 2.0, (-3.0, 5.0), 7.5),
            (1e3, 2.0, (-3.0, 5.0), 5e-3),
            (-1e3, 2.0, (-3.0, 5.0), 3e-3),
            // A log-likelihood ratio ends on the right side in 19 of 20 cases.
            (0.02, 0.04, (-nominal, nominal), 0.9 * nominal / 0.02),
            (-0.02, 0.04, (-nominal, nominal), 0.9 * nominal / 0.02),
        ] {
            let found = Walk { drift, variance, lower, upper }.expected_steps();
            assert!((found / steps - 1.0).abs() < 1e-6, "{drift}: {found}");
        }
    }
}
