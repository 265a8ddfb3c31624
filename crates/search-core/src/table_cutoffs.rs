//! The search's use of the table: cut-offs by what is stored of a node or of its children, and the storing of results.

use crate::counters::ScoreOrigin;
use crate::evaluator::Evaluator;
use crate::node_context::NodeContext;
use crate::picker::Picker;
use crate::position::{MoveKind, Position};
use crate::recipe::{Bounds, RecipeSource, TableUse};
use crate::score::{self, Score};
use crate::store::Store;
use crate::table::{Bound, TableEntry};
use crate::window::NodeRequest;
use crate::worker::{NodeExit, Worker};

/// Enhanced transposition cut-offs are tried from this depth on: from 1 they save 5 % of Xiangqi's visits at depth 6, but
/// make four times as many positions as they save; from 4, next to none. Nor below the depths that the table keeps.
const TRANSPOSED_MIN_DEPTH: i16 = 3;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The table's entry of the node, where the table is used at its depth.
    #[inline(always)]
    pub(crate) fn probe(&mut self, position: &P, request: NodeRequest) -> Option<TableEntry> {
        let is_probed = self.recipe().uses_table(request.depth) && !self.is_excluding();
        if is_probed { self.probe_store(position, request) } else { None }
    }

    #[inline(always)]
    pub(crate) fn probe_store(&mut self, position: &P, request: NodeRequest) -> Option<TableEntry> {
        self.counters.table_probes += 1;
        let entry = self.store.probe(position, request, self.ply);
        self.counters.table_hits += u64::from(entry.is_some());
        entry
    }

    /// Step 6. A cut-off by a stored result. There is none at the root, which needs a move too; nor, where rulings depend on
    /// the past, on the principal variation: a stored result has no past, and would hide that the opponent can repeat.
    #[inline(always)]
    pub(crate) fn table_cutoff(&mut self, node: &NodeContext<P>) -> Result<(), NodeExit> {
        let request = node.request;
        let is_hidden = self.ply == 0 || (self.recipe().rulings && !request.window.is_null());
        let answer = node
            .entry
            .filter(|entry| !is_hidden && self.is_deep_enough(entry.depth, request.depth))
            .and_then(|entry| entry.answer(request.window, self.ply));
        self.counters.table_cutoffs += u64::from(answer.is_some());
        NodeExit::if_known(answer, ScoreOrigin::Table)
    }

    pub(crate) fn is_deep_enough(&self, stored: i16, wanted: i16) -> bool {
        match self.recipe().table {
            TableUse::Off => false,
            TableUse::EqualDepth => stored == wanted,
            TableUse::AtLeast => stored >= wanted,
        }
    }

    /// Step 11. The picker of the node. First a cut-off by the stored score of a child, before any move is searched (enhanced
    /// transposition cut-off): the entries of all children are prefetched before the first probe; the picker gets the list of
    /// moves, and the order of moves the children.
    #[inline(always)]
    pub(crate) fn picker(&mut self, node: &NodeContext<P>) -> Result<Picker<P::Move>, NodeExit> {
        let (position, request) = (node.position, node.request);
        let mut picker = self.new_picker();
        let recipe = self.recipe();
        // Where moves are extended, the depth of a child is not known before its move is made.
        let applies = recipe.transposed && recipe.uses_table(request.depth - 1) && !recipe.extends_moves();
        let is_known = self.thread.evaluator.answers_children(position, request);
        if !applies || is_known || request.depth < TRANSPOSED_MIN_DEPTH || self.ply == 0 {
            return Ok(picker);
        }
        let mut list = std::mem::take(&mut self.frame().list);
        list.clear();
        position.moves(MoveKind::All, &mut list);
        let mut children = std::mem::take(self.children());
        children.clear();
        for entry in list.scored_mut() {
            entry.mv = position.prepare(entry.mv);
            let child = position.child(entry.mv);
            self.store.prefetch(child.key());
            children.push(child);
        }
        let refutation = list.iter().zip(&children).find_map(|(mv, child)| self.refutes(node, mv, child));
        (self.frame().list, *self.children()) = (list, children);
        picker.mark_generated();
        NodeExit::if_known(refutation, ScoreOrigin::TransposedCutoff)?;
        Ok(picker)
    }

    fn refutes(&mut self, node: &NodeContext<P>, mv: P::Move, child: &P) -> Option<Score> {
        self.counters.ordering += 1;
        let expected = node.request.child(node.position.cost(mv));
        let entry = self.store.probe(child, expected, self.ply + 1)?;
        if !self.is_deep_enough(entry.depth, expected.depth) {
            return None;
        }
        let score = -entry.answer(expected.window, self.ply + 1)?;
        (score >= node.request.window.beta).then_some(score)
    }

    /// Fetches what is stored of a child that will be searched this deep.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Option<u64>, depth: i16) {
        let recipe = self.recipe();
        if let Some(key) = key
            && (recipe.uses_table(depth) && depth > 0 || recipe.quiescence_table && depth <= 0)
        {
            self.store.prefetch(key);
        }
    }

    /// Stores the result. The bound is that of the window that was asked, and the score is the fail-soft one
    /// even where the answer is clamped.
    #[inline(always)]
    pub(crate) fn store_result(&mut self, node: &NodeContext<P>, score: Score) {
        let request = node.original_request;
        let is_stored = self.recipe().uses_table(request.depth) || S::ALWAYS_STORES;
        if !is_stored || self.is_filtered() || self.is_excluding() {
            return;
        }
        let bound = match self.recipe().bounds {
            Bounds::Ignored => Bound::Exact,
            _ => Bound::of(score, request.window),
        };
        let mv = if bound == Bound::Upper { None } else { node.best.mv.map(P::pack) };
        let score = score::from_root(score, self.ply);
        let static_eval = self.frame().facts.static_eval;
        let entry = TableEntry { score, bound, depth: request.depth, mv, static_eval };
        self.store.store(node.position, entry);
    }
}
