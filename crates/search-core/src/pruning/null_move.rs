//! Null moves: a side that is well off even after passing need not be searched in full.

use crate::counters::ScoreOrigin;
use crate::evaluator::{Evaluator, Heuristics};
use crate::node_context::NodeContext;
use crate::position::Position;
use crate::recipe::{Null, RecipeSource, Verify};
use crate::score::{DECISIVE, Score};
use crate::store::Store;
use crate::window::{NodeFlags, NodeRequest};
use crate::worker::{NodeExit, Stop, Worker};

/// The evaluation takes at most this many plies off.
const MAX_BY_EVALUATION: i32 = 3;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The side to move passes; if it is still at or above beta, the request is answered.
    #[inline(never)]
    pub(super) fn null_move(&mut self, node: &NodeContext<P>) -> Result<(), NodeExit> {
        let (position, request) = (node.position, node.request);
        let source = self.source;
        let recipe = source.recipe();
        let beta = request.window.beta;
        let applies = recipe.null != Null::Off && request.flags.may_pass && node.eval >= beta;
        // Published with this condition: a null move that is verified one ply shallower needs depth two.
        let is_too_shallow = recipe.verify == Verify::Tabibi && request.flags.verifies && request.depth < 2;
        if !applies || is_too_shallow || !self.heuristics().may_pass(position) {
            return Ok(());
        }
        let Some(passed) = self.heuristics().null_move(position) else { return Ok(()) };
        self.counters.null_moves += 1;
        let reduction = self.null_reduction(node);
        let reduced =
            request.with_window(request.window.null_at_beta()).with_depth(request.depth - 1 - reduction);
        let score = self.search_passed(position, &passed, reduced)?;
        let is_trusted = match recipe.verify {
            Verify::Never => true,
            Verify::Tabibi => !request.flags.verifies,
            Verify::Deep => i32::from(request.depth) < recipe.parameters.verify_depth,
            Verify::WithLittleMaterial => {
                self.heuristics().material(position)[0].value > 3 * <E::Heuristics>::MINOR
            }
        };
        if score < beta || !(is_trusted || self.verifies(node, reduction)?) {
            return Ok(());
        }
        self.counters.null_cutoffs += 1;
        // A mate found after a pass is no mate.
        Err(NodeExit::Score((if score >= DECISIVE { beta } else { score }, ScoreOrigin::NullMove)))
    }

    fn null_reduction(&mut self, node: &NodeContext<P>) -> i16 {
        let source = self.source;
        let recipe = source.recipe();
        let request = node.request;
        if recipe.null == Null::ByEvaluation {
            let parameters = &recipe.parameters;
            let above = (node.eval - request.window.beta) / Self::margin(parameters.null_margin);
            let by_depth = i32::from(request.depth) / parameters.null_depth;
            return (parameters.null_base + by_depth + above.min(MAX_BY_EVALUATION)) as i16;
        }
        let material = self.heuristics().material(node.position);
        recipe.null.reduction(request.depth, material, <E::Heuristics>::MINOR)
    }

    /// Returns whether a search of the node itself, less deep and without a pass here, agrees that it reaches beta.
    fn verifies(&mut self, node: &NodeContext<P>, reduction: i16) -> Result<bool, Stop> {
        self.counters.verifications += 1;
        let request = node.request;
        let is_as_published = self.recipe().verify == Verify::Tabibi;
        let less = if is_as_published { 1 } else { reduction };
        let verifies = request.flags.verifies && !is_as_published;
        let flags = NodeFlags { may_pass: false, verifies, ..request.flags };
        let reduced = request
            .with_window(request.window.null_at_beta())
            .with_depth((request.depth - less).max(0))
            .with_flags(flags);
        Ok(self.search(node.position, reduced)? >= request.window.beta)
    }

    /// The score of a position after a pass, from the view of the side that passed. A depth below zero is quiescence.
    pub(crate) fn search_passed(
        &mut self,
        position: &P,
        passed: &P,
        request: NodeRequest,
    ) -> Result<Score, Stop> {
        self.prefetch(Some(passed.key()), request.depth);
        self.enter(position, None, passed);
        let below = request.with_depth(request.depth.max(0)).child(0);
        let flags = NodeFlags { may_pass: false, is_extended: false, ..below.flags };
        let score = self.search(passed, below.with_flags(flags));
        self.leave();
        Ok(-score?)
    }
}
