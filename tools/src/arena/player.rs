//! Who plays: one question, one answer, whatever lies between.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use search_core::ClockState;

use super::config::{ConfigProblem, Limits, Opening};
use super::fault::Fault;
use super::log::Channel;
use super::score::EngineScore;
use super::seat::Seat;

/// What a player is asked: a move in this game, now.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest<'a> {
    /// Where the game began. Its moves are the first of `moves`.
    pub opening: &'a Opening,
    /// Every move since the opening's start, passes included, in the game's own coordinates: `h2e2` with ranks 0 to 9
    /// in Xiangqi, `f5` or `pass` in Othello.
    pub moves: &'a [String],
    /// How many of `moves` came before the last capture, that one included: UCCI begins a position there.
    pub settled: usize,
    /// The board after the settled moves, as the game's text, and the board now.
    pub boards: Boards<'a>,
    /// Who is to move.
    pub seat: Seat,
    /// The clocks by seat; `None` for a player without one.
    pub clocks: [Option<ClockState>; 2],
    /// What else ends the search.
    pub limits: Limits,
    /// An answer after this is late: time left and margin together. `None`: only a stall ends the waiting.
    pub allowance: Option<Duration>,
    /// Set as soon as nobody wants the answer any more: the game will be dropped, whatever comes. A player that looks at
    /// it spares the user some waiting.
    pub is_unwanted: &'a AtomicBool,
}

impl<'a> MoveRequest<'a> {
    /// The same question when so much of the time for it is gone.
    pub fn after(&self, used: Duration) -> MoveRequest<'a> {
        let mut question = *self;
        let later = |time: Duration| time.saturating_sub(used);
        if let Some(clock) = &mut question.clocks[self.seat.index()] {
            clock.remaining = later(clock.remaining);
        }
        question.allowance = self.allowance.map(later);
        question.limits.move_time = self.limits.move_time.map(later);
        question
    }
}

/// Boards as text: a Xiangqi FEN with ranks from Black's side, an Othello board of 64 letters and the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Boards<'a> {
    /// After [`MoveRequest::settled`] moves.
    pub settled: &'a str,
    /// After all moves.
    pub now: &'a str,
}

/// What a player told about its search, as far as it did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchInfo {
    /// Its score.
    pub claim: Option<EngineScore>,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The expected line, in the game's own coordinates as far as they could be read.
    pub line: Vec<String>,
}

/// What a player wants to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// This move, in the game's own coordinates if it could be read, as received otherwise. The referee judges it.
    Move(String),
    /// It gives up.
    Resign,
    /// It says that it has no move, in these words, though the game is not over.
    NoMove(String),
}

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What to play.
    pub choice: Choice,
    /// The draw offered, or accepted, with it.
    pub offers_draw: bool,
    /// From the question sent to the arrival of the answer's bytes, whenever they were read.
    pub elapsed: Duration,
    /// What was told along the way.
    pub thoughts: SearchInfo,
}

/// Somebody who can be asked for moves. One game at a time; [`Player::begin`] starts the next.
pub trait Player: Send {
    /// Prepares for a game from this opening; started first if it does not run (yet, or any more). Not on the clock.
    ///
    /// # Errors
    /// Its fault.
    fn begin(&mut self, opening: &Opening, seat: Seat) -> Result<(), Fault>;

    /// What of its setup it cannot do, as far as that is known once it has begun a game.
    fn problems(&self) -> Vec<ConfigProblem> {
        Vec::new()
    }

    /// Shows it a game without asking for a move, as far as its protocol does that: whether it can be set up is known
    /// before the match then.
    ///
    /// # Errors
    /// Its fault.
    fn set_up(&mut self, _question: &MoveRequest<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// Finds a move.
    ///
    /// # Errors
    /// Its fault. After one, nothing but [`Player::begin`] and [`Player::dismiss`] may follow, and `begin` starts anew.
    fn answer(&mut self, question: &MoveRequest<'_>) -> Result<Answer, Fault>;

    /// Tells that the game is over: `1-0`, `0-1` or `1/2-1/2` from the first seat's view, and why.
    fn end(&mut self, _result: &str, _why: &str) {}

    /// The last lines said and heard, `>` and `<` in front, for the record of a fault.
    fn dialogue(&self) -> Vec<String> {
        Vec::new()
    }

    /// Where its dialogue is logged from now on, if it has one.
    fn log_to(&mut self, _log: &Channel) {}

    /// The name that it gives itself, once it has told it.
    fn title(&self) -> Option<String> {
        None
    }

    /// Ends it, gently first. Nothing of it is left behind.
    fn dismiss(&mut self) {}
}
