//! Counters and events of a search. The counters are always on and cost a handful of additions a node. The events, each node
//! entered and left and each move made and unmade, go to a [`RecipeSource`](crate::recipe::RecipeSource) that observes; for one
//! that does not, they cost nothing.

use std::num::NonZeroU16;
use std::ops::{AddAssign, Sub};

use crate::score::Score;
use crate::window::NodeRequest;

/// Declares the counters once, for the fields and for the arithmetic on all of them.
macro_rules! counters {
    ($($(#[$meta:meta])* $name:ident,)*) => {
        /// Counters of one search, or of several added up.
        #[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
        pub struct Counters {
            $($(#[$meta])* pub $name: u64,)*
        }

        impl Counters {
            /// The names of the counters, in the order of [`Counters::values`].
            pub const NAMES: [&'static str; [$(stringify!($name)),*].len()] = [$(stringify!($name)),*];

            /// All counters.
            pub fn values(&self) -> [u64; Counters::NAMES.len()] {
                [$(self.$name),*]
            }

            /// The counters with these values.
            pub fn from_values(values: [u64; Counters::NAMES.len()]) -> Counters {
                let [$($name),*] = values;
                Counters { $($name),* }
            }

            /// The counters each of which is `combine` of the two counters.
            fn zip(self, other: Counters, combine: impl Fn(u64, u64) -> u64) -> Counters {
                Counters { $($name: combine(self.$name, other.$name),)* }
            }
        }
    };
}

counters! {
    /// Positions the search entered: null moves, probes, verifications, quiescence and solver positions included.
    visits,
    /// Positions evaluated at the end of a line, or scored because the game had ended.
    leaves,
    /// Of the visits, those beyond the horizon: reached by the moves of quiescence.
    quiescence,
    /// Positions made only to order moves, to probe the table or to skip a futile move, never searched from there.
    ordering,
    /// Moves generated.
    generated,
    /// Second searches of a move whose scout answered "better than alpha".
    re_searches,
    /// Of the visits, those within second searches.
    re_search_visits,
    /// Nodes where some move reached beta.
    cutoffs,
    /// Of those, the ones where the first move did.
    first_move_cutoffs,
    /// Nodes whose first move did not reach alpha, a sign that no move will.
    expected_all_nodes,
    /// Of those, the ones where none did.
    all_nodes,
    /// Table look-ups.
    table_probes,
    /// Look-ups that found the position.
    table_hits,
    /// Look-ups that cut off.
    table_cutoffs,
    /// Searches of the root, one for each window.
    root_searches,
    /// Of those, the ones whose score was beyond beta.
    root_fail_highs,
    /// Of those, the ones whose score was below alpha.
    root_fail_lows,
    /// Null moves tried.
    null_moves,
    /// Null moves that cut off.
    null_cutoffs,
    /// Null moves whose cut-off was to be verified.
    verifications,
    /// Moves skipped as futile.
    futile_moves,
    /// Nodes razored.
    razored,
    /// Shallow searches of ProbCut.
    probe_searches,
    /// Nodes that a probe cut off.
    probe_cutoffs,
    /// Moves and nodes extended.
    extensions,
    /// First searches of late moves, less deep.
    reduced,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        *self = self.zip(other, |one, two| one + two);
    }
}

/// The difference from an earlier reading of the same counters.
impl Sub for Counters {
    type Output = Counters;

    fn sub(self, earlier: Counters) -> Counters {
        self.zip(earlier, |now, then| now - then)
    }
}

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
