//! An evaluator whose scores are rounded.

use search_core::{Counters, Evaluator, Material, MoveList, NodeRequest, Position, Score};

/// Rounds the scores of another evaluator to multiples of a grain, towards 0, so that both sides see the same. The
/// order of moves does not change.
#[derive(Clone, Debug, Default)]
pub struct CoarseEvaluator<E> {
    evaluator: E,
    /// The grain; 0 and 1 leave scores as they are.
    pub grain: Score,
}

impl<P: Position, E: Evaluator<P>> Evaluator<P> for CoarseEvaluator<E> {
    const QUIESCENCE: bool = E::QUIESCENCE;
    const MINOR: Score = E::MINOR;

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

    fn order_moves(
        &mut self,
        position: &P,
        request: NodeRequest,
        children: &[P],
        list: &mut MoveList<P::Move>,
        counters: &mut Counters,
    ) {
        self.evaluator.order_moves(position, request, children, list, counters);
    }

    fn may_pass(&self, position: &P) -> bool {
        self.evaluator.may_pass(position)
    }

    fn null_move(&self, position: &P) -> Option<P> {
        self.evaluator.null_move(position)
    }

    fn material(&self, position: &P) -> [Material; 2] {
        self.evaluator.material(position)
    }

    fn captured_value(&self, position: &P, mv: P::Move) -> Score {
        self.evaluator.captured_value(position, mv)
    }

    fn exchange_value(&self, position: &P, mv: P::Move) -> Score {
        self.evaluator.exchange_value(position, mv)
    }

    fn see(&self, position: &P, mv: P::Move, threshold: Score) -> bool {
        self.evaluator.see(position, mv, threshold)
    }

    fn is_noisy(&self, position: &P, mv: P::Move) -> bool {
        self.evaluator.is_noisy(position, mv)
    }

    fn extension(&mut self, parent: &P, mv: P::Move, child: &P) -> i16 {
        self.evaluator.extension(parent, mv, child)
    }
}

impl<E> CoarseEvaluator<E> {
    #[inline]
    fn rounded(&self, score: Score) -> Score {
        if self.grain <= 1 { score } else { score / self.grain * self.grain }
    }
}
