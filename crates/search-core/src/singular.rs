//! Singular extensions: a stored move that is better than all the others by a margin is searched more deeply.
//!
//! The node is searched without the move, about half as deep, with a null window below the stored score (as in Stockfish).
//! If the others stay below it, the move is singular. If they even reach beta, several moves would cut: the node is cut
//! off (multi-cut). If the stored score is at or above beta, or a cut is expected, the move is likely not the only one, and
//! is searched less deeply.

use crate::evaluator::Evaluator;
use crate::observer::ScoreOrigin;
use crate::position::Position;
use crate::pruning::NodeState;
use crate::recipe::RecipeSource;
use crate::recipe::parameters::margin;
use crate::score::{self, DECISIVE, Score};
use crate::store::Store;
use crate::table::{Bound, TableEntry};
use crate::window::{NodeRequest, Window};
use crate::worker::{NodeExit, Worker};

/// The stored score must be of a search at most this much less deep.
const STALE: i16 = 3;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// Finds out by how many plies the stored move is searched deeper, or, below zero, less deeply.
    #[inline(always)]
    pub(crate) fn singular_extension(
        &mut self,
        position: &P,
        entry: Option<TableEntry>,
        state: NodeState,
        request: NodeRequest,
    ) -> Result<NodeState, NodeExit> {
        let recipe = self.recipe();
        let applies = recipe.extensions.singular
            && self.ply > 0
            && i32::from(request.depth) >= recipe.parameters.singular_depth
            && !self.is_excluding();
        let Some(entry) = entry.filter(|entry| applies && self.may_be_singular(entry, request)) else {
            return Ok(state);
        };
        let Some(mv) = entry.mv.and_then(|packed| position.unpack(packed)) else { return Ok(state) };
        let stored = score::to_root(entry.score, self.ply);
        Ok(state.with_singular(self.search_without(position, mv, stored, request)?))
    }

    fn may_be_singular(&self, entry: &TableEntry, request: NodeRequest) -> bool {
        entry.bound != Bound::Upper
            && entry.depth >= request.depth - STALE
            && entry.score.abs() < DECISIVE
            && self.ply + request.depth as u32 <= self.max_extension_ply
    }

    #[inline(never)]
    fn search_without(
        &mut self,
        position: &P,
        mv: P::Move,
        stored: Score,
        request: NodeRequest,
    ) -> Result<i16, NodeExit> {
        let parameters = &self.recipe().parameters;
        let depth = i32::from(request.depth);
        let goal = stored - margin::<P, E>(parameters.singular_margin * depth) / 16;
        let double = goal - margin::<P, E>(parameters.double_margin);
        let others = request.with_window(Window::new(goal - 1, goal)).with_depth((request.depth - 1) / 2);
        self.frame().excluded = Some(mv);
        let score = self.search(position, others);
        self.frame().excluded = None;
        let score = score?;
        let is_null = request.window.is_null();
        if score < goal {
            self.counters.extensions += 1;
            return Ok(if is_null && score < double { 2 } else { 1 });
        }
        if is_null && goal >= request.window.beta {
            return Err(NodeExit::Score((goal, ScoreOrigin::MultiCut)));
        }
        Ok(if stored >= request.window.beta || request.is_cut_node { -1 } else { 0 })
    }
}
