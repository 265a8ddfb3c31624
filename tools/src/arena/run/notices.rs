//! Warnings of a match beside its results. Each is given once.

use std::time::Instant;

use shuangqi_cli::progress::Mode;

use super::load::Load;
use super::workers;
use crate::arena::config::MatchConfig;
use crate::arena::record::GameRecord;
use crate::arena::standings::{Standings, Warning, WarningKind};

/// The warnings already given, and the load of the machine.
#[derive(Debug)]
pub struct Notices {
    is_silent: bool,
    load: Load,
    /// Since when nothing has happened.
    rest: Instant,
    told: Vec<WarningKind>,
}

impl Notices {
    /// No warning has been given yet.
    pub fn new(mode: Mode) -> Notices {
        Notices { is_silent: mode == Mode::None, load: Load::new(), rest: Instant::now(), told: Vec::new() }
    }

    /// The waiting for something to happen begins.
    pub fn rest(&mut self) {
        self.rest = Instant::now();
    }

    /// Nothing has happened for as long as is waited: what has been waited beyond that shows how busy the machine is.
    pub fn sample(&mut self) {
        self.load.sample(self.rest.elapsed().saturating_sub(workers::POLL_INTERVAL));
    }

    /// The new warnings after a game.
    pub fn of_game(&mut self, setup: &MatchConfig, game: &GameRecord, standings: &Standings) -> Vec<String> {
        let load = self.load.warning(setup, game).filter(|_| !self.is_silent);
        self.new_ones(standings.warnings(setup, false)).into_iter().chain(load).collect()
    }

    /// The new warnings after the last game.
    pub fn of_match(&mut self, setup: &MatchConfig, standings: &Standings) -> Vec<String> {
        self.new_ones(standings.warnings(setup, true))
    }

    fn new_ones(&mut self, warnings: Vec<Warning>) -> Vec<String> {
        let is_new = |warning: &Warning| !self.is_silent && !self.told.contains(&warning.kind);
        let new: Vec<Warning> = warnings.into_iter().filter(is_new).collect();
        self.told.extend(new.iter().map(|warning| warning.kind));
        new.into_iter().map(|warning| warning.text).collect()
    }
}
