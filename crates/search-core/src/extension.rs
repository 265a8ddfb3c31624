//! Extensions: the moves and nodes that are searched more deeply than usual.
//!
//! Five of one ply (after Huang Chen, ElephantEye design, section 5.6). No line grows beyond twice the depth asked for at the root
//! (what quiescence and free passes add aside), so a search of checks that answer checks ends.
//!
//! And the singular extension: a stored move that is better than all the others by a margin. The node is searched without the
//! move, about half as deep, with a null window below the stored score (as in Stockfish). If the others stay below it, the move
//! is singular. If they even reach beta, several moves would cut: the node is cut off (multi-cut). If the stored score is at or
//! above beta, or a cut is expected, the move is likely not the only one, and is searched less deeply.

use crate::counters::ScoreOrigin;
use crate::evaluator::{Evaluator, Heuristics};
use crate::node_context::{NodeContext, Picked, Stage};
use crate::position::{MoveKind, Position};
use crate::recipe::RecipeSource;
use crate::score::{self, DECISIVE, PROVEN, Score};
use crate::store::Store;
use crate::table::{Bound, TableEntry};
use crate::window::{NodeRequest, Window};
use crate::worker::{NodeExit, Stop, Worker};

/// The stored score of a singular move must be of a search at most this much less deep.
const MAX_TABLE_DEPTH_DEFICIT: i16 = 3;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The number of plies by which the child just entered is searched deeper for the move that led there.
    #[inline(always)]
    pub(crate) fn extension(&mut self, node: &NodeContext<P>, picked: Picked<P::Move>, child: &P) -> i16 {
        let singular = if picked.stage == Stage::Table { node.table_move_extension } else { 0 };
        if singular != 0 || !self.recipe().extends_moves() {
            return singular;
        }
        self.extension_by_move(node, picked, child)
    }

    #[inline(never)]
    fn extension_by_move(&mut self, node: &NodeContext<P>, picked: Picked<P::Move>, child: &P) -> i16 {
        let source = self.source;
        let recipe = source.recipe();
        let (position, mv) = (node.position, picked.mv);
        let is_recapture = recipe.extend_exchange && self.is_second_good_capture(position, picked);
        let applies = self.is_extensible(node.request.depth - position.cost(mv) + 1)
            && (is_recapture
                || recipe.extend_check && child.in_check()
                || recipe.extend_safe_check && child.in_check() && self.heuristics().see(position, mv, 0)
                || recipe.extend_by_game && self.heuristics().extension(position, mv, child) > 0
                || recipe.extend_single && self.is_single_reply(child));
        self.counters.extensions += u64::from(applies);
        i16::from(applies)
    }

    /// Returns whether a line that goes on for this many plies from the current node stays within twice the depth of the root.
    fn is_extensible(&self, depth: i16) -> bool {
        self.ply + depth.max(0) as u32 <= self.max_extension_ply
    }

    /// Returns whether this capture and the one before it both pay. Three in a row give two plies.
    fn is_second_good_capture(&mut self, position: &P, picked: Picked<P::Move>) -> bool {
        let is_good = picked.stage != Stage::Losing
            && position.victim(picked.mv) > 0
            && self.heuristics().see(position, picked.mv, 0);
        self.frame().facts.is_good_capture = is_good;
        is_good && self.thread.frames[self.ply as usize - 1].facts.is_good_capture
    }

    /// Returns whether there is one legal reply, and not a pass, which costs no depth anyway.
    fn is_single_reply(&mut self, child: &P) -> bool {
        let list = &mut self.frame().list;
        list.clear();
        child.moves(MoveKind::All, list);
        list.len() == 1 && list.iter().all(|reply| child.cost(reply) > 0)
    }

    /// One ply more where the side to move would be mated if it passed. The request is "is it mate?", with a null window at
    /// the band of proven losses, so that it works under fail-hard too: the publication compares the answer of a window far
    /// above, which fail-hard clamps.
    #[inline(always)]
    pub(crate) fn extend_by_threat(&mut self, node: &mut NodeContext<P>) -> Result<(), Stop> {
        let (position, request) = (node.position, node.request);
        if !self.recipe().extend_threat || self.ply == 0 || position.in_check() {
            return Ok(());
        }
        let is_tried = self.is_extensible(request.depth + 1) && request.flags.may_pass && request.depth >= 2;
        let passed = if is_tried { self.heuristics().null_move(position) } else { None };
        let Some(passed) = passed else { return Ok(()) };
        let loss = Window::new(-PROVEN, -PROVEN + 1);
        let threat = request.with_window(loss).with_depth(request.depth - 3);
        if self.search_passed(position, &passed, threat)? <= -PROVEN {
            self.counters.extensions += 1;
            node.request = request.with_depth(request.depth + 1).with_extended(true);
        }
        Ok(())
    }

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
            && self.is_extensible(request.depth)
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
