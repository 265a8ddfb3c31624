//! Warnings about results that say little.

use shuangqi_cli::units::counted;

use super::{EffortStatistics, Encounter, EngineResults, Standings};
use crate::config::EngineConfig;
use crate::match_config::MatchConfig;

/// The games or pairs from which a warning is given while the match goes on.
const ENOUGH: u64 = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WarningKind {
    /// Most games ended by time-out.
    Timeouts,
    /// Moves that took longer than their time were within the margin.
    Margin,
    /// Both games of every pair have the same moves.
    MirroredPairs,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    pub kind: WarningKind,
    pub text: String,
}

impl Standings {
    /// The warnings about these results. After the last game (`is_over`) a single game or pair is enough for one.
    pub fn warnings(&self, config: &MatchConfig, is_over: bool) -> Vec<Warning> {
        let least = if is_over { 1 } else { ENOUGH };
        let mirrored =
            self.encounters.iter().filter_map(|encounter| mirror_warning(encounter, config, least));
        let margins = config.engines.iter().zip(&self.engines);
        let margins = margins.filter_map(|(engine, results)| margin_warning(engine, results, least));
        self.timeout_warning(least).into_iter().chain(margins).chain(mirrored).collect()
    }

    fn timeout_warning(&self, least: u64) -> Option<Warning> {
        let (late, games) = (self.faults().timeout, self.games());
        let text = format!(
            "{late} of {} ended because an engine exceeded its time. If the machine is busy, run fewer games at a \
             time (-concurrency) or allow for it (-each timemargin=MS); or give more time.",
            counted(games, "game")
        );
        (late >= least && late * 2 > games).then_some(Warning { kind: WarningKind::Timeouts, text })
    }
}

fn margin_warning(engine: &EngineConfig, results: &EngineResults, least: u64) -> Option<Warning> {
    let EffortStatistics { moves, margin_moves, most_over, .. } = results.effort;
    let text = format!(
        "{}: {margin_moves} of {} took longer than the time left for them, by {:.1} ms at most, and were within the \
         margin (timemargin={}).",
        engine.name,
        counted(moves, "move"),
        most_over as f64 / 1e3,
        engine.margin.as_millis()
    );
    (margin_moves >= least).then_some(Warning { kind: WarningKind::Margin, text })
}

fn mirror_warning(encounter: &Encounter, config: &MatchConfig, least: u64) -> Option<Warning> {
    let (pairs, mirrored) = (encounter.pairs.pairs(), encounter.mirrored_pairs);
    let [one, other] = encounter.engines.map(|engine| config.engine_name(engine));
    let text = format!(
        "{one} against {other}: both games of every pair have the same moves. The two engines always play the same \
         moves, so nothing is tested. Check that they differ (programs, options, limits)."
    );
    (mirrored >= least && mirrored == pairs).then_some(Warning { kind: WarningKind::MirroredPairs, text })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::fault::Fault;
    use crate::record::GameRecord;
    use crate::samples;

    fn warnings(games: &[GameRecord], is_over: bool) -> Vec<String> {
        let config = samples::config();
        let warnings = Standings::of(&config, None, games).warnings(&config, is_over);
        warnings.into_iter().map(|warning| warning.text).collect()
    }

    #[test]
    fn games_lost_on_time_give_a_warning_that_names_the_margin() {
        let second = Duration::from_secs(1);
        let late = |number| samples::faulty(number, Fault::Timeout { used: second * 2, allowed: second });
        let mut games: Vec<GameRecord> = (0..4).map(late).collect();
        let found = warnings(&games, false);
        assert!(
            found[0].starts_with("4 of 4 games ended because") && found[0].contains("timemargin="),
            "{found:?}"
        );
        assert!(warnings(&games[..2], false).iter().all(|warning| !warning.contains("time")));
        games.extend((4..8).map(samples::game));
        assert!(warnings(&games, true).iter().all(|warning| !warning.contains("timemargin")));
    }

    #[test]
    fn pairs_of_equal_games_give_a_warning() {
        let games: Vec<GameRecord> = (0..8).map(samples::game).collect();
        let found = warnings(&games, false);
        assert!(
            found.len() == 1 && found[0].starts_with("a against b: both games of every pair have the same"),
            "{found:?}"
        );
        assert!(warnings(&games[..2], false).is_empty());
        assert_eq!(warnings(&games[..2], true).len(), 1);
        let mut other = games.clone();
        other[3].moves[1].text = "f4".to_owned();
        assert!(warnings(&other, true).is_empty());
    }
}
