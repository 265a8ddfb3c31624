//! A match as a whole.

use game::any::AnySession;
use serde::{Deserialize, Serialize};
use shuangqi_cli::BadInput;

use super::config::{Adjudication, EngineConfig, Layout, Opening};
use super::openings;
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
    fn the_rules_may_name_a_no_capture_limit() {
        let reason = |rules: &str, fen: &str| {
            let game = begin(Game::XIANGQI, rules, &opening(fen, &["a0a1"])).unwrap();
            game.verdict().map(|ending| ending.reason)
        };
        let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 99 80";
        assert_eq!(reason("asian", fen), None);
        assert_eq!(reason("asian moves=50", fen).as_deref(), Some("move_limit"));
        assert_eq!(reason("plain moves=70", &fen.replace("99", "130")), None);
        assert!(begin(Game::XIANGQI, "asian moves=x", &opening(fen, &[])).is_err());
    }

    #[test]
    fn what_may_not_be_played_changes_nothing_and_is_explained() {
        let mut game = othello(OTHELLO, &[]);
        for (text, why) in
            [("a1", "turns no disc"), ("d4", "occupied"), ("pass", "there are moves"), ("x9", "no square")]
        {
            let message = game.referee_move(text).unwrap_err();
            assert!(message.contains(why), "{message}");
        }
        assert_eq!(game.board(), OTHELLO);
        let mut game = xiangqi(::xiangqi::fen::START, &[]);
        for (text, why) in
            [("h2h9x", "no move"), ("a0b1", "cannot reach"), ("e4e5", "no piece"), ("h9g7", "no piece")]
        {
            let message = game.referee_move(text).unwrap_err();
            assert!(message.contains(why), "{text}: {message}");
        }
        assert_eq!(game.board(), ::xiangqi::fen::START);
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
    fn empty_squares_count_for_the_winner() {
        let empty = "-".repeat(61);
        let game = othello(&format!("XXX{empty} O"), &[]);
        let ending = game.verdict().unwrap();
        assert_eq!(
            (ending.result, ending.reason.as_str(), ending.discs),
            (GameResult::First, "discs", Some(64))
        );
        assert_eq!(ending.explanation, "Black wins 64 to 0, the 61 empty squares counted for the winner");
        let even = format!("{}{} O", "X".repeat(32), "O".repeat(32));
        let ending = othello(&even, &[]).verdict().unwrap();
        assert_eq!((ending.result, ending.discs), (GameResult::Draw, Some(0)));
        assert_eq!(ending.explanation, "A draw, 32 to 32");
    }

    #[test]
    fn the_end_of_othello_is_solved_on_demand() {
        let problem = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
        let game = othello(problem, &[]);
        assert!(game.solution(13).is_none());
        let ending = game.solution(14).unwrap();
        assert_eq!(
            (ending.result, ending.reason.as_str(), ending.discs),
            (GameResult::First, "solved", Some(18))
        );
        assert_eq!(ending.explanation, "Black wins 41 to 23 with best play of the last 14 squares");
        let reversed = problem.replace('X', "x").replace('O', "X").replace('x', "O");
        assert_eq!(othello(&reversed, &[]).solution(14).unwrap().discs, Some(-18));
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
    fn mates_and_repetitions_end_xiangqi() {
        let mut game = xiangqi("4k4/9/R8/1R7/9/9/9/9/9/5K3 w - - 0 1", &["b6b8", "e9d9"]);
        game.referee_move("a7a9").unwrap();
        let ending = game.verdict().unwrap();
        assert_eq!(
            (ending.result, ending.reason.as_str(), ending.discs),
            (GameResult::First, "checkmate", None)
        );
        assert!(ending.explanation.contains("Black is checkmated") && !ending.explanation.ends_with('.'));
        assert_eq!(game.referee_move("d9e9").unwrap_err(), "the game is over");
        let shuffle = ["a0a1", "a9a8", "a1a0", "a8a9"].repeat(2);
        let ending = xiangqi(::xiangqi::fen::START, &shuffle).verdict().unwrap();
        assert_eq!((ending.result, ending.reason.as_str()), (GameResult::Draw, "repetition"));
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
