//! Our Xiangqi engine as a player.

use search_core::score::MAX_PLY;
use search_core::session::SearchJob;
use shuangqi_cli::BadInput;
use xiangqi::engine::game_history::GameHistory;
use xiangqi::engine::go::Go;
use xiangqi::engine::search::{Settings, task};
use xiangqi::evaluator::Classical;
use xiangqi::recipe::Play;
use xiangqi::{Move, Position, Rules};

use crate::arena::player::MoveRequest;

use super::InternalGame;

/// A game in progress.
#[derive(Debug)]
pub struct Xiangqi {
    history: GameHistory,
    rules: Rules,
}

impl Xiangqi {
    /// An engine that judges repetitions by these rules.
    ///
    /// # Errors
    /// None: the start position is in order.
    pub fn new(rules: Rules) -> Result<Xiangqi, BadInput> {
        Ok(Xiangqi { history: GameHistory::start()?, rules })
    }
}

impl InternalGame for Xiangqi {
    type Position = Position;
    type Evaluator = Classical;
    type RecipeSource = Play;

    const TITLE: &'static str = "Shuangqi Xiangqi";
    const RECIPE: Play = Play;

    fn evaluator(_visits: u64) -> Classical {
        Classical
    }

    fn begin(&mut self, start: &str) -> Result<(), BadInput> {
        self.history = GameHistory::new(Position::from_fen(start)?.under(self.rules));
        Ok(())
    }

    fn advance(&mut self, text: &str) -> Option<()> {
        self.history.advance(Move::parse(text).ok()?).ok()
    }

    fn job(&self, request: &MoveRequest<'_>) -> SearchJob<Position> {
        let limits = request.limits;
        let go = Go {
            depth: limits.depth.map(|depth| depth.clamp(1, MAX_PLY) as i16),
            nodes: limits.nodes,
            move_time: limits.move_time,
            clocks: request.clocks,
            ..Go::default()
        };
        let settings = Settings { rules: self.rules, ..Settings::DEFAULT };
        task(&self.history, &go, Vec::new(), settings)
    }
}
