//! The iterations of a search: each depth in turn, its best lines, and how stable the best move is from one to the next.

use std::time::Duration;

use crate::deepening::{Outcome, Report, SearchOptions, first_guess};
use crate::driver::Driver;
use crate::evaluator::{Evaluator, Heuristics};
use crate::position::Position;
use crate::recipe::{Parameters, RecipeSource, TableUse};
use crate::score::{self, MAX_PLY, Score};
use crate::store::Store;
use crate::table::Bound;
use crate::window::{NodeRequest, Window};
use crate::worker::{Stop, Worker};

/// By so many plies a search is deeper than a mate that ends it on a clock.
const CONFIRMING_PLIES: u32 = 4;
/// Beyond these, an iteration that confirms the best move takes off no more of its time.
const MAX_CONFIRMATIONS: i32 = 8;
/// Shallower iterations say nothing about how the visits will be spread over the root's moves.
const EFFORT_MIN_DEPTH: i16 = 6;
/// The part of the visits that the best move usually takes, in per cent.
const USUAL_EFFORT: i32 = 64;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// Searches deeper and deeper, as the options say.
    pub(crate) fn deepen(
        &mut self,
        root: &P,
        options: &SearchOptions<P::Move>,
        mut report: impl FnMut(&Report<P::Move>),
    ) -> Outcome<P::Move> {
        self.root_moves.only.clone_from(&options.only);
        let mut outcome = first_guess(root, &options.only);
        let choices = count_choices(root, &options.only);
        let mut lines = Lines::new(options.lines.clamp(1, choices.max(1)));
        let first = if self.recipe().deepening { options.depth.min(1) } else { options.depth };
        let steps =
            (first..options.depth).filter(|&depth| depth <= options.stepwise || depth >= options.resume);
        let (mut last, control) = (Duration::ZERO, self.control);
        let mut stability = BestMoveStability::new();
        for depth in steps.chain([options.depth]) {
            let part = if options.weighs_stability {
                stability.per_cent(&self.recipe().parameters, <E::Heuristics>::MINOR)
            } else {
                100
            };
            self.publish_visits();
            // The thread that decides ends the others.
            if depth > first && self.progress.is_none() && !control.may_begin(last, part) {
                outcome.is_stopped = true;
                break;
            }
            let begin = control.elapsed();
            let before = self.counters;
            // The window asked for belongs to the last depth; shallower scores only order the moves.
            let window = if depth == options.depth { options.window } else { Window::FULL };
            let request = NodeRequest::new(window, depth);
            self.prepare(root, depth, &outcome.variation);
            let finished = self.iterate(root, options.driver, request, &mut lines);
            outcome.counters = self.counters;
            outcome.last_iteration = self.counters - before;
            last = control.elapsed().saturating_sub(begin);
            let found = lines.end();
            (1..).zip(found).for_each(|(rank, line)| report(&self.report_of(rank, line)));
            match found.first() {
                Some(best) => outcome.take(best),
                // The move of an unfinished iteration counts too: the first to raise alpha was at least as good as the last best.
                None => outcome.follow(self.complete_variation(root, depth)),
            }
            if finished.is_err() {
                outcome.is_stopped = true;
                break;
            }
            let effort = outcome.best.filter(|_| depth >= EFFORT_MIN_DEPTH);
            let effort = effort.map_or(USUAL_EFFORT, |best| self.root_moves.effort(best) as i32);
            stability.note(outcome.best, outcome.score, effort);
            if options.lines == 1 && control.saves_time() && is_confirmed(outcome.score, depth) {
                break;
            }
        }
        outcome
    }

    /// One iteration: each line in turn, without the moves of the lines before it. Of moves that are equal by symmetry one is
    /// searched.
    fn iterate(
        &mut self,
        root: &P,
        driver: Driver,
        request: NodeRequest,
        lines: &mut Lines<P::Move>,
    ) -> Result<(), Stop> {
        self.root_moves.except.clear();
        lines.begin();
        while lines.are_missing() {
            let score = self.drive(driver, root, request, lines.scores())?;
            let bound = Bound::of(score, request.window);
            let variation = self.complete_variation(root, request.depth);
            self.root_moves.except.extend(variation.first());
            let line = Line { depth: request.depth, score, bound, variation };
            lines.add(line.clone());
            let images = if lines.are_missing() { root.images(&line.variation) } else { Vec::new() };
            for variation in images {
                if lines.are_missing() && variation.first().is_some_and(|&mv| self.allows(mv)) {
                    self.root_moves.except.extend(variation.first());
                    lines.add(Line { variation, ..line });
                }
            }
        }
        Ok(())
    }

    fn report_of(&self, rank: usize, line: &Line<P::Move>) -> Report<P::Move> {
        let Line { depth, score, bound, ref variation } = *line;
        Report {
            depth,
            reached: self.deepest_ply,
            line: rank,
            score,
            bound,
            variation: variation.clone(),
            counters: self.counters,
            elapsed: self.control.elapsed(),
            per_mille_full: self.store.per_mille_full(),
        }
    }

    /// The line the search kept, as far as it is legal, followed by what the table holds: a table cut-off ends the kept line
    /// early.
    fn complete_variation(&mut self, root: &P, depth: i16) -> Vec<P::Move> {
        self.keep_pv();
        let mut variation = Vec::new();
        let mut position = root.clone();
        let mut line = self.thread.line.clone();
        let mut depth = depth;
        let mut is_over = self.last_pv.is_empty();
        while variation.len() < MAX_PLY as usize {
            let next = match self.last_pv.get(variation.len()) {
                Some(&kept) => position.unpack(P::pack(kept)),
                None if is_over => None,
                None => self.stored_move(&position, depth),
            };
            let Some(mv) = next else { break };
            depth -= position.cost(mv);
            position.play(mv);
            line.push(position.line_entry(Some(mv)));
            variation.push(mv);
            is_over = position.ruling(&line, variation.len() as u32).is_some();
        }
        variation
    }

    /// The best move of a position whose exact score at this depth is stored; a bound's move refutes, but need not be best.
    fn stored_move(&self, position: &P, depth: i16) -> Option<P::Move> {
        if depth <= 0 || self.recipe().table == TableUse::Off {
            return None;
        }
        let entry = self.store.probe(position, NodeRequest::new(Window::FULL, depth), 0)?;
        let is_exact = entry.bound == Bound::Exact && entry.depth >= depth;
        entry.mv.filter(|_| is_exact).and_then(|packed| position.unpack(packed))
    }
}

impl<M: Copy> Outcome<M> {
    /// Takes over the best line of an iteration.
    fn take(&mut self, line: &Line<M>) {
        (self.score, self.bound, self.depth) = (line.score, line.bound, line.depth);
        self.scores.push(line.score);
        self.follow(line.variation.clone());
    }

    /// Takes over a line without a score.
    fn follow(&mut self, variation: Vec<M>) {
        if let Some(&best) = variation.first() {
            (self.best, self.variation) = (Some(best), variation);
        }
    }
}

fn count_choices<P: Position>(root: &P, only: &[P::Move]) -> usize {
    if only.is_empty() { root.count_moves() as usize } else { only.len() }
}

/// Returns whether a search of this depth confirms a mate: it had some plies more to find a nearer one.
fn is_confirmed(score: Score, depth: i16) -> bool {
    score::plies_to_mate(score).is_some_and(|plies| plies + CONFIRMING_PLIES <= depth.max(0) as u32)
}

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

/// The iterations so far: which move was the best, and how the score went.
#[derive(Clone, Debug)]
pub(crate) struct BestMoveStability<M> {
    best: Option<M>,
    /// The iterations in a row that have confirmed it.
    confirmations: i32,
    score: Score,
    /// By how much the score fell in the last iteration; 0 if it rose.
    fall: Score,
    /// The part of the last iteration's visits that the best move took, in per cent.
    effort: i32,
}

impl<M: Copy + Eq> BestMoveStability<M> {
    pub fn new() -> BestMoveStability<M> {
        BestMoveStability { best: None, confirmations: 0, score: 0, fall: 0, effort: USUAL_EFFORT }
    }

    /// Notes what an iteration found.
    pub fn note(&mut self, best: Option<M>, score: Score, effort: i32) {
        let is_first = self.best.is_none();
        self.confirmations = if best == self.best { self.confirmations + 1 } else { 0 };
        self.fall = if is_first { 0 } else { (self.score - score).max(0) };
        (self.best, self.score, self.effort) = (best, score, effort);
    }

    /// The part of its share of the clock that the search may use, in per cent; `minor` is the worth of a minor piece.
    pub fn per_cent(&self, parameters: &Parameters, minor: Score) -> u32 {
        let confirmed = parameters.time_confirmed * self.confirmations.min(MAX_CONFIRMATIONS);
        let fallen = parameters.time_fallen * self.fall.min(minor) / minor.max(1);
        let by_effort = 100 + parameters.time_effort * (USUAL_EFFORT - self.effort) / 100;
        let part = (parameters.time_unsettled - confirmed + fallen) * by_effort / 100;
        part.max(0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confirmed_move_needs_less_time_and_a_fallen_score_more() {
        let mut stability = BestMoveStability::new();
        let mut after = |best, score| {
            stability.note(Some(best), score, USUAL_EFFORT);
            stability.per_cent(&Parameters::DEFAULT, 100)
        };
        assert_eq!([after('a', 10), after('a', 10), after('a', 30)], [170, 158, 146]);
        // Half a minor piece less, then another move that loses far more.
        assert_eq!([after('a', -20), after('b', -900), after('b', -900)], [134 + 140, 170 + 280, 158]);
        assert_eq!((0..20).map(|_| after('b', 0)).last(), Some(170 - 12 * 8));
    }

    #[test]
    fn a_move_that_takes_most_of_the_visits_needs_less_time() {
        let with_effort = |effort| {
            let mut stability = BestMoveStability::new();
            stability.note(Some('a'), 0, effort);
            stability.per_cent(&Parameters::DEFAULT, 100)
        };
        assert_eq!([0, USUAL_EFFORT, 100].map(with_effort), [299, 170, 96]);
    }
}
