//! Scores as users see them: in units of the game, and as a mate, a win or loss by the rules of repetition, or an evaluation.

use search_core::Score;
use search_core::score::{INFINITY, plies_to_mate, plies_to_ruling};

/// The number shown for a win by ruling, one less for each ply before the ruling: beyond every evaluation, so that whoever
/// adjudicates by scores sees a game that is decided, and no mate, as it rests on what the opponent repeats and the moves
/// to the end are not known. So ElephantEye writes it in UCCI, below its mates.
const RULING: Score = 9_500;
/// The most that is shown for an evaluation.
const MAX_EVALUATION: Score = 9_000;

/// A score, taken apart. Whether something is won or lost is said from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportedScore {
    /// A mate on the board: after this many moves of the side that mates, and with the plies to it.
    Mate {
        /// The side to move mates.
        is_won: bool,
        /// The moves of the side that mates; of the other side, where that is to move.
        moves: u32,
        /// The plies to the mate.
        plies: u32,
    },
    /// The rules of repetition decide, or a mate in one line and those rules in another.
    Ruling {
        /// The side to move wins.
        is_won: bool,
        /// The number that stands for it.
        score: Score,
    },
    /// An evaluation, within the bounds of what is shown.
    Evaluation(Score),
}

impl ReportedScore {
    /// The message of this score.
    pub fn of(score: Score) -> ReportedScore {
        let is_won = score > 0;
        if let Some(plies) = plies_to_mate(score) {
            let moves = if is_won { plies.div_ceil(2) } else { plies / 2 };
            ReportedScore::Mate { is_won, moves, plies }
        } else if let Some(plies) = plies_to_ruling(score) {
            ReportedScore::Ruling {
                is_won,
                score: score.signum() * (RULING - plies as Score).max(MAX_EVALUATION + 1),
            }
        } else {
            ReportedScore::Evaluation(score.clamp(-MAX_EVALUATION, MAX_EVALUATION))
        }
    }

    /// A sentence about a ruling; an evaluation and a mate need none.
    pub fn remark(self) -> Option<&'static str> {
        match self {
            ReportedScore::Ruling { is_won: true, .. } => {
                Some("the side to move wins by the rules of repetition, or sooner")
            }
            ReportedScore::Ruling { is_won: false, .. } => {
                Some("the side to move is mated, or loses by the rules of repetition")
            }
            ReportedScore::Mate { .. } | ReportedScore::Evaluation(_) => None,
        }
    }
}

/// A score from the view of the player that reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum EngineScore {
    /// Hundredths of a soldier or of a disc.
    Hundredths(i32),
    /// Mate in this many of its moves; negative: it is mated.
    Mate(i32),
}

impl EngineScore {
    /// A score of a search as the engines report it in their protocols: mates in moves of the side to move, and a win by the
    /// referee's ruling as a number beyond every evaluation, so that games are adjudicated by it, but not as a mate.
    pub fn of(score: Score) -> EngineScore {
        match ReportedScore::of(score) {
            ReportedScore::Mate { is_won: true, moves, .. } => EngineScore::Mate(moves as i32),
            ReportedScore::Mate { is_won: false, moves, .. } => EngineScore::Mate(-(moves as i32)),
            ReportedScore::Ruling { score, .. } | ReportedScore::Evaluation(score) => {
                EngineScore::Hundredths(score)
            }
        }
    }

    /// The score multiplied by a factor, rounded away from 0. A mate is a mate on every scale.
    pub fn scaled(self, factor: f64) -> EngineScore {
        const MAX: f64 = i32::MAX as f64;
        match self {
            EngineScore::Hundredths(score) => {
                EngineScore::Hundredths((f64::from(score) * factor).round().clamp(-MAX, MAX) as i32)
            }
            EngineScore::Mate(_) => self,
        }
    }
}

/// The unit in which scores are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name in the plural.
    pub name: &'static str,
    /// The number of units of score that make one; a power of ten.
    pub size: Score,
}

impl Unit {
    /// A score as people write it: `6`, `-0.35`, `inf`, `win at ply 3`, `win by ruling at ply 3`.
    pub fn text(self, score: Score) -> String {
        if score.abs() >= INFINITY {
            return if score > 0 { "inf" } else { "-inf" }.to_owned();
        }
        if let Some(plies) = plies_to_mate(score) {
            return format!("{} at ply {plies}", if score > 0 { "win" } else { "loss" });
        }
        if let Some(plies) = plies_to_ruling(score) {
            return format!("{} by ruling at ply {plies}", if score > 0 { "win" } else { "loss" });
        }
        let sign = if score < 0 { "-" } else { "" };
        let (whole, part) = (score.abs() / self.size, score.abs() % self.size);
        if part == 0 {
            return format!("{sign}{whole}");
        }
        let digits = self.size.ilog10() as usize;
        format!("{sign}{}", format!("{whole}.{part:0digits$}").trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use search_core::score::{DECISIVE, mate_in, mated_in, ruling};

    use super::*;
    const LIMIT: Score = 19_999;

    #[test]
    fn mates_count_the_moves_of_the_side_that_mates() {
        let mate = |is_won, moves, plies| ReportedScore::Mate { is_won, moves, plies };
        assert_eq!(ReportedScore::of(mate_in(1)), mate(true, 1, 1));
        assert_eq!(ReportedScore::of(mate_in(3)), mate(true, 2, 3));
        assert_eq!(ReportedScore::of(mated_in(0)), mate(false, 0, 0));
        assert_eq!(ReportedScore::of(mated_in(4)), mate(false, 2, 4));
    }

    /// Whatever stands in the table, evaluations, rulings and mates are told apart.
    #[test]
    fn rulings_lie_beyond_every_evaluation() {
        for ply in [3, 4] {
            let score = 9_500 - ply as Score;
            let won = ReportedScore::Ruling { is_won: true, score };
            assert_eq!(ReportedScore::of(ruling(Ordering::Greater, ply)), won);
            let lost = ReportedScore::Ruling { is_won: false, score: -score };
            assert_eq!(ReportedScore::of(ruling(Ordering::Less, ply)), lost);
        }
        for evaluation in [LIMIT, -LIMIT, 0, 37] {
            let shown = ReportedScore::Evaluation(evaluation.clamp(-9_000, 9_000));
            assert_eq!((ReportedScore::of(evaluation), shown.remark()), (shown, None));
        }
        assert!(ReportedScore::of(DECISIVE).remark().is_some_and(|remark| remark.contains("wins")));
    }

    #[test]
    fn scores_are_written_in_the_unit_of_people() {
        let discs = Unit { name: "discs", size: 100 };
        let texts = [600, -35, 1250, -1205, 0, INFINITY, -INFINITY].map(|score| discs.text(score));
        assert_eq!(texts, ["6", "-0.35", "12.5", "-12.05", "0", "inf", "-inf"]);
        let points = Unit { name: "points", size: 1 };
        let texts = [-120, mate_in(3), mated_in(4)].map(|score| points.text(score));
        assert_eq!(texts, ["-120", "win at ply 3", "loss at ply 4"]);
        let texts = [ruling(Ordering::Greater, 3), ruling(Ordering::Less, 4)].map(|score| points.text(score));
        assert_eq!(texts, ["win by ruling at ply 3", "loss by ruling at ply 4"]);
    }
}
