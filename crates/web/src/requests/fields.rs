//! The fields of requests.

use std::num::NonZeroU64;
use std::time::Duration;

use crate::{Call, Problem};
use game::any::AnySession;
use game::{Limits, Notation, SearchRequest};
use search_core::ClockState;
use search_core::score::MAX_PLY;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::game_state::{self, GameState};
use shuangqi_arena::games::{Game, Games};

/// The longest time for a search, in milliseconds: an hour.
const LONGEST: u64 = 3_600_000;

/// Reads the fields of a request.
///
/// # Errors
/// A field that is missing or has a wrong value.
pub fn read<T: DeserializeOwned>(call: &Call) -> Result<T, Problem> {
    serde_json::from_value(Value::Object(call.fields.clone()))
        .map_err(|error| Problem::new(format!("The request {} has a wrong field: {error}.", call.name)))
}

/// The name of a game.
#[derive(Clone, Debug, Deserialize)]
pub struct GameName(String);

impl GameName {
    /// The game of this name.
    ///
    /// # Errors
    /// That none of these has it.
    pub fn among(&self, games: &Games) -> Result<Game, Problem> {
        games.named(&self.0).ok_or_else(|| Problem::new(format!("there is no game {:?}", self.0)))
    }
}

/// A game: what it begins with and its moves.
#[derive(Clone, Debug, Deserialize)]
pub struct GameFields {
    /// Which game.
    pub game: GameName,
    /// The board; empty for the start of every game.
    #[serde(default)]
    pub start: String,
    /// The moves, in any notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// How moves are to be written.
    #[serde(default)]
    pub notation: Notation,
}

impl GameFields {
    /// The game with all its positions; `game` is the one that is named.
    ///
    /// # Errors
    /// What is wrong with the board or the first move that cannot be played.
    pub fn session(&self, game: Game) -> Result<Box<dyn AnySession>, Problem> {
        Ok(game_state::session(game, &self.start, &self.moves)?)
    }

    /// The same as the page shows it.
    ///
    /// # Errors
    /// What is wrong with the board or the first move that cannot be played.
    pub fn state(&self, game: Game) -> Result<GameState, Problem> {
        Ok(GameState::new(&*self.session(game)?, self.notation))
    }
}

/// What ends a search.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitFields {
    /// Positions.
    Nodes(NonZeroU64),
    /// Plies.
    Depth(u32),
    /// Milliseconds.
    Ms(u64),
    /// A level of strength.
    Level(u8),
    /// The clocks of both sides.
    Clock {
        /// Milliseconds left, by side.
        left_ms: [u64; 2],
        /// Milliseconds that each move adds.
        #[serde(default)]
        increment_ms: u64,
    },
    /// Nothing but a stop.
    Infinite(bool),
}

impl LimitFields {
    /// Whether the search is one that another may interrupt and that goes on later.
    pub fn is_endless(self) -> bool {
        matches!(self, LimitFields::Infinite(_))
    }

    /// A search within what is left of the limit after some positions.
    pub fn left(self, nodes: u64) -> SearchRequest {
        let milliseconds = |number: u64| Duration::from_millis(number.min(LONGEST));
        let within = |limits: Limits| SearchRequest::within(limits);
        match self {
            LimitFields::Nodes(most) => {
                let nodes = NonZeroU64::new(most.get().saturating_sub(nodes)).unwrap_or(NonZeroU64::MIN);
                within(Limits { nodes: Some(nodes), ..Limits::default() })
            }
            LimitFields::Depth(depth) => {
                within(Limits { depth: Some(depth.clamp(1, MAX_PLY)), ..Limits::default() })
            }
            LimitFields::Ms(most) => {
                let time = milliseconds(most).max(Duration::from_millis(1));
                within(Limits { move_time: Some(time), ..Limits::default() })
            }
            LimitFields::Level(level) => SearchRequest::at_level(level.max(1)),
            LimitFields::Clock { left_ms, increment_ms } => {
                let increment = milliseconds(increment_ms);
                let clock = |left| ClockState { remaining: milliseconds(left), increment, moves_to_go: None };
                let clocks = left_ms.map(|left| Some(clock(left)));
                SearchRequest { clocks, ..SearchRequest::ENDLESS }
            }
            LimitFields::Infinite(_) => SearchRequest::ENDLESS,
        }
    }
}

/// How many lines are to be found.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum LinesField {
    /// So many.
    Number(usize),
    /// One for every legal move.
    All(AllWord),
}

/// The word `all`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AllWord {
    /// It.
    All,
}

impl LinesField {
    /// The number; more than there are moves for all.
    pub fn number(&self) -> usize {
        match self {
            LinesField::Number(number) => (*number).max(1),
            LinesField::All(AllWord::All) => usize::MAX,
        }
    }
}
