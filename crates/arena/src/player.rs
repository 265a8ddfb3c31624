//! Players, which answer requests for moves.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::any::AnySession;
use search_core::ClockState;

use super::config::{ConfigProblem, Limits, Opening};
use super::fault::Fault;
use game::{EngineScore, Seat};

/// The request for a move in a game.
#[derive(Clone, Copy)]
pub struct MoveRequest<'a> {
    /// The start of the game. Its moves are the first of `moves`.
    pub opening: &'a Opening,
    /// Every move since the opening's start, passes included, in the game's own coordinates: `h2e2` with ranks 0 to 9
    /// in Xiangqi, `f5` or `pass` in Othello.
    pub moves: &'a [String],
    /// The game after these moves.
    pub session: &'a dyn AnySession,
    /// The clocks by seat; `None` for a player without one.
    pub clocks: [Option<ClockState>; 2],
    /// The other limits of the search.
    pub limits: Limits,
    /// An answer after this time is late: time left and margin together. `None`: no clock runs, and only the timeout of
    /// the engine ends the wait.
    pub allowance: Option<Duration>,
    /// Set when the answer is no longer needed: the game is dropped with any answer. A player may answer early then.
    pub is_cancelled: &'a Arc<AtomicBool>,
}

impl fmt::Debug for MoveRequest<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "MoveRequest({:?}, {:?}, {:?})", self.opening, self.moves, self.limits)
    }
}

impl<'a> MoveRequest<'a> {
    /// The side to move.
    pub fn seat(&self) -> Seat {
        self.session.seat()
    }

    /// The same request when this much of its time is used.
    pub fn after(&self, used: Duration) -> MoveRequest<'a> {
        let mut request = *self;
        let later = |time: Duration| time.saturating_sub(used);
        if let Some(clock) = &mut request.clocks[self.seat().index()] {
            clock.remaining = later(clock.remaining);
        }
        request.allowance = self.allowance.map(later);
        request.limits.move_time = self.limits.move_time.map(later);
        request
    }

    /// The clock of the side to move, and that of the other side.
    pub fn own_and_other_clock(&self) -> [Option<ClockState>; 2] {
        [self.seat(), !self.seat()].map(|seat| self.clocks[seat.index()])
    }
}

/// The report of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchInfo {
    /// From the view of the side to move.
    pub score: Option<EngineScore>,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The principal variation, in the game's own coordinates as far as they could be read.
    pub pv: Vec<String>,
}

/// The decision of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Play this move, in the game's own coordinates if it could be read, as received otherwise. The referee tests it.
    Move(String),
    /// Resign.
    Resign,
    /// None: it reports, in these words, that it has no move, though the game is not over.
    NoMove(String),
}

/// An answer to a `MoveRequest`.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The decision.
    pub choice: Choice,
    /// Whether a draw is offered, or accepted, with it.
    pub offers_draw: bool,
    /// From the request sent to the arrival of the answer's bytes, whenever they were read.
    pub elapsed: Duration,
    /// The report of the search.
    pub info: SearchInfo,
}

/// An engine or anything else that can be asked for moves, in one game at a time.
pub trait Player: Send {
    /// Prepares for a game from this opening; starts the engine if it does not run. No clock runs.
    fn begin(&mut self, opening: &Opening, seat: Seat) -> Result<(), Fault>;

    /// The parts of its configuration that it cannot carry out, as far as known once it has begun a game.
    fn problems(&self) -> Vec<ConfigProblem> {
        Vec::new()
    }

    /// Sends a game without a request for a move, if the protocol has a way to, so that an opening that cannot be set up
    /// is found before the match.
    fn set_position(&mut self, _request: &MoveRequest<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// Finds a move.
    ///
    /// # Errors
    /// The player's fault. Only [`Player::begin`], which starts the engine again, and [`Player::quit`] may follow.
    fn answer(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Fault>;

    /// The end of the game: `1-0`, `0-1` or `1/2-1/2` from the first seat's view, and the reason.
    fn end(&mut self, _result: &str, _reason: &str) {}

    /// The last lines sent (`>`) and received (`<`), for the record of a fault.
    fn dialogue(&self) -> Vec<String> {
        Vec::new()
    }

    /// The name that the engine reports, once it has.
    fn engine_name(&self) -> Option<String> {
        None
    }

    /// Ends the engine, by its protocol's command first. No process is left.
    fn quit(&mut self) {}
}
