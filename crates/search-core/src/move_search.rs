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
/// Cut-offs of the answers to a node's moves, beyond which the other moves are reduced more.
const MAX_USUAL_CUTOFFS: u8 = 2;

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
        let before = self.counters.visits;
        let score = self.score_child(node, &child, DepthChange { cost, extension, reduction });
        self.leave();
        if self.ply == 0 {
            self.root_moves.add_visits(mv, self.counters.visits - before);
        }
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

    /// By how many plies the first search of a move is to be less deep: a multiple of the recipe's step.
    #[inline(always)]
    pub(crate) fn reduction(&self, node: &NodeContext<P>, picked: Picked<P::Move>, child: &P) -> i16 {
        let is_late = node.best.searched > u32::from(self.ply == 0);
        let is_reduced = self.recipe().late_reductions
            && node.request.depth >= REDUCTION_MIN_DEPTH
            && is_late
            && (self.recipe().capture_reductions || picked.stage != Stage::Captures)
            && self.thread.evaluator.allows_reductions(node.position, node.request);
        if is_reduced { self.late_reduction(node, picked, child) } else { 0 }
    }

    #[inline(never)]
    fn late_reduction(&self, node: &NodeContext<P>, picked: Picked<P::Move>, child: &P) -> i16 {
        let reduction = self.base_reduction(node.request.depth, node.best.searched)
            + self.reduction_by_node(node)
            + self.reduction_by_move(node, picked, child);
        let plies = (reduction / PLY).max(0);
        (plies - plies % self.recipe().parameters.reduction_step) as i16
    }

    /// The part of a reduction that is the same for all moves of the node.
    #[inline(always)]
    fn reduction_by_node(&self, node: &NodeContext<P>) -> i32 {
        let (recipe, request) = (self.recipe(), node.request);
        let parameters = &recipe.parameters;
        let when = |applies: bool, amount: i32| if applies { amount } else { 0 };
        let is_table_capture = |packed| {
            let mv = node.position.unpack(packed);
            mv.is_some_and(|mv| node.position.victim(mv) > 0)
        };
        let by_table = parameters.reduction_table_capture;
        let has_table_capture =
            by_table > 0 && node.entry.and_then(|entry| entry.mv).is_some_and(is_table_capture);
        let by_cutoffs = parameters.reduction_cutoffs;
        let cuts_often = by_cutoffs > 0 && self.cutoffs_below() > MAX_USUAL_CUTOFFS;
        when(request.is_cut_node, parameters.reduction_cut)
            + when(recipe.improving && !node.is_improving, parameters.reduction_falling)
            + when(has_table_capture, by_table)
            + when(cuts_often, by_cutoffs)
            - when(!request.window.is_null(), parameters.reduction_principal)
            - self.reduction_by_window(node)
    }

    /// The part of a reduction that goes back for the share of the root's window that is left.
    #[inline(always)]
    fn reduction_by_window(&self, node: &NodeContext<P>) -> i32 {
        let most = self.recipe().parameters.reduction_window;
        if most == 0 || node.request.window.is_null() {
            return 0;
        }
        let width = |window: Window| i64::from(window.beta - window.alpha);
        (i64::from(most) * width(node.best.window) / width(self.root_window)).min(i64::from(most)) as i32
    }

    /// The part of a reduction that depends on the move.
    #[inline(always)]
    fn reduction_by_move(&self, node: &NodeContext<P>, picked: Picked<P::Move>, child: &P) -> i32 {
        let recipe = self.recipe();
        let parameters = &recipe.parameters;
        let when = |applies: bool, amount: i32| if applies { amount } else { 0 };
        let is_refutation = matches!(picked.stage, Stage::Killers(_) | Stage::Counter);
        let history = match node.position.victim(picked.mv) {
            0 => self.quiet_history(node.position, picked.mv),
            victim if recipe.capture_reductions && recipe.capture_history => {
                self.thread.histories.capture(node.position.history_index(picked.mv), victim)
            }
            _ => 0,
        };
        let most = parameters.reduction_history_most;
        let by_history = (history * PLY / parameters.reduction_history).clamp(-most, most);
        -(when(is_refutation, parameters.reduction_killer)
            + when(child.in_check(), parameters.reduction_check)
            + when(picked.stage == Stage::Captures, parameters.reduction_capture)
            + by_history)
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
        let mut cost = change.cost - change.extension;
        if self.recipe().bounds == Bounds::Ignored {
            return Ok(-self.search(child, request.with_window(Window::FULL).child(cost))?);
        }
        let window = node.best.window;
        let open = request.with_window(window);
        // A leaf that is only evaluated has the same score in every window: a scout would evaluate it twice (Reinefeld
        // 1983).
        let is_leaf = request.depth <= cost && !self.plays_out_captures();
        if let Some(score) = self.reduced_scout(child, open.scout(cost), change.reduction)? {
            if score <= window.alpha {
                return Ok(score);
            }
            cost -= self.adjustment(node, score, change.reduction);
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

    /// The first of up to three searches of a late move, less deep, where it is reduced.
    #[inline(always)]
    fn reduced_scout(&mut self, child: &P, full: NodeRequest, reduction: i16) -> Result<Option<Score>, Stop> {
        let depth = (full.depth - reduction).max(1);
        if reduction <= 0 || depth >= full.depth {
            return Ok(None);
        }
        self.counters.reduced += 1;
        Ok(Some(-self.search(child, full.reduced_to(depth))?))
    }

    /// The plies by which the later searches of a move are deeper, by the score of its reduced search.
    #[inline(always)]
    fn adjustment(&self, node: &NodeContext<P>, score: Score, reduction: i16) -> i16 {
        let recipe = self.recipe();
        if !recipe.adjusted_depth {
            return 0;
        }
        let above = score - node.best.score;
        let is_deeper = above > Self::margin(recipe.parameters.deeper_margin)
            && self.ply + (node.request.depth.max(0) as u32) < self.max_extension_ply;
        // A search no deeper than the reduced one would find nothing new.
        let is_shallower = above < Self::margin(recipe.parameters.shallower_margin) && reduction > 1;
        i16::from(is_deeper) - i16::from(is_shallower)
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
