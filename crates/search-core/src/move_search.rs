//! The search of one move: pruned, reduced, scouted, or searched in full.
//!
//! A late move is first searched less deep with a null window (late move reduction), then to its full depth, then with the whole
//! window: up to three searches, each asked only where the one before leaves the question open. The reduction is the product of
//! the logarithms of depth and move number (as in Stockfish and most engines since Fruit), adjusted by what is known of node and
//! move.

use crate::evaluator::Evaluator;
use crate::node_context::{Best, NodeContext, Picked, Stage};
use crate::position::Position;
use crate::recipe::{Bounds, ReSearch, RecipeSource, Scout};
use crate::score::Score;
use crate::store::Store;
use crate::window::{NodeRequest, Window};
use crate::worker::{Stop, Worker};

/// A ply, in the unit of reductions.
const PLY: i32 = 1024;
/// No move is reduced at a depth below this.
const REDUCTION_MIN_DEPTH: i16 = 2;

/// Natural logarithms of the numbers up to 63, in 1024ths.
pub(crate) const LN: [i32; 64] = logarithms();

const fn logarithms() -> [i32; 64] {
    let mut table = [0; 64];
    let mut number = 1;
    while number < 64 {
        table[number] = ln(number as u64);
        number += 1;
    }
    table
}

/// By squaring: each square of the mantissa gives a bit of the logarithm to base 2.
const fn ln(number: u64) -> i32 {
    const UNIT: u64 = 1 << 30;
    let whole = number.ilog2();
    let mut mantissa = (number * UNIT) >> whole;
    let (mut log, mut bit) = ((whole as u64) << 20, 1_u64 << 19);
    while bit > 0 {
        mantissa = (mantissa * mantissa) >> 30;
        if mantissa >= 2 * UNIT {
            mantissa >>= 1;
            log |= bit;
        }
        bit >>= 1;
    }
    // ln 2 in millionths.
    ((log * 693_147 / 1_000_000) >> 10) as i32
}

/// The plies by which the depth of a child differs from that of its parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DepthChange {
    /// The cost of the move.
    pub cost: i16,
    /// The plies that are added to every search of the child.
    pub extension: i16,
    /// The plies that the first search leaves out.
    pub reduction: i16,
}

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// Step 12. The score of one move; `None` if it was pruned.
    #[inline(always)]
    pub(crate) fn search_move(
        &mut self,
        node: &NodeContext<P>,
        picked: Picked<P::Move>,
    ) -> Result<Option<Score>, Stop> {
        let (position, mv) = (node.position, picked.mv);
        if self.is_futile_move(node, mv) || self.should_prune_move(node, picked) {
            return Ok(None);
        }
        let cost = position.cost(mv);
        let depth = node.request.depth - cost;
        let is_known = self.thread.evaluator.answers_children(position, node.request);
        if !is_known {
            self.prefetch(position.key_after(mv), depth);
        }
        let child = position.child(mv);
        if self.is_futile_child(node, mv, &child) {
            return Ok(None);
        }
        if !is_known && position.key_after(mv).is_none() {
            self.prefetch(Some(child.key()), depth);
        }
        let reduction = self.reduction(node, picked, &child);
        self.enter(position, Some(mv), &child);
        let extension = self.extension(node, picked, &child);
        let score = self.score_child(node, &child, DepthChange { cost, extension, reduction });
        self.leave();
        self.note_searched(position, mv);
        Ok(Some(score?))
    }

    /// The reduction by depth and move number alone, in 1024ths of a ply.
    #[inline(always)]
    pub(crate) fn base_reduction(&self, depth: i16, searched: u32) -> i32 {
        let parameters = &self.recipe().parameters;
        let (depth, number) = (depth.clamp(0, 63) as usize, (searched as usize + 1).min(63));
        parameters.reduction_base + LN[depth] * LN[number] / parameters.reduction_divisor
    }

    /// By how many plies the first search of a move is less deep.
    #[inline(always)]
    pub(crate) fn reduction(&self, node: &NodeContext<P>, picked: Picked<P::Move>, child: &P) -> i16 {
        let is_late = node.best.searched > u32::from(self.ply == 0);
        let is_reduced = self.recipe().late_reductions
            && node.request.depth >= REDUCTION_MIN_DEPTH
            && is_late
            && picked.stage != Stage::Captures;
        if is_reduced { self.late_reduction(node, picked, child) } else { 0 }
    }

    #[inline(never)]
    fn late_reduction(&self, node: &NodeContext<P>, picked: Picked<P::Move>, child: &P) -> i16 {
        let request = node.request;
        let parameters = &self.recipe().parameters;
        let mut reduction = self.base_reduction(request.depth, node.best.searched);
        let mut add = |applies: bool, amount: i32| reduction += if applies { amount } else { 0 };
        let improving = self.recipe().improving;
        add(request.is_cut_node, parameters.reduction_cut);
        add(improving && !node.is_improving, parameters.reduction_falling);
        add(!request.window.is_null(), -parameters.reduction_principal);
        add(matches!(picked.stage, Stage::Killers(_) | Stage::Counter), -parameters.reduction_killer);
        add(child.in_check(), -parameters.reduction_check);
        if node.position.victim(picked.mv) == 0 {
            reduction -= self.quiet_history(node.position, picked.mv) * PLY / parameters.reduction_history;
        }
        (reduction / PLY).max(0) as i16
    }

    /// The score of the child just entered: by searches with a null window first, where the recipe says so.
    #[inline(always)]
    pub(crate) fn score_child(
        &mut self,
        node: &NodeContext<P>,
        child: &P,
        change: DepthChange,
    ) -> Result<Score, Stop> {
        let request = node.request.with_extended(change.extension > 0);
        let cost = change.cost - change.extension;
        if self.recipe().bounds == Bounds::Ignored {
            return Ok(-self.search(child, request.with_window(Window::FULL).child(cost))?);
        }
        let window = node.best.window;
        let open = request.with_window(window);
        // A leaf that is only evaluated has the same score in every window: a scout would evaluate it twice (Reinefeld
        // 1983).
        let is_leaf = request.depth <= cost && !self.plays_out_captures();
        if let Some(score) = self.reduced_scout(child, open.scout(cost), change.reduction)? {
            return Ok(score);
        }
        if !self.scouts(&node.best) || window.is_null() || is_leaf {
            return Ok(-self.search(child, open.child(cost))?);
        }
        let scouted = -self.search(child, open.scout(cost))?;
        if !window.contains(scouted) {
            return Ok(scouted);
        }
        // What the scout proved stands even if the tree has changed under the second search (search instability). With
        // the whole window instead of (scouted, beta), the variation of an equal score is kept too.
        let again = match self.recipe().re_search {
            ReSearch::Whole => open,
            ReSearch::FromScout => request.with_window(window.raise_alpha(scouted)),
        };
        Ok(self.search_again(child, again.child(cost))?.max(scouted))
    }

    /// The first of up to three searches of a late move, less deep: the score, if it does not beat alpha.
    #[inline(always)]
    fn reduced_scout(&mut self, child: &P, full: NodeRequest, reduction: i16) -> Result<Option<Score>, Stop> {
        let depth = (full.depth - reduction).max(1);
        if reduction <= 0 || depth >= full.depth {
            return Ok(None);
        }
        self.counters.reduced += 1;
        let score = -self.search(child, full.with_depth(depth))?;
        // The child's beta is the negated alpha of the node.
        Ok((score <= -full.window.beta).then_some(score))
    }

    /// The second search of a child, counted apart; nested ones belong to the outermost.
    #[inline(always)]
    fn search_again(&mut self, child: &P, request: NodeRequest) -> Result<Score, Stop> {
        let (visits, re_search_visits) = (self.counters.visits, self.counters.re_search_visits);
        self.counters.re_searches += 1;
        let score = -self.search(child, request)?;
        self.counters.re_search_visits = re_search_visits + (self.counters.visits - visits);
        Ok(score)
    }

    fn scouts(&self, best: &Best<P::Move>) -> bool {
        match self.recipe().scout {
            Scout::Never => false,
            Scout::AfterRaise => best.has_raised,
            Scout::AfterFirst => best.has_searched(),
        }
    }
}
