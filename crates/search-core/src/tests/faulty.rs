//! An evaluator that panics.

use crate::evaluator::{Evaluator, Heuristics, Sharing};
use crate::score::Score;
use crate::testing::tree::{TreeEvaluator, TreePosition};
use crate::window::NodeRequest;

/// Panics after some evaluations; with `SPLITS`, threads share the moves of every node they can.
#[derive(Debug)]
pub(crate) struct FaultyEvaluator<const SPLITS: bool> {
    /// The evaluations before the panic, in this thread and in those beside it.
    pub evaluations: [u32; 2],
}

impl<const SPLITS: bool> Evaluator<TreePosition> for FaultyEvaluator<SPLITS> {
    type Heuristics = Self;

    fn heuristics(&mut self) -> &mut Self {
        self
    }

    fn fork(&self) -> Self {
        FaultyEvaluator { evaluations: [self.evaluations[1]; 2] }
    }

    fn evaluate(&mut self, position: &TreePosition) -> Score {
        self.evaluations[0] = self.evaluations[0].checked_sub(1).expect("a panic that is part of the test");
        { TreeEvaluator::<false> }.evaluate(position)
    }
}

impl<const SPLITS: bool> Heuristics<TreePosition> for FaultyEvaluator<SPLITS> {
    const SHARING: Sharing = if SPLITS { Sharing::SplitPoints } else { Sharing::Table };

    fn is_worth_splitting(&self, _: &TreePosition, _: NodeRequest) -> bool {
        true
    }
}
