//! What a search counts as it goes. Always on: a handful of additions a node.

use std::ops::{AddAssign, Sub};

/// Counters of one search, or of several added up.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Positions the search entered, quiescence and solver positions included.
    pub visits: u64,
    /// Positions judged by the evaluator, or scored because the game had ended.
    pub leaves: u64,
    /// Of the visits, those in quiescence.
    pub quiescence: u64,
    /// Positions made only to order moves or to probe the table, never searched from there.
    pub ordering: u64,
    /// Second searches of a move whose scout answered "better than alpha".
    pub re_searches: u64,
    /// Nodes where some move reached beta.
    pub cutoffs: u64,
    /// Of those, the ones where the first move did.
    pub first_move_cutoffs: u64,
    /// Table look-ups.
    pub table_probes: u64,
    /// Look-ups that found the position.
    pub table_hits: u64,
    /// Look-ups that settled the node.
    pub table_cutoffs: u64,
}

impl Tally {
    /// The tally of which each counter is `combine` of the two counters.
    fn zip(self, other: Tally, combine: impl Fn(u64, u64) -> u64) -> Tally {
        Tally {
            visits: combine(self.visits, other.visits),
            leaves: combine(self.leaves, other.leaves),
            quiescence: combine(self.quiescence, other.quiescence),
            ordering: combine(self.ordering, other.ordering),
            re_searches: combine(self.re_searches, other.re_searches),
            cutoffs: combine(self.cutoffs, other.cutoffs),
            first_move_cutoffs: combine(self.first_move_cutoffs, other.first_move_cutoffs),
            table_probes: combine(self.table_probes, other.table_probes),
            table_hits: combine(self.table_hits, other.table_hits),
            table_cutoffs: combine(self.table_cutoffs, other.table_cutoffs),
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        *self = self.zip(other, |one, two| one + two);
    }
}

/// What was counted since an earlier reading of the same counters.
impl Sub for Tally {
    type Output = Tally;

    fn sub(self, earlier: Tally) -> Tally {
        self.zip(earlier, |now, then| now - then)
    }
}
