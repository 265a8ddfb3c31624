//! Singular extensions: a stored move that is better than all the others by a margin is searched more deeply.
//!
//! The node is searched without the move, about half as deep, with a null window below the stored score (as in Stockfish).
//! If the others stay below it, the move is singular. If they even reach beta, several moves would cut: the node is cut
//! off (multi-cut). If the stored score is at or above beta, or a cut is expected, the move is likely not the only one, and
//! is searched less deeply.

use crate::evaluator::Evaluator;
use crate::node_context::NodeContext;
use crate::observer::ScoreOrigin;
use crate::position::Position;
use crate::recipe::RecipeSource;
use crate::score::{self, DECISIVE, Score};
use crate::store::Store;
use crate::table::{Bound, TableEntry};
use crate::window::{NodeRequest, Window};
use crate::worker::{NodeExit, Worker};

/// The stored score must be of a search at most this much less deep.
const MAX_TABLE_DEPTH_DEFICIT: i16 = 3;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// Step 10. Finds out by how many plies the stored move is searched deeper, or, below zero, less deeply.
    #[inline(always)]
    pub(crate) fn extend_table_move(&mut self, node: &mut NodeContext<P>) -> Result<(), NodeExit> {
        let (recipe, request) = (self.recipe(), node.request);
        let applies = recipe.singular
            && self.ply > 0
            && i32::from(request.depth) >= recipe.parameters.singular_depth
            && !self.is_excluding();
        let Some(entry) = node.entry.filter(|entry| applies && self.may_be_singular(entry, request)) else {
            return Ok(());
        };
        if let Some(mv) = entry.mv.and_then(|packed| node.position.unpack(packed)) {
            let stored = score::to_root(entry.score, self.ply);
            node.table_move_extension = self.search_without(node, mv, stored)?;
        }
        Ok(())
    }

    fn may_be_singular(&self, entry: &TableEntry, request: NodeRequest) -> bool {
        entry.bound != Bound::Upper
            && entry.depth >= request.depth - MAX_TABLE_DEPTH_DEFICIT
            && entry.score.abs() < DECISIVE
            && self.ply + request.depth as u32 <= self.max_extension_ply
    }

    #[inline(never)]
    fn search_without(&mut self, node: &NodeContext<P>, mv: P::Move, stored: Score) -> Result<i16, NodeExit> {
        let request = node.request;
        let parameters = &self.recipe().parameters;
        let depth = i32::from(request.depth);
        let singular_beta = stored - Self::margin(parameters.singular_margin * depth) / 16;
        let double_beta = singular_beta - Self::margin(parameters.double_margin);
        let window = Window::new(singular_beta - 1, singular_beta);
        let exclusion_request = request.with_window(window).with_depth((request.depth - 1) / 2);
        self.frame().excluded = Some(mv);
        let score = self.search(node.position, exclusion_request);
        self.frame().excluded = None;
        let score = score?;
        let is_null = request.window.is_null();
        if score < singular_beta {
            self.counters.extensions += 1;
            return Ok(if is_null && score < double_beta { 2 } else { 1 });
        }
        if is_null && singular_beta >= request.window.beta {
            return Err(NodeExit::Score((singular_beta, ScoreOrigin::MultiCut)));
        }
        Ok(if stored >= request.window.beta || request.is_cut_node { -1 } else { 0 })
    }
}
