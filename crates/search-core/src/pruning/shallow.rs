//! Moves that are skipped at little depth before they are made: late ones, and those of little promise.
//!
//! Nothing is skipped before a move was found that does not lose, in check, or at the root.

use super::NodeState;
use crate::evaluator::{Evaluator, Heuristics};
use crate::node::Best;
use crate::picker::{Picked, Picker};
use crate::position::Position;
use crate::recipe::RecipeSource;
use crate::recipe::parameters::margin;
use crate::score::{DECISIVE, Score};
use crate::store::Store;
use crate::window::NodeRequest;
use crate::worker::Worker;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// After enough moves of a node of little depth, the quiet ones that are left are skipped.
    #[inline(always)]
    pub(crate) fn skip_late_moves(
        &self,
        position: &P,
        picker: &mut Picker<P::Move>,
        best: &mut Best<P::Move>,
        state: NodeState,
        request: NodeRequest,
    ) {
        let recipe = self.recipe();
        let parameters = &recipe.parameters;
        let depth = i32::from(request.depth);
        let applies = recipe.selective.late_pruning
            && depth <= parameters.late_depth
            && self.may_skip(position, best)
            && !picker.skips_quiets();
        if !applies {
            return;
        }
        let halved = 2 - i32::from(state.is_improving || !recipe.selective.improving);
        let moves = (parameters.late_base + parameters.late_slope * depth * depth / 100) / halved;
        if best.searched() as i32 >= moves {
            picker.skip_quiets();
            best.skip();
        }
    }

    /// Whether moves may be skipped at all.
    #[inline(always)]
    fn may_skip(&self, position: &P, best: &Best<P::Move>) -> bool {
        self.ply > 0 && best.has_searched() && best.score() > -DECISIVE && !position.in_check()
    }

    /// Whether a move is skipped: too far below alpha, of bad history, or lost by exchange.
    #[inline(always)]
    pub(crate) fn is_unpromising(
        &mut self,
        position: &P,
        picked: Picked<P::Move>,
        best: &Best<P::Move>,
        state: NodeState,
        request: NodeRequest,
    ) -> bool {
        if !self.recipe().selective.skips_late_moves() || !self.may_skip(position, best) {
            return false;
        }
        let is_skipped = if position.victim(picked.mv) > 0 {
            self.is_losing_capture(position, picked.mv, request)
        } else {
            self.is_hopeless_quiet(position, picked, best, state, request)
        };
        self.note_skipped(picked.mv, is_skipped)
    }

    fn is_losing_capture(&mut self, position: &P, mv: P::Move, request: NodeRequest) -> bool {
        let source = self.source;
        let recipe = source.recipe();
        let depth = i32::from(request.depth);
        recipe.selective.exchange_pruning
            && depth <= recipe.parameters.exchange_depth
            && !self.heuristics().see(position, mv, -margin::<P, E>(recipe.parameters.capture_loss * depth))
    }

    fn is_hopeless_quiet(
        &mut self,
        position: &P,
        picked: Picked<P::Move>,
        best: &Best<P::Move>,
        state: NodeState,
        request: NodeRequest,
    ) -> bool {
        let source = self.source;
        let (selective, parameters) = (&source.recipe().selective, &source.recipe().parameters);
        let reduction = self.base_reduction(request.depth, best.searched()) / 1024;
        let depth = (i32::from(request.depth) - reduction).max(0);
        let is_futile = selective.quiet_futility
            && depth <= parameters.quiet_depth
            && self.is_below_alpha(state, best, parameters.quiet_base + parameters.quiet_margin * depth);
        let has_bad_history = || {
            selective.history_pruning
                && depth <= parameters.history_depth
                && self.quiet_history(position, picked.mv) < -parameters.history_margin * depth.max(1)
        };
        if is_futile || has_bad_history() {
            return !position.gives_check(picked.mv);
        }
        selective.exchange_pruning
            && depth <= parameters.exchange_depth
            && !self.heuristics().see(
                position,
                picked.mv,
                -margin::<P, E>(parameters.quiet_loss * depth * depth),
            )
    }

    fn is_below_alpha(&self, state: NodeState, best: &Best<P::Move>, hundredths: i32) -> bool {
        let goal: Score = best.window().alpha;
        state.static_eval.is_some_and(|static_eval| static_eval + margin::<P, E>(hundredths) <= goal)
    }
}
