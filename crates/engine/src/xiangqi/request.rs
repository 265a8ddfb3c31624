//! The commands `position` and `go` as the engine carries them out.

use std::num::NonZeroU64;
use std::time::Duration;

use game::{Game as _, GameSession, Limits, SearchRequest, Seat};
use protocols::uci::{self, Clock, Clocks, Dialect};
use protocols::words::{Word, bad_input};
use search_core::ClockState;
use search_core::score::MAX_PLY;
use shuangqi_cli::{BadInput, Reason};
use xiangqi::movegen::Illegal;
use xiangqi::moves::Move;
use xiangqi::position::Position;
use xiangqi::rules::GameRules;

/// The deepest perft that can be counted in 64 bits.
const MAX_PERFT_DEPTH: u32 = 13;

/// A `go` command as the engine carries it out.
#[derive(Debug)]
pub struct Go {
    /// Not a search, but something else.
    pub mode: Option<GoMode>,
    /// If not empty, the only root moves.
    pub only: Vec<Move>,
    /// A proof instead of a move: a mate of at most this many moves, or that there is none.
    pub mate: Option<u32>,
    /// The limits, which may be combined.
    pub request: SearchRequest,
    /// Until `stop`, without regard to the limits.
    pub is_infinite: bool,
    /// Until `stop` or `ponderhit`.
    pub is_ponder: bool,
    /// The opponent offers a draw.
    pub is_draw_offered: bool,
}

/// A count or an evaluation in place of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoMode {
    /// The leaves of the tree to this depth, by root move.
    Perft(u32),
    /// The evaluation of the position without search.
    Evaluation,
}

impl Go {
    /// A command with times in this unit, whose numbers are brought within bounds.
    pub fn new(go: &uci::Go, only: Vec<Move>, dialect: Dialect, unit: Duration) -> Go {
        let is_evaluation = dialect == Dialect::Ucci && go.depth == Some(0);
        let perft = go.perft.map(|depth| GoMode::Perft(depth.clamp(1, MAX_PERFT_DEPTH)));
        let limits = Limits {
            depth: go.depth.filter(|_| !is_evaluation).map(|depth| depth.clamp(1, MAX_PLY)),
            nodes: go.nodes.map(|nodes| NonZeroU64::new(nodes).unwrap_or(NonZeroU64::MIN)),
            move_time: go.move_time.map(|time| unit.saturating_mul(time)),
        };
        Go {
            mode: perft.or(is_evaluation.then_some(GoMode::Evaluation)),
            only,
            mate: go.mate.map(|moves| moves.clamp(1, MAX_PLY / 2)),
            request: SearchRequest { clocks: clocks(go.clocks, unit), ..SearchRequest::within(limits) },
            is_infinite: go.infinite,
            is_ponder: go.ponder,
            is_draw_offered: go.draw,
        }
    }

    /// Returns whether the search of a position where this side is to move may need a `stop` to end, also when it does not ponder any
    /// more.
    pub fn is_endless(&self, seat: Seat) -> bool {
        self.is_infinite || self.mate.is_none() && self.request.is_endless_for(seat)
    }
}

/// The clocks of Red and Black. UCCI sends the clock of the side to move; the opponent's is not used.
fn clocks(clocks: Option<Clocks>, unit: Duration) -> [Option<ClockState>; 2] {
    let state = |Clock { time, increment, moves_to_go }| ClockState {
        remaining: unit.saturating_mul(time),
        increment: unit.saturating_mul(increment),
        moves_to_go,
    };
    match clocks {
        None => [None; 2],
        Some(Clocks::OfSides(clocks)) => clocks.map(|clock| clock.map(state)),
        Some(Clocks::OfMover(own, _)) => [Some(state(own)); 2],
    }
}

/// The words that are moves, and what is wrong with the others.
pub fn read_moves(words: &[Word]) -> (Vec<Move>, Vec<Reason>) {
    let (mut moves, mut reasons) = (Vec::new(), Vec::new());
    for word in words {
        match Move::parse(&word.text) {
            Ok(mv) => moves.push(mv),
            Err(bad) => reasons.extend(word.place(bad).reasons),
        }
    }
    (moves, reasons)
}

/// The game of a command: a position and the moves that led on from it. A user interface may go on after a position has come
/// back, and then the engine does too.
///
/// # Errors
/// A bad FEN, or the first move that cannot be played.
pub fn read_position(game: &uci::Position) -> Result<GameSession<Position>, BadInput> {
    let start = match &game.fen {
        None => Position::start(),
        Some(fen) => Position::from_fen(&fen.text).map_err(|bad| fen.place(bad))?,
    };
    let mut session = GameSession::new(start, GameRules::DEFAULT);
    for word in &game.moves {
        let mv = Move::parse(&word.text).map_err(|bad| word.place(bad))?;
        let reject =
            |why| bad_input(uci::Position::KIND, vec![word.reject(expected(why))], uci::Position::REMEDY);
        session.position().check(mv).map_err(reject)?;
        session.play(mv);
    }
    Ok(session)
}

/// The text expected in place of an illegal move.
pub fn expected(why: Illegal) -> String {
    format!("a legal move, but {why}")
}

/// The position with the sides exchanged, without the positions before.
pub fn flipped(session: &GameSession<Position>) -> GameSession<Position> {
    // The flipped arrangement of a valid position is valid too.
    let position = Position::try_from(&session.position().to_setup().flipped());
    GameSession::new(position.unwrap_or(*session.position()), GameRules::DEFAULT)
}
