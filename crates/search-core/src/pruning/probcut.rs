//! Shallower searches that answer for a deeper one: probes, and ProbCut.

use crate::evaluator::{Evaluator, Heuristics, ProbCut};
use crate::observer::ScoreOrigin;
use crate::position::{MoveKind, Position};
use crate::recipe::RecipeSource;
use crate::recipe::parameters::margin;
use crate::score::{DECISIVE, PROVEN, Score};
use crate::store::Store;
use crate::table::TableEntry;
use crate::window::{NodeFlags, NodeRequest, Window};
use crate::worker::{NodeExit, Stop, Worker};

/// Probes: how much shallower, and how far above beta in hundredths of a minor piece (Huang Chen, ElephantEye design,
/// section 5.4). The last costs nearly a full search.
const PROBES: [(i16, Score); 3] = [(3, 240), (2, 160), (1, 80)];
/// Below this depth a probe would have no depth left.
const PROBE_MIN_DEPTH: i16 = 4;
/// ProbCut by captures: plies less, of which the capture is one.
const CAPTURE_LESS: i16 = 3;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// Shallower searches of the same position that must beat beta by a margin. What they prove is beta, no more: the
    /// publication returns their score, which a deeper search need not reach.
    pub(super) fn probe_cutoff(&mut self, position: &P, request: NodeRequest) -> Result<(), NodeExit> {
        let applies =
            self.recipe().selective.probes && request.flags.may_probe && request.depth >= PROBE_MIN_DEPTH;
        if !applies {
            return Ok(());
        }
        let flags = NodeFlags { may_probe: false, ..request.flags };
        for (less, hundredths) in PROBES {
            let goal = request.window.beta + hundredths * <E::Heuristics>::MINOR / 100;
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

    /// A capture that, searched less deeply, is above beta by a margin answers the request. It is asked of quiescence first.
    #[inline(always)]
    pub(super) fn capture_cutoff(&mut self, position: &P, request: NodeRequest) -> Result<(), NodeExit> {
        let recipe = self.recipe();
        let parameters = &recipe.parameters;
        let applies = recipe.selective.capture_probcut
            && i32::from(request.depth) >= parameters.probcut_depth
            && request.flags.may_probe
            && request.window.beta.abs() < DECISIVE;
        if !applies {
            return Ok(());
        }
        let goal = request.window.beta + margin::<P, E>(parameters.probcut_margin);
        self.try_captures(position, goal, request)
    }

    #[inline(never)]
    fn try_captures(&mut self, position: &P, goal: Score, request: NodeRequest) -> Result<(), NodeExit> {
        let static_eval = self.static_eval(position, None);
        let mut list = std::mem::take(&mut self.frame().list);
        list.clear();
        position.moves(MoveKind::Captures, &mut list);
        self.order_captures(position, &mut list);
        let mut found = Ok(None);
        for cursor in 0.. {
            let Some((mv, _)) = list.select(cursor) else { break };
            if self.heuristics().see(position, mv, goal - static_eval) {
                found = self.probe_capture(position, mv, goal, request);
                if found != Ok(None) {
                    break;
                }
            }
        }
        self.frame().list = list;
        match found? {
            Some(score) => Err(NodeExit::Score((score, ScoreOrigin::Probe))),
            None => Ok(()),
        }
    }

    /// The bound that a shallower search of a capture proves, if it is above the goal.
    fn probe_capture(
        &mut self,
        position: &P,
        mv: P::Move,
        goal: Score,
        request: NodeRequest,
    ) -> Result<Option<Score>, Stop> {
        let child = self.child(position, mv);
        self.counters.probe_searches += 1;
        self.enter(position, mv, &child);
        let window = Window::new(goal - 1, goal);
        let flags = NodeFlags { may_probe: false, ..request.flags };
        let probe = request.with_window(window).with_depth(request.depth - CAPTURE_LESS).with_flags(flags);
        let score = self.quiesce_child(&child, -window, true).and_then(|score| match -score {
            score if score < goal => Ok(score),
            _ => Ok(-self.search(&child, probe.child(position.cost(mv)))?),
        });
        self.leave();
        let score = score?;
        if score < goal {
            return Ok(None);
        }
        self.counters.probe_cutoffs += 1;
        Ok(Some(request.window.beta))
    }
}
