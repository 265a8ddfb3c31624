//! The state of a search.

use std::fmt;

use search_core::bad_input::BadInput;

use crate::line::Arguments;
use crate::words::{Word, Words};

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
    /// What the score is, if it is not exact.
    pub bound: Option<Bound>,
    /// The chances to win, draw and lose, per mille.
    pub wdl: Option<[u16; 3]>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// Milliseconds.
    pub time: Option<u64>,
    /// How full the table is, per mille.
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

    fn read(line: &str) -> Info {
        Info::read(Words::of(line)).unwrap()
    }

    #[test]
    fn broken_lines_have_no_score() {
        for line in ["depth", "depth x score cp", "score mate y", "pv", "nodes -1 score"] {
            assert_eq!(read(line).score, None, "{line}");
        }
        assert_eq!(read("depth x nodes 7").nodes, Some(7));
        assert_eq!(read("depth 3 string score cp 5").score, None);
    }

    #[test]
    fn scores_are_kept_as_they_were_written() {
        assert_eq!(read("depth 5 score mate -2 pv").score, Some(Score::Mate(-2)));
        assert_eq!(read("score 9997 pv h2e2").score, Some(Score::Bare(9997)));
        assert_eq!(read("score cp 99 lowerbound").bound, Some(Bound::Lower));
    }
}
