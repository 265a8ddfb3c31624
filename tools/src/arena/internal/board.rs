//! The engine of a game without one of its own: the recipe and the evaluator of the laboratory.

use std::time::Duration;

use search_core::score::MAX_PLY;
use search_core::session::SearchJob;
use search_core::{Budget, ClockState, Recipe, SearchOptions};
use shuangqi_cli::BadInput;
use shuangqi_lab::Game;

use super::InternalGame;
use crate::arena::config::Limits;
use crate::play::board_game::TABLE_BYTES;

/// The moves to keep time for.
const EXPECTED_MOVES: u32 = 20;

#[derive(Debug)]
pub struct BoardGame<P: Game> {
    position: P,
    history: Vec<P::LineEntry>,
}

impl<P: Game> BoardGame<P> {
    /// The start of a game.
    pub fn start() -> Result<BoardGame<P>, BadInput> {
        P::read_board(P::START).map(BoardGame::new)
    }

    fn new(position: P) -> BoardGame<P> {
        BoardGame { history: vec![position.line_entry(None)], position }
    }
}

impl<P: Game<Evaluator: Send>> InternalGame for BoardGame<P> {
    type Position = P;
    type Evaluator = P::Evaluator;
    type RecipeSource = &'static Recipe;

    const RECIPE: &'static Recipe = &P::STRONGEST;
    const TABLE_BYTES: usize = TABLE_BYTES;

    fn evaluator(&self, _visits: u64) -> P::Evaluator {
        P::Evaluator::default()
    }

    fn position(&self) -> &P {
        &self.position
    }

    fn begin(&mut self, start: &str) -> Result<(), BadInput> {
        *self = BoardGame::new(P::read_board(start)?);
        Ok(())
    }

    fn advance(&mut self, text: &str) -> Option<()> {
        let mv = self.position.find_move(text).ok()?;
        self.position.play(mv);
        self.history.push(self.position.line_entry(Some(mv)));
        Some(())
    }

    fn job(&self, limits: Limits, clocks: [Option<ClockState>; 2]) -> SearchJob<P> {
        let depth = limits.depth.map_or(MAX_PLY, |depth| depth.clamp(1, MAX_PLY)) as i16;
        let nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes.get());
        let fixed = limits.move_time.map(|time| Budget::fixed(time, Duration::ZERO));
        let clock = clocks[self.position.side()];
        let shared = clock.map(|clock| clock.budget(Duration::ZERO, EXPECTED_MOVES));
        SearchJob {
            root: self.position.clone(),
            history: self.history.clone(),
            options: SearchOptions { nodes, ..SearchOptions::to_depth(depth) },
            budget: fixed.into_iter().chain(shared).reduce(Budget::min),
            is_held: false,
        }
    }
}
