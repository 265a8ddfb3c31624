//! The results of a match as records for programs.

use serde::Serialize;
use shuangqi_cli::output::{Output, Record};
use shuangqi_cli::{Failure, units};

use super::match_config::MatchConfig;
use super::standings::{Encounter, Faults, Standings};
use crate::rating::{Counts, Rating, SprtState, Verdict};

/// The results of two engines against each other, as the first of them sees them.
#[derive(Clone, Debug, Serialize)]
struct EncounterRecord<'a> {
    game: &'static str,
    /// The rules of the referee where they are not the default ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a str>,
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
    verdict: Option<Verdict>,
    faults: Faults,
    faults_by_engine: [Faults; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<f64>,
    seconds_per_move: [Option<f64>; 2],
    /// All moves together.
    seconds_used: [f64; 2],
    /// The time left at the ends of games with a clock: the median, and the least.
    seconds_left_median: [Option<f64>; 2],
    seconds_left_least: [Option<f64>; 2],
    /// The number of moves that took longer than the time left for them, by no more than the margin.
    margin_moves: [u64; 2],
}

impl Record for EncounterRecord<'_> {
    const SCHEMA: &'static str = "match/2";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        game rules engines games wins draws losses points score pentanomial elo elo_error elo_lower
        elo_upper nelo nelo_error los draw_ratio even_pair_ratio pair_ratio discs discs_error llr
        llr_lower llr_upper verdict faults faults_by_engine plies seconds_per_move seconds_used
        seconds_left_median seconds_left_least margin_moves
    };
}

impl<'a> EncounterRecord<'a> {
    /// The record of an encounter, with the state of the test if these two are tested.
    fn new(config: &'a MatchConfig, encounter: &Encounter, test: Option<SprtState>) -> EncounterRecord<'a> {
        let (counts, games, pairs) = (encounter.counts(), encounter.games(), encounter.pairs);
        let is_paired = matches!(counts, Counts::Pairs(_));
        let spread = counts.spread();
        let (elo, nelo, discs) = (spread.elo(), spread.normalized_elo(), encounter.discs());
        let results = encounter.results.each_ref();
        let faults_by_engine = results.map(|results| results.faults);
        EncounterRecord {
            game: config.game.name(),
            rules: config.special_rules(),
            engines: encounter.engines.map(|engine| config.engine_name(engine)),
            games: games.games(),
            wins: games.wins,
            draws: games.draws,
            losses: games.losses,
            points: games.points(),
            score: encounter.score(),
            pentanomial: is_paired.then_some(pairs.0),
            elo: elo.value,
            elo_error: elo.error,
            elo_lower: elo.lower,
            elo_upper: elo.upper,
            nelo: nelo.value,
            nelo_error: nelo.error,
            los: spread.superiority(),
            draw_ratio: Counts::from(games).draw_ratio(),
            even_pair_ratio: counts.draw_ratio().filter(|_| is_paired),
            pair_ratio: pairs.ratio(),
            discs: discs.value,
            discs_error: discs.error,
            llr: test.map(|state| state.llr),
            llr_lower: test.map(|state| state.lower),
            llr_upper: test.map(|state| state.upper),
            verdict: test.map(|state| state.verdict),
            faults: faults_by_engine[0].merged(faults_by_engine[1]),
            faults_by_engine,
            plies: encounter.mean_plies(),
            seconds_per_move: results.map(|results| results.effort.seconds().map(whole_micros)),
            seconds_used: results.map(|results| seconds(results.effort.micros)),
            seconds_left_median: results.map(|results| results.median_left().map(seconds)),
            seconds_left_least: results.map(|results| results.least_left().map(seconds)),
            margin_moves: results.map(|results| results.effort.margin_moves),
        }
    }
}

/// Seconds, rounded to microseconds.
fn whole_micros(seconds: f64) -> f64 {
    units::short_seconds(std::time::Duration::from_secs_f64(seconds))
}

fn seconds(micros: u64) -> f64 {
    units::short_seconds(std::time::Duration::from_micros(micros))
}

/// The rating of an engine among several.
#[derive(Clone, Debug, Serialize)]
struct RatingRecord<'a> {
    rank: usize,
    engine: &'a str,
    elo: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_error: Option<f64>,
    games: u64,
    points: f64,
    score: f64,
    /// Ratings of different groups cannot be compared.
    group: usize,
    /// Whether the results alone bound the strengths of its group.
    is_group_bounded: bool,
    faults: Faults,
    seconds_used: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left_median: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left_least: Option<f64>,
    margin_moves: u64,
}

impl Record for RatingRecord<'_> {
    const SCHEMA: &'static str = "match-rating/2";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        rank engine elo elo_error games points score group is_group_bounded faults
        seconds_used seconds_left_median seconds_left_least margin_moves
    };
}

/// The ratings of all engines, the strongest first.
fn ratings<'a>(config: &'a MatchConfig, standings: &Standings) -> Vec<RatingRecord<'a>> {
    let record = |(rank, rating): (usize, Rating)| {
        let results = &standings.engines[rating.engine];
        let games = results.games();
        RatingRecord {
            rank,
            engine: config.engine_name(rating.engine),
            elo: rating.elo,
            elo_error: rating.error,
            games: games.games(),
            points: games.points(),
            score: games.score().unwrap_or_default(),
            group: rating.group,
            is_group_bounded: rating.is_group_bounded,
            faults: results.faults,
            seconds_used: seconds(results.effort.micros),
            seconds_left_median: results.median_left().map(seconds),
            seconds_left_least: results.least_left().map(seconds),
            margin_moves: results.effort.margin_moves,
        }
    };
    (1..).zip(standings.ratings()).map(record).collect()
}

/// Emits a record for each encounter, and one for each engine where there are more than two.
pub fn emit(config: &MatchConfig, standings: &Standings, output: &mut Output<'_>) -> Result<(), Failure> {
    if config.engines.len() == 2 {
        let (encounter, test) = (standings.first_encounter(), standings.test_state());
        return output.emit(&EncounterRecord::new(config, encounter, test));
    }
    let mut encounters = standings.encounters();
    encounters.try_for_each(|encounter| output.emit(&EncounterRecord::new(config, encounter, None)))?;
    ratings(config, standings).iter().try_for_each(|record| output.emit(record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::samples;

    #[test]
    fn only_special_rules_are_recorded() {
        let mut config = samples::config();
        for (game, rules, recorded) in [
            (Game::OTHELLO, "asian", None),
            (Game::XIANGQI, "asian", None),
            (Game::XIANGQI, "asian moves=40", Some("asian moves=40")),
            (Game::XIANGQI, "plain", Some("plain")),
        ] {
            (config.game, config.rules) = (game, rules.to_owned());
            let standings = Standings::new(&config, None);
            let record = EncounterRecord::new(&config, standings.first_encounter(), None);
            assert_eq!(serde_json::to_value(record).unwrap()["rules"].as_str(), recorded);
        }
    }
}
