//! A match as a whole.

use game::any::AnySession;
use serde::{Deserialize, Serialize};
use shuangqi_cli::BadInput;

use super::config::{Adjudication, EngineConfig, Layout, Opening};
use super::referee;
use crate::games::{Game, Games};

/// Everything that decides what is played: two runs with the same value play the same match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchConfig<G = Game> {
    /// The game; in a journal, its name.
    pub game: G,
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

impl MatchConfig<String> {
    /// The same with its game, if it is one of these.
    pub fn among(self, games: &Games) -> Option<MatchConfig> {
        let game = games.named(&self.game)?;
        let MatchConfig { game: _, rules, engines, openings, openings_hash, layout, adjudication } = self;
        Some(MatchConfig { game, rules, engines, openings, openings_hash, layout, adjudication })
    }
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
