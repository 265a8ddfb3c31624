//! What came of a match, as records for programs.

use serde::Serialize;
use shuangqi_cli::output::{Output, Record};
use shuangqi_cli::{Failure, units};

use super::config::MatchConfig;
use super::standings::{Encounter, Faults, Standings};
use crate::rating::{Counts, SprtState, ranked, ratings};

/// Two engines against each other; figures are the first one's.
#[derive(Clone, Debug, Serialize)]
pub struct EncounterRecord<'a> {
    game: &'static str,
    engines: [&'a str; 2],
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pentanomial: Option<[u64; 5]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_lower: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_upper: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nelo: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nelo_error: Option<f64>,
    los: f64,
    /// Drawn games to all games.
    #[serde(skip_serializing_if = "Option::is_none")]
    draw_ratio: Option<f64>,
    /// Pairs of a point each to all pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    even_pair_ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pair_ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discs: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discs_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    llr: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    llr_lower: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    llr_upper: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    faults: Faults,
    faults_by_engine: [Faults; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<f64>,
    seconds_per_move: [Option<f64>; 2],
}

impl Record for EncounterRecord<'_> {
    const SCHEMA: &'static str = "match/1";
    const COLUMNS: &'static [&'static str] = &[
        "game",
        "engines",
        "games",
        "wins",
        "draws",
        "losses",
        "points",
        "score",
        "pentanomial",
        "elo",
        "elo_error",
        "elo_lower",
        "elo_upper",
        "nelo",
        "nelo_error",
        "los",
        "draw_ratio",
        "even_pair_ratio",
        "pair_ratio",
        "discs",
        "discs_error",
        "llr",
        "llr_lower",
        "llr_upper",
        "verdict",
        "faults",
        "faults_by_engine",
        "plies",
        "seconds_per_move",
    ];
}

impl<'a> EncounterRecord<'a> {
    /// Of an encounter; the test's state if it is theirs.
    fn new(
        setup: &'a MatchConfig,
        standings: &Standings,
        encounter: &Encounter,
        state: Option<SprtState>,
    ) -> EncounterRecord<'a> {
        let spread = encounter.counts().spread();
        let (elo, nelo, discs) = (spread.elo(), spread.normalized_elo(), encounter.discs());
        let games = encounter.games();
        let faults_by_engine = encounter.faults();
        EncounterRecord {
            game: setup.game.name(),
            engines: encounter.engines.map(|engine| setup.engines[engine].name.as_str()),
            games: games.games(),
            wins: games.wins,
            draws: games.draws,
            losses: games.losses,
            points: encounter.points(),
            score: encounter.score(),
            pentanomial: standings.is_paired().then(|| encounter.pairs().counts.0),
            elo: elo.value,
            elo_error: elo.error,
            elo_lower: elo.lower,
            elo_upper: elo.upper,
            nelo: nelo.value,
            nelo_error: nelo.error,
            los: spread.superiority(),
            draw_ratio: Counts::from(games).draw_ratio(),
            even_pair_ratio: standings
                .is_paired()
                .then(|| Counts::from(encounter.pairs().counts).draw_ratio())
                .flatten(),
            pair_ratio: encounter.pairs().counts.ratio(),
            discs: discs.value,
            discs_error: discs.error,
            llr: state.map(|state| state.llr),
            llr_lower: state.map(|state| state.lower),
            llr_upper: state.map(|state| state.upper),
            verdict: state.map(|state| state.verdict.name()),
            faults: faults_by_engine[0].merged(faults_by_engine[1]),
            faults_by_engine,
            plies: encounter.mean_plies(),
            seconds_per_move: encounter.efforts().map(|effort| effort.seconds().map(short)),
        }
    }
}

/// Whole microseconds.
fn short(seconds: f64) -> f64 {
    units::short_seconds(std::time::Duration::from_secs_f64(seconds))
}

/// An engine among several.
#[derive(Clone, Debug, Serialize)]
pub struct RatingRecord<'a> {
    pub(super) rank: usize,
    pub(super) engine: &'a str,
    pub(super) elo: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) elo_error: Option<f64>,
    pub(super) games: u64,
    pub(super) points: f64,
    pub(super) score: f64,
    /// Engines of different groups do not compare.
    group: usize,
    pub(super) is_bounded: bool,
    /// Whether the results alone bound the strengths of its group.
    pub(super) is_group_bounded: bool,
    faults: Faults,
}

impl Record for RatingRecord<'_> {
    const SCHEMA: &'static str = "match-rating/1";
    const COLUMNS: &'static [&'static str] = &[
        "rank",
        "engine",
        "elo",
        "elo_error",
        "games",
        "points",
        "score",
        "group",
        "is_bounded",
        "is_group_bounded",
        "faults",
    ];
}

/// The engines by strength, the strongest first.
pub fn rated<'a>(setup: &'a MatchConfig, standings: &Standings) -> Vec<RatingRecord<'a>> {
    let results: Vec<_> = standings.encounters().iter().map(Encounter::pair_result).collect();
    let all = ranked(ratings(setup.engines.len(), &results));
    let line = |(index, rating): (usize, &crate::rating::Rating)| {
        let player = standings.players()[rating.engine];
        RatingRecord {
            rank: index + 1,
            engine: setup.engines[rating.engine].name.as_str(),
            elo: rating.elo,
            elo_error: rating.error,
            games: player.games,
            points: player.half_points as f64 / 2.0,
            score: player.half_points as f64 / 2.0 / (player.games.max(1)) as f64,
            group: rating.group,
            is_bounded: rating.is_bounded,
            is_group_bounded: rating.is_group_bounded,
            faults: player.faults,
        }
    };
    all.iter().enumerate().map(line).collect()
}

/// Emits a record for each two engines that have met, and for each engine where there are more than two.
///
/// # Errors
/// What [`Output::emit`] fails with.
pub fn emit(setup: &MatchConfig, standings: &Standings, output: &mut Output<'_>) -> Result<(), Failure> {
    if setup.engines.len() == 2 {
        return output.emit(&EncounterRecord::new(
            setup,
            standings,
            &standings.first_encounter(),
            standings.state(),
        ));
    }
    for encounter in standings.encounters() {
        output.emit(&EncounterRecord::new(setup, standings, encounter, None))?;
    }
    rated(setup, standings).iter().try_for_each(|line| output.emit(line))
}
