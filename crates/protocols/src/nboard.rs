//! The protocol of NBoard, version 2.

use std::fmt;
use std::time::Duration;

use search_core::bad_input::{BadInput, quote};

use crate::line::{Arguments, lines};
use crate::words::{Word, Words, saturating_count, saturating_number, saturating_time};

lines! {
    /// A command of the user interface. Lines that fit no row are ignored by engines.
    pub enum Command or no_command {
        "nboard" => Version(String),
        "set depth" => SetDepth(Depth),
        /// The game so far, in GGF.
        "set game" => SetGame(String),
        /// Another setting: its name and its value.
        "set" => Set(String),
        "move" => Move(Played),
        /// Report this number of best moves.
        "hint" => Hint(Count),
        /// Choose a move, without playing it.
        "go" => Go,
        /// Stop, and answer with the same word.
        "ping" => Ping(String),
        "learn" => Learn, "analyze" => Analyze, "quit" => Quit,
        _ =>
        /// The first word of any other line.
        Other(Word),
    }
}

lines! {
    /// A reply of an engine.
    pub enum Reply or no_reply {
        "set myname" => Name(String), "status" => Status(String),
        "nodestats" => NodeStats(NodeStats),
        /// A line that was found.
        "search" => Search(Hint),
        /// A line of the book.
        "book" => Book(Hint),
        /// The move that was chosen.
        "===" => Move(Played),
        "pong" => Pong(String),
        "learned" | "learn" => Learned,
        "analysis" => Analysis(Analysis),
    }
}

/// The name of an error in a command.
pub const KIND: &str = "NBoard command";

/// The error of an argument.
pub fn bad_command(found: &str, expected: &str, remedy: &str) -> BadInput {
    BadInput::new(KIND, None, quote(found), expected, remedy)
}

fn no_command(_: Words<'_>) -> BadInput {
    bad_command("", "a command", "Send go for a move")
}

fn no_reply(mut words: Words<'_>) -> BadInput {
    BadInput::new("reply", None, quote(&words.word().text), "a reply to NBoard", "Ignore it")
}

/// A depth, from 1 to the [moves of a game](Depth::MAX).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth(pub u32);

impl Depth {
    /// The largest, which stands for a larger one: a game has so many moves.
    pub const MAX: u32 = 60;
}

impl Arguments for Depth {
    fn read(mut words: Words<'_>) -> Result<Depth, BadInput> {
        let text = words.rest().text;
        let depth = saturating_count(&text).filter(|&depth| depth > 0);
        let expected = format!("a depth from 1 to {}", Depth::MAX);
        depth
            .map(|depth| Depth(depth.min(Depth::MAX)))
            .ok_or_else(|| bad_command(&text, &expected, "Send set depth 8"))
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, " {}", self.0)
    }
}

/// A number of moves, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count(pub u64);

impl Arguments for Count {
    fn read(mut words: Words<'_>) -> Result<Count, BadInput> {
        let text = words.rest().text;
        let count = saturating_number(&text).filter(|&count| count > 0).map(Count);
        count.ok_or_else(|| bad_command(&text, "the number of moves, from 1", "Send hint 4"))
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, " {}", self.0)
    }
}

/// A score in hundredths of a disc, written in discs with two decimals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score(pub i32);

impl Score {
    fn read(text: &str) -> Option<Score> {
        let discs: f64 = text.parse().ok().filter(|discs: &f64| discs.abs() <= 1e6)?;
        Some(Score((discs * 100.0).round() as i32))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:.2}", f64::from(self.0) / 100.0)
    }
}

/// Seconds with three decimals.
fn read_time(text: &str) -> Option<Duration> {
    saturating_time(text, Duration::from_secs(1), Duration::from_secs(1_000_000_000))
}

fn write_time(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// A move with its score and the time that it took: `F5/1.50/0.3`, of which anything may be missing. Some engines write
/// blanks for the slashes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// A square, or `PA`.
    pub mv: String,
    /// The score in the mover's view.
    pub score: Option<Score>,
    /// The time.
    pub time: Option<Duration>,
}

impl Arguments for Played {
    fn read(mut words: Words<'_>) -> Result<Played, BadInput> {
        let text = words.rest().text;
        let separator =
            |letter: char| if text.contains('/') { letter == '/' } else { letter.is_whitespace() };
        let mut parts = text.split(separator).map(str::trim);
        let mv = Words::of(parts.next().unwrap_or_default()).word().text;
        let mut parts = parts.filter(|part| text.contains('/') || !part.is_empty());
        let score = parts.next().and_then(Score::read);
        Ok(Played { mv, score, time: parts.next().and_then(read_time) })
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.score.map_or_else(String::new, |score| score.to_string());
        let time = self.time.map_or_else(String::new, write_time);
        write!(out, " {}", format!("{}/{score}/{time}", self.mv).trim_end_matches('/'))
    }
}

/// The effort of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeStats {
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The time used.
    pub time: Option<Duration>,
}

impl Arguments for NodeStats {
    fn read(mut words: Words<'_>) -> Result<NodeStats, BadInput> {
        Ok(NodeStats { nodes: words.word().text.parse().ok(), time: read_time(&words.word().text) })
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.nodes.map_or_else(|| "-".to_owned(), |nodes| nodes.to_string());
        write!(out, " {nodes} {}", self.time.map_or_else(|| "-".to_owned(), write_time))
    }
}

/// A line with its score.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hint {
    /// The moves, written without blanks between them.
    pub line: Vec<String>,
    /// The score in the mover's view.
    pub score: Option<Score>,
    /// The games in the book; 0 for a search.
    pub games: u64,
    /// Plies, or how certain the score is: `12`, `73%`, `100%W`.
    pub depth: String,
}

impl Arguments for Hint {
    fn read(mut words: Words<'_>) -> Result<Hint, BadInput> {
        let Some(line) = words.next() else { return Err(no_reply(words)) };
        let letters: Vec<char> = line.text.chars().collect();
        Ok(Hint {
            line: letters.chunks(2).map(String::from_iter).collect(),
            score: Score::read(&words.word().text),
            games: words.word().text.parse().unwrap_or(0),
            depth: words.word().text,
        })
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.score.map_or_else(|| "-".to_owned(), |score| score.to_string());
        write!(out, " {} {score} {} {}", self.line.concat(), self.games, self.depth)
    }
}

/// The evaluation of a position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The moves before it.
    pub ply: u32,
    /// The score in the mover's view.
    pub score: Score,
}

impl Arguments for Analysis {
    fn read(mut words: Words<'_>) -> Result<Analysis, BadInput> {
        let (ply, score) = (words.word(), words.word());
        let read = ply.text.parse().ok().zip(Score::read(&score.text));
        let bad =
            || BadInput::new("reply", None, quote(&ply.text), "a ply and a score", "Send analysis 0 1.50");
        read.map(|(ply, score)| Analysis { ply, score }).ok_or_else(bad)
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, " {} {}", self.ply, self.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        line.parse().unwrap()
    }

    #[test]
    fn limits_out_of_range_are_the_nearest() {
        assert_eq!(command("set depth 99999999999999999999"), Command::SetDepth(Depth(60)));
        assert_eq!(command("hint 99999999999999999999"), Command::Hint(Count(u64::MAX)));
    }

    #[test]
    fn lines_of_other_kinds_are_ignored() {
        for line in ["hello", "nboards 2", "set contempt 5"] {
            assert!(matches!(command(line), Command::Other(_) | Command::Set(_)), "{line}");
        }
        assert_eq!(command(" nboard\t1"), Command::Version("1".to_owned()));
    }

    #[test]
    fn a_move_may_have_a_score_and_a_time() {
        let read = |line: &str| match line.parse() {
            Ok(Reply::Move(played)) => (played.mv, played.score, played.time.map(|time| time.as_millis())),
            other => panic!("{other:?}"),
        };
        for line in ["=== F5/1.50/0.3", "=== F5 1.50 0.3", "===F5/1.5/ 0.3"] {
            assert_eq!(read(line), ("F5".to_owned(), Some(Score(150)), Some(300)), "{line}");
        }
        assert_eq!(read("=== PA//1"), ("PA".to_owned(), None, Some(1000)));
        assert_eq!(read("=== "), (String::new(), None, None));
        assert_eq!(
            command(" move  f5 / "),
            Command::Move(Played { mv: "f5".to_owned(), ..Played::default() })
        );
    }
}
