//! Simulated tests: their error rates and their lengths.

use shuangqi_lab::stats::Random;

use super::chances::{PAIRS, PairChances};
use super::counts::{Counts, Pairs, Pentanomial};
use super::spread::{Spread, expected_score, normalized_distance};
use super::sprt::{Model, Sprt, SprtParameters, Verdict};
use super::walk::Walk;

/// The pairs from which the approximation of the ratio is used.
const MIN_PAIRS: u64 = 64;
/// Below this share of a bound, the approximation proves that the bound is not reached.
const SAFE_SHARE: f64 = 0.7;
/// The unit of probabilities is one of these parts.
const PARTS: usize = 1 << 53;

/// A test of two simulated engines.
#[derive(Clone, Copy, Debug)]
pub struct Simulation {
    sprt: Sprt,
    chances: PairChances,
    /// The part at which the next kind of pair begins, for each kind but the last.
    ends: [usize; 8],
    most_pairs: u64,
}

/// The end of a simulated test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimulatedTest {
    /// The number of games.
    pub games: u64,
    /// The verdict; [`Verdict::Continue`] if the test ran out of games.
    pub verdict: Verdict,
}

impl Simulation {
    /// A test of engines with these probabilities, abandoned after `most_pairs`.
    pub fn new(sprt: Sprt, chances: PairChances, most_pairs: u64) -> Simulation {
        let mut sum = 0.0;
        let shares = chances.shares();
        let ends = std::array::from_fn(|place| {
            sum += shares[place];
            (sum * PARTS as f64) as usize
        });
        Simulation { sprt, chances, ends, most_pairs }
    }

    /// Plays a test, with a verdict after every pair. The same seed gives the same test.
    pub fn run(&self, seed: u64) -> SimulatedTest {
        self.play(seed).0
    }

    /// Plays a test; its end and its pairs.
    pub fn play(&self, seed: u64) -> (SimulatedTest, Pentanomial) {
        let mut random = Random::new(seed);
        let mut pairs = Pairs::default();
        for played in 1..=self.most_pairs {
            let part = random.below(PARTS);
            let (one, other) = PAIRS[self.ends.iter().filter(|&&end| end <= part).count()];
            pairs.add(one, other);
            let verdict = self.verdict(&pairs, played);
            if verdict != Verdict::Continue {
                return (SimulatedTest { games: 2 * played, verdict }, pairs.counts);
            }
        }
        (SimulatedTest { games: 2 * self.most_pairs, verdict: Verdict::Continue }, pairs.counts)
    }

    /// The exact ratio is slow, and computed only where the approximation does not rule a verdict out.
    fn verdict(&self, pairs: &Pairs, played: u64) -> Verdict {
        let approximate = || self.sprt.approximate_llr(pairs.counts.into());
        if played >= MIN_PAIRS && self.sprt.verdict_at(approximate() / SAFE_SHARE) == Verdict::Continue {
            return Verdict::Continue;
        }
        self.exact_verdict(pairs)
    }

    fn exact_verdict(&self, pairs: &Pairs) -> Verdict {
        self.sprt.verdict_at(self.sprt.llr(pairs.counts.into()))
    }

    /// The expected number of games by the theory of random walks; a ratio that jumps over its bound takes a little
    /// longer.
    pub fn expected_games(&self) -> f64 {
        2.0 * self.walk().expected_steps()
    }

    /// The walk of the ratio, with a step for each pair.
    fn walk(&self) -> Walk {
        let (lower, upper) = self.sprt.bounds();
        let (drift, variance) = self.step();
        Walk { drift, variance, lower, upper }
    }

    /// The mean and variance of what a pair adds to the ratio.
    fn step(&self) -> (f64, f64) {
        self.sprt.step(&self.chances.spread())
    }
}

impl Sprt {
    /// The log-likelihood ratio by the approximation for many results.
    pub fn approximate_llr(&self, counts: Counts) -> f64 {
        let spread = counts.filled_spread();
        spread.results * self.step(&spread).0
    }

    /// The mean and variance of what one of many results with this spread adds to the ratio.
    fn step(&self, spread: &Spread) -> (f64, f64) {
        let SprtParameters { elo0, elo1, model, .. } = self.parameters();
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

/// The statistics of many simulated tests.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SimulationStatistics {
    /// The number of tests.
    pub runs: u64,
    /// Tests that accepted H0.
    pub h0: u64,
    /// Tests that accepted H1.
    pub h1: u64,
    /// Tests that ran out of games.
    pub undecided: u64,
    /// The mean length in games.
    pub mean: f64,
    /// The standard error of the mean.
    pub mean_error: f64,
    /// The median length in games.
    pub median: u64,
    /// The length in games that 95 % of the tests do not exceed.
    pub long: u64,
}

impl SimulationStatistics {
    /// The statistics of tests; `None` without tests.
    pub fn of(runs: &[SimulatedTest]) -> Option<SimulationStatistics> {
        let mut games: Vec<u64> = runs.iter().map(|run| run.games).collect();
        games.sort_unstable();
        let count = games.len() as f64;
        let quantile = |share: f64| games.get(((count * share).ceil() as usize).saturating_sub(1)).copied();
        let (median, long) = (quantile(0.5)?, quantile(0.95)?);
        let mean = games.iter().map(|&games| games as f64).sum::<f64>() / count;
        let squares: f64 = games.iter().map(|&games| (games as f64 - mean).powi(2)).sum();
        let mean_error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        let with = |verdict| runs.iter().filter(|run| run.verdict == verdict).count() as u64;
        let (h0, h1, undecided) = (with(Verdict::H0), with(Verdict::H1), with(Verdict::Continue));
        Some(SimulationStatistics {
            runs: runs.len() as u64,
            h0,
            h1,
            undecided,
            mean,
            mean_error,
            median,
            long,
        })
    }
}

/// The seeds of a number of runs.
pub fn seeds(seed: u64, runs: u64) -> Vec<u64> {
    let mut random = Random::new(seed);
    (0..runs).map(|_| random.below(usize::MAX) as u64).collect()
}

#[cfg(test)]
mod tests {
    use super::super::chances::Strengths;
    use super::*;

    fn simulation(parameters: SprtParameters, elo: f64, draws: f64, bias: f64) -> Simulation {
        let sprt = Sprt::new(parameters).unwrap();
        let chances = PairChances::new(parameters.model, Strengths { elo, draws, bias }).unwrap();
        Simulation::new(sprt, chances, 1 << 30)
    }

    fn parameters(elo0: f64, elo1: f64, model: Model) -> SprtParameters {
        SprtParameters { elo0, elo1, model, ..SprtParameters::default() }
    }

    const MODELS: [Model; 2] = [Model::Normalized, Model::Logistic];

    /// The error rate may exceed the nominal one by 1 %, and by the uncertainty of few tests.
    #[test]
    fn error_rates_are_the_nominal_ones() {
        const RUNS: u64 = 400;
        let most = 0.05 + 0.01 + 3.0 * (0.05 * 0.95 / RUNS as f64).sqrt();
        for model in MODELS {
            for (elo, wrong) in [(0.0, Verdict::H1), (20.0, Verdict::H0)] {
                let simulation = simulation(parameters(0.0, 20.0, model), elo, 0.5, 60.0);
                let ends = seeds(7, RUNS).into_iter().map(|seed| simulation.run(seed).verdict);
                let errors = ends.filter(|verdict| *verdict == wrong).count() as f64 / RUNS as f64;
                assert!(errors <= most, "{model:?} at {elo}: {errors}");
            }
        }
    }

    #[test]
    fn the_approximate_ratio_changes_no_verdict() {
        for model in MODELS {
            for (elo0, elo1, elo) in [(0.0, 20.0, 0.0), (0.0, 20.0, 90.0), (-40.0, 40.0, 40.0)] {
                let simulation = simulation(parameters(elo0, elo1, model), elo, 0.3, 100.0);
                for seed in 0..30 {
                    let mut random = Random::new(seed);
                    let mut pairs = Pairs::default();
                    let exact = (1..).find_map(|played| {
                        let part = random.below(PARTS);
                        let (one, other) = PAIRS[simulation.ends.iter().filter(|&&end| end <= part).count()];
                        pairs.add(one, other);
                        let verdict = simulation.exact_verdict(&pairs);
                        (verdict != Verdict::Continue).then_some(SimulatedTest { games: 2 * played, verdict })
                    });
                    assert_eq!(Some(simulation.run(seed)), exact);
                }
            }
        }
    }

    #[test]
    fn the_mean_length_is_near_the_expected_one() {
        for (model, elo) in [(Model::Logistic, 0.0), (Model::Logistic, 15.0), (Model::Normalized, 30.0)] {
            let simulation = simulation(parameters(0.0, 30.0, model), elo, 0.4, 0.0);
            let runs: Vec<SimulatedTest> = seeds(3, 600).iter().map(|&seed| simulation.run(seed)).collect();
            let outcomes = SimulationStatistics::of(&runs).unwrap();
            let ratio = outcomes.mean / simulation.expected_games();
            assert!((0.85..1.2).contains(&ratio), "{model:?} {elo}: {ratio}");
        }
    }

    #[test]
    fn a_test_that_runs_out_of_games_is_undecided() {
        let parameters = parameters(0.0, 2.0, Model::Normalized);
        let chances =
            PairChances::new(parameters.model, Strengths { elo: 1.0, draws: 0.5, bias: 0.0 }).unwrap();
        let simulation = Simulation::new(Sprt::new(parameters).unwrap(), chances, 3);
        assert_eq!(simulation.run(1), SimulatedTest { games: 6, verdict: Verdict::Continue });
        let outcomes = SimulationStatistics::of(&[simulation.run(1)]).unwrap();
        assert_eq!((outcomes.undecided, outcomes.median, outcomes.long), (1, 6, 6));
        assert!(SimulationStatistics::of(&[]).is_none());
    }
}
