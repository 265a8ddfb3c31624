//! The judgement of a game: what positions are worth ([`Evaluator`]), and which moves to look at first, more deeply or not at
//! all ([`Heuristics`]).

use crate::counters::Counters;
use crate::move_list::MoveList;
use crate::position::Position;
use crate::recipe::ModelProbCut;
use crate::score::Score;
use crate::window::NodeRequest;

/// The worth of a position: a static evaluation, and the scores that are known without a search.
///
/// One evaluator a thread: weights are shared behind it, caches and accumulators are its own. All answers are a function
/// of the position (never of time, threads or earlier calls), or node counts would not repeat.
///
/// The evaluator follows the search's line step by step: [`start`](Evaluator::start) at the root, then
/// [`push`](Evaluator::push) and [`pop`](Evaluator::pop) in pairs, also when it is stopped.
pub trait Evaluator<P: Position>: Send {
    /// The judgement of moves that goes with the evaluation. A second evaluator of a game shares that of the first; where
    /// there is but one, it may be the evaluator itself.
    type Heuristics: Heuristics<P>;

    /// The judgement of moves.
    fn heuristics(&mut self) -> &mut Self::Heuristics;

    /// The same evaluator for another thread, with caches of its own.
    #[must_use]
    fn fork(&self) -> Self
    where
        Self: Sized;

    /// Clears the caches, for a new game or a comparison.
    fn clear(&mut self) {}

    /// A search begins at this position: accumulators are built here.
    fn start(&mut self, _root: &P) {}

    /// The search steps from `parent` to `child` by a move (`None`: a null move). Accumulators may be updated here or
    /// when the child is evaluated.
    fn push(&mut self, _parent: &P, _mv: Option<P::Move>, _child: &P) {}

    /// The search steps back.
    fn pop(&mut self) {}

    /// The static evaluation, from the view of the side to move, inside the band of evaluations
    /// (|score| < [`DECISIVE`](crate::score::DECISIVE)).
    ///
    /// A game that ends by its own final score (Othello: discs) must have its finished positions evaluated at exactly
    /// that, since a leaf is evaluated without looking for moves. Where the side that cannot move has lost
    /// (Xiangqi), [`Position::final_score`] counts plies, which no evaluation can: there the leaf need not know it.
    fn evaluate(&mut self, position: &P) -> Score;

    /// The evaluation of a child that the search has not stepped to, from the view of its side to move.
    fn evaluate_child(&mut self, _parent: &P, _mv: P::Move, child: &P) -> Score {
        self.evaluate(child)
    }

    /// The same where it only decides the order of moves: it may be rougher and cost less.
    fn estimate_child(&mut self, parent: &P, mv: P::Move, child: &P) -> Score {
        self.evaluate_child(parent, mv, child)
    }

    /// A score that is known without a search: an exact one, or a bound outside the window that answers the request. The
    /// positions that a solver visits are added to the counters.
    fn exact_bound(
        &mut self,
        _position: &P,
        _request: NodeRequest,
        _counters: &mut Counters,
    ) -> Option<Score> {
        None
    }

    /// Returns whether [`exact_bound`](Evaluator::exact_bound) answers after every move of this node that costs depth: then no table
    /// knows its children.
    fn answers_children(&self, _position: &P, _request: NodeRequest) -> bool {
        false
    }

    /// Returns whether the moves of a node may be searched less deeply at first: not where the depth reaches what is exact, and
    /// less of it would ask for something else.
    fn allows_reductions(&self, _position: &P, _request: NodeRequest) -> bool {
        true
    }

    /// The prediction of the requested score by a shallower search, which depends on how far evaluations err and on how careful
    /// the recipe is; `None` where nothing may be cut on it. Asked only for null windows.
    fn probcut(&self, _position: &P, _request: NodeRequest, _model: ModelProbCut) -> Option<ProbCut> {
        None
    }
}

/// The judgement of moves: which to look at first, which to leave out, and which to look at more deeply.
///
/// Like an evaluator's, all answers are a function of the position.
pub trait Heuristics<P: Position>: Send {
    /// The worth of a minor piece, in the unit of the evaluation: the unit of the margins of selective search.
    const MINOR: Score = 100;
    /// Set if captures are played out before a leaf is evaluated.
    const QUIESCENCE: bool = false;
    /// The division of work on one position among threads.
    const SHARING: Sharing = Sharing::SplitPoints;

    /// Returns whether the moves of such a node are worth the cost of sharing them between threads: about 20 microseconds.
    fn is_worth_splitting(&self, _position: &P, request: NodeRequest) -> bool {
        request.depth >= 8
    }

    /// Gives each move of the list a static score; what lies beyond
    /// ± [`MAX_ORDER_SCORE`](crate::move_list::MAX_ORDER_SCORE) counts as that. `children` are the positions after the
    /// moves, in the order of the list, if they were made before; otherwise it is empty. Positions made here are added to
    /// [`Counters::ordering`].
    fn order_moves(
        &mut self,
        _position: &P,
        _request: NodeRequest,
        _children: &[P],
        _list: &mut MoveList<P::Move>,
        _counters: &mut Counters,
    ) {
    }

    /// Returns whether a pass could prove anything here: false where zugzwang is likely. Cheap, and asked before
    /// [`null_move`](Heuristics::null_move).
    fn may_pass(&self, _position: &P) -> bool {
        true
    }

    /// Returns whether the opponent of a side that is not in check would mate it, were it to move.
    #[inline]
    fn is_threatened(&self, _position: &P) -> bool {
        false
    }

    /// The position after the side to move has passed; `None` where that proves nothing: in check, or in a game in
    /// which zugzwang is the rule.
    fn null_move(&self, _position: &P) -> Option<P> {
        None
    }

    /// The material of the side to move, and of the other side.
    fn material(&self, _position: &P) -> [Material; 2] {
        [Material::AMPLE; 2]
    }

    /// The worth of what the move takes, in units of score; 0 for a quiet move.
    fn captured_value(&self, _position: &P, _mv: P::Move) -> Score {
        0
    }

    /// The gain of the move once every recapture on its target has been made that pays, each by the cheapest piece (static
    /// exchange evaluation).
    fn exchange_value(&self, position: &P, mv: P::Move) -> Score {
        self.captured_value(position, mv)
    }

    /// Returns whether [`exchange_value`](Heuristics::exchange_value) is at least this.
    fn see(&self, position: &P, mv: P::Move, threshold: Score) -> bool {
        self.exchange_value(position, mv) >= threshold
    }

    /// Returns whether quiescence with a filter searches this capture.
    fn is_noisy(&self, _position: &P, _mv: P::Move) -> bool {
        true
    }

    /// By how many plies the child is searched deeper than usual, for a reason that only the game has.
    fn extension(&self, _parent: &P, _mv: P::Move, _child: &P) -> i16 {
        0
    }
}

/// The division of the work on a position among threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// They search the moves of one node, and prove together what one thread would: for searches that have to be
    /// finished.
    SplitPoints,
    /// Each searches the whole tree, and takes what the others have found from the table ("lazy SMP"): for searches that
    /// go as deep as the time allows.
    Table,
}

impl Sharing {
    /// The number of sets of thread data that each thread beside the first needs: one, or for the node it searches and for those it
    /// helps at while it waits for another.
    pub const fn data_per_thread(self) -> usize {
        match self {
            Sharing::SplitPoints => 4,
            Sharing::Table => 1,
        }
    }
}

/// The prediction of a deep search by a shallow one (Michael Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta
/// Algorithm", 1995): with the certainty that the caller asked for, the deep score is within `margin` of the shallow one
/// plus `bias`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbCut {
    /// Plies of the shallow search; at 0 the static evaluation stands for it.
    pub depth: i16,
    /// The mean of the deep score less the shallow one, in units of score.
    pub bias: Score,
    /// The distance between the two that may be trusted, in units of score.
    pub margin: Score,
    /// The shallow search is tried only where the static evaluation is at most this far from the score it would have to prove.
    pub reach: Score,
}

/// The pieces that one side has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material {
    /// The number of pieces that can attack by themselves.
    pub attackers: u32,
    /// The worth of all pieces but the king, in units of score.
    pub value: Score,
}

impl Material {
    /// More material than any rule requires.
    pub const AMPLE: Material = Material { attackers: u32::MAX, value: Score::MAX };
}
