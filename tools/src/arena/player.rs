//! Who plays: one question, one answer, whatever lies between.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::config::{ConfigProblem, Limits, Opening, Scale};
use super::log::Channel;

/// The seats at the board, by who moves first in the standard start: Black and White in Othello, Red and Black in
/// Xiangqi.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Black in Othello, Red in Xiangqi.
    First,
    /// White in Othello, Black in Xiangqi.
    Second,
}

impl Seat {
    /// Both.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// 0 or 1, for tables by seat.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::ops::Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

/// A clock at the moment when the player is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockFace {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves to the next time control, this one included, if there is one.
    pub moves_to_go: Option<u32>,
}

/// What a player is asked: a move in this game, now.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
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
    pub clocks: [Option<ClockFace>; 2],
    /// What else ends the search.
    pub limits: Limits,
    /// An answer after this is late: time left and margin together. `None`: only a stall ends the waiting.
    pub allowance: Option<Duration>,
    /// Set as soon as nobody wants the answer any more: the game will be dropped, whatever comes. A player that looks at
    /// it spares the user some waiting.
    pub is_unwanted: &'a AtomicBool,
}

impl<'a> Question<'a> {
    /// The same question when so much of the time for it is gone.
    pub fn after(&self, used: Duration) -> Question<'a> {
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
    /// After [`Question::settled`] moves.
    pub settled: &'a str,
    /// After all moves.
    pub now: &'a str,
}

/// What a player thinks of its position, from its own view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// Hundredths of a soldier or of a disc.
    Hundredths(i32),
    /// Mate in so many of its moves; negative: to be mated.
    Mate(i32),
}

impl Claim {
    /// The claim on another scale. A mate is a mate on every scale.
    pub fn scaled(self, scale: Scale) -> Claim {
        match self {
            Claim::Hundredths(score) => Claim::Hundredths(scale.apply(score)),
            Claim::Mate(_) => self,
        }
    }
}

/// What a player told about its search, as far as it did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thoughts {
    /// Its score.
    pub claim: Option<Claim>,
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
    pub thoughts: Thoughts,
}

/// What a player did wrong. Each kind is counted apart, and is the player's own fault: what goes wrong in the runner is
/// no [`Fault`].
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    /// It answered too late, or not before its time was over.
    #[error("it used {used:.3} s of the {allowed:.3} s that it had", used = .used.as_secs_f64(), allowed = .allowed.as_secs_f64())]
    Timeout {
        /// Until the answer, or until the waiting ended.
        used: Duration,
        /// Time left and margin together.
        allowed: Duration,
    },
    /// It did not answer where no clock runs: at its start, before a game, or under limits without time.
    #[error("it did not answer \"{to}\" within {waited:.0} s", waited = .waited.as_secs_f64())]
    Stall {
        /// What was said to it.
        to: String,
        /// How long was waited.
        waited: Duration,
    },
    /// Its process ended, or closed its output.
    #[error("{how}")]
    Crash {
        /// `it ended with status 1`, `it was ended by signal 11`, `it could not be started: …`.
        how: String,
    },
    /// It chose a move that may not be played.
    #[error("\"{text}\" may not be played: {why}")]
    Illegal {
        /// The move as received.
        text: String,
        /// What forbids it.
        why: String,
    },
    /// It answered that it has no move in a game that was not over, also to the bare position where it could be given
    /// one: it ends games by other rules.
    #[error("it answered \"{answer}\" in a game that was not over")]
    NoMove {
        /// `nobestmove`, `bestmove (none)`, `1/2-1/2 {50 moves}`.
        answer: String,
    },
    /// It said what cannot be understood where an answer was due, or more than anyone can read.
    #[error("{what}")]
    Junk {
        /// `it answered "?" to "genmove b"`, `it wrote more than 64 MB for one move`.
        what: String,
    },
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
    fn set_up(&mut self, _question: &Question<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// Finds a move.
    ///
    /// # Errors
    /// Its fault. After one, nothing but [`Player::begin`] and [`Player::dismiss`] may follow, and `begin` starts anew.
    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, Fault>;

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
