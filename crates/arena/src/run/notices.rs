//! Warnings of a match beside its results, each given once.

use shuangqi_cli::progress::Mode;

use crate::match_config::MatchConfig;
use crate::standings::{Standings, Warning, WarningKind};

/// The warnings already given.
#[derive(Debug)]
pub struct Notices {
    is_silent: bool,
    given: Vec<WarningKind>,
}

impl Notices {
    pub fn new(mode: Mode) -> Notices {
        Notices { is_silent: mode == Mode::None, given: Vec::new() }
    }

    /// The new warnings after a game.
    pub fn of_game(&mut self, config: &MatchConfig, standings: &Standings) -> Vec<String> {
        self.new_ones(standings.warnings(config, false))
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
