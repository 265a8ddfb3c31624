//! Moves that are skipped at little depth before they are made: late ones, and those of little promise.
//!
//! Nothing is skipped before a move was found that does not lose, in check, or at the root. On the principal variation late
//! moves and losing exchanges are skipped too; what goes by the static evaluation is not, as there is none.

use crate::counters::Event;
use crate::evaluator::{Evaluator, Heuristics};
use crate::node_context::{NodeContext, Picked};
use crate::position::Position;
use crate::recipe::RecipeSource;
use crate::score::DECISIVE;
use crate::store::Store;
use crate::worker::Worker;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// Returns whether the quiet moves that are left of a node of little depth are skipped, after enough others (late move pruning).
    #[inline(always)]
    pub(crate) fn should_skip_late_moves(&self, node: &NodeContext<P>) -> bool {
        let recipe = self.recipe();
        let parameters = &recipe.parameters;
        let depth = i32::from(node.request.depth);
        if !recipe.late_pruning || depth > parameters.late_depth || !self.may_skip(node) {
            return false;
        }
        let divisor = 2 - i32::from(node.is_improving || !recipe.improving);
        let moves = (parameters.late_base + parameters.late_slope * depth * depth / 100) / divisor;
        node.best.searched as i32 >= moves
    }

    #[inline(always)]
    fn may_skip(&self, node: &NodeContext<P>) -> bool {
        self.ply > 0 && node.best.has_searched() && node.best.score > -DECISIVE && !node.position.in_check()
    }

    /// Returns whether a move is skipped: too far below alpha, or lost by exchange.
    #[inline(always)]
    pub(crate) fn should_prune_move(&mut self, node: &NodeContext<P>, picked: Picked<P::Move>) -> bool {
        if !self.recipe().prunes_moves() || !self.may_skip(node) {
            return false;
        }
        let is_pruned = if node.position.victim(picked.mv) > 0 {
            self.should_prune_capture(node, picked.mv)
        } else {
            self.should_prune_quiet(node, picked.mv)
        };
        self.note_skipped(picked.mv, is_pruned)
    }

    fn should_prune_capture(&mut self, node: &NodeContext<P>, mv: P::Move) -> bool {
        let source = self.source;
        let recipe = source.recipe();
        let parameters = &recipe.parameters;
        let depth = i32::from(node.request.depth);
        recipe.exchange_pruning
            && depth <= parameters.exchange_depth
            && !self.heuristics().see(node.position, mv, -Self::margin(parameters.capture_loss * depth))
    }

    fn should_prune_quiet(&mut self, node: &NodeContext<P>, mv: P::Move) -> bool {
        let source = self.source;
        let recipe = source.recipe();
        let parameters = &recipe.parameters;
        let reduction = self.base_reduction(node.request.depth, node.best.searched) / 1024;
        let depth = (i32::from(node.request.depth) - reduction).max(0);
        let margin = || Self::margin(parameters.quiet_base + parameters.quiet_margin * depth);
        let is_futile = recipe.quiet_futility
            && depth <= parameters.quiet_depth
            && node.static_eval.is_some_and(|static_eval| static_eval + margin() <= node.best.window.alpha);
        if is_futile {
            return !node.position.gives_check(mv);
        }
        let loss = -Self::margin(parameters.quiet_loss * depth * depth);
        recipe.exchange_pruning
            && depth <= parameters.exchange_depth
            && !self.heuristics().see(node.position, mv, loss)
    }

    /// Counts and reports a move that is skipped.
    pub(super) fn note_skipped(&mut self, mv: P::Move, is_skipped: bool) -> bool {
        if is_skipped {
            self.source.observe(Event::MoveSkipped(P::pack(mv)));
            self.counters.futile_moves += 1;
        }
        is_skipped
    }
}
