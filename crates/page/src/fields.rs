//! The fields of requests, and a game from its start to its last move as the page shows it.

use std::num::NonZeroU64;
use std::time::Duration;

use game::any::AnySession;
use game::{BoardShape, Explanation, Limits, Notation, SearchRequest, Strength};
use search_core::score::MAX_PLY;
use search_core::{ClockState, message};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use shuangqi_arena::games::{Game, Games};
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;
use shuangqi_texts::{Catalogue, Language};

use crate::message::REQUEST;
use crate::{Call, Problem};

const MAX_MOVES: usize = 2000;

/// The longest time for a search, in milliseconds: an hour.
const MAX_MILLISECONDS: u64 = 3_600_000;

/// The fields of a request.
///
/// # Errors
/// That one is missing, or is of another kind.
pub fn read<T: DeserializeOwned>(call: &Call) -> Result<T, Problem> {
    serde_json::from_value(Value::Object(call.fields.clone())).map_err(|error| {
        Problem::new(REQUEST, format!("The request {} has a wrong field: {error}.", call.name))
    })
}

/// The name of a game.
#[derive(Clone, Debug, Deserialize)]
pub struct GameName(String);

impl GameName {
    /// The game of this name.
    ///
    /// # Errors
    /// That none of the games has it.
    pub fn among(&self, games: &Games) -> Result<Game, Problem> {
        games.named(&self.0).ok_or_else(|| {
            Problem::new("problem-no-game", "there is no game {name}").with("name", quote(&self.0))
        })
    }
}

/// A game: what it begins with and its moves.
#[derive(Clone, Debug, Deserialize)]
pub struct GameFields {
    /// The game, by its name in commands: `othello` or `xiangqi`.
    pub game: GameName,
    /// The board; empty for the start of every game.
    #[serde(default)]
    pub start: String,
    /// The set of rules; empty for the default one.
    #[serde(default)]
    pub rules: String,
    /// The moves, in any notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The notation for the names of moves.
    #[serde(default)]
    pub notation: Notation,
    /// The game may go on after the rules have ended it, as games of files do.
    #[serde(default)]
    pub goes_on: bool,
}

impl GameFields {
    /// The game with all its positions; `game` is the one that is named.
    ///
    /// # Errors
    /// What is wrong with the board, the rules, or a move.
    pub fn session(&self, game: Game) -> Result<Box<dyn AnySession>, Problem> {
        let mut session = begin(game, self)?;
        for (index, text) in self.moves.iter().enumerate() {
            let played = if self.goes_on { session.play_text(text) } else { play(&mut *session, text) };
            played.map_err(|bad| bad.at("move", index + 1))?;
        }
        Ok(session)
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LimitFields {
    Nodes(NonZeroU64),
    Depth(u32),
    Ms(u64),
    Level(u8),
    Strength(Strength),
    Clock {
        /// Milliseconds left, by side.
        left_ms: [u64; 2],
        /// Milliseconds that each move adds.
        #[serde(default)]
        increment_ms: u64,
    },
    Infinite(bool),
}

impl LimitFields {
    /// Whether the search is one that another may interrupt and that goes on later.
    pub fn is_endless(self) -> bool {
        matches!(self, LimitFields::Infinite(_))
    }

    /// How strong the play may be.
    pub const fn strength(self) -> Strength {
        match self {
            LimitFields::Strength(strength) => strength,
            _ => Strength::FULL,
        }
    }

    /// A search within what is left of the limit after some positions.
    pub fn left(self, nodes: u64) -> SearchRequest {
        let milliseconds = |number: u64| Duration::from_millis(number.min(MAX_MILLISECONDS));
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
            LimitFields::Strength(strength) => SearchRequest::at_strength(strength),
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

/// A game before its first move, if it has not too many.
fn begin(game: Game, fields: &GameFields) -> Result<Box<dyn AnySession>, BadInput> {
    let GameFields { start, rules, moves, .. } = fields;
    if moves.len() > MAX_MOVES {
        let found = message!("input-moves", "{count} moves", count = moves.len());
        let expected = message!("input-most-moves", "at most {most}", most = MAX_MOVES);
        let remedy = message!("input-begin-later", "Begin from a later position");
        return Err(BadInput::new("game", None, found, expected, remedy));
    }
    game.session(start, rules)
}

fn play(session: &mut dyn AnySession, text: &str) -> Result<(), BadInput> {
    if let Some(verdict) = session.verdict() {
        let ending = session.verdict_message().unwrap_or_else(|| verdict.explanation.into());
        let english = "{name} after the end: {ending}";
        let found = message!("input-after-the-end", english, name = quote(text), ending = ending);
        let expected = message!("input-game-goes-on", "a game that goes on");
        let remedy = message!("input-leave-move-out", "Leave the move out");
        return Err(BadInput::new("game", None, found, expected, remedy));
    }
    session.play_text(text)
}

/// A game and what can happen next, as the page shows it, with the key of its opening; moves are named in this notation, and its end
/// is explained in this language.
pub(crate) fn state(game: Game, session: &dyn AnySession, notation: Notation, language: Language) -> Value {
    let verdict = session.verdict();
    let is_over = verdict.is_some();
    let mut state = json!({
        "start": session.board_after(0),
        "boards": (0..=session.plies()).map(|plies| session.board_after(plies)).collect::<Vec<_>>(),
        "moves": session.moves(notation),
        "side": session.seat().index(),
        "legal": if is_over { Vec::new() } else { session.legal_moves(notation) },
        "must_pass": !is_over && session.must_pass(),
        "in_check": session.in_check(),
        "occurrences": session.occurrences(),
        "opening": shuangqi_openings::named(game.any, session),
        "ending": Value::Null,
    });
    if let Some(verdict) = verdict {
        let (result, discs) = (verdict.result.text(), verdict.discs);
        let message = session.verdict_message();
        let explanation =
            message.map_or(verdict.explanation, |message| Catalogue::of(language).say(&message));
        state["ending"] = json!({"result": result, "reason": verdict.reason, "explanation": explanation});
        if discs.is_some() {
            state["ending"]["discs"] = json!(discs);
        }
    }
    if let BoardShape::Cells { columns, rows, .. } = session.info().board {
        let cells = usize::from(columns) * usize::from(rows);
        let count = |disc| session.board().chars().take(cells).filter(|&letter| letter == disc).count();
        state["counts"] = json!([count('X'), count('O')]);
    }
    state
}

/// What the evaluation of a position is made of; null in a game whose evaluator cannot say it.
pub(crate) fn explanation(games: &Games, call: &Call) -> Result<Value, Problem> {
    let fields: GameFields = read(call)?;
    let session = fields.session(fields.game.among(games)?)?;
    let explanation = session.explain().map(|Explanation { score, scale, terms, worth }| {
        let terms: Vec<_> =
            terms.iter().map(|(name, worth)| json!({"name": name, "worth": worth.round()})).collect();
        let worth: Vec<_> = worth.iter().map(|(at, worth)| json!({"at": at, "worth": worth})).collect();
        json!({"score": score.round(), "scale": scale, "terms": terms, "worth": worth})
    });
    Ok(json!(explanation))
}
