//! The search below the leaves: captures until the position is quiet, and every answer to a check.
//!
//! It has no depth, so its result is a function of the position alone: the exact algorithms agree on it, and the table
//! may keep it. It ends because each line spends its captures: a check is answered in every way, but what follows must
//! capture again.

use crate::evaluator::Evaluator;
use crate::observer::{Event, ScoreOrigin};
use crate::picker::order_captures;
use crate::position::{MoveKind, Position};
use crate::recipe::{RecipeSource, TableUse};
use crate::score::{self, INFINITY, MAX_PLY, Score};
use crate::store::Store;
use crate::table::{Bound, TableEntry};
use crate::window::{NodeRequest, Window};
use crate::worker::{Scored, Stop, Worker};

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The score of the current node after all captures; fail-soft. The visit is already counted.
    pub(crate) fn quiesce(&mut self, position: &P, window: Window) -> Result<Scored, Stop> {
        if !self.recipe().quiescence.table || self.recipe().table == TableUse::Off {
            return self.play_out(position, window, None);
        }
        let entry = self.probe_store(position, NodeRequest::new(window, 0));
        let answer = entry.filter(|entry| entry.depth == 0).and_then(|entry| entry.answer(window, self.ply));
        if let Some(score) = answer {
            self.counters.table_cutoffs += 1;
            return Ok((score, ScoreOrigin::Table));
        }
        let (score, origin) = self.play_out(position, window, entry)?;
        let (bound, stored) = (Bound::of(score, window), score::from_root(score, self.ply));
        let static_eval = self.frame().static_eval;
        self.store.store(position, TableEntry { score: stored, bound, depth: 0, mv: None, static_eval });
        Ok((score, origin))
    }

    fn play_out(&mut self, position: &P, window: Window, entry: Option<TableEntry>) -> Result<Scored, Stop> {
        let evades = position.in_check() && self.recipe().quiescence.evasions;
        let mut best = -INFINITY;
        if !evades || self.ply >= MAX_PLY {
            // Standing pat: some move is at least as good as none. A capture is never forced.
            self.counters.leaves += 1;
            best = self.static_eval(position, entry);
            if best >= window.beta || self.ply >= MAX_PLY {
                return Ok((best, ScoreOrigin::StandPat));
            }
        }
        self.list_noisy(position, evades);
        if evades && self.frame().list.is_empty() {
            self.counters.leaves += 1;
            return Ok((position.final_score(self.ply), ScoreOrigin::GameOver));
        }
        for cursor in 0.. {
            let Some((mv, _)) = self.frame().list.select(cursor) else { break };
            let child = self.child(position, mv);
            self.enter(position, mv, &child);
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
        self.count_node()?;
        self.counters.quiescence += 1;
        let (score, origin) = self.quiesce(child, window)?;
        self.source.observe(Event::NodeLeft(score, origin));
        Ok(score)
    }

    fn list_noisy(&mut self, position: &P, evades: bool) {
        let recipe = *self.recipe();
        let thread = &mut *self.thread;
        let list = &mut thread.frames[self.ply as usize].list;
        list.clear();
        position.moves(if evades { MoveKind::All } else { MoveKind::Captures }, list);
        self.counters.generated += list.len() as u64;
        if recipe.quiescence.filter && !evades {
            list.retain(|mv| thread.evaluator.is_noisy(position, mv));
        }
        order_captures(position, &thread.evaluator, recipe.captures, list);
    }
}
