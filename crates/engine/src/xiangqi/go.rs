//! The search that a `go` command asks for.

use std::num::NonZeroU64;
use std::time::Duration;

use game::Limits;
use protocols::uci::{self, Clock, Clocks, Dialect};
use protocols::words::{Word, bad_input};
use search_core::ClockState;
use search_core::score::MAX_PLY;
use shuangqi_cli::{BadInput, Reason};

use xiangqi::moves::Move;
use xiangqi::piece::Color;

/// The deepest perft that can be counted in 64 bits.
const PERFT_MOST: u32 = 13;
/// The time of a search whose limits could not be read.
const WITHOUT_LIMITS: Duration = Duration::from_secs(1);
/// A `go` command. Limits may be combined; the first one reached ends the search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Not a search, but something else.
    pub instead: Option<Instead>,
    /// If not empty, the only root moves.
    pub only: Vec<Move>,
    /// A proof instead of a move: a mate of at most this many moves, or that there is none.
    pub mate: Option<u32>,
    /// Depth (1 to [`MAX_PLY`]), nodes and time.
    pub limits: Limits,
    /// The clocks of Red and Black.
    pub clocks: [Option<ClockState>; 2],
    /// Until `stop`, without regard to the other limits.
    pub is_infinite: bool,
    /// Until `stop` or `ponderhit`.
    pub is_ponder: bool,
    /// The opponent offers a draw.
    pub is_draw_offered: bool,
    /// What could not be used.
    pub error: Option<BadInput>,
}

/// A count or an evaluation in place of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instead {
    /// The leaves of the tree to this depth, by root move.
    Perft(u32),
    /// The evaluation of the position without search.
    Evaluation,
}

impl Go {
    /// The part of a command that can be used, with times in this unit; `error` is what could not be read of it.
    pub fn new(go: &uci::Go, dialect: Dialect, unit: Duration, error: Option<BadInput>) -> Go {
        let is_evaluation = dialect == Dialect::Ucci && go.depth == Some(0);
        let perft = go.perft.map(|depth| Instead::Perft(depth.clamp(1, PERFT_MOST)));
        let mut used = Go {
            instead: perft.or(is_evaluation.then_some(Instead::Evaluation)),
            only: Vec::new(),
            mate: go.mate.map(|moves| moves.clamp(1, MAX_PLY / 2)),
            limits: Limits {
                depth: go.depth.filter(|_| !is_evaluation).map(|depth| depth.clamp(1, MAX_PLY)),
                nodes: go.nodes.map(|nodes| NonZeroU64::new(nodes).unwrap_or(NonZeroU64::MIN)),
                move_time: go.move_time.map(|time| unit.saturating_mul(time)),
            },
            clocks: clocks(go.clocks, unit),
            is_infinite: go.infinite,
            is_ponder: go.ponder,
            is_draw_offered: go.draw,
            error,
        };
        let reasons;
        (used.only, reasons) = moves(&go.search_moves);
        if !reasons.is_empty() {
            used.reject(bad_input("go", reasons, uci::Go::remedy(dialect)));
        }
        used
    }

    /// Adds what else cannot be used.
    pub fn reject(&mut self, bad: BadInput) {
        match &mut self.error {
            Some(error) => error.reasons.extend(bad.reasons),
            None => self.error = Some(bad),
        }
    }

    /// Gives a command of which a part could not be used a limit for this side, if none is left. Nobody may be there to stop
    /// the search.
    pub fn limit_after_error(&mut self, side: Color) {
        let is_limited = self.has_limit() || self.clocks[side.index()].is_some();
        if self.error.is_some() && !is_limited && !self.is_infinite && self.instead.is_none() {
            self.limits.move_time = Some(WITHOUT_LIMITS);
        }
    }

    /// Whether a limit is given that is no clock.
    fn has_limit(&self) -> bool {
        self.mate.is_some() || self.limits != Limits::default()
    }

    /// Whether the search may need a `stop` to end.
    pub fn is_endless(&self) -> bool {
        self.is_infinite || self.is_ponder || !(self.has_limit() || self.clocks.iter().any(Option::is_some))
    }
}

/// The words that are moves, and what is wrong with the others.
pub fn moves(words: &[Word]) -> (Vec<Move>, Vec<Reason>) {
    let (mut moves, mut reasons) = (Vec::new(), Vec::new());
    for word in words {
        match Move::parse(&word.text) {
            Ok(mv) => moves.push(mv),
            Err(bad) => reasons.extend(word.place(bad).reasons),
        }
    }
    (moves, reasons)
}

/// The clocks of Red and Black. UCCI sends the clock of the side to move; the opponent's is not used.
fn clocks(clocks: Option<Clocks>, unit: Duration) -> [Option<ClockState>; 2] {
    let state = |clock: Clock| ClockState {
        remaining: unit.saturating_mul(clock.time),
        increment: unit.saturating_mul(clock.increment),
        moves_to_go: clock.moves_to_go,
    };
    match clocks {
        Some(Clocks::OfSides(clocks)) => clocks.map(|clock| clock.map(state)),
        Some(Clocks::OfMover(own, _)) => [Some(state(own)); 2],
        None => [None; 2],
    }
}

#[cfg(test)]
mod tests {
    use protocols::words::Words;

    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    fn read(text: &str, dialect: Dialect, unit: Duration) -> Go {
        let (go, error) = uci::Go::read_in(Words::of(text), dialect);
        Go::new(&go, dialect, unit, error)
    }

    fn uci(text: &str) -> Go {
        read(text, Dialect::Uci, MILLISECOND)
    }

    fn ucci(text: &str) -> Go {
        read(text, Dialect::Ucci, 1000 * MILLISECOND)
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Option<ClockState> {
        let (remaining, increment) = (Duration::from_millis(remaining), Duration::from_millis(increment));
        Some(ClockState { remaining, increment, moves_to_go })
    }

    #[test]
    fn uci_limits_come_in_any_order() {
        let go = uci("ponder winc 100 btime -5 wtime 60000 movestogo 12 depth 9 nodes 5000");
        assert_eq!(go.clocks, [clock(60_000, 100, Some(12)), clock(0, 0, Some(12))]);
        assert!(go.is_ponder && go.is_endless());
        assert_eq!((go.limits.depth, go.limits.nodes.map(NonZeroU64::get)), (Some(9), Some(5000)));
        let go = uci("searchmoves h2e2 B0C2 movetime 250");
        assert_eq!(go.only.len(), 2);
        assert_eq!(go.limits.move_time, Some(Duration::from_millis(250)));
        assert!(!go.is_endless());
    }

    #[test]
    fn nothing_said_is_endless() {
        for text in ["", "infinite", "infinite depth 3", "ponder movetime 5", "searchmoves h2e2"] {
            assert!(uci(text).is_endless(), "{text}");
        }
        assert!(ucci("depth infinite").is_endless());
        assert_eq!(ucci("infinite"), ucci("depth infinite"));
        for text in ["depth 3", "nodes 1", "mate 2", "wtime 0", "movetime 0"] {
            assert!(!uci(text).is_endless(), "{text}");
        }
    }

    #[test]
    fn depths_beyond_reach_are_the_deepest() {
        assert_eq!(uci("depth 4000000000").limits.depth, Some(MAX_PLY));
        assert_eq!(uci("depth 0").limits.depth, Some(1));
        assert_eq!(uci("mate 3").mate, Some(3));
        assert_eq!(uci("mate 4000000000").mate, Some(MAX_PLY / 2));
        assert_eq!(uci("mate 0").mate, Some(1));
        assert_eq!(uci("perft 5").instead, Some(Instead::Perft(5)));
    }

    #[test]
    fn ucci_counts_in_its_unit() {
        let go = ucci("draw time 60 increment 1 opptime 50 oppincrement 1");
        assert!(go.is_draw_offered);
        assert_eq!(go.clocks, [clock(60_000, 1000, None); 2]);
        let go = read("ponder time 500 movestogo 3 opptime 2 oppmovestogo 3", Dialect::Ucci, MILLISECOND);
        assert_eq!(go.clocks, [clock(500, 0, Some(3)); 2]);
        assert_eq!(ucci("depth 0").instead, Some(Instead::Evaluation));
    }

    #[test]
    fn what_can_be_read_is_kept_and_the_rest_reported() {
        let go = uci("searchmoves h2e2 x9 b0c2 depth 3 banana");
        let message = go.error.clone().unwrap().to_string();
        assert!(message.contains("\"banana\"") && message.contains("column 18"), "{message}");
        assert_eq!(Go { error: None, ..go }, uci("searchmoves h2e2 b0c2 depth 3"));
    }

    #[test]
    fn a_number_that_is_too_large_is_the_largest() {
        const HUGE: &str = "999999999999999999999999999999";
        assert_eq!(uci(&format!("depth {HUGE} perft {HUGE}")), uci("depth 250 perft 13"));
        assert_eq!(uci(&format!("wtime -{HUGE} btime -0")), uci("wtime 0 btime 0"));
    }

    #[test]
    fn only_an_error_that_leaves_no_limit_is_given_a_second() {
        let limited = |text: &str, side| {
            let mut go = uci(text);
            go.limit_after_error(side);
            go.limits.move_time
        };
        for text in
            ["banana", "depth x", "nodes", "wtime x btime 100", "ponder wtime", "perft x", "searchmoves x9"]
        {
            assert_eq!(limited(text, Color::Red), Some(WITHOUT_LIMITS), "{text}");
        }
        for text in ["", "ponder", "infinite x", "depth 3 x", "wtime 100 btime x", "mate 3 x", "perft 3 x"] {
            assert_eq!(limited(text, Color::Red), None, "{text}");
        }
        assert_eq!(limited("wtime 100 btime x", Color::Black), Some(WITHOUT_LIMITS));
    }
}
