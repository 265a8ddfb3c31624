//! Everything about a game that is judgement rather than rule.

use crate::counters::Counters;
use crate::move_list::MoveList;
use crate::position::Position;
use crate::score::Score;
use crate::window::NodeRequest;

/// How good a position is, which moves look good, and what is known without a search.
///
/// One evaluator a thread: weights are shared behind it, caches are its own. All answers are a function of the
/// position (never of time, threads or earlier questions), or node counts would not repeat.
pub trait Evaluator<P: Position>: Send {
    /// Whether leaves are settled by a capture search before they are judged.
    const QUIESCENCE: bool = false;
    /// What a minor piece is worth: the unit of the margins by which selective search goes.
    const MINOR: Score = 100;

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
    fn push(&mut self, _parent: &P, _mv: Option<P::Move>) {}

    /// The last move entered is taken back.
    fn pop(&mut self) {}

    /// What is known without a search: an exact score, or a bound outside the window that settles the question. The
    /// positions a solver visits go to the tally.
    fn exact_bound(
        &mut self,
        _position: &P,
        _request: NodeRequest,
        _counters: &mut Counters,
    ) -> Option<Score> {
        None
    }

    /// Gives each move of the list a static rank; what lies beyond ± [`MAX_ORDER_SCORE`](crate::move_list::LARGEST_RANK)
    /// counts as that. Positions made for it go to [`Counters::ordering`].
    fn order_moves(
        &mut self,
        _position: &P,
        _request: NodeRequest,
        _list: &mut MoveList<P::Move>,
        _counters: &mut Counters,
    ) {
    }

    /// The position after the side to move has passed; `None` where that proves nothing: in check, or in a game whose
    /// rule is that every move hurts.
    fn null_move(&self, _position: &P) -> Option<P> {
        None
    }

    /// What the side to move, and the other side, have left to fight with.
    fn strength(&self, _position: &P) -> [Strength; 2] {
        [Strength::AMPLE; 2]
    }

    /// What the move takes, in units of score; 0 for a quiet move.
    fn gain(&self, _position: &P, _mv: P::Move) -> Score {
        0
    }

    /// What the move wins once every recapture on its target has been made that pays, each by the cheapest piece (static
    /// exchange evaluation).
    fn exchange(&self, position: &P, mv: P::Move) -> Score {
        self.gain(position, mv)
    }

    /// Whether the move takes so little that a capture search can do without it.
    fn is_trifle(&self, _position: &P, _mv: P::Move) -> bool {
        false
    }

    /// Whether the move brings a soldier forward to where it becomes dangerous.
    fn is_advance(&self, _position: &P, _mv: P::Move) -> bool {
        false
    }
}

/// What one side has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// How many pieces that can attack by themselves; soldiers are none.
    pub attackers: u32,
    /// What all pieces but the king are worth, in units of score.
    pub worth: Score,
}

impl Strength {
    /// More than any rule asks for.
    pub const AMPLE: Strength = Strength { attackers: u32::MAX, worth: Score::MAX };
}
