//! Forward pruning: what is cut off, or searched less deeply, by judgement.
//!
//! Pruning by the static evaluation is off in check, at the root, on the principal variation of a search with scouts, and
//! where the window is at a proven win or loss: an evaluation proves no mate. [`evaluate_node`](Worker::evaluate_node) tests all
//! of that once. What does not need it has conditions of its own: internal reductions and late moves apply on the principal
//! variation too.

mod historical;
mod move_pruning;
mod null_move;
mod probcut;

use crate::counters::ScoreOrigin;
use crate::evaluator::{Evaluator, Heuristics};
use crate::node_context::NodeContext;
use crate::position::Position;
use crate::recipe::RecipeSource;
use crate::score::{self, DECISIVE, PROVEN, Score};
use crate::store::Store;
use crate::table::{Bound, TableEntry};
use crate::worker::{NodeExit, Worker};

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// Step 7. The node's static evaluation, where something may be pruned by it, and whether it is improving.
    #[inline(always)]
    pub(crate) fn evaluate_node(&mut self, node: &mut NodeContext<P>) {
        let recipe = self.recipe();
        let (prunes, always) = (recipe.prunes_by_evaluation(), recipe.evaluates_always());
        if !(prunes || always) || node.position.in_check() {
            return;
        }
        let window = node.request.window;
        let is_principal = recipe.scouts() && !window.is_null();
        let is_near_mate = window.alpha >= PROVEN || window.beta <= -PROVEN;
        let may_prune = prunes && self.ply > 0 && !is_principal && !is_near_mate;
        if !(may_prune || always) {
            return;
        }
        let static_eval = self.static_eval(node.position, node.entry);
        node.static_eval = may_prune.then_some(static_eval);
        node.eval = self.corrected_by_table(static_eval, node.entry);
        node.is_improving = self.is_improving(static_eval);
    }

    /// A part of step 8. The depth of a node that was reached by a reduced move: if the move has done the opponent no harm, the
    /// reduction was likely wrong; if it has cost the opponent much, little depth is enough.
    #[inline(always)]
    pub(crate) fn correct_depth(&mut self, node: &mut NodeContext<P>) {
        let recipe = self.recipe();
        if !recipe.hindsight || self.ply == 0 || self.is_excluding() {
            return;
        }
        let reduction = i32::from(node.request.flags.reduction);
        let evals = [self.ply, self.ply - 1].map(|ply| self.thread.frames[ply as usize].facts.static_eval);
        let [Some(now), Some(before)] = evals else { return };
        let parameters = &recipe.parameters;
        if reduction >= parameters.hindsight_reduction && now + before <= 0 {
            node.request.depth += 1;
        } else if reduction >= 1
            && node.request.depth >= 2
            && now + before > Self::margin(parameters.hindsight_margin)
        {
            node.request.depth -= 1;
        }
    }

    /// The static evaluation: computed once, and taken from the table where that has it.
    #[inline(always)]
    pub(crate) fn static_eval(&mut self, position: &P, entry: Option<TableEntry>) -> Score {
        if let Some(known) = self.frame().facts.static_eval {
            return known;
        }
        let stored = entry.and_then(|entry| entry.static_eval);
        let static_eval = stored.unwrap_or_else(|| self.thread.evaluator.evaluate(position));
        self.frame().facts.static_eval = Some(static_eval);
        static_eval
    }

    /// The stored score, where its bound says that it is nearer to the truth than the static evaluation.
    #[inline(always)]
    fn corrected_by_table(&self, static_eval: Score, entry: Option<TableEntry>) -> Score {
        let stored = entry.filter(|_| self.recipe().estimate).filter(|entry| match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score > static_eval,
            Bound::Upper => entry.score < static_eval,
        });
        stored.map_or(static_eval, |entry| score::to_root(entry.score, self.ply))
    }

    /// Returns whether the static evaluation is better than two plies ago, or four where that was in check.
    #[inline(always)]
    fn is_improving(&self, static_eval: Score) -> bool {
        if !self.recipe().improving {
            return false;
        }
        let ply = self.ply as usize;
        let before = |plies: usize| self.thread.frames[ply.checked_sub(plies)?].facts.static_eval;
        before(2).or_else(|| before(4)).is_none_or(|before| static_eval > before)
    }

    /// Step 9. The cut-offs that may answer the request before any move of the node is tried, each a rule of its own: here, or
    /// in a module below.
    #[inline(always)]
    pub(crate) fn prune_node(&mut self, node: &mut NodeContext<P>) -> Result<(), NodeExit> {
        self.probcut(node)?;
        if node.static_eval.is_some() {
            if !self.is_excluding() {
                self.razoring(node)?;
                self.reverse_futility(node)?;
                self.null_move(node)?;
                self.table_probcut(node)?;
                self.capture_probcut(node)?;
                self.multi_depth_probe(node)?;
            }
            self.limited_razoring(node);
            self.find_futility(node);
        }
        Ok(())
    }

    /// A margin in units of score.
    #[inline(always)]
    pub(crate) fn margin(hundredths: i32) -> Score {
        hundredths * <E::Heuristics>::MINOR / 100
    }

    /// A node of little depth far below alpha: if quiescence agrees, that is the answer.
    #[inline(always)]
    fn razoring(&mut self, node: &NodeContext<P>) -> Result<(), NodeExit> {
        let recipe = self.recipe();
        if !recipe.deep_razoring {
            return Ok(());
        }
        let alpha = node.request.window.alpha;
        let depth = i32::from(node.request.depth);
        let (base, slope) = (recipe.parameters.razor_base, recipe.parameters.razor_slope);
        if alpha >= DECISIVE || node.eval + Self::margin(base + slope * depth * depth) > alpha {
            return Ok(());
        }
        let (score, origin) = self.quiesce(node.position, node.request.window.null_at_alpha(), true)?;
        if score > alpha {
            return Ok(());
        }
        self.counters.razored += 1;
        Err(NodeExit::Score((score, origin)))
    }

    /// A node of little depth far above beta is not searched.
    #[inline(always)]
    fn reverse_futility(&mut self, node: &NodeContext<P>) -> Result<(), NodeExit> {
        let source = self.source;
        let recipe = source.recipe();
        let parameters = &recipe.parameters;
        let depth = i32::from(node.request.depth);
        if !recipe.reverse_futility || depth > parameters.reverse_depth {
            return Ok(());
        }
        let (eval, beta) = (node.eval, node.request.window.beta);
        let plies = depth - i32::from(node.is_improving);
        let above = |margin| eval - Self::margin(margin) >= beta;
        let margin = parameters.reverse_margin * plies;
        if !above(margin) || eval >= DECISIVE || beta <= -DECISIVE {
            return Ok(());
        }
        if !above(margin + parameters.reverse_threatened) && self.heuristics().is_threatened(node.position) {
            return Ok(());
        }
        // Half-way to beta: what was not searched proves no more.
        Err(NodeExit::Score(((eval + beta) / 2, ScoreOrigin::Futility)))
    }
}
