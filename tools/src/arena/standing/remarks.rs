//! What is to be known before figures are believed.

use shuangqi_cli::units::counted;

use super::{Encounter, Standing};
use crate::arena::setup::Setup;

/// While a match goes on, so many games or pairs must be there before anything is said of them.
const ENOUGH: u64 = 4;

/// What a remark is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Most games ended by time-out.
    Timeouts,
    /// Both games of every pair have the same moves.
    MirroredPairs,
}

/// A remark on the figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// What it is about.
    pub subject: Subject,
    /// The remark itself.
    pub text: String,
}

impl Standing {
    /// What makes the figures doubtful. `is_over`: nothing more will come, so few games are enough.
    pub fn remarks(&self, setup: &Setup, is_over: bool) -> Vec<Remark> {
        let least = if is_over { 1 } else { ENOUGH };
        let mirrored = self.encounters.iter().filter_map(|encounter| mirror_remark(encounter, setup, least));
        self.timeout_remark(least).into_iter().chain(mirrored).collect()
    }

    fn timeout_remark(&self, least: u64) -> Option<Remark> {
        let (late, games) = (self.faults().timeout, counted(self.games, "game"));
        let text = format!(
            "{late} of {games} ended because an engine exceeded its time. If the machine is busy, run fewer games at a \
             time (-concurrency) or allow for it (-each timemargin=MS); or give more time."
        );
        (late >= least && late * 2 > self.games).then_some(Remark { subject: Subject::Timeouts, text })
    }
}

fn mirror_remark(encounter: &Encounter, setup: &Setup, least: u64) -> Option<Remark> {
    let (pairs, mirrored) = (encounter.pairs().counts.pairs(), encounter.mirrored_pairs());
    let name = |engine: usize| setup.engines.get(engine).map_or("?", |engine| engine.name.as_str());
    let [one, other] = encounter.engines.map(name);
    let text = format!(
        "{one} against {other}: both games of every pair have the same moves. The two play alike and always the same, so \
         nothing is tested. Check that they differ (programs, options, limits)."
    );
    (mirrored >= least && mirrored == pairs).then_some(Remark { subject: Subject::MirroredPairs, text })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::arena::player::Fault;
    use crate::arena::record::GameRecord;
    use crate::arena::samples;

    fn remarks(games: &[GameRecord], is_over: bool) -> Vec<String> {
        let setup = samples::setup();
        let remarks = Standing::of(&setup, None, games).remarks(&setup, is_over);
        remarks.into_iter().map(|remark| remark.text).collect()
    }

    #[test]
    fn games_that_end_by_time_out_name_the_margin() {
        let second = Duration::from_secs(1);
        let late = |number| samples::faulty(number, Fault::Timeout { used: second * 2, allowed: second });
        let mut games: Vec<GameRecord> = (0..4).map(late).collect();
        let told = remarks(&games, false);
        assert!(
            told[0].starts_with("4 of 4 games ended because") && told[0].contains("timemargin="),
            "{told:?}"
        );
        assert!(remarks(&games[..2], false).iter().all(|remark| !remark.contains("time")));
        games.extend((4..8).map(samples::game));
        assert!(remarks(&games, true).iter().all(|remark| !remark.contains("timemargin")));
    }

    #[test]
    fn pairs_of_the_same_moves_test_nothing() {
        let games: Vec<GameRecord> = (0..8).map(samples::game).collect();
        let told = remarks(&games, false);
        assert!(
            told.len() == 1 && told[0].starts_with("a against b: both games of every pair have the same"),
            "{told:?}"
        );
        assert!(remarks(&games[..2], false).is_empty());
        assert_eq!(remarks(&games[..2], true).len(), 1);
        let mut other = games.clone();
        other[3].moves[1].text = "f4".to_owned();
        assert!(remarks(&other, true).is_empty());
    }
}
