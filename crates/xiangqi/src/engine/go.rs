//! The parser of the `go` command.

use std::num::NonZeroU64;
use std::time::Duration;

use search_core::ClockState;
use search_core::score::MAX_PLY;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, Reason};

use super::dialect::Dialect;
use super::words::{Word, Words, bad_input, number};
use crate::moves::Move;

/// The deepest perft that can be counted in 64 bits.
const PERFT_MOST: u32 = 13;
const LONGEST: u64 = 1 << 40;

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
    /// Reads the words after `go`.
    ///
    /// # Errors
    /// Every word that cannot be used.
    pub fn parse(words: Words<'_>, dialect: Dialect) -> Result<Go, BadInput> {
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

    /// Whether the search may need a `stop` to end.
    pub fn is_endless(&self) -> bool {
        let is_bounded =
            self.depth.is_some() || self.mate.is_some() || self.nodes.is_some() || self.move_time.is_some();
        self.is_infinite || self.is_ponder || !(is_bounded || self.clocks.iter().any(Option::is_some))
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

impl Parser<'_> {
    fn uci(&mut self, word: Word<'_>) -> Result<(), Reason> {
        match word.text {
            "searchmoves" => self.root_moves(word)?,
            "wtime" => self.clock.remaining[0] = Some(self.time(word)?),
            "btime" => self.clock.remaining[1] = Some(self.time(word)?),
            "winc" => self.clock.increment[0] = self.time(word)?,
            "binc" => self.clock.increment[1] = self.time(word)?,
            "movestogo" => self.clock.moves_to_go = Some(self.count(word, 0, 10_000)?),
            "movetime" => self.go.move_time = Some(self.time(word)?),
            "depth" => self.depth(word)?,
            "mate" => self.go.mate = Some(self.count(word, 0, u32::MAX)?.clamp(1, MAX_PLY / 2)),
            "nodes" => self.nodes(word)?,
            "perft" => self.go.instead = Some(Instead::Perft(self.count(word, 1, PERFT_MOST)?)),
            "infinite" => self.go.is_infinite = true,
            "ponder" => self.go.is_ponder = true,
            _ => {
                return Err(word.reject(
                    "searchmoves, wtime, btime, winc, binc, movestogo, depth, nodes, mate, movetime, infinite, ponder \
                     or perft",
                ));
            }
        }
        Ok(())
    }

    /// UCCI sends the clock of the side to move; the opponent's is read and not used. The protocol writes
    /// `depth infinite`, some programs `infinite`.
    fn ucci(&mut self, word: Word<'_>) -> Result<(), Reason> {
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
            "movestogo" => self.clock.moves_to_go = Some(self.count(word, 0, 10_000)?),
            "opptime" | "oppincrement" => drop(self.time(word)?),
            "oppmovestogo" => drop(self.count(word, 0, 10_000)?),
            _ => {
                return Err(word.reject(
                    "ponder, draw, depth, infinite, nodes, time, increment, movestogo, opptime, oppincrement or oppmovestogo",
                ));
            }
        }
        Ok(())
    }

    /// A time, which a clock already overrun may state as a negative number.
    fn time(&mut self, word: Word<'_>) -> Result<Duration, Reason> {
        let most = LONGEST as i64;
        let count = number(self.words.next(), word.text, -most, most)?;
        let unit = self.dialect.unit();
        Ok(unit.saturating_mul(u32::try_from(count.clamp(0, i64::from(u32::MAX))).unwrap_or(u32::MAX)))
    }

    fn count(&mut self, word: Word<'_>, least: u32, most: u32) -> Result<u32, Reason> {
        number(self.words.next(), word.text, least, most)
    }

    /// A larger depth than the search can reach means the largest; 0, as some programs send, the least.
    fn depth(&mut self, word: Word<'_>) -> Result<(), Reason> {
        let depth = self.count(word, 0, u32::MAX)?.clamp(1, MAX_PLY) as i16;
        self.go.depth = Some(self.go.depth.map_or(depth, |other| other.min(depth)));
        Ok(())
    }

    fn nodes(&mut self, word: Word<'_>) -> Result<(), Reason> {
        let nodes: u64 = number(self.words.next(), word.text, 0, u64::MAX)?;
        self.go.nodes = Some(NonZeroU64::new(nodes).unwrap_or(NonZeroU64::MIN));
        Ok(())
    }

    /// Moves, to the first word that is none.
    fn root_moves(&mut self, word: Word<'_>) -> Result<(), Reason> {
        while let Some(mv) = self.words.peek().and_then(|word| Move::parse(word.text).ok()) {
            self.go.only.push(mv);
            self.words.next();
        }
        if self.go.only.is_empty() {
            let found = self.words.peek().map_or("the end of the line".to_owned(), |word| quote(word.text));
            let column = self.words.peek().map(|word| word.column);
            return Err(Reason { column, found, expected: format!("moves as in h2e2 after {}", word.text) });
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Go, BadInput> {
        if self.reasons.is_empty() {
            self.go.clocks = self.clock.clocks();
            return Ok(self.go);
        }
        let remedy = match self.dialect {
            Dialect::Uci => "Send go with limits, as in go depth 8 or go wtime 60000 btime 60000",
            Dialect::Ucci { .. } => "Send go with limits, as in go depth 8 or go time 60 increment 0",
        };
        Err(bad_input("go", self.reasons, remedy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECONDS: Dialect = Dialect::Ucci { has_milliseconds: false };

    fn uci(text: &str) -> Result<Go, BadInput> {
        Go::parse(Words::of(text), Dialect::Uci)
    }

    fn ucci(text: &str) -> Result<Go, BadInput> {
        Go::parse(Words::of(text), SECONDS)
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Option<ClockState> {
        let (remaining, increment) = (Duration::from_millis(remaining), Duration::from_millis(increment));
        Some(ClockState { remaining, increment, moves_to_go })
    }

    #[test]
    fn uci_limits_come_in_any_order() {
        let go = uci("ponder winc 100 btime -5 wtime 60000 movestogo 12 depth 9 nodes 5000").unwrap();
        assert_eq!(go.clocks, [clock(60_000, 100, Some(12)), clock(0, 0, Some(12))]);
        assert!(go.is_ponder && go.is_endless());
        assert_eq!((go.depth, go.nodes.map(NonZeroU64::get)), (Some(9), Some(5000)));
        let go = uci("searchmoves h2e2 B0C2 movetime 250").unwrap();
        assert_eq!(go.only.len(), 2);
        assert_eq!(go.move_time, Some(Duration::from_millis(250)));
        assert!(!go.is_endless());
    }

    #[test]
    fn nothing_said_is_endless() {
        for text in ["", "infinite", "infinite depth 3", "ponder movetime 5", "searchmoves h2e2"] {
            assert!(uci(text).unwrap().is_endless(), "{text}");
        }
        assert!(ucci("depth infinite").unwrap().is_endless());
        assert_eq!(ucci("infinite"), ucci("depth infinite"));
        for text in ["depth 3", "nodes 1", "mate 2", "wtime 0", "movetime 0"] {
            assert!(!uci(text).unwrap().is_endless(), "{text}");
        }
    }

    #[test]
    fn depths_beyond_reach_are_the_deepest() {
        assert_eq!(uci("depth 4000000000").unwrap().depth, Some(MAX_PLY as i16));
        assert_eq!(uci("depth 0").unwrap().depth, Some(1));
        assert_eq!(uci("mate 3").unwrap().mate, Some(3));
        assert_eq!(uci("mate 4000000000").unwrap().mate, Some(MAX_PLY / 2));
        assert_eq!(uci("mate 0").unwrap().mate, Some(1));
        assert_eq!(uci("perft 5").unwrap().instead, Some(Instead::Perft(5)));
    }

    #[test]
    fn ucci_counts_in_its_unit() {
        let go = ucci("draw time 60 increment 1 opptime 50 oppincrement 1").unwrap();
        assert!(go.is_draw_offered);
        assert_eq!(go.clocks, [clock(60_000, 1000, None); 2]);
        let words = Words::of("ponder time 500 movestogo 3 opptime 2 oppmovestogo 3");
        let go = Go::parse(words, Dialect::Ucci { has_milliseconds: true }).unwrap();
        assert_eq!(go.clocks, [clock(500, 0, Some(3)); 2]);
        assert_eq!(ucci("depth 0").unwrap().instead, Some(Instead::Evaluation));
    }

    #[test]
    fn every_bad_word_is_named() {
        let message = |text| uci(text).unwrap_err().to_string();
        assert!(message("depth x wtime").contains("column 7: found \"x\""));
        assert!(message("depth x wtime").contains("found the end of the line, expected wtime, a number"));
        assert!(message("dpeth 3").contains("\"dpeth\""));
        assert!(message("nodes -1").contains("\"-1\""));
        assert!(message("movetime 99999999999999999999").contains("movetime, a number"));
        assert!(message("searchmoves depth 3").contains("moves as in h2e2"));
        assert!(message("perft 99").contains("from 1 to 13"));
        assert!(ucci("wtime 100").unwrap_err().to_string().contains("\"wtime\""));
    }
}
