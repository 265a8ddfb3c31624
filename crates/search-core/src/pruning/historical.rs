//! Forms of pruning of the 1980s and 1990s that no engine here plays, for comparison: limited razoring, futility by the
//! static evaluation of the node before or after a move is made (Huang Chen, ElephantEye design, section 5.3), and multi-depth
//! probes (section 5.4).

use crate::counters::ScoreOrigin;
use crate::evaluator::{Evaluator, Heuristics};
use crate::node_context::{Futility, NodeContext};
use crate::position::Position;
use crate::recipe::RecipeSource;
use crate::score::{PROVEN, Score};
use crate::store::Store;
use crate::window::{NodeFlags, Window};
use crate::worker::{NodeExit, Worker};

/// Razoring needs an opponent with at least this many attackers (Heinz 1998): with fewer, captures soon change the
/// evaluation.
const RAZOR_MIN_ATTACKERS: u32 = 4;
/// Multi-depth probes: how much shallower, and how far above beta in hundredths of a minor piece. The last costs nearly a full
/// search.
const PROBES: [(i16, Score); 3] = [(3, 240), (2, 160), (1, 80)];
/// Below this depth a probe would have no depth left.
const PROBE_MIN_DEPTH: i16 = 4;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// A node of depth 3 that is far below alpha is searched to depth 2.
    #[inline(always)]
    pub(super) fn limited_razoring(&mut self, node: &mut NodeContext<P>) {
        let source = self.source;
        let recipe = source.recipe();
        let Some(static_eval) = node.static_eval.filter(|_| recipe.razoring) else { return };
        let request = node.request;
        let is_razored = request.depth == 3
            && !request.flags.is_extended
            && static_eval + recipe.margins.at(3, <E::Heuristics>::MINOR) <= request.window.alpha
            && self.heuristics().material(node.position)[1].attackers >= RAZOR_MIN_ATTACKERS;
        self.counters.razored += u64::from(is_razored);
        node.request.depth -= i16::from(is_razored);
    }

    /// Finds out whether moves of the node are to be skipped, and by which margin.
    #[inline(always)]
    pub(super) fn find_futility(&self, node: &mut NodeContext<P>) {
        let source = self.source;
        let recipe = source.recipe();
        let request = node.request;
        let is_tried = match request.depth {
            1 => recipe.futility,
            2 => recipe.extended_futility && !request.flags.is_extended,
            _ => false,
        };
        if !is_tried {
            return;
        }
        let margin = recipe.margins.at(request.depth, <E::Heuristics>::MINOR);
        let futility = node.static_eval.map(|static_eval| Futility { static_eval, margin });
        node.futility = futility.filter(|futility| futility.static_eval + margin <= request.window.alpha);
    }

    /// Returns whether a move at a futile node is skipped: it cannot reach alpha by what it takes, and gives no check.
    #[inline(always)]
    pub(crate) fn is_futile_move(&mut self, node: &NodeContext<P>, mv: P::Move) -> bool {
        let Some(Futility { static_eval, margin }) = node.futility else { return false };
        if self.recipe().futility_after_make {
            return false;
        }
        let bound = static_eval + self.heuristics().captured_value(node.position, mv) + margin;
        let is_futile = bound <= node.request.window.alpha && !node.position.gives_check(mv);
        self.note_skipped(mv, is_futile)
    }

    /// The same, by the evaluation of the child. It is the other side's, so it is subtracted.
    #[inline(always)]
    pub(crate) fn is_futile_child(&mut self, node: &NodeContext<P>, mv: P::Move, child: &P) -> bool {
        let Some(Futility { margin, .. }) = node.futility else { return false };
        if !self.recipe().futility_after_make || child.in_check() {
            return false;
        }
        let eval = self.thread.evaluator.evaluate_child(node.position, mv, child);
        let is_futile = margin - eval <= node.request.window.alpha;
        self.counters.ordering += u64::from(is_futile);
        self.note_skipped(mv, is_futile)
    }

    /// Shallower searches of the same position that must beat beta by a margin. What they prove is beta, no more: the
    /// publication returns their score, which a deeper search need not reach.
    #[inline(always)]
    pub(super) fn multi_depth_probe(&mut self, node: &NodeContext<P>) -> Result<(), NodeExit> {
        let request = node.request;
        let applies = self.recipe().probes && request.flags.may_probe && request.depth >= PROBE_MIN_DEPTH;
        if !applies {
            return Ok(());
        }
        let flags = NodeFlags { may_probe: false, ..request.flags };
        for (less, hundredths) in PROBES {
            let raised_beta = request.window.beta + Self::margin(hundredths);
            if raised_beta >= PROVEN {
                continue;
            }
            let window = Window::new(raised_beta - 1, raised_beta);
            let probe = request.with_window(window).with_depth(request.depth - less).with_flags(flags);
            if self.search(node.position, probe)? >= raised_beta {
                self.counters.probe_cutoffs += 1;
                return Err(NodeExit::Score((request.window.beta, ScoreOrigin::Probe)));
            }
        }
        Ok(())
    }
}
