//! The replies of an engine.

use std::fmt;
use std::str::FromStr;

use search_core::bad_input::{BadInput, quote};

use crate::line::{Arguments, lines};
use crate::words::{Word, Words};

lines! {
    /// A reply of an engine.
    pub enum Reply or no_reply {
        "feature" => Features(Vec<Feature>),
        "move" | "My move is:" => Move(Word),
        "pong" => Pong(String),
        /// A move that was refused.
        "Illegal move" => IllegalMove(Refusal),
        /// A command that was refused.
        "Error" => Error(Refusal),
        /// An error that the user must see.
        "tellusererror" => UserError(String),
        /// The first side wins; the reason in braces.
        "1-0" => FirstWins(String),
        /// The second side wins.
        "0-1" => SecondWins(String),
        "1/2-1/2" => Draw(String),
        "resign" | "tellics resign" => Resign,
        "offer draw" => OfferDraw,
        "Hint:" => Hint(Word),
        "stat01:" => Status(Status),
        _ =>
        /// A line of thinking.
        Thinking(Thinking),
    }
}

fn no_reply(mut words: Words<'_>) -> BadInput {
    bad_reply(&words.word().text)
}

fn bad_reply(found: &str) -> BadInput {
    BadInput::new("reply", None, quote(found), "a reply to xboard", "Ignore it")
}

/// A feature: `NAME=VALUE`, or `NAME="A VALUE WITH BLANKS"`. Numbers are written without quotation marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// `ping`, `myname`, `option`.
    pub name: String,
    /// The text without its quotation marks.
    pub value: String,
}

impl Feature {
    /// A feature.
    pub fn new(name: &str, value: impl fmt::Display) -> Feature {
        Feature { name: name.to_owned(), value: value.to_string() }
    }

    /// Whether a feature that is there or not is there.
    pub fn is_on(&self) -> bool {
        self.value == "1"
    }
}

impl Arguments for Vec<Feature> {
    fn read(mut words: Words<'_>) -> Result<Vec<Feature>, BadInput> {
        let (text, mut features) = (words.rest().text, Vec::new());
        let mut rest = text.as_str();
        while let Some((name, tail)) = rest.split_once('=') {
            let (value, after) = match tail.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => tail.split_once(char::is_whitespace).unwrap_or((tail, "")),
            };
            // A mark out of its place belongs to no feature.
            let name = name.split_whitespace().next_back().unwrap_or_default().replace('"', "");
            features.push(Feature::new(&name, value.replace('"', "")));
            rest = after;
        }
        Ok(features)
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|Feature { name, value }| {
            let is_number = !value.is_empty() && value.bytes().all(|letter| letter.is_ascii_digit());
            if is_number { write!(out, " {name}={value}") } else { write!(out, " {name}=\"{value}\"") }
        })
    }
}

/// A refusal: `(WHY): WHAT`, or `: WHAT`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The reason, if one is given.
    pub why: String,
    /// The move or the line.
    pub what: String,
}

impl Arguments for Refusal {
    fn read(mut words: Words<'_>) -> Result<Refusal, BadInput> {
        let text = words.rest().text;
        let (why, what) = match text.strip_prefix('(').and_then(|rest| rest.split_once("):")) {
            Some((why, what)) => (why, what),
            None => ("", text.strip_prefix(':').unwrap_or(&text)),
        };
        Ok(Refusal { why: why.trim().to_owned(), what: what.trim().to_owned() })
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.why.is_empty() {
            write!(out, " ({})", self.why)?;
        }
        write!(out, ": {}", self.what)
    }
}

/// The state of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// Hundredths of a second.
    pub time: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Plies of the iteration.
    pub depth: u32,
    /// Root moves that are left in it.
    pub moves_left: u32,
    /// All root moves.
    pub moves: u32,
}

impl Arguments for Status {
    fn read(mut words: Words<'_>) -> Result<Status, BadInput> {
        let mut number = || words.next()?.text.parse::<u64>().ok();
        let numbers = [(); 5].map(|()| number());
        let small = |number: u64| u32::try_from(number).ok();
        (|| {
            let [time, nodes, depth, moves_left, moves] = numbers;
            let (depth, moves_left, moves) = (small(depth?)?, small(moves_left?)?, small(moves?)?);
            Some(Status { time: time?, nodes: nodes?, depth, moves_left, moves })
        })()
        .ok_or_else(|| bad_reply("stat01:"))
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, " {} {} {} {} {}", self.time, self.nodes, self.depth, self.moves_left, self.moves)
    }
}

/// A line of thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// Plies.
    pub depth: i64,
    /// In the mover's view; beyond ± [`Thinking::MATE`] it counts the moves to a mate.
    pub score: i64,
    /// Hundredths of a second.
    pub time: i64,
    /// Positions visited.
    pub nodes: i64,
    /// The principal variation, with numbers and signs among its moves.
    pub pv: Vec<Word>,
}

impl Thinking {
    /// The number that is added to the moves to a mate.
    pub const MATE: i64 = 100_000;
}

impl FromStr for Thinking {
    type Err = BadInput;

    fn from_str(line: &str) -> Result<Thinking, BadInput> {
        let mut words = Words::of(line);
        let mut number = || words.next()?.text.parse().ok();
        let (Some(depth), Some(score), Some(time), Some(nodes)) = (number(), number(), number(), number())
        else {
            return Err(bad_reply(line));
        };
        Ok(Thinking { depth, score, time, nodes, pv: words.collect() })
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} {} {}", self.depth, self.score, self.time, self.nodes)?;
        self.pv.write(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_may_be_quoted() {
        let line = "feature myname=\"Hoi Xiangqi 0.22\" ping=1 setboard=0 option=\"a -spin 0 1 2\" done=1";
        let Ok(Reply::Features(features)) = line.parse() else { panic!() };
        let names: Vec<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
        assert_eq!(names, ["myname", "ping", "setboard", "option", "done"]);
        assert_eq!(features[0].value, "Hoi Xiangqi 0.22");
        assert!(features[1].is_on() && !features[2].is_on());
        assert_eq!(Reply::Features(features).to_string(), line);
        assert!("Info: feature x=1".parse::<Reply>().is_err());
        for broken in ["feature ", "feature =", "feature a", "feature a=\"b"] {
            assert!(broken.parse::<Reply>().is_ok());
        }
    }

    #[test]
    fn refusals_have_a_reason_or_none() {
        let read = |line: &str| match line.parse() {
            Ok(Reply::IllegalMove(refusal) | Reply::Error(refusal)) => (refusal.why, refusal.what),
            other => panic!("{other:?}"),
        };
        assert_eq!(read("Illegal move: a0a9"), (String::new(), "a0a9".to_owned()));
        assert_eq!(read("Illegal move (no piece): a0a9").0, "no piece");
        assert_eq!(read("Error (unknown command): xyzzy 3").1, "xyzzy 3");
        assert_eq!("My move is: b0c2".parse(), Ok(Reply::Move("b0c2".into())));
        assert_eq!("tellics resign".parse(), Ok(Reply::Resign));
    }
}
