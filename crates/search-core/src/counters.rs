//! The counters of a search. Always on: a handful of additions a node.

use std::ops::{AddAssign, Sub};

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
