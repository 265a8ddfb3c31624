//! `info` lines of UCI and UCCI.

use std::str::SplitWhitespace;

use super::points::Points;
use crate::arena::player::SearchInfo;
use crate::arena::score::EngineScore;

/// UCCI writes mates as numbers from here to 10 000, a ply less for each ply before the mate.
const MATES: i32 = 9_900;
/// Mate on the spot.
const MATE: i32 = 10_000;

/// The scores of a protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scores {
    /// `cp` and `mate`.
    Uci,
    /// A number, perhaps behind `cp`.
    Ucci,
}

/// What one line says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// From the mover's view.
    pub claim: Option<EngineScore>,
    /// The line of several, from 1.
    pub rank: Option<u32>,
    /// Whether the score is no more than a bound.
    pub is_bound: bool,
    /// In our coordinates, as far as they are moves.
    pub line: Vec<String>,
}

impl Info {
    /// Reads an `info` line; words that mean nothing are passed over.
    pub fn read(line: &str, scores: Scores, points: Points) -> Info {
        let mut info = Info::default();
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words),
                "nodes" => info.nodes = number(&mut words),
                "multipv" => info.rank = number(&mut words),
                "lowerbound" | "upperbound" => info.is_bound = true,
                "score" => info.claim = claim(&mut words, scores),
                "pv" => info.line = words.by_ref().map(|word| points.read(word)).collect(),
                "string" | "message" => return info,
                _ => {}
            }
        }
        info
    }

    /// Adds this to what is known of the search: of scores and lines, the best and exact ones.
    pub fn tell(self, thoughts: &mut SearchInfo) {
        if self.nodes.is_some() {
            thoughts.nodes = self.nodes;
        }
        if self.claim.is_none() || self.is_bound || self.rank.is_some_and(|rank| rank != 1) {
            return;
        }
        thoughts.claim = self.claim;
        thoughts.depth = self.depth.or(thoughts.depth);
        thoughts.line = self.line;
    }
}

fn number<N: std::str::FromStr>(words: &mut SplitWhitespace<'_>) -> Option<N> {
    // Only a number is taken away from what follows.
    let number = words.clone().next()?.parse().ok();
    if number.is_some() {
        words.next();
    }
    number
}

fn claim(words: &mut SplitWhitespace<'_>, scores: Scores) -> Option<EngineScore> {
    match words.clone().next()? {
        "mate" => {
            words.next();
            number(words).map(EngineScore::Mate)
        }
        "cp" => {
            words.next();
            number(words).map(|score| read_score(score, scores))
        }
        _ => number(words).map(|score| read_score(score, scores)),
    }
}

fn read_score(score: i32, scores: Scores) -> EngineScore {
    let size = score.saturating_abs();
    if scores == Scores::Uci || !(MATES..=MATE).contains(&size) {
        return EngineScore::Hundredths(score);
    }
    let plies = MATE - size;
    EngineScore::Mate(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(line: &str) -> Info {
        Info::read(line, Scores::Uci, Points { base: 1 })
    }

    #[test]
    fn the_last_exact_line_counts() {
        let mut thoughts = SearchInfo::default();
        for line in [
            "info depth 3 seldepth 4 multipv 1 score cp 20 nodes 90 time 1 pv h3e3 h10g8",
            "info depth 4 multipv 1 score cp 99 lowerbound nodes 120 pv a1a2",
            "info depth 3 multipv 2 score cp 9 nodes 130 pv b1c3",
            "info string score cp 5",
            "info currmove h3e3 currmovenumber 1 nodes 140",
        ] {
            uci(line).tell(&mut thoughts);
        }
        assert_eq!(thoughts.claim, Some(EngineScore::Hundredths(20)));
        assert_eq!((thoughts.depth, thoughts.nodes), (Some(3), Some(140)));
        assert_eq!(thoughts.line, ["h2e2", "h9g7"]);
    }

    #[test]
    fn mates_in_both_dialects() {
        assert_eq!(uci("info depth 5 score mate -2 pv").claim, Some(EngineScore::Mate(-2)));
        let ucci = |line| Info::read(line, Scores::Ucci, Points::default()).claim;
        assert_eq!(ucci("info depth 5 score 9997 pv h2e2"), Some(EngineScore::Mate(2)));
        assert_eq!(ucci("info depth 5 score -9996 pv h2e2"), Some(EngineScore::Mate(-2)));
        assert_eq!(ucci("info depth 5 score cp 12"), Some(EngineScore::Hundredths(12)));
        assert_eq!(ucci("info depth 5 score -99999"), Some(EngineScore::Hundredths(-99_999)));
        assert_eq!(uci("info score cp 9997").claim, Some(EngineScore::Hundredths(9997)));
    }

    #[test]
    fn broken_lines_are_survived() {
        for line in
            ["info depth", "info depth x score cp", "info score mate y", "info pv", "info nodes -1 score"]
        {
            assert_eq!(uci(line).claim, None, "{line}");
        }
        assert_eq!(uci("info depth x nodes 7").nodes, Some(7));
    }
}
