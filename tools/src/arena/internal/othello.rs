//! Our Othello engine as a player.

use othello::endgame::Endgame;
use othello::engine::limits::{DRIVER, Limits};
use othello::notation::{board, read_move};
use othello::recipe::Play;
use othello::{Move, Position};
use search_core::session::SearchJob;
use search_core::{Budget, Position as _, SearchOptions};
use shuangqi_cli::BadInput;

use crate::arena::player::MoveRequest;

use super::InternalGame;

/// A game in progress.
#[derive(Debug)]
pub struct Othello {
    position: Position,
}

impl Default for Othello {
    fn default() -> Self {
        Othello { position: Position::START }
    }
}

impl InternalGame for Othello {
    type Position = Position;
    type Evaluator = Endgame;
    type RecipeSource = Play;

    const TITLE: &'static str = "Shuangqi Othello";
    const RECIPE: Play = Play;

    fn evaluator(visits: u64) -> Endgame {
        Endgame::for_play_of(visits)
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

    fn job(&self, request: &MoveRequest<'_>) -> SearchJob<Position> {
        let empties = self.position.board.empties().len() as i16;
        let depth = request.limits.depth.map_or(empties, |depth| plies(depth, empties));
        let (mut options, budget) = self.timed(request, depth);
        options.depth = options.depth.min(depth);
        options.stepwise = options.stepwise.min(depth);
        options.nodes = request.limits.nodes.map_or(u64::MAX, |nodes| nodes.get());
        SearchJob { root: self.position, history: vec![()], options, budget, is_held: false }
    }
}

impl Othello {
    /// What the clock and the time for each move, whichever there is, allow.
    fn timed(&self, request: &MoveRequest<'_>, depth: i16) -> (SearchOptions<Move>, Option<Budget>) {
        let clock = request.clocks[request.seat.index()].map(Limits::Clock);
        let fixed = request.limits.move_time.map(Limits::Exactly);
        let plans = fixed.into_iter().chain(clock).map(|effort| effort.plan(self.position.board));
        let shortest = plans.min_by_key(|(_, budget)| budget.map(|budget| budget.hard));
        shortest.unwrap_or_else(|| {
            (SearchOptions { driver: DRIVER, stepwise: depth, ..SearchOptions::to_depth(depth) }, None)
        })
    }
}

fn plies(depth: u32, most: i16) -> i16 {
    i16::try_from(depth).unwrap_or(i16::MAX).min(most)
}
