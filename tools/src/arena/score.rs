//! Scores that engines report.

use serde::{Deserialize, Serialize};

use super::config::Scale;

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
    /// The score on another scale. A mate is a mate on every scale.
    pub fn scaled(self, scale: Scale) -> EngineScore {
        match self {
            EngineScore::Hundredths(score) => EngineScore::Hundredths(scale.apply(score)),
            EngineScore::Mate(_) => self,
        }
    }
}
