//! The score of a child: up to three searches, each asked only where the one before leaves the question open.
//!
//! A late move is first searched less deep with a null window, then to its full depth, then with the whole window.

use crate::evaluator::Evaluator;
use crate::node_context::{Best, NodeContext};
use crate::position::Position;
use crate::recipe::{Bounds, ReSearch, RecipeSource, Scout};
use crate::score::Score;
use crate::store::Store;
use crate::window::{NodeRequest, Window};
use crate::worker::{Stop, Worker};

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
