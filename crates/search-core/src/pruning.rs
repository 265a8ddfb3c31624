//! Forward pruning: what is cut off, or searched less deeply, by judgement.
//!
//! One test at the node skips all of it. It is off in check, at the root, on the principal variation of a search
//! with scouts, and where the window is at a proven win or loss: an evaluation proves no mate.

mod futility;
mod null_move;
mod probcut;
mod shallow;

use crate::evaluator::Evaluator;
use crate::position::Position;
use crate::recipe::RecipeSource;
use crate::score::{self, PROVEN, Score};
use crate::store::Store;
use crate::table::{Bound, TableEntry};
use crate::window::NodeRequest;
use crate::worker::{NodeExit, Worker};
use futility::Futility;

/// The facts about a node that pruning depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeState {
    /// The static evaluation; `None` where nothing may be pruned.
    static_eval: Option<Score>,
    /// The same, or a stored score that is nearer to the truth.
    estimate: Score,
    /// Which moves are skipped.
    futility: Option<Futility>,
    /// The static evaluation is better than at the last move of the side to move.
    pub is_improving: bool,
    /// By how much the stored move is searched deeper.
    pub singular: i16,
}

impl NodeState {
    /// Nothing may be pruned.
    pub const UNPRUNED: NodeState =
        NodeState { static_eval: None, estimate: 0, futility: None, is_improving: false, singular: 0 };

    /// The same, where the stored move is searched this much deeper.
    pub fn with_singular(self, singular: i16) -> NodeState {
        NodeState { singular, ..self }
    }
}

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The node's static evaluation, where something may be pruned by it.
    #[inline(always)]
    pub(crate) fn assess(
        &mut self,
        position: &P,
        entry: Option<TableEntry>,
        request: NodeRequest,
    ) -> NodeState {
        let recipe = self.recipe();
        let (prunes, always) = (recipe.selective.needs_static_eval(), recipe.needs_static_eval());
        if !(prunes || always) || position.in_check() {
            return NodeState::UNPRUNED;
        }
        let is_principal = recipe.scouts() && !request.window.is_null();
        let is_near_mate = request.window.alpha >= PROVEN || request.window.beta <= -PROVEN;
        let may_prune = prunes && self.ply > 0 && !is_principal && !is_near_mate;
        if !(may_prune || always) {
            return NodeState::UNPRUNED;
        }
        let static_eval = self.static_eval(position, entry);
        NodeState {
            static_eval: may_prune.then_some(static_eval),
            estimate: self.estimate(static_eval, entry),
            is_improving: self.is_improving(static_eval),
            ..NodeState::UNPRUNED
        }
    }

    /// The static evaluation: computed once, and taken from the table where that has it.
    #[inline(always)]
    pub(crate) fn static_eval(&mut self, position: &P, entry: Option<TableEntry>) -> Score {
        if let Some(known) = self.frame().facts.static_eval {
            return known;
        }
        let stored = entry.and_then(|entry| entry.static_eval);
        let raw = stored.unwrap_or_else(|| self.thread.evaluator.evaluate(position));
        let corrected = self.corrected(position, raw);
        let frame = self.frame();
        (frame.raw_eval, frame.facts.static_eval) = (Some(raw), Some(corrected));
        corrected
    }

    /// The stored score, where its bound says that it is nearer to the truth than the static evaluation.
    #[inline(always)]
    fn estimate(&self, static_eval: Score, entry: Option<TableEntry>) -> Score {
        let stored = entry.filter(|_| self.recipe().selective.estimate).filter(|entry| match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score > static_eval,
            Bound::Upper => entry.score < static_eval,
        });
        stored.map_or(static_eval, |entry| score::to_root(entry.score, self.ply))
    }

    /// Whether the static evaluation is better than two plies ago, or four where that was in check.
    #[inline(always)]
    fn is_improving(&self, static_eval: Score) -> bool {
        if !self.recipe().selective.improving {
            return false;
        }
        let ply = self.ply as usize;
        let before = |plies: usize| self.thread.frames[ply.checked_sub(plies)?].facts.static_eval;
        before(2).or_else(|| before(4)).is_none_or(|before| static_eval > before)
    }

    /// The cut-offs that may answer the request before any move of the node is tried.
    #[inline(always)]
    pub(crate) fn prune(
        &mut self,
        position: &P,
        state: NodeState,
        request: NodeRequest,
    ) -> Result<(), NodeExit> {
        if state.static_eval.is_none() || self.is_excluding() {
            return Ok(());
        }
        self.razoring_cutoff(position, state, request)?;
        self.reverse_futility_cutoff(state, request)?;
        self.null_cutoff(position, request, state.estimate)?;
        self.capture_cutoff(position, request)?;
        self.probe_cutoff(position, request)
    }
}
