//! An evaluator whose judgements are coarser than they were.

use search_core::{Counters, Evaluator, MoveList, NodeRequest, Position, Score, Strength};

/// Rounds the judgements of another evaluator to multiples of a grain, towards 0, so that both sides see the same. The
/// ranks of moves stay as fine as they were.
#[derive(Clone, Debug, Default)]
pub struct Grained<E> {
    evaluator: E,
    /// The grain; 0 and 1 leave judgements as they are.
    pub grain: Score,
}

impl<P: Position, E: Evaluator<P>> Evaluator<P> for Grained<E> {
    const QUIESCENCE: bool = E::QUIESCENCE;
    const MINOR: Score = E::MINOR;

    fn fork(&self) -> Self {
        Grained { evaluator: self.evaluator.fork(), grain: self.grain }
    }

    fn forget(&mut self) {
        self.evaluator.forget();
    }

    #[inline]
    fn evaluate(&mut self, position: &P) -> Score {
        let score = self.evaluator.evaluate(position);
        if self.grain <= 1 { score } else { score / self.grain * self.grain }
    }

    fn push(&mut self, parent: &P, mv: Option<P::Move>) {
        self.evaluator.push(parent, mv);
    }

    fn pop(&mut self) {
        self.evaluator.pop();
    }

    fn exact_bound(&mut self, position: &P, request: NodeRequest, counters: &mut Counters) -> Option<Score> {
        self.evaluator.exact_bound(position, request, counters)
    }

    fn order_moves(
        &mut self,
        position: &P,
        request: NodeRequest,
        list: &mut MoveList<P::Move>,
        counters: &mut Counters,
    ) {
        self.evaluator.order_moves(position, request, list, counters);
    }

    fn null_move(&self, position: &P) -> Option<P> {
        self.evaluator.null_move(position)
    }

    fn strength(&self, position: &P) -> [Strength; 2] {
        self.evaluator.strength(position)
    }

    fn gain(&self, position: &P, mv: P::Move) -> Score {
        self.evaluator.gain(position, mv)
    }

    fn exchange(&self, position: &P, mv: P::Move) -> Score {
        self.evaluator.exchange(position, mv)
    }

    fn is_trifle(&self, position: &P, mv: P::Move) -> bool {
        self.evaluator.is_trifle(position, mv)
    }

    fn is_advance(&self, position: &P, mv: P::Move) -> bool {
        self.evaluator.is_advance(position, mv)
    }
}
