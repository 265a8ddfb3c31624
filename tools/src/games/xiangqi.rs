//! Xiangqi in matches.

use std::sync::Arc;

use search_core::score::MAX_PLY;
use search_core::session::SearchJob;
use search_core::{ClockState, Evaluator as _, Recipe};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::memory::TooLarge;
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{BadInput, Failure};
use shuangqi_lab::Game as _;
use shuangqi_lab::commands::{self, Commands};
use xiangqi::command::weights;
use xiangqi::engine::game_history::GameHistory;
use xiangqi::engine::go::Go;
use xiangqi::engine::options::DEFAULT_HASH;
use xiangqi::engine::search::{Settings, task};
use xiangqi::engine::terminal;
use xiangqi::evaluator::{Chances, Classical};
use xiangqi::game::Outcome;
use xiangqi::notation::{self, Script, parse_move, write_move};
use xiangqi::recipe::Play;
use xiangqi::{Color, Game, GameRules, Move, Position, Rules};

use crate::arena::config::{Adjudication, DrawRule, EngineConfig, Limits, Notation, Protocol, ResignRule};
use crate::arena::generator::{Generator, Lines, Requirements};
use crate::arena::internal::analyst::{Analyst, AnalystOptions, SearchAnalyst};
use crate::arena::internal::live::{GameEngine, LiveEngine};
use crate::arena::internal::{self, InternalGame};
use crate::arena::match_game::{MatchGame, MatchInfo, Tag};
use crate::arena::player::{Boards, Player};
use crate::arena::record::{GameRecord, GameResult, MoveRecord};
use crate::arena::referee::{Ending, Referee};
use crate::arena::seat::Seat;
use crate::play::Setup;

impl MatchGame for Position {
    const MATCH: MatchInfo = MatchInfo {
        protocols: &[Protocol::Uci, Protocol::Ucci, Protocol::Xboard],
        default_rules: Some(Rules::ASIAN.name()),
        has_notations: true,
        has_epd: true,
        has_script: true,
        // As in the matches of `data/laboratory/elo.md`.
        adjudication: Adjudication {
            resign: Some(ResignRule { moves: 4, score: 900, is_two_sided: false }),
            draw: Some(DrawRule { from_move: 60, moves: 8, score: 20 }),
            most_moves: Some(150),
            solve_empties: None,
        },
        // Within less than half a soldier, by moves that lose nothing: random ones alone expose generals and leave pieces
        // to threats that a short search does not see.
        openings: Requirements { plies: 8, depth: 4, most: 40, each: Some((1, 60)) },
        // Red is White to Western programs.
        pgn_players: [&["Red", "White"], &["Black"]],
        ..MatchInfo::new("Chinese Chess", ["Red", "Black"])
    };
    const PLAY: Recipe = xiangqi::recipe::PLAY;
    const COMMANDS: &'static Commands = &commands::XIANGQI;

    fn referee(start: &str, rules: &str) -> Result<Box<dyn Referee>, BadInput> {
        Ok(Box::new(XiangqiReferee::new(start, rules)?))
    }

    fn player(config: &EngineConfig, rules: &str) -> Result<Box<dyn Player>, BadInput> {
        let game = XiangqiGame { rules: read_rules(rules)?, ..XiangqiGame::start()? };
        internal::open(game, config, &Self::PLAY)
    }

    fn analyst(options: AnalystOptions) -> Result<Box<dyn Analyst>, Failure> {
        let analyst = SearchAnalyst::new(XiangqiGame::start()?, options);
        Ok(Box::new(analyst.map_err(TooLarge::in_option)?))
    }

    fn live_engine(hash_bytes: usize) -> Result<Box<dyn LiveEngine>, Failure> {
        let engine = GameEngine::new(XiangqiGame::start()?, hash_bytes);
        Ok(Box::new(engine.map_err(TooLarge::in_option)?))
    }

    fn name_of(&self, mv: Move, notation: Notation) -> Option<String> {
        Some(written(self, mv, notation))
    }

    fn is_in_check(&self) -> bool {
        self.board().in_check()
    }

    fn play_at_terminal(setup: &Setup) -> Result<(), Failure> {
        let mut game = terminal::XiangqiGame::new(Script::Characters)?;
        game.set_threads(setup.threads);
        if let Some(bytes) = setup.hash_bytes {
            game.resize_table(bytes).map_err(TooLarge::in_option)?;
        }
        terminal::run(game, &setup.commands, &Arc::new(Sink::stdout()))
    }

    fn install_weights(path: &str) -> Result<Vec<u8>, Failure> {
        let (contents, weights) = weights::load(path)?;
        weights.install();
        Ok(contents)
    }

    fn play_notation(&mut self, text: &str, moves: &mut Vec<String>) -> Result<(), BadInput> {
        let mv = parse_move(self.board(), text)?;
        search_core::Position::play(self, mv);
        moves.push(mv.to_string());
        Ok(())
    }

    fn is_board(word: &str) -> bool {
        word.contains('/')
    }

    fn random_openings(seed: u64) -> Result<Lines, BadInput> {
        let class = |position: &Position| {
            let setup = position.to_setup();
            let [one, other] = [&setup, &setup.mirrored()].map(ToString::to_string);
            one.min(other)
        };
        let start = Position::from_fen(Self::START)?;
        Ok(Box::new(Generator::new(Self::MATCH.openings, Classical::default(), seed, class, start)))
    }

    fn pgn_tags(_game: &GameRecord, notation: Notation) -> Vec<Tag> {
        let format = match notation {
            Notation::Iccs => "ICCS",
            Notation::Chinese => "Chinese",
            Notation::Wxf => "WXF",
        };
        vec![("Format", format.to_owned())]
    }

    fn pgn_moves(game: &GameRecord, notation: Notation) -> Result<Vec<String>, Failure> {
        let mut position =
            Position::from_fen(&game.start).map_err(|bad| game.unplayable(&bad.to_string()))?;
        let mut write = |step: &MoveRecord| {
            let mv = Move::parse(&step.text).ok()?;
            let text = written(&position, mv, notation);
            position.try_play(mv).ok()?;
            Some(text)
        };
        game.moves.iter().map(|step| write(step).ok_or_else(|| game.bad_move(&step.text))).collect()
    }

    /// The moves in characters; a move that cannot be replayed keeps its coordinates, and so do all after it.
    fn move_names(game: &GameRecord) -> Option<Vec<String>> {
        let mut position = Position::from_fen(&game.start).ok();
        let name = |step: &MoveRecord| {
            let mv = Move::parse(&step.text).ok();
            let (Some(board), Some(mv)) = (&mut position, mv) else { return step.text.clone() };
            let name = write_move(board.board(), mv, Script::Characters);
            if board.try_play(mv).is_err() {
                position = None;
            }
            name
        };
        Some(game.moves.iter().map(name).collect())
    }
}

/// A legal move in a notation.
fn written(position: &Position, mv: Move, notation: Notation) -> String {
    let notation = match notation {
        Notation::Iccs => notation::Notation::Iccs,
        Notation::Chinese => notation::Notation::Chinese,
        Notation::Wxf => notation::Notation::Wxf,
    };
    notation.write(position.board(), mv)
}

#[derive(Debug)]
struct XiangqiReferee {
    game: Game,
    played: usize,
    last_capture: usize,
    board_after_capture: String,
    now: String,
}

impl XiangqiReferee {
    /// A game that begins with this FEN, under the rules written so: `asian`, `asian moves=50`.
    ///
    /// # Errors
    /// What is wrong with either.
    fn new(start: &str, rules: &str) -> Result<XiangqiReferee, BadInput> {
        let game = Game::new(Position::from_fen(start)?, read_rules(rules)?);
        let now = game.position().to_string();
        Ok(XiangqiReferee { game, played: 0, last_capture: 0, board_after_capture: now.clone(), now })
    }
}

fn read_rules(text: &str) -> Result<GameRules, BadInput> {
    GameRules::named(text).ok_or_else(|| {
        let known: Vec<&str> = Rules::ALL.into_iter().map(Rules::name).collect();
        let expected = format!("one of {}", known.join(", "));
        BadInput::new("Xiangqi rules", None, quote(text), expected, "Name one of these sets of rules")
    })
}

fn seat_of(color: Color) -> Seat {
    match color {
        Color::Red => Seat::First,
        Color::Black => Seat::Second,
    }
}

impl Referee for XiangqiReferee {
    fn seat(&self) -> Seat {
        seat_of(self.game.position().side())
    }

    fn colour(&self, seat: Seat) -> &'static str {
        Position::MATCH.colours[seat.index()]
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let mv = Move::parse(text).map_err(|_| "it is no move in coordinates, such as h2e2")?;
        if self.game.is_over() {
            return Err("the game is over".to_owned());
        }
        let position = self.game.position();
        position.check(mv).map_err(|illegal| illegal.to_string())?;
        let takes = position.board().at(mv.to()).is_some();
        self.game.play(mv);
        self.played += 1;
        self.now = self.game.position().to_string();
        if takes {
            self.last_capture = self.played;
            self.board_after_capture.clone_from(&self.now);
        }
        Ok(mv.to_string())
    }

    fn must_pass(&self) -> bool {
        false
    }

    fn ending(&self) -> Option<Ending> {
        let verdict = self.game.verdict();
        let result = match verdict.outcome {
            Outcome::Win(color) => GameResult::win_of(seat_of(color)),
            Outcome::Draw => GameResult::Draw,
            Outcome::Illegal | Outcome::None => return None,
        };
        let explanation = self.game.explanation();
        Some(Ending::new(result, &verdict.reason.to_string(), explanation.trim_end_matches('.').to_owned()))
    }

    fn last_capture(&self) -> usize {
        self.last_capture
    }

    fn boards(&self) -> Boards<'_> {
        Boards { after_capture: &self.board_after_capture, now: &self.now }
    }

    fn solution(&self, _empties: u32) -> Option<Ending> {
        None
    }
}

/// A game in progress.
#[derive(Debug)]
pub(super) struct XiangqiGame {
    history: GameHistory,
    rules: GameRules,
    evaluator: Classical,
}

impl XiangqiGame {
    pub(super) fn start() -> Result<XiangqiGame, BadInput> {
        let (history, evaluator) = (GameHistory::start()?, Classical::default());
        Ok(XiangqiGame { history, rules: GameRules::DEFAULT, evaluator })
    }
}

impl InternalGame for XiangqiGame {
    type Position = Position;
    type Evaluator = Classical;
    type RecipeSource = Play;

    const RECIPE: Play = Play;
    const TABLE_BYTES: usize = DEFAULT_HASH << 20;
    const OPTIONS: &'static str = "Hash, Recipe, Rules or EvalFile";

    fn set_option(&mut self, name: &str, value: &str) -> Result<bool, BadInput> {
        match name {
            "rules" => {
                let only_name = Rules::named(value).map(|repetition| GameRules { repetition, ..self.rules });
                self.rules = only_name.map_or_else(|| read_rules(value), Ok)?;
            }
            "evalfile" => self.evaluator = Classical::with_weights(Arc::new(weights::read(value)?)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn evaluator(&self, _visits: u64) -> Classical {
        self.evaluator.fork()
    }

    fn position(&self) -> &Position {
        self.history.position()
    }

    fn begin(&mut self, start: &str) -> Result<(), BadInput> {
        self.history = GameHistory::new(Position::from_fen(start)?.under(self.rules));
        Ok(())
    }

    fn advance(&mut self, text: &str) -> Option<()> {
        self.history.advance(Move::parse(text).ok()?).ok()
    }

    fn job(&self, limits: Limits, clocks: [Option<ClockState>; 2]) -> SearchJob<Position> {
        let go = Go {
            depth: limits.depth.map(|depth| depth.clamp(1, MAX_PLY) as i16),
            nodes: limits.nodes,
            move_time: limits.move_time,
            clocks,
            ..Go::default()
        };
        let settings = Settings { rules: self.rules, ..Settings::DEFAULT };
        task(&self.history, &go, Vec::new(), settings)
    }

    fn chances(&self) -> Option<Chances> {
        Some(Chances::at(self.history.position(), self.evaluator.weights()))
    }

    fn names(&self, line: &[Move], notation: Notation) -> Option<Vec<String>> {
        let mut position = *self.history.position();
        let name = |&mv: &Move| {
            let name = written(&position, mv, notation);
            search_core::Position::play(&mut position, mv);
            name
        };
        Some(line.iter().map(name).collect())
    }
}

#[cfg(test)]
mod tests {
    use search_core::{Control, Position as _, Root, Score, SearchOptions, Table, ThreadData, think};

    use super::*;

    /// The score after a line by a deeper search, from the view of the side to move.
    fn deep_score(line: &[String], depth: i16) -> Score {
        let mut position = Position::from_fen(Position::START).unwrap();
        line.iter().for_each(|mv| position.try_play(Move::parse(mv).unwrap()).unwrap());
        let (mut thread, table) = (ThreadData::new(Classical::default()), Table::with_bytes(1 << 24));
        let root = Root { position: &position, history: &[position.line_entry(None)] };
        let plan = &search_core::recipe::PLAY;
        think(root, &mut thread, &table, plan, &SearchOptions::to_depth(depth), &Control::new(), |_| {}).score
    }

    #[test]
    fn openings_of_xiangqi_are_level_to_a_deeper_search() {
        for line in Position::random_openings(3).unwrap().take(4) {
            let score = deep_score(&line, 6);
            assert!(score.abs() <= 120, "{}: {score}", line.join(" "));
        }
    }

    #[test]
    fn no_move_of_an_opening_loses_anything() {
        let start = Position::from_fen(Position::START).unwrap();
        let mut generator =
            Generator::new(Position::MATCH.openings, Classical::default(), 3, Position::to_string, start);
        for line in Position::random_openings(3).unwrap().take(4) {
            let mut position = start;
            for mv in &line {
                position.try_play(Move::parse(mv).unwrap()).unwrap();
                assert!(generator.is_within(&position, 1, 60), "{}: {mv}", line.join(" "));
            }
        }
    }
}
