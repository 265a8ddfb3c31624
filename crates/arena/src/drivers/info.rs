//! What `info` lines of UCI and UCCI say of a search.

use protocols::uci::{Dialect, Info, Score};

use super::coordinates::Coordinates;
use crate::player::SearchInfo;
use crate::score::EngineScore;

/// UCCI writes mates as numbers from this one to 10 000, one less for each ply before the mate.
const LEAST_MATE: i32 = 9_900;
/// The score of a mate on the board.
const MATE: i32 = 10_000;

/// A score in the dialect of the engine.
pub fn score_of(score: Score, dialect: Dialect) -> EngineScore {
    let score = match score {
        Score::Mate(moves) => return EngineScore::Mate(moves),
        Score::Hundredths(score) | Score::Bare(score) => score,
    };
    let size = score.saturating_abs();
    if dialect == Dialect::Uci || !(LEAST_MATE..=MATE).contains(&size) {
        return EngineScore::Hundredths(score);
    }
    let plies = MATE - size;
    EngineScore::Mate(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}

/// Whether a line has a score that counts: an exact one of the best line.
pub fn is_main(info: &Info) -> bool {
    info.score.is_some() && info.bound.is_none() && info.multipv.unwrap_or(1) == 1
}

/// The line of moves, in our coordinates as far as it is moves.
pub fn line(info: &Info, coordinates: Coordinates) -> Vec<String> {
    info.pv.iter().map(|word| coordinates.read(&word.text)).collect()
}

/// Adds a line to the report of a search.
pub fn add(info: &Info, total: &mut SearchInfo, dialect: Dialect, coordinates: Coordinates) {
    total.nodes = info.nodes.or(total.nodes);
    if is_main(info) {
        total.score = info.score.map(|score| score_of(score, dialect));
        total.depth = info.depth.or(total.depth);
        total.pv = line(info, coordinates);
    }
}

#[cfg(test)]
mod tests {
    use protocols::uci::Reply;

    use super::*;

    #[test]
    fn the_last_exact_line_counts() {
        let mut total = SearchInfo::default();
        for line in [
            "info depth 3 seldepth 4 multipv 1 score cp 20 nodes 90 time 1 pv h3e3 h10g8",
            "info depth 4 multipv 1 score cp 99 lowerbound nodes 120 pv a1a2",
            "info depth 3 multipv 2 score cp 9 nodes 130 pv b1c3",
            "info currmove h3e3 currmovenumber 1 nodes 140",
        ] {
            let Ok(Reply::Info(info)) = line.parse() else { panic!("{line}") };
            add(&info, &mut total, Dialect::Uci, Coordinates { rank_base: 1 });
        }
        assert_eq!(total.score, Some(EngineScore::Hundredths(20)));
        assert_eq!((total.depth, total.nodes), (Some(3), Some(140)));
        assert_eq!(total.pv, ["h2e2", "h9g7"]);
    }

    #[test]
    fn mates_in_both_dialects() {
        assert_eq!(score_of(Score::Mate(-2), Dialect::Uci), EngineScore::Mate(-2));
        let ucci = |score| score_of(Score::Bare(score), Dialect::Ucci);
        assert_eq!([ucci(9997), ucci(-9996)], [EngineScore::Mate(2), EngineScore::Mate(-2)]);
        assert_eq!(ucci(-99_999), EngineScore::Hundredths(-99_999));
        assert_eq!(score_of(Score::Hundredths(12), Dialect::Ucci), EngineScore::Hundredths(12));
        assert_eq!(score_of(Score::Hundredths(9997), Dialect::Uci), EngineScore::Hundredths(9997));
    }
}
