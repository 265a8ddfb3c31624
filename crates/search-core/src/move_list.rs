//! A reusable list of moves with the scores that order them.

use std::hint::select_unpredictable;

/// Static order scores lie within ± this: with what histories add to them they stay far from the ends of the integers.
pub const MAX_ORDER_SCORE: i32 = 1 << 24;

/// A move and how early it should be tried: higher first, ties in the order of generation.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove<M> {
    /// The move.
    pub mv: M,
    /// Its order score.
    pub score: i32,
}

/// The moves of one position. Lists are kept and cleared rather than dropped, so that a search allocates nothing after
/// its first nodes.
#[derive(Clone, Debug)]
pub struct MoveList<M> {
    entries: Vec<ScoredMove<M>>,
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        MoveList { entries: Vec::new() }
    }
}

impl<M: Copy> MoveList<M> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a move with order score 0.
    #[inline(always)]
    pub fn push(&mut self, mv: M) {
        self.entries.push(ScoredMove { mv, score: 0 });
    }

    /// Adds a move with its score.
    #[inline(always)]
    pub(crate) fn push_scored(&mut self, mv: M, score: i32) {
        self.entries.push(ScoredMove { mv, score });
    }

    /// Removes the moves, and keeps the memory.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// The number of moves.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is no move.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves in their present order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = M> + '_ {
        self.entries.iter().map(|entry| entry.mv)
    }

    /// Keeps only the moves of which `keep` is true.
    pub fn retain(&mut self, mut keep: impl FnMut(M) -> bool) {
        self.entries.retain(|entry| keep(entry.mv));
    }

    /// The moves with their order scores, to be scored in place.
    #[inline(always)]
    pub fn scored_mut(&mut self) -> &mut [ScoredMove<M>] {
        &mut self.entries
    }

    /// The moves with their order scores.
    #[inline(always)]
    pub fn scored(&self) -> &[ScoredMove<M>] {
        &self.entries
    }

    /// Brings the move of the highest order score from `start` on to `start`, shifting those it overtakes back by one so that
    /// equal scores keep their order, and returns it; `None` when there is none left.
    #[inline(always)]
    pub fn select(&mut self, start: usize) -> Option<(M, i32)> {
        let rest = self.entries.get_mut(start..)?;
        let (mut best, mut highest) = (0, rest.first()?.score);
        for (index, entry) in rest.iter().enumerate() {
            // Which of two scores is higher is unpredictable, so a branch would often be mispredicted.
            let is_higher = entry.score > highest;
            best = select_unpredictable(is_higher, index, best);
            highest = highest.max(entry.score);
        }
        rest.get_mut(..=best)?.rotate_right(1);
        Some((rest[0].mv, rest[0].score))
    }
}
