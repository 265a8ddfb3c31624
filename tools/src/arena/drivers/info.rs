//! The `info` lines of UCI and UCCI.

use std::str::SplitWhitespace;

use super::coordinates::Coordinates;
use crate::arena::player::SearchInfo;
use crate::arena::score::EngineScore;

/// UCCI writes mates as numbers from this one to 10 000, one less for each ply before the mate.
const LEAST_MATE: i32 = 9_900;
/// The score of a mate on the board.
const MATE: i32 = 10_000;

/// UCI or UCCI: one grammar, in which some words differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The universal chess interface. Scores are `cp` and `mate`.
    Uci,
    /// The universal Chinese chess protocol. A score is a number, perhaps after `cp`.
    Ucci,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// From the mover's view.
    pub score: Option<EngineScore>,
    /// The number of the line, from 1, if there are several.
    pub rank: Option<u32>,
    /// Whether the score is a bound only.
    pub is_bound: bool,
    /// The principal variation, in our coordinates as far as it is moves.
    pub pv: Vec<String>,
}

impl Info {
    /// Reads an `info` line; unknown words are ignored.
    pub fn read(line: &str, dialect: Dialect, coordinates: Coordinates) -> Info {
        let mut info = Info::default();
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words),
                "nodes" => info.nodes = number(&mut words),
                "multipv" => info.rank = number(&mut words),
                "lowerbound" | "upperbound" => info.is_bound = true,
                "score" => info.score = read_score(&mut words, dialect),
                "pv" => info.pv = words.by_ref().map(|word| coordinates.read(word)).collect(),
                "string" | "message" => return info,
                _ => {}
            }
        }
        info
    }

    /// Adds this line to the report of the search. Scores and lines count only if they are exact and the best.
    pub fn add_to(self, total: &mut SearchInfo) {
        if self.nodes.is_some() {
            total.nodes = self.nodes;
        }
        if self.score.is_none() || self.is_bound || self.rank.is_some_and(|rank| rank != 1) {
            return;
        }
        total.score = self.score;
        total.depth = self.depth.or(total.depth);
        total.pv = self.pv;
    }
}

fn number<N: std::str::FromStr>(words: &mut SplitWhitespace<'_>) -> Option<N> {
    // Only a number is consumed.
    let number = words.clone().next()?.parse().ok();
    if number.is_some() {
        words.next();
    }
    number
}

fn read_score(words: &mut SplitWhitespace<'_>, dialect: Dialect) -> Option<EngineScore> {
    match words.clone().next()? {
        "mate" => {
            words.next();
            number(words).map(EngineScore::Mate)
        }
        "cp" => {
            words.next();
            number(words).map(|score| score_of(score, dialect))
        }
        _ => number(words).map(|score| score_of(score, dialect)),
    }
}

fn score_of(score: i32, dialect: Dialect) -> EngineScore {
    let size = score.saturating_abs();
    if dialect == Dialect::Uci || !(LEAST_MATE..=MATE).contains(&size) {
        return EngineScore::Hundredths(score);
    }
    let plies = MATE - size;
    EngineScore::Mate(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(line: &str) -> Info {
        Info::read(line, Dialect::Uci, Coordinates { rank_base: 1 })
    }

    #[test]
    fn the_last_exact_line_counts() {
        let mut total = SearchInfo::default();
        for line in [
            "info depth 3 seldepth 4 multipv 1 score cp 20 nodes 90 time 1 pv h3e3 h10g8",
            "info depth 4 multipv 1 score cp 99 lowerbound nodes 120 pv a1a2",
            "info depth 3 multipv 2 score cp 9 nodes 130 pv b1c3",
            "info string score cp 5",
            "info currmove h3e3 currmovenumber 1 nodes 140",
        ] {
            uci(line).add_to(&mut total);
        }
        assert_eq!(total.score, Some(EngineScore::Hundredths(20)));
        assert_eq!((total.depth, total.nodes), (Some(3), Some(140)));
        assert_eq!(total.pv, ["h2e2", "h9g7"]);
    }

    #[test]
    fn mates_in_both_dialects() {
        assert_eq!(uci("info depth 5 score mate -2 pv").score, Some(EngineScore::Mate(-2)));
        let ucci = |line| Info::read(line, Dialect::Ucci, Coordinates::default()).score;
        assert_eq!(ucci("info depth 5 score 9997 pv h2e2"), Some(EngineScore::Mate(2)));
        assert_eq!(ucci("info depth 5 score -9996 pv h2e2"), Some(EngineScore::Mate(-2)));
        assert_eq!(ucci("info depth 5 score cp 12"), Some(EngineScore::Hundredths(12)));
        assert_eq!(ucci("info depth 5 score -99999"), Some(EngineScore::Hundredths(-99_999)));
        assert_eq!(uci("info score cp 9997").score, Some(EngineScore::Hundredths(9997)));
    }

    #[test]
    fn broken_lines_have_no_score() {
        for line in
            ["info depth", "info depth x score cp", "info score mate y", "info pv", "info nodes -1 score"]
        {
            assert_eq!(uci(line).score, None, "{line}");
        }
        assert_eq!(uci("info depth x nodes 7").nodes, Some(7));
    }
}
