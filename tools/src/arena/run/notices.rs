//! Warnings of a match beside its results, each given once.

use std::time::Instant;

use shuangqi_cli::progress::Mode;

use super::load::Load;
use super::workers;
use crate::arena::match_config::MatchConfig;
use crate::arena::record::GameRecord;
use crate::arena::standings::{Standings, Warning, WarningKind};

/// The warnings already given, and the load of the machine.
#[derive(Debug)]
pub struct Notices {
    is_silent: bool,
    load: Load,
    /// When waiting for the next event began.
    waiting: Instant,
    given: Vec<WarningKind>,
}

impl Notices {
    pub fn new(mode: Mode) -> Notices {
        Notices {
            is_silent: mode == Mode::None,
            load: Load::new(),
            waiting: Instant::now(),
            given: Vec::new(),
        }
    }

    /// Begins to wait for an event.
    pub fn wait(&mut self) {
        self.waiting = Instant::now();
    }

    /// No event came within the interval: the time waited beyond it shows how busy the machine is.
    pub fn sample(&mut self) {
        self.load.sample(self.waiting.elapsed().saturating_sub(workers::POLL_INTERVAL));
    }

    /// The new warnings after a game.
    pub fn of_game(&mut self, config: &MatchConfig, game: &GameRecord, standings: &Standings) -> Vec<String> {
        let load = self.load.warning(config, game).filter(|_| !self.is_silent);
        self.new_ones(standings.warnings(config, false)).into_iter().chain(load).collect()
    }

    /// The new warnings after the last game.
    pub fn of_match(&mut self, config: &MatchConfig, standings: &Standings) -> Vec<String> {
        self.new_ones(standings.warnings(config, true))
    }

    fn new_ones(&mut self, warnings: Vec<Warning>) -> Vec<String> {
        let is_new = |warning: &Warning| !self.is_silent && !self.given.contains(&warning.kind);
        let new: Vec<Warning> = warnings.into_iter().filter(is_new).collect();
        self.given.extend(new.iter().map(|warning| warning.kind));
        new.into_iter().map(|warning| warning.text).collect()
    }
}
