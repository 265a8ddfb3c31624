//! The arguments of `go`.

use std::fmt;

use search_core::bad_input::{BadInput, Reason};

use super::Dialect;
use crate::line::Arguments;
use crate::words::{Word, Words, bad_input, saturating_count, saturating_number};

/// The words of UCI that may follow `go`.
const UCI: &str =
    "searchmoves wtime btime winc binc movestogo depth nodes mate movetime infinite ponder perft";
/// The words of UCCI.
const UCCI: &str =
    "ponder draw depth infinite nodes time increment movestogo opptime oppincrement oppmovestogo";

/// A search and its limits, which may be combined. Times are in the unit of the session: milliseconds, in UCCI also
/// seconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Until `stop` or `ponderhit`.
    pub ponder: bool,
    /// UCCI: the opponent offers a draw.
    pub draw: bool,
    /// Until `stop`.
    pub infinite: bool,
    /// The clocks of the game.
    pub clocks: Option<Clocks>,
    /// The last iteration, in plies; UCCI's 0 asks for a score alone.
    pub depth: Option<u32>,
    /// The most positions to visit.
    pub nodes: Option<u64>,
    /// UCI: a mate in at most this many moves.
    pub mate: Option<u32>,
    /// UCI: a fixed time.
    pub move_time: Option<u32>,
    /// UCI: no search, but a count of leaves to this depth.
    pub perft: Option<u32>,
    /// UCI: the only root moves, if there are any.
    pub search_moves: Vec<Word>,
}

/// The state of a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// The time left.
    pub time: u32,
    /// The time that each move adds.
    pub increment: u32,
    /// The moves to the next control.
    pub moves_to_go: Option<u32>,
}

/// Clocks as each dialect names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clocks {
    /// UCI: those of the first and of the second side. The moves to the next control are written once for both.
    OfSides([Option<Clock>; 2]),
    /// UCCI: that of the mover, and that of the opponent.
    OfMover(Clock, Option<Clock>),
}

impl Go {
    /// The way out of an error in the words.
    pub fn remedy(dialect: Dialect) -> &'static str {
        match dialect {
            Dialect::Uci => "Send go with limits, as in go depth 8 or go wtime 60000 btime 60000",
            Dialect::Ucci => "Send go with limits, as in go depth 8 or go time 60 increment 0",
        }
    }

    /// Reads the words behind `go`. Those that cannot be used are passed over and reported: the command needs an answer.
    pub fn read_in(words: Words<'_>, dialect: Dialect) -> (Go, Option<BadInput>) {
        let mut reader = Reader { words, dialect, go: Go::default(), clocks: Default::default() };
        let mut reasons = Vec::new();
        while let Some(word) = reader.words.next() {
            reasons.extend(reader.take(&word).err());
        }
        let go = reader.finish();
        (go, (!reasons.is_empty()).then(|| bad_input("go", reasons, Go::remedy(dialect))))
    }
}

/// A clock as its parts come in, in any order.
#[derive(Clone, Copy, Default)]
struct ClockParts {
    time: Option<u32>,
    increment: u32,
    moves_to_go: Option<u32>,
}

struct Reader<'a> {
    words: Words<'a>,
    dialect: Dialect,
    go: Go,
    /// Of the first side, or the mover; of the second side, or the opponent.
    clocks: [ClockParts; 2],
}

impl Reader<'_> {
    /// The words that begin a part of the command.
    fn keywords(&self) -> &'static str {
        match self.dialect {
            Dialect::Uci => UCI,
            Dialect::Ucci => UCCI,
        }
    }

    fn is_keyword(&self, word: &str) -> bool {
        self.keywords().split(' ').any(|keyword| keyword == word)
    }

    fn take(&mut self, word: &Word) -> Result<(), Reason> {
        let name = word.text.as_str();
        if !self.is_keyword(name) {
            return Err(word.reject(format!("one of {}", self.keywords().replace(' ', ", "))));
        }
        match name {
            "searchmoves" => self.search_moves()?,
            "wtime" | "time" => self.clocks[0].time = Some(self.time(name)?),
            "btime" | "opptime" => self.clocks[1].time = Some(self.time(name)?),
            "winc" | "increment" => self.clocks[0].increment = self.time(name)?,
            "binc" | "oppincrement" => self.clocks[1].increment = self.time(name)?,
            "movestogo" => self.clocks[0].moves_to_go = Some(self.count(name)?),
            "oppmovestogo" => self.clocks[1].moves_to_go = Some(self.count(name)?),
            "movetime" => self.go.move_time = Some(self.time(name)?),
            // UCCI writes `depth infinite`, some programs `infinite`.
            "depth" if self.dialect == Dialect::Ucci && self.words.peek() == Some("infinite") => {}
            "depth" => {
                let depth = self.count(name)?;
                self.go.depth = Some(self.go.depth.map_or(depth, |other| other.min(depth)));
            }
            "mate" => self.go.mate = Some(self.count(name)?),
            "nodes" => self.go.nodes = Some(self.number(name)?),
            "perft" => self.go.perft = Some(self.count(name)?),
            "infinite" => self.go.infinite = true,
            "ponder" => self.go.ponder = true,
            _ => self.go.draw = true,
        }
        Ok(())
    }

    /// The next word, unless it begins another part.
    fn value(&mut self) -> Option<Word> {
        self.words.peek().filter(|word| !self.is_keyword(word))?;
        self.words.next()
    }

    /// The error where the value of a word should be; `found` is the text there, if it was taken for the value.
    fn missing(&self, name: &str, found: Option<Word>, expected: &str) -> Reason {
        let mut ahead = self.words;
        found.unwrap_or_else(|| ahead.word()).reject(format!("{expected} after {name}"))
    }

    fn number(&mut self, name: &str) -> Result<u64, Reason> {
        let word = self.value();
        let number = word.as_ref().and_then(|word| saturating_number(&word.text));
        number.ok_or_else(|| self.missing(name, word, "a whole number"))
    }

    fn count(&mut self, name: &str) -> Result<u32, Reason> {
        Ok(u32::try_from(self.number(name)?).unwrap_or(u32::MAX))
    }

    /// A time, which a clock already overrun may state as a negative number.
    fn time(&mut self, name: &str) -> Result<u32, Reason> {
        let overrun = self.words.peek().and_then(|word| saturating_count(word.strip_prefix('-')?));
        match overrun {
            Some(_) => {
                self.words.next();
                Ok(0)
            }
            None => self.count(name),
        }
    }

    fn search_moves(&mut self) -> Result<(), Reason> {
        let known = self.go.search_moves.len();
        while let Some(word) = self.value() {
            self.go.search_moves.push(word);
        }
        let is_named = self.go.search_moves.len() > known;
        if is_named { Ok(()) } else { Err(self.missing("searchmoves", None, "moves as in h2e2")) }
    }

    fn finish(mut self) -> Go {
        if self.dialect == Dialect::Uci {
            self.clocks[1].moves_to_go = self.clocks[0].moves_to_go;
        }
        let [first, second] = self.clocks.map(|ClockParts { time, increment, moves_to_go }| {
            let moves_to_go = moves_to_go.filter(|&moves| moves > 0);
            time.map(|time| Clock { time, increment, moves_to_go })
        });
        self.go.clocks = match self.dialect {
            Dialect::Uci => first.or(second).map(|_| Clocks::OfSides([first, second])),
            Dialect::Ucci => first.map(|own| Clocks::OfMover(own, second)),
        };
        self.go
    }
}

impl Arguments for Go {
    /// Every word must be one of either dialect.
    fn read(words: Words<'_>) -> Result<Go, BadInput> {
        let [uci, ucci] = [Dialect::Uci, Dialect::Ucci].map(|dialect| Go::read_in(words, dialect));
        match (uci, ucci) {
            ((go, None), _) | (_, (go, None)) => Ok(go),
            ((_, Some(bad)), _) => Err(bad),
        }
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (is_set, word) in [(self.ponder, " ponder"), (self.draw, " draw"), (self.infinite, " infinite")] {
            out.write_str(if is_set { word } else { "" })?;
        }
        match &self.clocks {
            Some(Clocks::OfSides(clocks)) => write_sides(clocks, out)?,
            Some(Clocks::OfMover(own, other)) => {
                write_mover("", own, out)?;
                other.iter().try_for_each(|other| write_mover("opp", other, out))?;
            }
            None => {}
        }
        for (name, value) in [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("movetime", self.move_time.map(u64::from)),
            ("perft", self.perft.map(u64::from)),
        ] {
            value.iter().try_for_each(|value| write!(out, " {name} {value}"))?;
        }
        out.write_str(if self.search_moves.is_empty() { "" } else { " searchmoves" })?;
        self.search_moves.write(out)
    }
}

fn write_sides(clocks: &[Option<Clock>; 2], out: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (name, clock) in ["wtime", "btime"].into_iter().zip(clocks) {
        clock.iter().try_for_each(|clock| write!(out, " {name} {}", clock.time))?;
    }
    for (name, clock) in ["winc", "binc"].into_iter().zip(clocks) {
        clock.iter().try_for_each(|clock| write!(out, " {name} {}", clock.increment))?;
    }
    let moves = clocks.iter().flatten().find_map(|clock| clock.moves_to_go);
    moves.iter().try_for_each(|moves| write!(out, " movestogo {moves}"))
}

/// Without moves to go or an increment, an engine may use all of its time for one move.
fn write_mover(prefix: &str, clock: &Clock, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(out, " {prefix}time {}", clock.time)?;
    if clock.moves_to_go.is_none() || clock.increment > 0 {
        write!(out, " {prefix}increment {}", clock.increment)?;
    }
    clock.moves_to_go.iter().try_for_each(|moves| write!(out, " {prefix}movestogo {moves}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock((time, increment, moves_to_go): (u32, u32, Option<u32>)) -> Clock {
        Clock { time, increment, moves_to_go }
    }

    fn read(text: &str, dialect: Dialect) -> (Go, String) {
        let (go, bad) = Go::read_in(Words::of(text), dialect);
        (go, bad.map(|bad| bad.to_string()).unwrap_or_default())
    }

    fn uci(text: &str) -> Go {
        read(text, Dialect::Uci).0
    }

    fn ucci(text: &str) -> Go {
        read(text, Dialect::Ucci).0
    }

    #[test]
    fn limits_come_in_any_order() {
        let go = uci("ponder winc 100 btime -5 wtime 60000 movestogo 12 depth 9 nodes 5000");
        let clocks = [clock((60_000, 100, Some(12))), clock((0, 0, Some(12)))];
        assert_eq!(go.clocks, Some(Clocks::OfSides(clocks.map(Some))));
        assert_eq!((go.ponder, go.depth, go.nodes), (true, Some(9), Some(5000)));
        assert_eq!(uci("searchmoves h2e2 B0C2 movetime 250").search_moves.len(), 2);
        let go = ucci("draw time 60 increment 1 opptime 50 oppmovestogo 3");
        let clocks = Clocks::OfMover(clock((60, 1, None)), Some(clock((50, 0, Some(3)))));
        assert_eq!((go.draw, go.clocks), (true, Some(clocks)));
        assert_eq!(ucci("infinite"), ucci("depth infinite"));
        assert_eq!((ucci("depth 0").depth, uci("depth 5 depth 3").depth), (Some(0), Some(3)));
        assert_eq!((uci("movestogo 0 winc 5"), ucci("opptime 5")), (Go::default(), Go::default()));
    }

    /// Each bad word is named, and the rest is kept.
    #[test]
    fn what_can_be_read_is_kept() {
        for (text, rest, message) in [
            ("depth x wtime", "", "column 7: found \"x\", expected a whole number after depth"),
            ("depth x wtime", "", "found the end of the line, expected a whole number after wtime"),
            ("depth 3 banana", "depth 3", "\"banana\""),
            ("banana wtime 100 btime 200 split 7", "wtime 100 btime 200", "\"split\""),
            ("depth wtime 100 btime 200", "wtime 100 btime 200", "found \"wtime\""),
            ("nodes 1e6 movetime 50", "movetime 50", "\"1e6\""),
            ("movestogo -3 movetime 50", "movetime 50", "\"-3\""),
            ("searchmoves depth 3", "depth 3", "found \"depth\", expected moves as in h2e2"),
            ("infinite x", "infinite", "\"x\""),
        ] {
            let (go, found) = read(text, Dialect::Uci);
            assert!(go == uci(rest) && found.contains(message), "{text}: {found}");
        }
        assert_eq!(ucci("wtime 100 time 6 opptime x"), ucci("time 6"));
        assert!("go time 5 movetime 3".parse::<super::super::Command>().is_err());
    }

    #[test]
    fn a_number_that_is_too_large_is_the_largest() {
        const HUGE: &str = "999999999999999999999999999999";
        for (text, largest) in [
            ("depth HUGE", "depth 4294967295"),
            ("nodes HUGE", "nodes 18446744073709551615"),
            ("movetime HUGE movestogo HUGE", "movetime 4294967295 movestogo 4294967295"),
            ("wtime -HUGE btime -0", "wtime 0 btime 0"),
        ] {
            assert_eq!(uci(&text.replace("HUGE", HUGE)), uci(largest), "{text}");
        }
        assert_eq!(ucci(&format!("time {HUGE} increment -1")), ucci("time 4294967295 increment 0"));
    }
}
