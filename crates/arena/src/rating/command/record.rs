//! The records of the commands.

use serde::Serialize;
use shuangqi_cli::output::Record;

use super::results::Results;
use crate::rating::{
    Counts, Model, Pairs, SimulationStatistics, Sprt, SprtParameters, SprtState, classical_superiority,
};

/// The statistics of results. Numbers and bounds that do not exist are null.
#[derive(Clone, Debug, Serialize)]
pub struct Strength {
    counts: Vec<u64>,
    games: u64,
    points: f64,
    score: f64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    elo_lower: Option<f64>,
    elo_upper: Option<f64>,
    nelo: Option<f64>,
    nelo_error: Option<f64>,
    los: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    los_classical: Option<f64>,
    /// Drawn games to all games; not known of pairs.
    draw_ratio: Option<f64>,
    /// Pairs of a point each to all pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    even_pair_ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs_ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_loss_ratio: Option<f64>,
}

impl Record for Strength {
    const SCHEMA: &'static str = "elo/2";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        counts games points score elo elo_error elo_lower elo_upper nelo nelo_error los
        los_classical draw_ratio even_pair_ratio pairs_ratio win_loss_ratio
    };
}

impl Strength {
    pub fn of(results: &Results) -> Strength {
        let spread = results.counts.spread();
        let (elo, nelo) = (spread.elo(), spread.normalized_elo());
        let is_paired = matches!(results.counts, Counts::Pairs(_));
        Strength {
            counts: results.list(),
            games: results.counts.games(),
            points: results.counts.points(),
            score: spread.mean,
            elo: elo.value,
            elo_error: elo.error,
            elo_lower: elo.lower,
            elo_upper: elo.upper,
            nelo: nelo.value,
            nelo_error: nelo.error,
            los: spread.superiority(),
            los_classical: results.games.map(|games| classical_superiority(games.losses, games.wins)),
            draw_ratio: results.counts.draw_ratio().filter(|_| !is_paired),
            even_pair_ratio: results.counts.draw_ratio().filter(|_| is_paired),
            pairs_ratio: results.pairs_ratio(),
            win_loss_ratio: results.pairs.and_then(Pairs::win_loss_ratio),
        }
    }
}

/// The state of a test.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    counts: Vec<u64>,
    games: u64,
    model: Model,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    #[serde(flatten)]
    state: SprtState,
    elo: Option<f64>,
    elo_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_unbiased: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_unbiased_error: Option<f64>,
}

impl Record for Test {
    const SCHEMA: &'static str = "sprt/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        counts games model elo0 elo1 alpha beta llr lower upper fraction verdict elo elo_error
        elo_unbiased elo_unbiased_error
    };
}

impl Test {
    /// The record of a test after these results.
    pub fn of(results: &Results, sprt: &Sprt, state: &SprtState) -> Test {
        let SprtParameters { elo0, elo1, alpha, beta, model } = sprt.parameters();
        let elo = results.counts.spread().elo();
        let unbiased = sprt.unbiased_elo(results.counts);
        Test {
            counts: results.list(),
            games: results.counts.games(),
            model,
            elo0,
            elo1,
            alpha,
            beta,
            state: *state,
            elo: elo.value,
            elo_error: elo.error,
            elo_unbiased: unbiased.value,
            elo_unbiased_error: unbiased.error,
        }
    }
}

/// Simulated tests at one strength.
#[derive(Clone, Debug, Serialize)]
pub struct Simulated {
    at: &'static str,
    elo: f64,
    runs: u64,
    h0: f64,
    h1: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<u64>,
    mean_games: u64,
    mean_error: u64,
    median_games: u64,
    q95_games: u64,
    expected_games: u64,
}

impl Record for Simulated {
    const SCHEMA: &'static str = "sprt-simulation/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        at elo runs h0 h1 undecided mean_games mean_error median_games q95_games expected_games
    };
}

impl Simulated {
    /// The record of tests at a strength with a name, and their expected number of games.
    pub fn new(
        at: &'static str,
        elo: f64,
        outcomes: &SimulationStatistics,
        expected_games: f64,
    ) -> Simulated {
        let share = |count: u64| count as f64 / outcomes.runs as f64;
        Simulated {
            at,
            elo,
            runs: outcomes.runs,
            h0: share(outcomes.h0),
            h1: share(outcomes.h1),
            undecided: Some(outcomes.undecided).filter(|&undecided| undecided > 0),
            mean_games: outcomes.mean.round() as u64,
            mean_error: outcomes.mean_error.round() as u64,
            median_games: outcomes.median,
            q95_games: outcomes.long,
            expected_games: expected_games.round() as u64,
        }
    }
}
