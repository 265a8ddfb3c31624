//! A match as a whole.

use game::any::AnySession;
use serde::{Deserialize, Serialize};
use shuangqi_cli::BadInput;

use super::config::{Adjudication, EngineConfig, Layout, Opening};
use super::referee;
use crate::games::Game;

/// Everything that decides what is played: two runs with the same value play the same match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchConfig {
    pub game: Game,
    /// The set of rules, as the game reads it, in games with several.
    pub rules: String,
    pub engines: Vec<EngineConfig>,
    /// The source of the openings, for readers.
    pub openings: String,
    /// A hash of the openings in order; of generated ones, the first few stand for all.
    pub openings_hash: u64,
    pub layout: Layout,
    pub adjudication: Adjudication,
}

impl MatchConfig {
    /// The name of an engine; `?` if there is none with this index.
    pub fn engine_name(&self, engine: usize) -> &str {
        self.engines.get(engine).map_or("?", |engine| engine.name.as_str())
    }

    /// The rules of the referee if there are several sets of them and these are not the default ones.
    pub fn special_rules(&self) -> Option<&str> {
        let default = self.game.info.rules?;
        (self.rules != default).then_some(self.rules.as_str())
    }

    /// A game at the end of its opening.
    pub fn begin(&self, opening: &Opening) -> Result<Box<dyn AnySession>, BadInput> {
        referee::begin(self.game.session(&opening.start, &self.rules)?, opening)
    }
}
