//! A match as a whole.

use game::any::AnySession;
use serde::{Deserialize, Serialize};
use shuangqi_cli::BadInput;

use super::config::{Adjudication, EngineConfig, Layout, Opening};
use super::openings;
use crate::games::{Game, Games};

/// Everything that decides what is played: two runs with the same value play the same match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
        openings::begin(self.game.session(&opening.start, &self.rules)?, opening)
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Opening;
    use crate::games::Game;
    use crate::samples::{OTHELLO, begin, opening, standard};

    #[test]
    fn moves_are_read_in_either_case_and_written_in_one() {
        for (game, text, written) in [(Game::OTHELLO, "F5", "f5"), (Game::XIANGQI, "H2-E2", "h2e2")] {
            let mut session = begin(game, game.default_rules(), &standard(game)).unwrap();
            assert_eq!(session.referee_move(text).unwrap(), written);
        }
    }

    #[test]
    fn what_is_wrong_with_an_opening_is_told() {
        let message =
            |game, rules, opening: Opening| begin(game, rules, &opening).map(drop).unwrap_err().to_string();
        assert!(message(Game::OTHELLO, "", opening("X", &[])).contains("64"));
        let illegal = message(Game::OTHELLO, "", opening(OTHELLO, &["f5", "f5"]));
        assert!(
            illegal.contains("\"f5\" as move 2 of opening \"1\"") && illegal.contains("occupied"),
            "{illegal}"
        );
        let rules = message(Game::XIANGQI, "club", opening(::xiangqi::fen::START, &[]));
        assert!(rules.contains("found \"club\", expected one of asian"), "{rules}");
    }
}
