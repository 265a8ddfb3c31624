//! The search below the leaves: captures until the position is quiet, and every answer to a check.
//!
//! It has no depth, so its result is a function of the position alone: the exact algorithms agree on it, and the table
//! may keep it. It ends because each line spends its captures: a check is answered in every way, but what follows must
//! capture again.

use crate::evaluator::Evaluator;
use crate::observer::{Event, ScoreOrigin};
use crate::picker::order_captures;
use crate::position::{MoveKind, Position};
use crate::recipe::RecipeSource;
use crate::score::{self, INFINITY, MAX_PLY, Score};
use crate::table::{Bound, TableEntry};
use crate::window::{NodeRequest, Window};
use crate::worker::{ScoreWithOrigin, Stop, Worker};

impl<P: Position, E: Evaluator<P>, L: RecipeSource> Worker<'_, P, E, L> {
    /// The score of the node in hand once it is quiet; fail-soft. The visit itself is already counted.
    pub(crate) fn quiesce(&mut self, position: &P, window: Window) -> Result<ScoreWithOrigin, Stop> {
        if !self.recipe().quiescence.table {
            return self.quiet(position, window);
        }
        let entry = self.probe(position, NodeRequest::new(window, 0)).filter(|entry| entry.depth == 0);
        if let Some(score) = entry.and_then(|entry| entry.answer(window, self.ply)) {
            self.counters.table_cutoffs += 1;
            return Ok((score, ScoreOrigin::Table));
        }
        let (score, why) = self.quiet(position, window)?;
        let (bound, stored) = (Bound::of(score, window), score::from_root(score, self.ply));
        let entry = TableEntry { score: stored, bound, depth: 0, mv: None };
        self.table.store(position.key(), position.signature(), entry);
        Ok((score, why))
    }

    fn quiet(&mut self, position: &P, window: Window) -> Result<ScoreWithOrigin, Stop> {
        let answers = position.in_check() && self.recipe().quiescence.evasions;
        let mut best = -INFINITY;
        if !answers || self.ply >= MAX_PLY {
            // Standing pat: some move is at least as good as none. A capture is never forced.
            self.counters.leaves += 1;
            best = self.thread.evaluator.evaluate(position);
            if best >= window.beta || self.ply >= MAX_PLY {
                return Ok((best, ScoreOrigin::StandPat));
            }
        }
        self.list_noisy(position, answers);
        if answers && self.frame().list.is_empty() {
            self.counters.leaves += 1;
            return Ok((position.final_score(self.ply), ScoreOrigin::GameOver));
        }
        for cursor in 0.. {
            let Some(mv) = self.frame().list.select(cursor) else { break };
            let child = self.enter(position, mv);
            let answer = self.quiesce_child(&child, -window.raise_alpha(best));
            self.leave();
            best = best.max(-answer?);
            if best >= window.beta {
                break;
            }
        }
        Ok((best, ScoreOrigin::Quiescence))
    }

    fn quiesce_child(&mut self, child: &P, window: Window) -> Result<Score, Stop> {
        self.source.observe(Event::NodeEntered(NodeRequest::new(window, 0)));
        self.visit()?;
        self.counters.quiescence += 1;
        let (score, why) = self.quiesce(child, window)?;
        self.source.observe(Event::NodeLeft(score, why));
        Ok(score)
    }

    fn list_noisy(&mut self, position: &P, answers: bool) {
        let recipe = *self.recipe();
        let thread = &mut *self.thread;
        let list = &mut thread.frames[self.ply as usize].list;
        list.clear();
        position.moves(if answers { MoveKind::All } else { MoveKind::Captures }, list);
        self.counters.generated += list.len() as u64;
        if recipe.quiescence.filter && !answers {
            list.retain(|mv| !thread.evaluator.is_trifle(position, mv));
        }
        order_captures(position, &thread.evaluator, recipe.captures, list);
    }
}
