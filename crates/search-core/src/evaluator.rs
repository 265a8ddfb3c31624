//! Everything about a game that is judgement rather than rule.

use crate::move_list::MoveList;
use crate::position::Position;
use crate::score::Score;
use crate::tally::Tally;
use crate::window::Ask;

/// How good a position is, which moves look good, and what is known without a search.
///
/// One evaluator a thread: weights are shared behind it, caches are its own. All answers are a function of the
/// position (never of time, threads or earlier questions), or node counts would not repeat.
pub trait Evaluator<P: Position>: Send {
    /// Whether leaves are settled by a capture search before they are judged.
    const QUIESCENCE: bool = false;

    /// The same evaluator for another thread, with caches of its own.
    #[must_use]
    fn fork(&self) -> Self
    where
        Self: Sized;

    /// Drops whatever a cache has learnt from earlier searches, for a new game or a comparison.
    fn forget(&mut self) {}

    /// The judgement, from the view of the side to move, inside the band of judgements
    /// (|score| < [`PROVEN`](crate::score::PROVEN)). Must score a finished game exactly where
    /// [`QUIESCENCE`](Evaluator::QUIESCENCE) is off.
    fn evaluate(&mut self, position: &P) -> Score;

    /// A move (`None`: a null move) is about to be played on the line.
    fn entered(&mut self, _parent: &P, _mv: Option<P::Move>) {}

    /// The last move entered is taken back.
    fn left(&mut self) {}

    /// What is known without a search: an exact score, or a bound outside the window that settles the question. The
    /// positions a solver visits go to the tally.
    fn oracle(&mut self, _position: &P, _ask: Ask, _tally: &mut Tally) -> Option<Score> {
        None
    }

    /// Adds a static rank to each move of the list; ranks lie within ± 2^24. Positions made for it go to
    /// [`Tally::ordering`].
    fn rank(&mut self, _position: &P, _ask: Ask, _list: &mut MoveList<P::Move>, _tally: &mut Tally) {}
}
