//! An evaluator whose judgements are coarser than they were.

use search_core::{Ask, Evaluator, MoveList, Position, Score, Strength, Tally};

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

    fn entered(&mut self, parent: &P, mv: Option<P::Move>) {
        self.evaluator.entered(parent, mv);
    }

    fn left(&mut self) {
        self.evaluator.left();
    }

    fn oracle(&mut self, position: &P, ask: Ask, tally: &mut Tally) -> Option<Score> {
        self.evaluator.oracle(position, ask, tally)
    }

    fn rank(&mut self, position: &P, ask: Ask, list: &mut MoveList<P::Move>, tally: &mut Tally) {
        self.evaluator.rank(position, ask, list, tally);
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
