//! What came of a game: a line of the journal.

use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::score::EngineScore;
use super::seat::Seat;

/// The place of a game in the schedule. The number alone identifies it; the rest follows from the layout and is kept so
/// that a journal can be read by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// From 0, in the order of the schedule.
    pub number: u64,
    /// From 0.
    pub round: u32,
    /// Games with the same number have the same two engines and the same opening, and are counted together.
    pub pair: u64,
    /// The index of the opening.
    pub opening: usize,
    /// The engines' indices by seat.
    pub engines: [usize; 2],
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// The first seat won.
    First,
    /// The second seat won.
    Second,
    /// Nobody won.
    Draw,
}

impl GameResult {
    /// This seat's win.
    pub const fn win_of(seat: Seat) -> GameResult {
        match seat {
            Seat::First => GameResult::First,
            Seat::Second => GameResult::Second,
        }
    }

    /// Half points of this seat: 0, 1 or 2.
    pub const fn half_points(self, seat: Seat) -> u32 {
        match (self, seat) {
            (GameResult::Draw, _) => 1,
            (GameResult::First, Seat::First) | (GameResult::Second, Seat::Second) => 2,
            _ => 0,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`, from the first seat's view.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }
}

/// The kind of ending, in the words of PGN's tag `Termination`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// By the rules of the game, a resignation or an agreement.
    Normal,
    /// By a rule of the match.
    Adjudication,
    /// [`Fault::Timeout`].
    TimeForfeit,
    /// [`Fault::Illegal`].
    IllegalMove,
    /// [`Fault::NoMove`].
    NoMove,
    /// Any other fault.
    Abandoned,
}

/// A move of a game. Those of the opening have nothing but the move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// In the game's own coordinates.
    #[serde(rename = "m")]
    pub text: String,
    /// The score, from the mover's view.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<EngineScore>,
    /// Plies.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions visited.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Microseconds used; `None` for a move of the opening or a pass that the referee made.
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub micros: Option<u64>,
    /// Microseconds left on the mover's clock after the move, if one runs.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

/// Who failed, how, and what was said last.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FaultRecord {
    /// Whose fault it is.
    pub seat: Seat,
    /// What it did.
    pub fault: Fault,
    /// The last lines of the dialogue, `>` said and `<` heard.
    pub dialogue: Vec<String>,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which one it is.
    #[serde(flatten)]
    pub fixture: Fixture,
    /// The opening's name.
    pub opening_name: String,
    /// The board before the first move.
    pub start: String,
    /// How many of the moves belong to the opening.
    pub book: usize,
    /// All moves, passes included.
    pub moves: Vec<MoveRecord>,
    /// Who won.
    pub result: GameResult,
    /// The kind of ending.
    pub termination: Termination,
    /// The rule that ended it, snake case: `checkmate`, `perpetual_chase`, `discs`, `resignation`, `most_moves`.
    pub reason: String,
    /// The ending in a sentence, without the final stop.
    pub explanation: String,
    /// Othello: the difference of discs, empties to the winner, from the first seat's view. `None` if the game did not
    /// reach its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discs: Option<i32>,
    /// What a player did wrong, if that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultRecord>,
    /// When it began, milliseconds since 1970.
    pub begun: u64,
    /// How long it took, in milliseconds.
    pub lasted: u64,
}

impl GameRecord {
    /// Who makes the first of the moves; they take turns from there, passes included.
    pub fn first_to_move(&self) -> Seat {
        let mut fields = self.start.split_whitespace();
        let is_fen = fields.next().is_some_and(|board| board.contains('/'));
        let side = fields.next().unwrap_or_default();
        let is_second = if is_fen { side == "b" } else { matches!(side, "O" | "o") };
        if is_second { Seat::Second } else { Seat::First }
    }
}
