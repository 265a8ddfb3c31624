//! The parser of the `go` command.

use std::num::NonZeroU64;
use std::time::Duration;

use search_core::ClockState;
use search_core::score::MAX_PLY;
use shuangqi_cli::{BadInput, Reason, units};

use super::dialect::Dialect;
use super::words::{Word, Words, bad_input};
use crate::moves::Move;
use crate::piece::Color;

/// The deepest perft that can be counted in 64 bits.
const PERFT_MOST: u32 = 13;
/// The time of a search whose limits could not be read.
const WITHOUT_LIMITS: Duration = Duration::from_secs(1);
/// The words of UCI that may follow `go`.
const UCI: [&str; 13] = [
    "searchmoves",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "perft",
];
/// The words of UCCI.
const UCCI: [&str; 11] = [
    "ponder",
    "draw",
    "depth",
    "infinite",
    "nodes",
    "time",
    "increment",
    "movestogo",
    "opptime",
    "oppincrement",
    "oppmovestogo",
];

/// A `go` command. Limits may be combined; the first one reached ends the search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Not a search, but something else.
    pub instead: Option<Instead>,
    /// If not empty, the only root moves.
    pub only: Vec<Move>,
    /// The last iteration, in plies, 1 to [`MAX_PLY`].
    pub depth: Option<i16>,
    /// A proof instead of a move: a mate of at most this many moves, or that there is none.
    pub mate: Option<u32>,
    /// The most positions to visit.
    pub nodes: Option<NonZeroU64>,
    /// A fixed time.
    pub move_time: Option<Duration>,
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
    /// Reads the words after `go`. Those that cannot be used are passed over: the command needs a move for an answer.
    pub fn parse(words: Words<'_>, dialect: Dialect) -> Go {
        let mut parser =
            Parser { words, go: Go::default(), dialect, clock: Timing::default(), reasons: Vec::new() };
        while let Some(word) = parser.words.next() {
            let understood = match dialect {
                Dialect::Uci => parser.uci(word),
                Dialect::Ucci { .. } => parser.ucci(word),
            };
            if let Err(reason) = understood {
                parser.reasons.push(reason);
            }
        }
        parser.finish()
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
            self.move_time = Some(WITHOUT_LIMITS);
        }
    }

    /// Whether a limit is given that is no clock.
    fn has_limit(&self) -> bool {
        self.depth.is_some() || self.mate.is_some() || self.nodes.is_some() || self.move_time.is_some()
    }

    /// Whether the search may need a `stop` to end.
    pub fn is_endless(&self) -> bool {
        self.is_infinite || self.is_ponder || !(self.has_limit() || self.clocks.iter().any(Option::is_some))
    }
}

/// Clocks as they come in, in any order. Index: Red, Black.
#[derive(Default)]
struct Timing {
    remaining: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl Timing {
    fn clocks(&self) -> [Option<ClockState>; 2] {
        [0, 1].map(|side| {
            self.remaining[side].map(|remaining| ClockState {
                remaining,
                increment: self.increment[side],
                moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
            })
        })
    }
}

struct Parser<'a> {
    words: Words<'a>,
    go: Go,
    dialect: Dialect,
    clock: Timing,
    reasons: Vec<Reason>,
}

impl<'a> Parser<'a> {
    fn uci(&mut self, word: Word<'a>) -> Result<(), Reason> {
        match word.text {
            "searchmoves" => self.root_moves(word)?,
            "wtime" => self.clock.remaining[0] = Some(self.time(word)?),
            "btime" => self.clock.remaining[1] = Some(self.time(word)?),
            "winc" => self.clock.increment[0] = self.time(word)?,
            "binc" => self.clock.increment[1] = self.time(word)?,
            "movestogo" => self.clock.moves_to_go = Some(self.count(word)?),
            "movetime" => self.go.move_time = Some(self.time(word)?),
            "depth" => self.depth(word)?,
            "mate" => self.go.mate = Some(self.count(word)?.clamp(1, MAX_PLY / 2)),
            "nodes" => self.nodes(word)?,
            "perft" => self.go.instead = Some(Instead::Perft(self.count(word)?.clamp(1, PERFT_MOST))),
            "infinite" => self.go.is_infinite = true,
            "ponder" => self.go.is_ponder = true,
            _ => return Err(self.unknown(word)),
        }
        Ok(())
    }

    /// UCCI sends the clock of the side to move; the opponent's is read and not used. The protocol writes
    /// `depth infinite`, some programs `infinite`.
    fn ucci(&mut self, word: Word<'a>) -> Result<(), Reason> {
        match word.text {
            "ponder" => self.go.is_ponder = true,
            "draw" => self.go.is_draw_offered = true,
            "depth" => match self.words.peek().map(|word| word.text) {
                Some("infinite") => {
                    self.go.is_infinite = true;
                    self.words.next();
                }
                Some("0") => {
                    self.go.instead = Some(Instead::Evaluation);
                    self.words.next();
                }
                _ => self.depth(word)?,
            },
            "infinite" => self.go.is_infinite = true,
            "nodes" => self.nodes(word)?,
            "time" => self.clock.remaining = [Some(self.time(word)?); 2],
            "increment" => self.clock.increment = [self.time(word)?; 2],
            "movestogo" => self.clock.moves_to_go = Some(self.count(word)?),
            "opptime" | "oppincrement" => drop(self.time(word)?),
            "oppmovestogo" => drop(self.count(word)?),
            _ => return Err(self.unknown(word)),
        }
        Ok(())
    }

    /// The words of the protocol.
    fn keywords(&self) -> &'static [&'static str] {
        match self.dialect {
            Dialect::Uci => &UCI,
            Dialect::Ucci { .. } => &UCCI,
        }
    }

    fn unknown(&self, word: Word<'a>) -> Reason {
        word.reject(format!("one of {}", self.keywords().join(", ")))
    }

    /// The next word, unless it begins another part of the command.
    fn value(&mut self) -> Option<Word<'a>> {
        let word = self.words.peek().filter(|word| !self.keywords().contains(&word.text))?;
        self.words.next();
        Some(word)
    }

    /// What is wrong where the value of a word should be; `found` is what stands there, if it was taken for the value.
    fn missing(&self, name: Word<'a>, found: Option<Word<'a>>, expected: &str) -> Reason {
        let expected = format!("{expected} after {}", name.text);
        match found.or(self.words.peek()) {
            Some(word) => word.reject(expected),
            None => Reason { column: None, found: "the end of the line".to_owned(), expected },
        }
    }

    /// A whole number; the largest of its type stands for a larger one.
    fn number(&mut self, name: Word<'a>) -> Result<u64, Reason> {
        let word = self.value();
        let number = word.and_then(|word| units::saturating_number(word.text));
        number.ok_or_else(|| self.missing(name, word, "a whole number"))
    }

    fn count(&mut self, name: Word<'a>) -> Result<u32, Reason> {
        Ok(u32::try_from(self.number(name)?).unwrap_or(u32::MAX))
    }

    /// A time, which a clock already overrun may state as a negative number.
    fn time(&mut self, name: Word<'a>) -> Result<Duration, Reason> {
        let is_overrun =
            self.words.peek().and_then(|word| units::saturating_number(word.text.strip_prefix('-')?));
        if is_overrun.is_some() {
            self.words.next();
            return Ok(Duration::ZERO);
        }
        Ok(self.dialect.unit().saturating_mul(self.count(name)?))
    }

    /// A larger depth than the search can reach means the largest; 0, as some programs send, the least.
    fn depth(&mut self, name: Word<'a>) -> Result<(), Reason> {
        let depth = self.count(name)?.clamp(1, MAX_PLY) as i16;
        self.go.depth = Some(self.go.depth.map_or(depth, |other| other.min(depth)));
        Ok(())
    }

    fn nodes(&mut self, name: Word<'a>) -> Result<(), Reason> {
        self.go.nodes = Some(NonZeroU64::new(self.number(name)?).unwrap_or(NonZeroU64::MIN));
        Ok(())
    }

    /// Moves, to the next word of the protocol.
    fn root_moves(&mut self, name: Word<'a>) -> Result<(), Reason> {
        let mut is_named = false;
        while let Some(word) = self.value() {
            is_named = true;
            match Move::parse(word.text) {
                Ok(mv) => self.go.only.push(mv),
                Err(bad) => self.reasons.extend(word.place(bad).reasons),
            }
        }
        if is_named { Ok(()) } else { Err(self.missing(name, None, "moves as in h2e2")) }
    }

    fn finish(mut self) -> Go {
        self.go.clocks = self.clock.clocks();
        let remedy = match self.dialect {
            Dialect::Uci => "Send go with limits, as in go depth 8 or go wtime 60000 btime 60000",
            Dialect::Ucci { .. } => "Send go with limits, as in go depth 8 or go time 60 increment 0",
        };
        if !self.reasons.is_empty() {
            self.go.error = Some(bad_input("go", self.reasons, remedy));
        }
        self.go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECONDS: Dialect = Dialect::Ucci { has_milliseconds: false };

    fn uci(text: &str) -> Go {
        Go::parse(Words::of(text), Dialect::Uci)
    }

    fn ucci(text: &str) -> Go {
        Go::parse(Words::of(text), SECONDS)
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
        assert_eq!((go.depth, go.nodes.map(NonZeroU64::get)), (Some(9), Some(5000)));
        let go = uci("searchmoves h2e2 B0C2 movetime 250");
        assert_eq!(go.only.len(), 2);
        assert_eq!(go.move_time, Some(Duration::from_millis(250)));
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
        assert_eq!(uci("depth 4000000000").depth, Some(MAX_PLY as i16));
        assert_eq!(uci("depth 0").depth, Some(1));
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
        let words = Words::of("ponder time 500 movestogo 3 opptime 2 oppmovestogo 3");
        let go = Go::parse(words, Dialect::Ucci { has_milliseconds: true });
        assert_eq!(go.clocks, [clock(500, 0, Some(3)); 2]);
        assert_eq!(ucci("depth 0").instead, Some(Instead::Evaluation));
    }

    fn message(go: Go) -> String {
        go.error.unwrap().to_string()
    }

    #[test]
    fn every_bad_word_is_named() {
        assert!(
            message(uci("depth x wtime"))
                .contains("column 7: found \"x\", expected a whole number after depth")
        );
        assert!(
            message(uci("depth x wtime"))
                .contains("found the end of the line, expected a whole number after wtime")
        );
        assert!(message(uci("dpeth 3")).contains("\"dpeth\""));
        assert!(message(uci("nodes -1")).contains("\"-1\""));
        assert!(message(uci("searchmoves depth 3")).contains("found \"depth\", expected moves as in h2e2"));
        assert!(message(uci("searchmoves h2e2 x9")).contains("column 18"));
        assert!(message(ucci("wtime 100")).contains("\"wtime\""));
    }

    #[test]
    fn what_can_be_read_is_kept() {
        let without_error = |go: Go| Go { error: None, ..go };
        for (text, rest) in [
            ("depth 3 banana", "depth 3"),
            ("banana wtime 100 btime 200 split 7", "wtime 100 btime 200"),
            ("depth wtime 100 btime 200", "wtime 100 btime 200"),
            ("nodes 1e6 movetime 50", "movetime 50"),
            ("movestogo -3 movetime 50", "movetime 50"),
            ("searchmoves depth 3", "depth 3"),
            ("searchmoves h2e2 x9 b0c2 depth 3", "searchmoves h2e2 b0c2 depth 3"),
            ("infinite x", "infinite"),
        ] {
            let go = uci(text);
            assert!(go.error.is_some(), "{text}");
            assert_eq!(without_error(go), uci(rest), "{text}");
        }
        assert_eq!(without_error(ucci("wtime 100 time 6 opptime x")), ucci("time 6"));
    }

    #[test]
    fn a_number_that_is_too_large_is_the_largest() {
        const HUGE: &str = "999999999999999999999999999999";
        assert_eq!(uci(&format!("depth {HUGE}")), uci("depth 250"));
        assert_eq!(uci(&format!("nodes {HUGE}")), uci("nodes 18446744073709551615"));
        assert_eq!(
            uci(&format!("movetime {HUGE} movestogo {HUGE}")),
            uci("movetime 4294967295 movestogo 4294967295")
        );
        assert_eq!(uci(&format!("wtime -{HUGE} btime -0")), uci("wtime 0 btime 0"));
        assert_eq!(uci(&format!("perft {HUGE}")), uci("perft 13"));
        assert_eq!(ucci(&format!("time {HUGE} increment -1")), ucci("time 4294967295 increment 0"));
    }

    #[test]
    fn only_an_error_that_leaves_no_limit_is_given_a_second() {
        let limited = |text: &str, side| {
            let mut go = uci(text);
            go.limit_after_error(side);
            go.move_time
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
