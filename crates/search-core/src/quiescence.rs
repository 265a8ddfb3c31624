//! The search below the leaves: captures until the position is quiet, and every answer to a check.
//!
//! It is the same for every recipe, reads no table and has no depth, so the exact algorithms agree on its result. It
//! ends because each line spends its captures: a check is answered in every way, but what follows must capture again.

use crate::evaluator::Evaluator;
use crate::picker::rank_captures;
use crate::position::{Position, Which};
use crate::recipe::Plan;
use crate::score::{INFINITY, MAX_PLY, Score};
use crate::window::Window;
use crate::worker::{Stop, Worker};

impl<P: Position, E: Evaluator<P>, L: Plan> Worker<'_, P, E, L> {
    /// The score of the node in hand once it is quiet; fail-soft. The visit itself is already counted.
    pub(crate) fn quiesce(&mut self, position: &P, window: Window) -> Result<Score, Stop> {
        self.tally.quiescence += 1;
        let in_check = position.in_check();
        let mut best = -INFINITY;
        if !in_check || self.ply >= MAX_PLY {
            // Standing pat: some move is at least as good as none. A capture is never forced.
            self.tally.leaves += 1;
            best = self.kit.evaluator.evaluate(position);
            if best >= window.beta || self.ply >= MAX_PLY {
                return Ok(best);
            }
        }
        self.list_noisy(position, in_check);
        if in_check && self.frame().list.is_empty() {
            self.tally.leaves += 1;
            return Ok(position.final_score(self.ply));
        }
        for cursor in 0.. {
            let Some(mv) = self.frame().list.select(cursor) else { break };
            let child = self.enter(position, mv);
            let answer = self.visit().and_then(|()| self.quiesce(&child, -window.raise_alpha(best)));
            self.leave();
            best = best.max(-answer?);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    fn list_noisy(&mut self, position: &P, in_check: bool) {
        let list = &mut self.frame().list;
        list.clear();
        position.moves(if in_check { Which::All } else { Which::Captures }, list);
        rank_captures(position, list);
    }
}
