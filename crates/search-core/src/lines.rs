//! The best lines of a search, from one iteration to the next.

use crate::score::Score;
use crate::table::Bound;

/// A line, and what an iteration found it to be worth.
#[derive(Clone, Debug)]
pub(crate) struct Line<M> {
    pub depth: i16,
    pub score: Score,
    pub bound: Bound,
    pub variation: Vec<M>,
}

/// The lines of an iteration, best first, and those of the iteration before.
#[derive(Debug)]
pub(crate) struct Lines<M> {
    /// The number of lines to find.
    number: usize,
    found: Vec<Line<M>>,
    before: Vec<Line<M>>,
    /// By rank, the scores of the finished iterations.
    scores: Vec<Vec<Score>>,
}

impl<M: Copy + Eq> Lines<M> {
    pub fn new(number: usize) -> Lines<M> {
        Lines { number, found: Vec::new(), before: Vec::new(), scores: vec![Vec::new(); number] }
    }

    /// Begins an iteration.
    pub fn begin(&mut self) {
        self.before = std::mem::take(&mut self.found);
    }

    /// Returns whether the iteration has lines still to find.
    pub fn are_missing(&self) -> bool {
        self.found.len() < self.number
    }

    /// The scores that the next line had in the iterations before.
    pub fn scores(&self) -> &[Score] {
        self.scores.get(self.found.len()).map_or(&[], Vec::as_slice)
    }

    /// Adds a line to the iteration, after those that are as good.
    pub fn add(&mut self, line: Line<M>) {
        let rank = self.found.partition_point(|better| better.score >= line.score);
        self.found.insert(rank, line);
    }

    /// Ends the iteration, and returns its lines: none if it found none. Where it was broken off, those of the iteration before
    /// follow, as scores of different depths cannot be compared.
    pub fn end(&mut self) -> &[Line<M>] {
        if !self.are_missing() {
            self.scores.iter_mut().zip(&self.found).for_each(|(scores, line)| scores.push(line.score));
        } else if !self.found.is_empty() {
            let found: Vec<Option<M>> =
                self.found.iter().map(|line| line.variation.first().copied()).collect();
            let others = self.before.iter().filter(|line| !found.contains(&line.variation.first().copied()));
            let others: Vec<_> = others.take(self.number - found.len()).cloned().collect();
            self.found.extend(others);
        }
        &self.found
    }
}
