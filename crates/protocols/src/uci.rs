//! UCI as Xiangqi engines speak it, and UCCI, the Universal Chinese Chess Protocol: a dialect in which some words differ.

mod go;

use std::fmt;

use search_core::bad_input::BadInput;

use crate::line::{Arguments, lines};
use crate::option::EngineOption;
use crate::words::{Word, Words, bad_input};

pub use crate::option::Dialect;
pub use go::{Clock, Clocks, Go};

lines! {
    /// A command of a user interface.
    pub enum Command or unknown_command {
        "uci" => Uci, "ucci" => Ucci, "isready" => IsReady, "ucinewgame" => NewGame,
        "setoption" => SetOption(SetOption),
        "position" => Position(Position),
        /// In UCCI: root moves that are forbidden until the next position.
        "banmoves" => BanMoves(Vec<Word>),
        "go" => Go(Go),
        "stop" => Stop, "ponderhit" => PonderHit, "quit" => Quit,
        "debug" => Debug(bool),
        "register" => Register(String),
        /// In Stockfish and its relatives: shows the board.
        "d" => Display,
        /// As above: shows the static evaluation.
        "eval" => Evaluate,
        /// As above: exchanges the sides.
        "flip" => Flip,
        "bench" => Bench(Vec<Word>),
        "help" => Help,
    }
}

impl Command {
    /// Reads a line as leniently as an engine must. A search whose words are in part unknown is a command together with
    /// what is wrong with them, and the word `position` may be left out.
    ///
    /// # Errors
    /// If the line is no command, or one that cannot be used.
    pub fn read(line: &str, dialect: Dialect) -> Result<(Command, Option<BadInput>), BadInput> {
        let mut words = Words::of(line);
        match words.peek() {
            Some("go") => {
                words.next();
                let (go, remarks) = Go::read_in(words, dialect);
                Ok((Command::Go(go), remarks))
            }
            Some("fen" | "startpos") => {
                Position::read(words).map(|position| (Command::Position(position), None))
            }
            _ => line.parse().map(|command| (command, None)),
        }
    }
}

fn unknown_command(mut words: Words<'_>) -> BadInput {
    let reason = words.word().reject("a command of the protocol");
    bad_input("command", vec![reason], "Send help for the list of commands")
}

lines! {
    /// A reply of an engine.
    pub enum Reply or unknown_reply {
        "id name" => Name(String), "id author" => Author(String),
        "option" => Option(EngineOption),
        "uciok" => UciOk, "ucciok" => UcciOk, "readyok" => ReadyOk,
        /// A remark for the user.
        "info string" => Remark(String),
        /// A remark for the user in UCCI.
        "info message" => Message(String),
        "info" => Info(Info),
        "bestmove" => BestMove(BestMove),
        /// In UCCI: there is no move.
        "nobestmove" => NoBestMove,
        /// In UCCI: the engine ends.
        "bye" => Bye,
    }
}

fn unknown_reply(mut words: Words<'_>) -> BadInput {
    bad_input("reply", vec![words.word().reject("a reply of UCI")], "Ignore it")
}

impl Reply {
    /// A remark in the words of a dialect.
    pub fn remark(dialect: Dialect, text: impl Into<String>) -> Reply {
        match dialect {
            Dialect::Uci => Reply::Remark(text.into()),
            Dialect::Ucci => Reply::Message(text.into()),
        }
    }

    /// The result of a search that has no move.
    pub fn no_move(dialect: Dialect) -> Reply {
        match dialect {
            Dialect::Uci => Reply::BestMove(BestMove::default()),
            Dialect::Ucci => Reply::NoBestMove,
        }
    }

    /// The result of a search; `None` for any other line.
    pub fn best(self) -> Option<BestMove> {
        match self {
            Reply::BestMove(best) => Some(best),
            Reply::NoBestMove => Some(BestMove::default()),
            _ => None,
        }
    }
}

/// A value for an option. `setoption name Hash value 64` is UCI, `setoption hashsize 64` is UCCI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    /// Whose form it has.
    pub dialect: Dialect,
    /// The name, which has blanks inside in UCI.
    pub name: Word,
    /// The text to the end of the line; empty for a button.
    pub value: Word,
}

impl Arguments for SetOption {
    fn read(mut words: Words<'_>) -> Result<SetOption, BadInput> {
        if words.peek() != Some("name") {
            return Ok(SetOption { dialect: Dialect::Ucci, name: words.word(), value: words.rest() });
        }
        words.next();
        let name = words.until(|word| word == "value");
        words.next();
        Ok(SetOption { dialect: Dialect::Uci, name, value: words.rest() })
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_uci = self.dialect == Dialect::Uci;
        out.write_str(if is_uci { " name" } else { "" })?;
        self.name.write(out)?;
        out.write_str(if is_uci && !self.value.text.is_empty() { " value" } else { "" })?;
        self.value.write(out)
    }
}

/// A position and the moves from there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// The board; `None`: the start of the game.
    pub fen: Option<Word>,
    /// The moves since.
    pub moves: Vec<Word>,
}

impl Position {
    /// The name of an error of a position.
    pub const KIND: &'static str = "position";
    /// The way out of such an error.
    pub const REMEDY: &'static str =
        "Send position startpos, or position fen with a FEN, then moves with every move since, as in h2e2";
}

impl Arguments for Position {
    fn read(mut words: Words<'_>) -> Result<Position, BadInput> {
        let bad = |word: Word, expected: &str| {
            Err(bad_input(Position::KIND, vec![word.reject(expected)], Position::REMEDY))
        };
        let first = words.word();
        let fen = match first.text.as_str() {
            "startpos" => None,
            "fen" => Some(words.until(|word| word == "moves")),
            _ => return bad(first, "startpos or fen"),
        };
        match words.next() {
            Some(word) if word.text != "moves" => bad(word, "moves, or the end of the line"),
            _ => Ok(Position { fen, moves: words.collect() }),
        }
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            Some(fen) => {
                out.write_str(" fen")?;
                fen.write(out)?;
            }
            None => out.write_str(" startpos")?,
        }
        out.write_str(if self.moves.is_empty() { "" } else { " moves" })?;
        self.moves.write(out)
    }
}

/// The argument of `debug`.
impl Arguments for bool {
    fn read(mut words: Words<'_>) -> Result<bool, BadInput> {
        let word = words.word();
        match word.text.as_str() {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(bad_input("debug", vec![word.reject("on or off")], "Send debug on or debug off")),
        }
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if *self { " on" } else { " off" })
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// `None`: there is no move, in any of the words that engines have for that.
    pub mv: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// UCCI: the engine offers a draw, or accepts one.
    pub offers_draw: bool,
    /// UCCI: the engine gives up.
    pub resigns: bool,
}

impl Arguments for BestMove {
    fn read(words: Words<'_>) -> Result<BestMove, BadInput> {
        const NONE: [&str; 6] = ["(none)", "none", "(null)", "null", "0000", "resign"];
        let words: Vec<String> = words.map(|word| word.text).collect();
        let is_none = |word: &str| NONE.iter().any(|none| word.eq_ignore_ascii_case(none));
        let ponder = words.iter().skip(1).skip_while(|&word| word != "ponder").nth(1).cloned();
        Ok(BestMove {
            mv: words.first().filter(|word| !is_none(word)).cloned(),
            ponder: ponder.filter(|word| word != "draw" && !word.eq_ignore_ascii_case("resign")),
            offers_draw: words.iter().skip(1).any(|word| word == "draw"),
            resigns: words.iter().any(|word| word.eq_ignore_ascii_case("resign")),
        })
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, " {}", self.mv.as_deref().unwrap_or("(none)"))?;
        self.ponder.iter().try_for_each(|ponder| write!(out, " ponder {ponder}"))?;
        out.write_str(if self.offers_draw { " draw" } else { "" })?;
        out.write_str(if self.resigns { " resign" } else { "" })
    }
}

/// The numbers and the line of an `info`, as far as they are given; words of other kinds are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Plies of the iteration.
    pub depth: Option<u32>,
    /// Plies of the longest line.
    pub seldepth: Option<u32>,
    /// The number of the line, from 1, if there are several.
    pub multipv: Option<u32>,
    /// From the mover's view.
    pub score: Option<Score>,
    /// The bound that the score is, if it is not exact.
    pub bound: Option<Bound>,
    /// The chances to win, draw and lose, per mille.
    pub wdl: Option<[u16; 3]>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// Milliseconds.
    pub time: Option<u64>,
    /// The share of the table that is used, per mille.
    pub hashfull: Option<u32>,
    /// The principal variation.
    pub pv: Vec<Word>,
}

/// A score as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// UCI's `cp`.
    Hundredths(i32),
    /// Moves to the mate; negative: the mover is mated.
    Mate(i32),
    /// UCCI has a number alone, also for mates.
    Bare(i32),
}

/// A score that is not exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is this, or better for the mover.
    Lower,
    /// It is this, or worse.
    Upper,
}

/// A number, which alone is consumed.
fn number<N: std::str::FromStr>(words: &mut Words<'_>) -> Option<N> {
    let number = words.peek()?.parse().ok()?;
    words.next();
    Some(number)
}

fn score(words: &mut Words<'_>) -> Option<Score> {
    let score: fn(i32) -> Score = match words.peek()? {
        "mate" => Score::Mate,
        "cp" => Score::Hundredths,
        _ => return number(words).map(Score::Bare),
    };
    words.next();
    number(words).map(score)
}

impl Arguments for Info {
    fn read(mut words: Words<'_>) -> Result<Info, BadInput> {
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word.text.as_str() {
                "depth" => info.depth = number(&mut words),
                "seldepth" => info.seldepth = number(&mut words),
                "multipv" => info.multipv = number(&mut words),
                "score" => info.score = score(&mut words),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "wdl" => {
                    let chances = [(); 3].map(|()| number(&mut words));
                    info.wdl = (|| Some([chances[0]?, chances[1]?, chances[2]?]))();
                }
                "nodes" => info.nodes = number(&mut words),
                "nps" => info.nps = number(&mut words),
                "time" => info.time = number(&mut words),
                "hashfull" => info.hashfull = number(&mut words),
                "pv" => info.pv = words.by_ref().collect(),
                "string" | "message" => break,
                _ => {}
            }
        }
        Ok(info)
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut field = |name: &str, value: Option<u64>| match value {
            Some(value) => write!(out, " {name} {value}"),
            None => Ok(()),
        };
        field("depth", self.depth.map(u64::from))?;
        field("seldepth", self.seldepth.map(u64::from))?;
        field("multipv", self.multipv.map(u64::from))?;
        match self.score {
            Some(Score::Hundredths(score)) => write!(out, " score cp {score}")?,
            Some(Score::Mate(moves)) => write!(out, " score mate {moves}")?,
            Some(Score::Bare(score)) => write!(out, " score {score}")?,
            None => {}
        }
        match self.bound {
            Some(Bound::Lower) => out.write_str(" lowerbound")?,
            Some(Bound::Upper) => out.write_str(" upperbound")?,
            None => {}
        }
        self.wdl.iter().try_for_each(|[win, draw, loss]| write!(out, " wdl {win} {draw} {loss}"))?;
        // UCCI has the time before the nodes, and no speed.
        let (before, behind) = if self.nps.is_none() { (self.time, None) } else { (None, self.time) };
        for (name, value) in [
            ("time", before),
            ("nodes", self.nodes),
            ("nps", self.nps),
            ("time", behind),
            ("hashfull", self.hashfull.map(u64::from)),
        ] {
            value.iter().try_for_each(|value| write!(out, " {name} {value}"))?;
        }
        out.write_str(if self.pv.is_empty() { "" } else { " pv" })?;
        self.pv.write(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_may_come_without_its_word() {
        let read = |line| Command::read(line, Dialect::Uci).unwrap().0;
        assert_eq!(read("startpos moves h2e2"), read("  position  startpos moves\th2e2 \r"));
    }

    #[test]
    fn an_option_is_set_in_either_dialect() {
        let read = |line: &str| match line.parse() {
            Ok(Command::SetOption(set)) => (set.dialect, set.name.text, set.value.text),
            other => panic!("{other:?}"),
        };
        let owned = |dialect, name: &str, value: &str| (dialect, name.to_owned(), value.to_owned());
        assert_eq!(read("setoption name Move Overhead value 30"), owned(Dialect::Uci, "Move Overhead", "30"));
        assert_eq!(read("setoption name Clear Hash"), owned(Dialect::Uci, "Clear Hash", ""));
        assert_eq!(read("setoption hashsize 64"), owned(Dialect::Ucci, "hashsize", "64"));
        assert_eq!(read("setoption"), owned(Dialect::Ucci, "", ""));
    }

    #[test]
    fn scores_are_kept_as_they_were_written() {
        let read = |line| Info::read(Words::of(line)).unwrap();
        for (line, score) in [
            ("depth 5 score mate -2 pv", Some(Score::Mate(-2))),
            ("score 9997 pv h2e2", Some(Score::Bare(9997))),
            ("depth x score cp", None),
            ("score mate y", None),
            ("nodes -1 score", None),
            ("depth 3 string score cp 5", None),
        ] {
            assert_eq!(read(line).score, score, "{line}");
        }
        assert_eq!(read("score cp 99 lowerbound").bound, Some(Bound::Lower));
        assert_eq!(read("depth x nodes 7").nodes, Some(7));
    }
}
