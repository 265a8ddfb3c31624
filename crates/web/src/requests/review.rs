//! The analysis of a game, as `shuangqi analyze` makes it.

use std::cell::Cell;
use std::num::NonZeroU64;

use crate::{Call, Problem};
use game::Limits;
use serde::Deserialize;
use serde_json::{Value, json};

use super::engine_scheduler::{EngineScheduler, Purpose};
use super::fields::{self, GameFields, LimitFields};
use shuangqi_analysis::analyst::{Analyst, AnalystOptions};
use shuangqi_analysis::input_game::InputGame;
use shuangqi_analysis::record::{GameLine, MoveLine};
use shuangqi_analysis::review::Review;
use shuangqi_arena::games::Games;

/// Othello: positions with at most this many empty squares are solved exactly. It takes about a second for the first of them.
const EXACT_EMPTIES: u32 = 20;
/// Positions for each search, if nothing else is asked for.
const NODES: u64 = 100_000;
/// The size of a table, in bytes.
const HASH_BYTES: usize = 8 << 20;

#[derive(Debug, Deserialize)]
struct ReviewFields {
    #[serde(flatten)]
    game: GameFields,
    limit: Option<LimitFields>,
    #[serde(default)]
    players: [String; 2],
}

/// Analyses a game.
///
/// # Errors
/// A game that cannot be played, or a table that there is no memory for.
pub fn analyze(games: &Games, scheduler: &EngineScheduler, call: &Call) -> Result<Value, Problem> {
    let fields: ReviewFields = fields::read(call)?;
    let game = fields.game.game.among(games)?;
    let session = fields.game.session(game)?;
    let moves = session.moves(fields.game.notation).into_iter().map(|mv| mv.text).collect();
    let input = InputGame {
        players: fields.players.clone(),
        ..InputGame::of_moves(game, session.board_after(0), moves)
    };
    let options = AnalystOptions {
        limits: limits(fields.limit),
        hash_bytes: HASH_BYTES,
        exact_empties: EXACT_EMPTIES,
        notation: fields.game.notation,
    };
    let mut analyst = Analyst::new(game, options, None)?;
    let (ply, of) = (Cell::new(0), input.moves().len() + 1);
    let evaluated = || {
        ply.set(ply.get() + 1);
        call.emit(json!({"ply": ply.get(), "of": of}));
    };
    // A turn for each position.
    let evaluate = |analyst: &mut Analyst| {
        scheduler.run(call, Purpose::Review, |control| analyst.evaluate(control)).flatten()
    };
    let Some(analysis) = analyst.analyse(&input, evaluate, evaluated)? else {
        return Ok(Value::Null);
    };
    let review = Review::new(game, 1, &input, &analysis);
    let moves: Vec<MoveLine<'_>> =
        (0..review.moves.len()).map(|index| MoveLine::new(&review, index)).collect();
    Ok(json!({"game": GameLine::new(&review), "moves": moves}))
}

/// The depth, nodes or time of the limit, if it is one of these.
fn limits(limit: Option<LimitFields>) -> Limits {
    let asked = limit.map(|limit| limit.left(0).limits).filter(|limits| *limits != Limits::default());
    asked.unwrap_or(Limits { nodes: NonZeroU64::new(NODES), ..Limits::default() })
}
