//! The data that the search keeps for each ply of its line.

use std::num::NonZeroU16;

use crate::move_list::MoveList;
use crate::score::Score;

/// One ply of the line.
#[derive(Debug)]
pub(crate) struct Frame<M> {
    /// The moves being tried.
    pub list: MoveList<M>,
    /// Captures that lose by static exchange evaluation, set aside until the quiet moves have been tried.
    pub losing: MoveList<M>,
    /// The quiet moves searched so far, where those that did not cut are to lose history.
    pub searched: Vec<M>,
    /// The best line found from here.
    pub variation: Vec<M>,
    /// The captures searched so far, where captures have histories.
    pub captures: Vec<M>,
    /// The static evaluation of the node; `None` in check, or where nothing has needed it.
    pub raw_eval: Option<Score>,
    /// The move that this search of the node leaves out, to find out whether the others are worse.
    pub excluded: Option<M>,
    /// The facts that other plies depend on.
    pub facts: PlyFacts,
}

/// The facts of a ply that nodes further down the line depend on, whichever thread searches them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlyFacts {
    /// The static evaluation of the node, corrected; `None` as for the one that is not.
    pub static_eval: Option<Score>,
    /// The history index of the move that led here, where continuations have histories; `None` after a null move.
    pub led_by: Option<usize>,
    /// The move that led here took nothing; updated only where such moves are rewarded.
    pub led_by_quiet: bool,
    /// How often nodes of this ply have cut off since the node two plies before was entered.
    pub cutoffs: u8,
    /// Two quiet moves that cut off here before, the latest first.
    pub killers: [Option<NonZeroU16>; 2],
    /// The move that led here was a capture that paid; updated only where exchanges are extended.
    pub is_good_capture: bool,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame {
            list: MoveList::default(),
            losing: MoveList::default(),
            searched: Vec::new(),
            variation: Vec::new(),
            captures: Vec::new(),
            raw_eval: None,
            excluded: None,
            facts: PlyFacts::default(),
        }
    }
}

impl<M> Frame<M> {
    /// Prepares for a node that is entered.
    #[inline(always)]
    pub fn reset(&mut self) {
        self.variation.clear();
        (self.raw_eval, self.facts.static_eval) = (None, None);
    }
}

impl PlyFacts {
    /// A quiet move cut off.
    pub fn add_killer(&mut self, mv: NonZeroU16) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }
}
