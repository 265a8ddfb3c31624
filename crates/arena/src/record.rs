//! The record of a finished game: a line of the journal.

pub use game::GameResult;
use serde::{Deserialize, Serialize};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, Failure};

use super::config::Opening;
use super::fault::Fault;
use game::{EngineScore, Seat};

/// The place of a game in the schedule. The number alone identifies it; the rest follows from the layout and is kept so
/// that a journal can be read by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScheduledGame {
    /// From 0, in the order of the schedule.
    pub number: u64,
    /// From 0.
    pub round: u32,
    /// Games with the same number have the same two engines and the same opening, and are counted together.
    pub pair: u64,
    pub opening: usize,
    /// The engines' indices by seat.
    pub engines: [usize; 2],
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

impl Termination {
    /// The value of PGN's tag.
    pub fn text(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::IllegalMove => "illegal move",
            Termination::NoMove => "no move",
            Termination::Abandoned => "abandoned",
        }
    }
}

/// A move of a game. For a move of the opening only `text` is known.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MoveRecord {
    /// In the game's own coordinates.
    #[serde(rename = "m")]
    pub text: String,
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
    /// Microseconds beyond the time that was left for it, which the margin allowed.
    #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
    pub over: Option<u64>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FaultRecord {
    pub seat: Seat,
    pub fault: Fault,
    /// The last lines of the dialogue: `>` sent to the engine, `<` received from it.
    pub dialogue: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    #[serde(flatten)]
    pub scheduled: ScheduledGame,
    pub opening_name: String,
    /// The board before the first move.
    pub start: String,
    /// The number of moves that belong to the opening.
    pub book: usize,
    /// All moves, passes included.
    pub moves: Vec<MoveRecord>,
    pub result: GameResult,
    pub termination: Termination,
    /// The rule that ended it, in snake case: `checkmate`, `perpetual_chase`, `discs`, `resignation`, `most_moves`.
    pub reason: String,
    /// The ending in a sentence, without the final stop.
    pub explanation: String,
    /// Othello: the difference of discs, empties to the winner, from the first seat's view. `None` if the game did not
    /// reach its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discs: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultRecord>,
    /// The time of its start, in milliseconds since 1970.
    pub begun: u64,
    /// Its duration in milliseconds.
    pub lasted: u64,
}

impl GameRecord {
    /// The seat that makes the first move. The seats alternate from there, passes included.
    pub fn first_to_move(&self) -> Seat {
        let mut fields = self.start.split_whitespace();
        let is_fen = fields.next().is_some_and(|board| board.contains('/'));
        let side = fields.next().unwrap_or_default();
        let is_second = if is_fen { side == "b" } else { matches!(side, "O" | "o") };
        if is_second { Seat::Second } else { Seat::First }
    }

    /// The moves with the seats that made them.
    pub fn moves_by_seat(&self) -> impl Iterator<Item = (Seat, &MoveRecord)> {
        let first = self.first_to_move();
        let seats = [first, !first].into_iter().cycle();
        seats.zip(&self.moves)
    }

    /// The first of its moves, as an opening to replay.
    pub fn beginning(&self, moves: usize) -> Opening {
        Opening {
            name: self.opening_name.clone(),
            start: self.start.clone(),
            is_standard: false,
            moves: self.moves.iter().take(moves).map(|step| step.text.clone()).collect(),
        }
    }

    /// The failure of a game that cannot be replayed.
    pub fn unplayable(&self, why: &str) -> Failure {
        let found = format!("game {}, {}", self.scheduled.number + 1, why);
        let remedy = "Restore the journal from a copy";
        BadInput::new("game of a match", None, found, "moves that can be played", remedy).into()
    }

    /// The failure of a move that cannot be replayed.
    pub fn bad_move(&self, text: &str) -> Failure {
        self.unplayable(&format!("move {}", quote(text)))
    }

    /// The seat of an engine; `None` if it does not play.
    pub fn seat_of(&self, engine: usize) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.scheduled.engines[seat.index()] == engine)
    }
}
