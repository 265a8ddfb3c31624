//! The evaluator that the weights are for.

use std::sync::Arc;

use search_core::{BadInput, Evaluator, Score};

use crate::moves::Move;
use crate::position::Position;

use super::net::{Net, NetEvaluator};
use super::{Chances, Classical, Explanation, MoveHeuristics, Weights};

/// The weights of an evaluator.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyWeights {
    /// Of the classical one.
    Classical(Arc<Weights>),
    /// Of a net.
    Net(Arc<Net>),
}

/// Those that the engine plays with.
impl Default for AnyWeights {
    fn default() -> AnyWeights {
        AnyWeights::Net(Net::shared())
    }
}

impl AnyWeights {
    /// Reads a file of weights of either kind, whose path is for messages.
    ///
    /// # Errors
    /// As [`Weights::parse_file`] and [`Net::parse_file`].
    pub fn parse_file(path: &str, contents: &[u8]) -> Result<AnyWeights, BadInput> {
        if Net::is_net(contents) {
            return Net::parse_file(path, contents).map(|net| AnyWeights::Net(Arc::new(net)));
        }
        Weights::parse_file(path, contents).map(|weights| AnyWeights::Classical(Arc::new(weights)))
    }

    /// Those of the program with the names of their evaluators, those that it plays with first.
    pub fn embedded() -> Vec<(&'static str, AnyWeights)> {
        [AnyWeights::default(), AnyWeights::Classical(Weights::shared())]
            .map(|weights| (weights.name(), weights))
            .into()
    }

    /// The name of the evaluator.
    pub fn name(&self) -> &'static str {
        match self {
            AnyWeights::Classical(_) => "classical",
            AnyWeights::Net(_) => "net",
        }
    }

    /// The name of the evaluator, and the checksum of the weights.
    pub fn id(&self) -> (&'static str, String) {
        let checksum = match self {
            AnyWeights::Classical(weights) => weights.id(),
            AnyWeights::Net(net) => net.id(),
        };
        (self.name(), checksum)
    }

    /// Explains the evaluation of a position.
    pub fn explain(&self, position: &Position) -> Explanation {
        match self {
            AnyWeights::Classical(weights) => weights.explain(position),
            AnyWeights::Net(net) => net.explain(position),
        }
    }

    /// The chances that scores stand for on the full board, and on the bare one.
    pub fn chance_ends(&self) -> [Chances; 2] {
        match self {
            AnyWeights::Classical(weights) => Chances::ends(weights),
            AnyWeights::Net(net) => net.chances,
        }
    }

    /// The chances that scores stand for in positions with as many pieces as this one.
    pub fn chances(&self, position: &Position) -> Chances {
        match self {
            AnyWeights::Classical(weights) => weights.chances(position),
            AnyWeights::Net(net) => net.chances(position),
        }
    }
}

/// An evaluator of either kind.
#[derive(Clone, Debug)]
pub enum AnyEvaluator {
    /// By terms.
    Classical(Classical),
    /// By a net.
    Net(NetEvaluator),
}

/// Calls a method of whichever evaluator it is.
macro_rules! either {
    ($any:expr, $evaluator:ident => $call:expr) => {
        match $any {
            AnyEvaluator::Classical($evaluator) => $call,
            AnyEvaluator::Net($evaluator) => $call,
        }
    };
}

impl AnyEvaluator {
    /// The evaluator of these weights.
    pub fn new(weights: &AnyWeights) -> AnyEvaluator {
        match weights {
            AnyWeights::Classical(weights) => {
                AnyEvaluator::Classical(Classical::with_weights(Arc::clone(weights)))
            }
            AnyWeights::Net(net) => AnyEvaluator::Net(NetEvaluator::new(Arc::clone(net))),
        }
    }

    /// The evaluation from the view of the side to move before [`scales`](super::scales) make it less.
    pub fn unscaled(&mut self, position: &Position) -> Score {
        either!(self, evaluator => evaluator.unscaled(position))
    }
}

/// The evaluator that the engine plays with.
impl Default for AnyEvaluator {
    fn default() -> AnyEvaluator {
        AnyEvaluator::new(&AnyWeights::default())
    }
}

impl Evaluator<Position> for AnyEvaluator {
    type Heuristics = MoveHeuristics;

    #[inline(always)]
    fn heuristics(&mut self) -> &mut MoveHeuristics {
        either!(self, evaluator => evaluator.heuristics())
    }

    fn fork(&self) -> AnyEvaluator {
        match self {
            AnyEvaluator::Classical(evaluator) => AnyEvaluator::Classical(evaluator.fork()),
            AnyEvaluator::Net(evaluator) => AnyEvaluator::Net(evaluator.fork()),
        }
    }

    fn start(&mut self, root: &Position) {
        either!(self, evaluator => evaluator.start(root));
    }

    #[inline(always)]
    fn push(&mut self, parent: &Position, mv: Option<Move>, child: &Position) {
        either!(self, evaluator => evaluator.push(parent, mv, child));
    }

    #[inline(always)]
    fn pop(&mut self) {
        either!(self, evaluator => evaluator.pop());
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        either!(self, evaluator => evaluator.evaluate(position))
    }

    #[inline]
    fn evaluate_child(&mut self, parent: &Position, mv: Move, child: &Position) -> Score {
        either!(self, evaluator => evaluator.evaluate_child(parent, mv, child))
    }
}
