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
    use game::{GameResult, Seat};

    use game::any::AnySession;

    use crate::config::Opening;
    use crate::games::Game;
    use crate::samples::{OTHELLO, begin, opening};

    fn othello(start: &str, moves: &[&str]) -> Box<dyn AnySession> {
        begin(Game::OTHELLO, "", &opening(start, moves)).unwrap()
    }

    fn xiangqi(start: &str, moves: &[&str]) -> Box<dyn AnySession> {
        begin(Game::XIANGQI, "asian", &opening(start, moves)).unwrap()
    }

    #[test]
    fn moves_are_read_in_either_case_and_written_in_one() {
        let mut game = othello(OTHELLO, &["f5"]);
        assert_eq!((game.seat(), game.colour(Seat::Second)), (Seat::Second, "White"));
        assert_eq!(game.referee_move("D6").unwrap(), "d6");
        let mut game = xiangqi(::xiangqi::fen::START, &[]);
        assert_eq!(game.referee_move("H2-E2").unwrap(), "h2e2");
        assert_eq!((game.seat(), game.colour(Seat::First)), (Seat::Second, "Red"));
    }

    #[test]
    fn a_forced_pass_is_due_and_may_be_made() {
        let mut game = othello("OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOO- O", &[]);
        assert!(game.must_pass() && game.verdict().is_none());
        assert_eq!(game.referee_move("PA").unwrap(), "pass");
        assert!(!game.must_pass());
        game.referee_move("h8").unwrap();
        let ending = game.verdict().unwrap();
        assert_eq!((ending.result, ending.discs), (GameResult::Second, Some(-48)));
        assert_eq!(game.referee_move("pass").unwrap_err(), "the game is over");
    }

    #[test]
    fn captures_settle_xiangqi() {
        let mut game = xiangqi(::xiangqi::fen::START, &[]);
        assert_eq!(
            (game.last_capture(), game.board_after(game.last_capture()).as_str()),
            (0, ::xiangqi::fen::START)
        );
        for text in ["h2e2", "b9c7", "e2e6"] {
            game.referee_move(text).unwrap();
        }
        let after = game.board();
        assert!(after.contains(" b - - 0 2"), "{after}");
        assert_eq!(
            (game.last_capture(), game.board_after(game.last_capture()).as_str()),
            (3, after.as_str())
        );
        game.referee_move("h9g7").unwrap();
        assert_eq!(
            (game.last_capture(), game.board_after(game.last_capture()).as_str()),
            (3, after.as_str())
        );
        assert_ne!(game.board(), after);
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
