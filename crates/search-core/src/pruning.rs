//! Forward pruning: null move, probes, razoring and futility.
//!
//! One test at the node skips all of them. They are off in check, at the root, on the principal variation of a search
//! with scouts, and where the window is at a proven win or loss: an evaluation proves no mate.

use crate::evaluator::{Evaluator, ProbCut};
use crate::observer::{Event, ScoreOrigin};
use crate::position::Position;
use crate::recipe::{Null, RecipeSource, Verify};
use crate::score::{PROVEN, Score};
use crate::store::Store;
use crate::table::TableEntry;
use crate::window::{NodeFlags, NodeRequest, Window};
use crate::worker::{NodeExit, Stop, Worker};

/// Probes: how much shallower, and how far above beta in hundredths of a minor piece (Huang Chen, ElephantEye design,
/// section 5.4). The last costs nearly a full search.
const PROBES: [(i16, Score); 3] = [(3, 240), (2, 160), (1, 80)];
/// Below this depth a probe would have no depth left.
const PROBE_MIN_DEPTH: i16 = 4;
/// Razoring needs an opponent with at least this many attackers (Heinz 1998): with fewer, captures soon change the
/// evaluation.
const RAZOR_MIN_ATTACKERS: u32 = 4;

/// The facts about a node that pruning depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeState {
    /// The static evaluation; `None` where nothing may be pruned.
    static_eval: Option<Score>,
    /// Which moves are skipped.
    futility: Option<Futility>,
}

/// A node far below alpha: moves that do not reach it with a margin added are skipped.
#[derive(Clone, Copy, Debug)]
struct Futility {
    alpha: Score,
    static_eval: Score,
    margin: Score,
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
        let unpruned = NodeState { static_eval: None, futility: None };
        if !self.recipe().selective.needs_static_eval() || self.ply == 0 || position.in_check() {
            return unpruned;
        }
        let is_principal = self.recipe().scouts() && !request.window.is_null();
        let is_near_mate = request.window.alpha >= PROVEN || request.window.beta <= -PROVEN;
        if is_principal || is_near_mate {
            return unpruned;
        }
        NodeState { static_eval: Some(self.static_eval(position, entry)), futility: None }
    }

    /// The static evaluation: computed once, and taken from the table where that has it.
    #[inline(always)]
    pub(crate) fn static_eval(&mut self, position: &P, entry: Option<TableEntry>) -> Score {
        let stored = self.frame().static_eval.or(entry.and_then(|entry| entry.static_eval));
        let static_eval = stored.unwrap_or_else(|| self.thread.evaluator.evaluate(position));
        self.frame().static_eval = Some(static_eval);
        static_eval
    }

    /// The cut-offs that may answer the request before any move of the node is tried.
    #[inline(always)]
    pub(crate) fn prune(
        &mut self,
        position: &P,
        state: NodeState,
        request: NodeRequest,
    ) -> Result<(), NodeExit> {
        let Some(static_eval) = state.static_eval else { return Ok(()) };
        self.null_cutoff(position, request, static_eval)?;
        self.probe_cutoff(position, request)
    }

    /// The side to move passes; if it is still at or above beta, the request is answered.
    #[inline(never)]
    fn null_cutoff(
        &mut self,
        position: &P,
        request: NodeRequest,
        static_eval: Score,
    ) -> Result<(), NodeExit> {
        let selective = self.recipe().selective;
        let beta = request.window.beta;
        let applies = selective.null != Null::Off && request.flags.may_pass && static_eval >= beta;
        // Published with this condition: a null move that is verified one ply shallower needs depth two.
        let is_too_shallow =
            selective.verify == Verify::Tabibi && request.flags.verifies && request.depth < 2;
        if !applies || is_too_shallow || !self.thread.evaluator.may_pass(position) {
            return Ok(());
        }
        let Some(passed) = self.thread.evaluator.null_move(position) else { return Ok(()) };
        self.counters.null_moves += 1;
        let material = self.thread.evaluator.material(position);
        let reduction = selective.null.reduction(request.depth, material, E::MINOR);
        let reduced =
            request.with_window(request.window.null_at_beta()).with_depth(request.depth - 1 - reduction);
        let score = self.search_passed(position, &passed, reduced)?;
        let is_trusted = match selective.verify {
            Verify::Never => true,
            Verify::Tabibi => !request.flags.verifies,
            Verify::WithLittleMaterial => material[0].value > 3 * E::MINOR,
        };
        if score < beta || !(is_trusted || self.verifies(position, request, reduction)?) {
            return Ok(());
        }
        self.counters.null_cutoffs += 1;
        // A mate found after a pass is no mate.
        Err(NodeExit::Score((if score >= PROVEN { beta } else { score }, ScoreOrigin::NullMove)))
    }

    /// Whether a search of the node itself, less deep and without a pass here, agrees that it reaches beta.
    fn verifies(&mut self, position: &P, request: NodeRequest, reduction: i16) -> Result<bool, Stop> {
        self.counters.verifications += 1;
        let is_as_published = self.recipe().selective.verify == Verify::Tabibi;
        let less = if is_as_published { 1 } else { reduction };
        let verifies = request.flags.verifies && !is_as_published;
        let flags = NodeFlags { may_pass: false, verifies, ..request.flags };
        let reduced = request
            .with_window(request.window.null_at_beta())
            .with_depth((request.depth - less).max(0))
            .with_flags(flags);
        Ok(self.search(position, reduced)? >= request.window.beta)
    }

    /// The score of a position after a pass, from the view of the side that passed. A depth below zero is quiescence.
    pub(crate) fn search_passed(
        &mut self,
        position: &P,
        passed: &P,
        request: NodeRequest,
    ) -> Result<Score, Stop> {
        self.enter_null(position, passed);
        let below = request.with_depth(request.depth.max(0)).child(0);
        let flags = NodeFlags { may_pass: false, is_extended: false, ..below.flags };
        let score = self.search(passed, below.with_flags(flags));
        self.leave();
        Ok(-score?)
    }

    /// Shallower searches of the same position that must beat beta by a margin. What they prove is beta, no more: the
    /// publication returns their score, which a deeper search need not reach.
    fn probe_cutoff(&mut self, position: &P, request: NodeRequest) -> Result<(), NodeExit> {
        let applies =
            self.recipe().selective.probes && request.flags.may_probe && request.depth >= PROBE_MIN_DEPTH;
        if !applies {
            return Ok(());
        }
        let flags = NodeFlags { may_probe: false, ..request.flags };
        for (less, hundredths) in PROBES {
            let goal = request.window.beta + hundredths * E::MINOR / 100;
            if goal >= PROVEN {
                continue;
            }
            let window = Window::new(goal - 1, goal);
            let probe = request.with_window(window).with_depth(request.depth - less).with_flags(flags);
            if self.search(position, probe)? >= goal {
                self.counters.probe_cutoffs += 1;
                return Err(NodeExit::Score((request.window.beta, ScoreOrigin::Probe)));
            }
        }
        Ok(())
    }

    /// ProbCut: a shallower search far enough above beta, or below alpha, answers the request. What it proves is the bound,
    /// no more.
    #[inline(always)]
    pub(crate) fn probcut(
        &mut self,
        position: &P,
        entry: Option<TableEntry>,
        request: NodeRequest,
    ) -> Result<(), NodeExit> {
        let applies = self.recipe().selective.probcut
            && self.ply > 0
            && request.window.is_null()
            && request.flags.may_probe
            && request.window.alpha < PROVEN
            && request.window.beta > -PROVEN;
        if !applies {
            return Ok(());
        }
        match self.thread.evaluator.probcut(position, request) {
            Some(model) => self.try_probcut(position, entry, request, model),
            None => Ok(()),
        }
    }

    #[inline(never)]
    fn try_probcut(
        &mut self,
        position: &P,
        entry: Option<TableEntry>,
        request: NodeRequest,
        model: ProbCut,
    ) -> Result<(), NodeExit> {
        let static_eval = self.static_eval(position, entry);
        let flags = NodeFlags { may_probe: false, ..request.flags };
        let shallow = request.with_depth(model.depth).with_flags(flags);
        let high = request.window.beta - model.bias + model.margin;
        if static_eval + model.reach >= high && high < PROVEN {
            let window = Window::new(high - 1, high);
            self.counters.probe_searches += 1;
            if self.search(position, shallow.with_window(window))? >= high {
                self.counters.probe_cutoffs += 1;
                return Err(NodeExit::Score((request.window.beta, ScoreOrigin::Probe)));
            }
        }
        let low = request.window.alpha - model.bias - model.margin;
        if static_eval - model.reach <= low && low > -PROVEN {
            let window = Window::new(low, low + 1);
            self.counters.probe_searches += 1;
            if self.search(position, shallow.with_window(window))? <= low {
                self.counters.probe_cutoffs += 1;
                return Err(NodeExit::Score((request.window.alpha, ScoreOrigin::Probe)));
            }
        }
        Ok(())
    }

    /// Limited razoring: a node of depth 3 that is far below alpha is searched to depth 2.
    #[inline(always)]
    pub(crate) fn razor(&mut self, position: &P, state: NodeState, request: NodeRequest) -> NodeRequest {
        let Some(static_eval) = state.static_eval else { return request };
        let selective = self.recipe().selective;
        let is_razored = selective.razoring
            && request.depth == 3
            && !request.flags.is_extended
            && static_eval + selective.margins.at(3, E::MINOR) <= request.window.alpha
            && self.thread.evaluator.material(position)[1].attackers >= RAZOR_MIN_ATTACKERS;
        self.counters.razored += u64::from(is_razored);
        if is_razored { request.with_depth(2) } else { request }
    }

    /// Which moves are to be skipped.
    #[inline(always)]
    pub(crate) fn futility(&self, state: NodeState, request: NodeRequest) -> NodeState {
        let Some(static_eval) = state.static_eval else { return state };
        let selective = self.recipe().selective;
        let alpha = request.window.alpha;
        let margin = selective.margins.at(request.depth, E::MINOR);
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
        let bound = static_eval + self.thread.evaluator.captured_value(position, mv) + margin;
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

    fn note_skipped(&mut self, mv: P::Move, is_futile: bool) -> bool {
        if is_futile {
            self.source.observe(Event::MoveSkipped(P::pack(mv)));
            self.counters.futile_moves += 1;
        }
        is_futile
    }
}
