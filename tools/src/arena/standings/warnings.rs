//! What is to be known before figures are believed.

use shuangqi_cli::units::counted;

use super::{Encounter, Standings};
use crate::arena::config::MatchConfig;

/// While a match goes on, so many games or pairs must be there before anything is said of them.
const ENOUGH: u64 = 4;

/// What a warning is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WarningKind {
    /// Most games ended by time-out.
    Timeouts,
    /// Both games of every pair have the same moves.
    MirroredPairs,
}

/// A warning on the figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// What it is about.
    pub kind: WarningKind,
    /// The warning itself.
    pub text: String,
}

impl Standings {
    /// What makes the figures doubtful. `is_over`: nothing more will come, so few games are enough.
    pub fn warnings(&self, setup: &MatchConfig, is_over: bool) -> Vec<Warning> {
        let least = if is_over { 1 } else { ENOUGH };
        let mirrored = self.encounters.iter().filter_map(|encounter| mirror_warning(encounter, setup, least));
        self.timeout_warning(least).into_iter().chain(mirrored).collect()
    }

    fn timeout_warning(&self, least: u64) -> Option<Warning> {
        let (late, games) = (self.faults().timeout, counted(self.games, "game"));
        let text = format!(
            "{late} of {games} ended because an engine exceeded its time. If the machine is busy, run fewer games at a \
             time (-concurrency) or allow for it (-each timemargin=MS); or give more time."
        );
        (late >= least && late * 2 > self.games).then_some(Warning { kind: WarningKind::Timeouts, text })
    }
}

fn mirror_warning(encounter: &Encounter, setup: &MatchConfig, least: u64) -> Option<Warning> {
    let (pairs, mirrored) = (encounter.pairs().counts.pairs(), encounter.mirrored_pairs());
    let name = |engine: usize| setup.engines.get(engine).map_or("?", |engine| engine.name.as_str());
    let [one, other] = encounter.engines.map(name);
    let text = format!(
        "{one} against {other}: both games of every pair have the same moves. The two play alike and always the same, so \
         nothing is tested. Check that they differ (programs, options, limits)."
    );
    (mirrored >= least && mirrored == pairs).then_some(Warning { kind: WarningKind::MirroredPairs, text })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::arena::fault::Fault;
    use crate::arena::record::GameRecord;
    use crate::arena::samples;

    fn warnings(games: &[GameRecord], is_over: bool) -> Vec<String> {
        let setup = samples::setup();
        let warnings = Standings::of(&setup, None, games).warnings(&setup, is_over);
        warnings.into_iter().map(|warning| warning.text).collect()
    }

    #[test]
    fn games_that_end_by_time_out_name_the_margin() {
        let second = Duration::from_secs(1);
        let late = |number| samples::faulty(number, Fault::Timeout { used: second * 2, allowed: second });
        let mut games: Vec<GameRecord> = (0..4).map(late).collect();
        let told = warnings(&games, false);
        assert!(
            told[0].starts_with("4 of 4 games ended because") && told[0].contains("timemargin="),
            "{told:?}"
        );
        assert!(warnings(&games[..2], false).iter().all(|warning| !warning.contains("time")));
        games.extend((4..8).map(samples::game));
        assert!(warnings(&games, true).iter().all(|warning| !warning.contains("timemargin")));
    }

    #[test]
    fn pairs_of_the_same_moves_test_nothing() {
        let games: Vec<GameRecord> = (0..8).map(samples::game).collect();
        let told = warnings(&games, false);
        assert!(
            told.len() == 1 && told[0].starts_with("a against b: both games of every pair have the same"),
            "{told:?}"
        );
        assert!(warnings(&games[..2], false).is_empty());
        assert_eq!(warnings(&games[..2], true).len(), 1);
        let mut other = games.clone();
        other[3].moves[1].text = "f4".to_owned();
        assert!(warnings(&other, true).is_empty());
    }
}
