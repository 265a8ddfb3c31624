//! Scores that engines report.

use game::ReportedScore;
use search_core::Score;
use serde::{Deserialize, Serialize};
use shuangqi_plot::replay::Claim;

/// A score from the view of the player that reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
        const MOST: f64 = i32::MAX as f64;
        match self {
            EngineScore::Hundredths(score) => {
                EngineScore::Hundredths((f64::from(score) * factor).round().clamp(-MOST, MOST) as i32)
            }
            EngineScore::Mate(_) => self,
        }
    }
}

impl From<EngineScore> for Claim {
    fn from(score: EngineScore) -> Claim {
        match score {
            EngineScore::Hundredths(hundredths) => Claim::Hundredths(hundredths),
            EngineScore::Mate(moves) => Claim::Mate(moves),
        }
    }
}
