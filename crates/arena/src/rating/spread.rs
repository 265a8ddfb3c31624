//! The mean and variance of results, from which Elo, normalised Elo and the likelihood of superiority follow.

use std::f64::consts::LN_10;

use super::estimate::{Estimate, Z95, cumulative};

/// One standard deviation of a game in normalised Elo: 800 / ln 10 (Van den Bergh, Normalized Elo, 2021).
pub const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// The probability that an interval for equal results does not contain the true mean.
const MISS: f64 = 0.05;

/// The expected score, from 0 to 1, at a difference in Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo at which a score is expected; `None` at 0, at 1 and beyond.
pub fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The mean and variance of results between 0 and 1, each of a game or of a pair of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The number of results; with 0 everything is unknown.
    pub results: f64,
    /// Their mean, from 0 to 1; ½ if there are none.
    pub mean: f64,
    pub variance: f64,
    pub games_per_result: f64,
}

impl Spread {
    /// Those of counts from the lowest result to the highest: three for games, five for pairs.
    pub fn of<const N: usize>(counts: [u64; N]) -> Spread {
        Spread::of_weights(counts.map(|count| count as f64))
    }

    /// Those of weights that are not negative.
    pub fn of_weights<const N: usize>(weights: [f64; N]) -> Spread {
        let results: f64 = weights.iter().sum();
        let games_per_result = (N - 1) as f64 / 2.0;
        if results <= 0.0 {
            return Spread { results: 0.0, mean: 0.5, variance: 0.0, games_per_result };
        }
        let top = (N - 1) as f64;
        let mean = weights.iter().zip(0u32..).map(|(weight, place)| weight * f64::from(place)).sum::<f64>()
            / (results * top);
        let squares = weights
            .iter()
            .zip(0u32..)
            .map(|(weight, place)| weight * (f64::from(place) / top - mean).powi(2));
        Spread { results, mean, variance: squares.sum::<f64>() / results, games_per_result }
    }

    /// The standard error of the mean; 0 without results.
    pub fn standard_error(&self) -> f64 {
        (self.variance / self.results.max(1.0)).sqrt()
    }

    /// The standard deviation of a game, without the advantage of the opening where results are pairs.
    pub fn game_deviation(&self) -> f64 {
        (self.variance * self.games_per_result).sqrt()
    }

    /// The distance of the mean from ½ in standard deviations of a game; `None` where all results are equal and not even.
    pub fn normalized(&self) -> Option<f64> {
        let deviation = self.game_deviation();
        match (deviation > 0.0, self.mean == 0.5) {
            (true, _) => Some((self.mean - 0.5) / deviation),
            (false, is_even) => is_even.then_some(0.0),
        }
    }

    /// The mean with its 95 % interval. Equal results have no variance; then the interval has those means under which as
    /// many equal results have a probability above 5 %.
    pub fn score(&self) -> Estimate {
        if self.results <= 0.0 {
            return Estimate::UNKNOWN;
        }
        let (lower, upper) = if self.variance > 0.0 {
            let reach = Z95 * self.standard_error();
            (self.mean - reach, self.mean + reach)
        } else {
            let share = MISS.powf(1.0 / self.results);
            (self.mean * share, 1.0 - (1.0 - self.mean) * share)
        };
        Estimate::new(Some(self.mean), Some(lower), Some(upper))
    }

    /// The difference in Elo with its 95 % interval. Where one side has won everything there is no value, and the one bound
    /// is left out unless it shows which side is stronger.
    pub fn elo(&self) -> Estimate {
        let elo = self.score().map(elo_of);
        let shows_stronger =
            elo.lower.is_some_and(|lower| lower > 0.0) || elo.upper.is_some_and(|upper| upper < 0.0);
        if elo.value.is_some() || shows_stronger { elo } else { Estimate::UNKNOWN }
    }

    /// The difference in normalised Elo with its 95 % interval; the variance is taken as known.
    pub fn normalized_elo(&self) -> Estimate {
        if self.results <= 0.0 {
            return Estimate::UNKNOWN;
        }
        let value = self.normalized().map(|value| value * NORMALIZED_UNIT);
        let games = self.results * self.games_per_result;
        let reach = (self.variance > 0.0).then(|| Z95 * NORMALIZED_UNIT / games.sqrt());
        let bound = |sign: f64| value.zip(reach).map(|(value, reach)| value + sign * reach);
        Estimate::new(value, bound(-1.0), bound(1.0))
    }

    /// The likelihood of superiority: the probability, from 0 to 1, that the first engine is the stronger one. Equal
    /// results have no variance; then it follows from the probability of as many equal results of equal engines:
    /// 1 - 1/2^(n+1) after n won games.
    pub fn superiority(&self) -> f64 {
        let error = self.standard_error();
        if self.mean == 0.5 || self.results <= 0.0 {
            return 0.5;
        }
        if error > 0.0 {
            return cumulative((self.mean - 0.5) / error);
        }
        let chance = (0.5 / self.mean.max(1.0 - self.mean)).powf(self.results) / 2.0;
        if self.mean > 0.5 { 1.0 - chance } else { chance }
    }
}

/// The distance from ½ in standard deviations of a result, for a strength in normalised Elo.
pub fn normalized_distance(elo: f64, games_per_result: f64) -> f64 {
    elo / NORMALIZED_UNIT * games_per_result.sqrt()
}
