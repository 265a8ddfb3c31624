//! Futility and razoring: nodes and moves that are too far below alpha to be worth their depth.

use super::NodeState;
use crate::evaluator::{Evaluator, Heuristics};
use crate::observer::{Event, ScoreOrigin};
use crate::position::Position;
use crate::recipe::RecipeSource;
use crate::recipe::parameters::margin;
use crate::score::{DECISIVE, Score};
use crate::store::Store;
use crate::window::NodeRequest;
use crate::worker::{NodeExit, Worker};

/// Razoring needs an opponent with at least this many attackers (Heinz 1998): with fewer, captures soon change the
/// evaluation.
const RAZOR_MIN_ATTACKERS: u32 = 4;

/// A node far below alpha: moves that do not reach it with a margin added are skipped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Futility {
    alpha: Score,
    static_eval: Score,
    margin: Score,
}

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// A node of little depth far below alpha: if quiescence agrees, that is the answer.
    #[inline(always)]
    pub(super) fn razoring_cutoff(
        &mut self,
        position: &P,
        state: NodeState,
        request: NodeRequest,
    ) -> Result<(), NodeExit> {
        let recipe = self.recipe();
        if !recipe.selective.deep_razoring {
            return Ok(());
        }
        let alpha = request.window.alpha;
        let depth = i32::from(request.depth);
        let (base, slope) = (recipe.parameters.razor_base, recipe.parameters.razor_slope);
        if alpha >= DECISIVE || state.estimate + margin::<P, E>(base + slope * depth * depth) > alpha {
            return Ok(());
        }
        let (score, origin) = self.quiesce(position, request.window.null_at_alpha(), true)?;
        if score > alpha {
            return Ok(());
        }
        self.counters.razored += 1;
        Err(NodeExit::Score((score, origin)))
    }

    /// A node of little depth far above beta is not searched.
    #[inline(always)]
    pub(super) fn reverse_futility_cutoff(
        &mut self,
        state: NodeState,
        request: NodeRequest,
    ) -> Result<(), NodeExit> {
        let recipe = self.recipe();
        let parameters = &recipe.parameters;
        let depth = i32::from(request.depth);
        if !recipe.selective.reverse_futility || depth > parameters.reverse_depth {
            return Ok(());
        }
        let beta = request.window.beta;
        let plies = depth - i32::from(state.is_improving);
        let is_above = state.estimate - margin::<P, E>(parameters.reverse_margin * plies) >= beta;
        if !is_above || state.estimate >= DECISIVE || beta <= -DECISIVE {
            return Ok(());
        }
        // Half-way to beta: what was not searched proves no more.
        Err(NodeExit::Score(((state.estimate + beta) / 2, ScoreOrigin::Futility)))
    }

    /// Limited razoring: a node of depth 3 that is far below alpha is searched to depth 2.
    #[inline(always)]
    pub(crate) fn razor(&mut self, position: &P, state: NodeState, request: NodeRequest) -> NodeRequest {
        let Some(static_eval) = state.static_eval else { return request };
        let selective = self.recipe().selective;
        let is_razored = selective.razoring
            && request.depth == 3
            && !request.flags.is_extended
            && static_eval + selective.margins.at(3, <E::Heuristics>::MINOR) <= request.window.alpha
            && self.heuristics().material(position)[1].attackers >= RAZOR_MIN_ATTACKERS;
        self.counters.razored += u64::from(is_razored);
        if is_razored { request.with_depth(2) } else { request }
    }

    /// Which moves are to be skipped.
    #[inline(always)]
    pub(crate) fn futility(&self, state: NodeState, request: NodeRequest) -> NodeState {
        let Some(static_eval) = state.static_eval else { return state };
        let selective = self.recipe().selective;
        let alpha = request.window.alpha;
        let margin = selective.margins.at(request.depth, <E::Heuristics>::MINOR);
        let is_futile = selective.is_futile_at(request.depth)
            && !(request.depth == 2 && request.flags.is_extended)
            && static_eval + margin <= alpha;
        NodeState { futility: is_futile.then_some(Futility { alpha, static_eval, margin }), ..state }
    }

    /// Whether a move at a futile node is skipped: it cannot reach alpha by what it takes, and gives no check.
    #[inline(always)]
    pub(crate) fn is_futile_move(&mut self, position: &P, mv: P::Move, state: NodeState) -> bool {
        let Some(Futility { alpha, static_eval, margin }) = state.futility else { return false };
        if self.recipe().selective.after_make {
            return false;
        }
        let bound = static_eval + self.heuristics().captured_value(position, mv) + margin;
        let is_futile = bound <= alpha && !position.gives_check(mv);
        self.note_skipped(mv, is_futile)
    }

    /// The same, by the evaluation of the child. It is the other side's, so it is subtracted.
    #[inline(always)]
    pub(crate) fn is_futile_child(&mut self, position: &P, mv: P::Move, child: &P, state: NodeState) -> bool {
        let Some(Futility { alpha, margin, .. }) = state.futility else { return false };
        if !self.recipe().selective.after_make || child.in_check() {
            return false;
        }
        let is_futile = margin - self.thread.evaluator.evaluate_child(position, mv, child) <= alpha;
        self.counters.ordering += u64::from(is_futile);
        self.note_skipped(mv, is_futile)
    }

    pub(super) fn note_skipped(&mut self, mv: P::Move, is_futile: bool) -> bool {
        if is_futile {
            self.source.observe(Event::MoveSkipped(P::pack(mv)));
            self.counters.futile_moves += 1;
        }
        is_futile
    }
}
