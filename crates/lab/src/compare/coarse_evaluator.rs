//! An evaluator whose scores are rounded.

use search_core::{Counters, Evaluator, NodeRequest, Position, Score};

/// Rounds the scores of another evaluator to multiples of a grain, towards 0, so that both sides see the same. The
/// order of moves does not change.
#[derive(Clone, Debug, Default)]
pub struct CoarseEvaluator<E> {
    evaluator: E,
    /// The grain; 0 and 1 leave scores as they are.
    pub grain: Score,
}

impl<P: Position, E: Evaluator<P>> Evaluator<P> for CoarseEvaluator<E> {
    type Heuristics = E::Heuristics;

    fn heuristics(&mut self) -> &mut E::Heuristics {
        self.evaluator.heuristics()
    }

    fn fork(&self) -> Self {
        CoarseEvaluator { evaluator: self.evaluator.fork(), grain: self.grain }
    }

    fn clear(&mut self) {
        self.evaluator.clear();
    }

    fn start(&mut self, root: &P) {
        self.evaluator.start(root);
    }

    fn push(&mut self, parent: &P, mv: Option<P::Move>, child: &P) {
        self.evaluator.push(parent, mv, child);
    }

    fn pop(&mut self) {
        self.evaluator.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &P) -> Score {
        let score = self.evaluator.evaluate(position);
        self.rounded(score)
    }

    fn evaluate_child(&mut self, parent: &P, mv: P::Move, child: &P) -> Score {
        let score = self.evaluator.evaluate_child(parent, mv, child);
        self.rounded(score)
    }

    fn exact_bound(&mut self, position: &P, request: NodeRequest, counters: &mut Counters) -> Option<Score> {
        self.evaluator.exact_bound(position, request, counters)
    }
}

impl<E> CoarseEvaluator<E> {
    #[inline]
    fn rounded(&self, score: Score) -> Score {
        if self.grain <= 1 { score } else { score / self.grain * self.grain }
    }
}
