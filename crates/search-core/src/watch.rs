//! What an onlooker of the search sees: every node that is asked and answered, every move made and taken back.
//!
//! The search tells its [`Plan`](crate::recipe::Plan); a plan that does not look costs nothing.

use std::num::NonZeroU16;

use crate::score::Score;
use crate::window::Ask;

/// Why a node has the score it answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Its moves were searched: all of them, or up to the one that cut.
    Searched,
    /// There was no legal move: the game is over.
    Ended,
    /// The referee's verdict.
    Ruling,
    /// The evaluator knew it without a search.
    Oracle,
    /// It was judged at the end of the depth.
    Judged,
    /// Beyond the horizon, it was good enough for the side to move to stand pat.
    StoodPat,
    /// Beyond the horizon, captures were played out.
    Quieted,
    /// A stored result settled it.
    Table,
    /// A child's stored result refuted it (enhanced transposition cut-off).
    Transposed,
    /// Even after passing, the side to move was too well off (null move).
    NullMove,
    /// A shallower search with a margin above beta failed high (multi-depth probe).
    Probe,
}

/// What happens at a node. Events come in the order of the search: `Asked`, then for each move `Made`, the events of
/// the child, `TakenBack`; at last `Answered`. A second `Asked` before the first is answered and without a move made
/// is another search of the same position: after a scout, to verify, to probe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    /// A node is asked.
    Asked(Ask),
    /// A move (packed; `None`: a null move) leads to the node that is asked next.
    Made(Option<NonZeroU16>),
    /// That move is taken back.
    TakenBack,
    /// A move was passed over as hopeless (futility).
    Skipped(NonZeroU16),
    /// The node answers, from the view of its side to move.
    Answered(Score, Why),
}
