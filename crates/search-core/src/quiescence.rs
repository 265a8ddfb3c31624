//! The search below the leaves: captures until the position is quiet, and every answer to a check.
//!
//! It has no depth, so its result is a function of the position alone: the exact algorithms agree on it, and the table
//! may keep it. It ends because each line spends its captures: a check is answered in every way, but what follows must
//! capture again.

use crate::evaluator::Evaluator;
use crate::picker::rank_captures;
use crate::position::{Position, Which};
use crate::recipe::Plan;
use crate::score::{self, INFINITY, MAX_PLY, Score};
use crate::table::{Bound, Memo};
use crate::watch::{Event, Why};
use crate::window::{Ask, Window};
use crate::worker::{Settled, Stop, Worker};

impl<P: Position, E: Evaluator<P>, L: Plan> Worker<'_, P, E, L> {
    /// The score of the node in hand once it is quiet; fail-soft. The visit itself is already counted.
    pub(crate) fn quiesce(&mut self, position: &P, window: Window) -> Result<Settled, Stop> {
        if !self.recipe().quiescence.table {
            return self.quiet(position, window);
        }
        let memo = self.recall(position, Ask::new(window, 0)).filter(|memo| memo.depth == 0);
        if let Some(score) = memo.and_then(|memo| memo.answer(window, self.ply)) {
            self.tally.table_cutoffs += 1;
            return Ok((score, Why::Table));
        }
        let (score, why) = self.quiet(position, window)?;
        let (bound, stored) = (Bound::of(score, window), score::from_root(score, self.ply));
        let memo = Memo { score: stored, bound, depth: 0, mv: None };
        self.table.remember(position.key(), position.seal(), memo);
        Ok((score, why))
    }

    fn quiet(&mut self, position: &P, window: Window) -> Result<Settled, Stop> {
        let answers = position.in_check() && self.recipe().quiescence.evasions;
        let mut best = -INFINITY;
        if !answers || self.ply >= MAX_PLY {
            // Standing pat: some move is at least as good as none. A capture is never forced.
            self.tally.leaves += 1;
            best = self.kit.evaluator.evaluate(position);
            if best >= window.beta || self.ply >= MAX_PLY {
                return Ok((best, Why::StoodPat));
            }
        }
        self.list_noisy(position, answers);
        if answers && self.frame().list.is_empty() {
            self.tally.leaves += 1;
            return Ok((position.final_score(self.ply), Why::Ended));
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
        Ok((best, Why::Quieted))
    }

    fn quiesce_child(&mut self, child: &P, window: Window) -> Result<Score, Stop> {
        self.plan.watch(Event::Asked(Ask::new(window, 0)));
        self.visit()?;
        self.tally.quiescence += 1;
        let (score, why) = self.quiesce(child, window)?;
        self.plan.watch(Event::Answered(score, why));
        Ok(score)
    }

    fn list_noisy(&mut self, position: &P, answers: bool) {
        let recipe = *self.recipe();
        let kit = &mut *self.kit;
        let list = &mut kit.frames[self.ply as usize].list;
        list.clear();
        position.moves(if answers { Which::All } else { Which::Captures }, list);
        self.tally.generated += list.len() as u64;
        if recipe.quiescence.filter && !answers {
            list.retain(|mv| !kit.evaluator.is_trifle(position, mv));
        }
        rank_captures(position, &kit.evaluator, recipe.captures, list);
    }
}
