//! Null moves: a side that is well off even after passing need not be searched in full.

use crate::evaluator::{Evaluator, Heuristics};
use crate::observer::ScoreOrigin;
use crate::position::Position;
use crate::recipe::parameters::margin;
use crate::recipe::{Null, RecipeSource, Verify};
use crate::score::{DECISIVE, Score};
use crate::store::Store;
use crate::window::{NodeFlags, NodeRequest};
use crate::worker::{NodeExit, Stop, Worker};

/// The evaluation takes at most this many plies off.
const MOST_BY_EVALUATION: i32 = 3;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The side to move passes; if it is still at or above beta, the request is answered.
    #[inline(never)]
    pub(super) fn null_cutoff(
        &mut self,
        position: &P,
        request: NodeRequest,
        estimate: Score,
    ) -> Result<(), NodeExit> {
        let selective = self.recipe().selective;
        let beta = request.window.beta;
        let applies = selective.null != Null::Off && request.flags.may_pass && estimate >= beta;
        // Published with this condition: a null move that is verified one ply shallower needs depth two.
        let is_too_shallow =
            selective.verify == Verify::Tabibi && request.flags.verifies && request.depth < 2;
        if !applies || is_too_shallow || !self.heuristics().may_pass(position) {
            return Ok(());
        }
        let Some(passed) = self.heuristics().null_move(position) else { return Ok(()) };
        self.counters.null_moves += 1;
        let reduction = self.null_reduction(position, request, estimate);
        let reduced =
            request.with_window(request.window.null_at_beta()).with_depth(request.depth - 1 - reduction);
        let score = self.search_passed(position, &passed, reduced)?;
        let is_trusted = match selective.verify {
            Verify::Never => true,
            Verify::Tabibi => !request.flags.verifies,
            Verify::WithLittleMaterial => {
                self.heuristics().material(position)[0].value > 3 * <E::Heuristics>::MINOR
            }
        };
        if score < beta || !(is_trusted || self.verifies(position, request, reduction)?) {
            return Ok(());
        }
        self.counters.null_cutoffs += 1;
        // A mate found after a pass is no mate.
        Err(NodeExit::Score((if score >= DECISIVE { beta } else { score }, ScoreOrigin::NullMove)))
    }

    fn null_reduction(&mut self, position: &P, request: NodeRequest, estimate: Score) -> i16 {
        let source = self.source;
        let recipe = source.recipe();
        if recipe.selective.null == Null::ByEvaluation {
            let parameters = &recipe.parameters;
            let above = (estimate - request.window.beta) / margin::<P, E>(parameters.null_margin);
            let by_depth = i32::from(request.depth) / parameters.null_depth;
            return (parameters.null_base + by_depth + above.min(MOST_BY_EVALUATION)) as i16;
        }
        let material = self.heuristics().material(position);
        recipe.selective.null.reduction(request.depth, material, <E::Heuristics>::MINOR)
    }

    /// Whether a search of the node itself, less deep and without a pass here, agrees that it reaches beta.
    fn verifies(&mut self, position: &P, request: NodeRequest, reduction: i16) -> Result<bool, Stop> {
        self.counters.verifications += 1;
        let is_as_published = self.recipe().selective.verify == Verify::Tabibi;
        let less = if is_as_published { 1 } else { reduction };
        let verifies = request.flags.verifies && !is_as_published;
        let flags = NodeFlags { may_pass: false, verifies, ..request.flags };
        let reduced = request
            .with_window(request.window.null_at_beta())
            .with_depth((request.depth - less).max(0))
            .with_flags(flags);
        Ok(self.search(position, reduced)? >= request.window.beta)
    }

    /// The score of a position after a pass, from the view of the side that passed. A depth below zero is quiescence.
    pub(crate) fn search_passed(
        &mut self,
        position: &P,
        passed: &P,
        request: NodeRequest,
    ) -> Result<Score, Stop> {
        self.prefetch(Some(passed.key()), request.depth);
        self.enter_null(position, passed);
        let below = request.with_depth(request.depth.max(0)).child(0);
        let flags = NodeFlags { may_pass: false, is_extended: false, ..below.flags };
        let score = self.search(passed, below.with_flags(flags));
        self.leave();
        Ok(-score?)
    }
}
