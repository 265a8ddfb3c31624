//! The events of a search: every node entered and left, every move made and unmade.
//!
//! The search reports to its [`RecipeSource`](crate::recipe::RecipeSource); one that does not observe costs nothing.

use std::num::NonZeroU16;

use crate::score::Score;
use crate::window::NodeRequest;

/// The origin of a node's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreOrigin {
    /// Its moves were searched: all of them, or up to the one that cut.
    Searched,
    /// There was no legal move: the game is over.
    GameOver,
    /// The referee's verdict.
    Ruling,
    /// The nearest end of the game lies outside the window.
    MateDistance,
    /// The evaluator proved it without a search.
    ExactBound,
    /// It was evaluated at the end of the depth.
    Evaluated,
    /// Beyond the horizon, it was good enough for the side to move to stand pat.
    StandPat,
    /// Beyond the horizon, captures were played out.
    Quiescence,
    /// A stored result answered the request.
    Table,
    /// A child's stored result refuted it (enhanced transposition cut-off).
    TransposedCutoff,
    /// Its static evaluation was far above beta (reverse futility).
    Futility,
    /// Even after passing, the side to move was too well off (null move).
    NullMove,
    /// A shallower search with a margin above beta failed high (multi-depth probe).
    Probe,
    /// Without the stored move too, a shallower search reached beta.
    MultiCut,
}

/// An event at a node. Events come in the order of the search: `NodeEntered`, then for each move `MoveMade`, the events of
/// the child, `MoveUnmade`; at last `NodeLeft`. A second `NodeEntered` before the first is answered and without a move made
/// is another search of the same position: after a scout, to verify, to probe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    /// A node is asked.
    NodeEntered(NodeRequest),
    /// A move (packed; `None`: a null move) leads to the node that is asked next.
    MoveMade(Option<NonZeroU16>),
    /// That move is taken back.
    MoveUnmade,
    /// A move was skipped as futile.
    MoveSkipped(NonZeroU16),
    /// The node answers, from the view of its side to move.
    NodeLeft(Score, ScoreOrigin),
}
