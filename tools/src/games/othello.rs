//! Othello in matches.

mod analyst;
mod ggf;

use std::io::stdout;
use std::num::NonZero;
use std::time::Duration;

use othello::certainty;
use othello::command::weights;
use othello::endgame::Endgame;
use othello::engine::level::Level;
use othello::engine::limits::Limits as Effort;
use othello::engine::{player, terminal};
use othello::evaluator::Classical;
use othello::notation::{board, obf, read_move};
use othello::patterns::Patterns;
use othello::recipe::Play;
use othello::solve::{EXACT, Solver};
use othello::symmetry::canonical;
use othello::{Move, Position};
use search_core::session::SearchJob;
use search_core::{Budget, ClockState, Control, Position as _, Recipe, SearchOptions};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::{BadInput, Failure};
use shuangqi_lab::commands::{self, Commands};

use crate::arena::board_referee::{BoardReferee, BoardRules};
use crate::arena::config::{EngineConfig, Limits, Notation, Protocol};
use crate::arena::generator::{Generator, Lines, Requirements};
use crate::arena::internal::analyst::{Analyst, AnalystOptions};
use crate::arena::internal::live::{GameEngine, LiveEngine};
use crate::arena::internal::{self, InternalGame};
use crate::arena::match_game::{MatchGame, MatchInfo, ScoreAxis, Tag, WriteGgf};
use crate::arena::player::Player;
use crate::arena::record::{GameRecord, GameResult};
use crate::arena::referee::{Ending, Referee};
use crate::arena::seat::Seat;
use crate::play::Setup;

impl MatchGame for Position {
    const MATCH: MatchInfo = MatchInfo {
        protocols: &[Protocol::Gtp, Protocol::Nboard],
        has_solver: true,
        levels: Some(Level::MOST),
        has_script: true,
        // As long as the lines of the XOT list, and within three discs.
        openings: Requirements { plies: 8, depth: 5, most: 300, each: None },
        pgn_players: [&["Black"], &["White"]],
        pgn_clocks: ["BlackTimeControl", "WhiteTimeControl"],
        scores: ScoreAxis { bend: 800, levels: [400, 1600, 6400] },
        ..MatchInfo::new("Othello", ["Black", "White"])
    };
    const PLAY: Recipe = othello::recipe::PLAY;
    const COMMANDS: &'static Commands = &commands::OTHELLO;
    const GGF: Option<WriteGgf> = Some(ggf::line);

    fn referee(start: &str, _rules: &str) -> Result<Box<dyn Referee>, BadInput> {
        BoardReferee::<Position>::open(start)
    }

    fn player(config: &EngineConfig, _rules: &str) -> Result<Box<dyn Player>, BadInput> {
        internal::open(OthelloGame::default(), config, &Self::PLAY)
    }

    fn analyst(options: AnalystOptions) -> Result<Box<dyn Analyst>, Failure> {
        Ok(Box::new(analyst::SolvingAnalyst::new(options).map_err(TooLarge::in_option)?))
    }

    fn live_engine(hash_bytes: usize) -> Result<Box<dyn LiveEngine>, Failure> {
        let engine = GameEngine::new(OthelloGame::default(), hash_bytes);
        Ok(Box::new(engine.map_err(TooLarge::in_option)?))
    }

    fn play_at_terminal(setup: &Setup) -> Result<(), Failure> {
        let mut player = player::Player::new();
        player.set_threads(setup.threads);
        if let Some(bytes) = setup.hash_bytes {
            memory::take(bytes, player.table_bytes(), || player.resize_table(bytes))
                .map_err(TooLarge::in_option)?;
        }
        terminal::run(player, Level::DEFAULT, &setup.commands, &mut stdout())
    }

    fn install_weights(path: &str) -> Result<Vec<u8>, Failure> {
        let (contents, evaluator) = weights::load(path.as_ref())?;
        evaluator.install();
        Ok(contents)
    }

    /// A pass that was left out is made first.
    fn play_notation(&mut self, text: &str, moves: &mut Vec<String>) -> Result<(), BadInput> {
        let mv = read_move(text).ok_or_else(|| {
            let remedy = "Write squares in the order of play";
            BadInput::new("Othello move", None, quote(text), "a square such as f5, or a pass", remedy)
        })?;
        let must_pass = self.board.must_pass();
        let board = if must_pass { self.board.passed() } else { self.board };
        match mv.square() {
            Some(square) => board.play(square).map(drop)?,
            None if must_pass => {}
            None => {
                let remedy = "Leave the pass out, or correct the moves before it";
                return Err(BadInput::new("Othello move", None, "a pass", "a move, as there is one", remedy));
            }
        }
        let missing = (must_pass && !mv.is_pass()).then_some(Move::PASS);
        for mv in missing.into_iter().chain([mv]) {
            self.play(mv);
            moves.push(mv.to_string());
        }
        Ok(())
    }

    fn is_board(word: &str) -> bool {
        let mut letters = word.chars();
        let is_move = match letters.next() {
            Some('1'..='9') => !word.contains('/'),
            Some('A'..='H' | 'a'..='h') => matches!(letters.next(), Some('1'..='8')),
            _ => false,
        };
        !is_move
    }

    fn read_board_line(line: &str) -> Result<Position, BadInput> {
        let nothing = || BadInput::new("OBF line", None, "a comment", "a board", "Begin comments with %");
        Ok(obf::read_line(line)?.ok_or_else(nothing)?.position)
    }

    /// Squares and passes that follow each other without a blank.
    fn split_moves(word: &str) -> Vec<(usize, &str)> {
        let mut found = Vec::new();
        let (mut rest, mut offset) = (word, 0);
        while !rest.is_empty() {
            let is_pass = rest.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("pass"));
            let wanted = if is_pass { 4 } else { 2 };
            let end = rest.char_indices().nth(wanted).map_or(rest.len(), |(index, _)| index);
            let (piece, tail) = rest.split_at(end);
            found.push((offset, piece));
            offset += piece.chars().count();
            rest = tail;
        }
        found
    }

    fn random_openings(seed: u64) -> Result<Lines, BadInput> {
        let class = |position: &Position| {
            let board = canonical(position.board);
            (board.mover().0, board.opponent().0, position.side.letter())
        };
        Ok(Box::new(Generator::new(
            Self::MATCH.openings,
            Endgame::new(Classical),
            seed,
            class,
            Position::START,
        )))
    }

    fn pgn_tags(game: &GameRecord, _notation: Notation) -> Vec<Tag> {
        game.discs.map(|discs| ("Discs", format!("{discs:+}"))).into_iter().collect()
    }
}

impl BoardRules for Position {
    fn ending(&self) -> Option<Ending> {
        let board = self.board;
        board.is_over().then(|| {
            let ending = decided(self, board.final_difference());
            let explanation = match (board.empties().len(), ending.result) {
                (0, _) | (_, GameResult::Draw) => result_text(&ending),
                (1, _) => result_text(&ending) + ", the empty square counted for the winner",
                (empties, _) => {
                    format!("{}, the {empties} empty squares counted for the winner", result_text(&ending))
                }
            };
            Ending { reason: "discs".to_owned(), explanation, ..ending }
        })
    }

    fn legal_move(&self, text: &str) -> Result<Move, String> {
        let mv = read_move(text).ok_or("it is no square, nor a pass")?;
        let board = self.board;
        match mv.square() {
            Some(square) if board.is_legal(square) => Ok(mv),
            Some(square) if board.empties().has(square) => Err("it turns no disc".to_owned()),
            Some(_) => Err("the square is occupied".to_owned()),
            None if board.must_pass() => Ok(mv),
            None => Err(match board.legal_moves().into_iter().next() {
                Some(square) => format!("there are moves, such as {square}"),
                None => "the game is over".to_owned(),
            }),
        }
    }

    fn must_pass(&self) -> bool {
        self.board.must_pass()
    }

    fn solution(&self, empties: u32) -> Option<Ending> {
        let left = self.board.empties().len();
        (left <= empties).then(|| {
            let solution = Solver::with_bytes(solver_bytes(left)).solve(self, EXACT, &Control::new());
            let ending = decided(self, solution.score);
            let explanation = format!("{} with best play of the last {left} squares", result_text(&ending));
            Ending { reason: "solved".to_owned(), explanation, ..ending }
        })
    }
}

/// The table of the solver, by empty squares: twice as large for each from 12 on, which it solves without one.
fn solver_bytes(empties: u32) -> usize {
    1 << (16 + empties.saturating_sub(12)).min(24)
}

/// The end of a game by this difference of discs for the side to move.
fn decided(position: &Position, difference: i32) -> Ending {
    let discs = if Seat::BOTH[position.side()] == Seat::First { difference } else { -difference };
    let result = match discs.signum() {
        1 => GameResult::First,
        -1 => GameResult::Second,
        _ => GameResult::Draw,
    };
    Ending { result, reason: String::new(), explanation: String::new(), discs: Some(discs) }
}

/// `Black wins 40 to 24`, empty squares counted for the winner.
fn result_text(ending: &Ending) -> String {
    let discs = ending.discs.unwrap_or_default();
    let (more, fewer) = (32 + discs.abs() / 2, 32 - discs.abs() / 2);
    match ending.result {
        GameResult::First => format!("Black wins {more} to {fewer}"),
        GameResult::Second => format!("White wins {more} to {fewer}"),
        GameResult::Draw => format!("A draw, {more} to {fewer}"),
    }
}

/// A game in progress.
#[derive(Debug)]
pub(super) struct OthelloGame {
    position: Position,
}

impl Default for OthelloGame {
    fn default() -> Self {
        OthelloGame { position: Position::START }
    }
}

impl InternalGame for OthelloGame {
    type Position = Position;
    type Evaluator = Endgame;
    type RecipeSource = Play;

    const RECIPE: Play = Play;
    const TABLE_BYTES: usize = player::TABLE_BYTES;
    // Whoever moves last before the evaluation looks better by a disc or two.
    const AVERAGES_DEPTHS: bool = true;

    fn evaluator(&self, visits: u64) -> Endgame {
        Endgame::for_play_of(Patterns::default(), visits)
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn begin(&mut self, start: &str) -> Result<(), BadInput> {
        self.position = board::read(start)?;
        Ok(())
    }

    fn advance(&mut self, text: &str) -> Option<()> {
        let mv = read_move(text)?;
        let board = self.position.board;
        let is_legal = mv.square().map_or(board.must_pass(), |square| board.is_legal(square));
        is_legal.then(|| self.position.play(mv))
    }

    fn job(&self, limits: Limits, clocks: [Option<ClockState>; 2]) -> SearchJob<Position> {
        let empties = self.position.board.empties().len() as i16;
        let depth = limits.depth.map_or(i16::MAX, plies);
        let (mut options, budget) = self.timed(limits, clocks, depth);
        if depth < empties {
            options.depth = options.depth.min(depth);
            options.stepwise = options.stepwise.min(depth);
        }
        options.nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes.get());
        SearchJob { root: self.position, history: vec![()], options, budget, is_held: false }
    }

    fn job_of_level(&self, level: u8) -> SearchJob<Position> {
        let level = Level::new(level).unwrap_or(Level::DEFAULT);
        self.planned(Effort::Level(level))
    }

    /// Near the end of the game selective searches of the rest come before the exact one.
    fn job_without_end(&self) -> SearchJob<Position> {
        self.planned(Effort::Exactly(FOREVER))
    }

    fn certainty(&self, depth: i16) -> Option<u32> {
        certainty::per_cent(self.position.board.empties().len() as i16, depth)
    }
}

/// Longer than any search.
const FOREVER: Duration = Duration::from_secs(1 << 32);

impl OthelloGame {
    fn planned(&self, effort: Effort) -> SearchJob<Position> {
        let (options, budget) = effort.plan(self.position.board, NonZero::<usize>::MIN);
        SearchJob { root: self.position, history: vec![()], options, budget, is_held: false }
    }

    /// What the clock and the time for each move, whichever there is, allow.
    fn timed(
        &self,
        limits: Limits,
        clocks: [Option<ClockState>; 2],
        depth: i16,
    ) -> (SearchOptions<Move>, Option<Budget>) {
        let clock = clocks[self.position.side()].map(Effort::Clock);
        let fixed = limits.move_time.map(Effort::Exactly);
        let plans = fixed
            .into_iter()
            .chain(clock)
            .map(|effort| effort.plan(self.position.board, NonZero::<usize>::MIN));
        let shortest = plans.min_by_key(|(_, budget)| budget.map(|budget| budget.hard));
        shortest.unwrap_or_else(|| Effort::Depth(depth).plan(self.position.board, NonZero::<usize>::MIN))
    }
}

fn plies(depth: u32) -> i16 {
    i16::try_from(depth).unwrap_or(i16::MAX)
}
