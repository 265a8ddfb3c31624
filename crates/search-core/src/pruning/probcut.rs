//! ProbCut: a shallower search predicts that the full one fails high or low, and answers for it.

use crate::counters::ScoreOrigin;
use crate::evaluator::{Evaluator, Heuristics, ProbCut};
use crate::node_context::NodeContext;
use crate::position::{MoveKind, Position};
use crate::recipe::RecipeSource;
use crate::score::{DECISIVE, PROVEN, Score};
use crate::store::Store;
use crate::table::Bound;
use crate::window::{NodeFlags, Window};
use crate::worker::{NodeExit, Stop, Worker};

/// ProbCut by captures: plies less, of which the capture is one.
const CAPTURE_REDUCTION: i16 = 3;
/// ProbCut by the table: plies less at most.
const TABLE_REDUCTION: i16 = 4;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// By the evaluator's model of its errors: a shallower search far enough above beta, or below alpha, answers the request.
    /// It proves the bound, no more.
    #[inline(always)]
    pub(super) fn probcut(&mut self, node: &NodeContext<P>) -> Result<(), NodeExit> {
        let request = node.request;
        let model = self.recipe().model_probcut;
        let applies = request.flags.predictions < model.most_nested()
            && self.ply > 0
            && request.window.is_null()
            && request.window.alpha < PROVEN
            && request.window.beta > -PROVEN;
        if !applies {
            return Ok(());
        }
        match self.thread.evaluator.probcut(node.position, request, model) {
            Some(model) => self.try_probcut(node, model),
            None => Ok(()),
        }
    }

    #[inline(never)]
    fn try_probcut(&mut self, node: &NodeContext<P>, model: ProbCut) -> Result<(), NodeExit> {
        let request = node.request;
        let static_eval = self.static_eval(node.position, node.entry);
        let flags = NodeFlags { predictions: request.flags.predictions + 1, ..request.flags };
        let shallow = request.with_depth(model.depth).with_flags(flags);
        let high = request.window.beta - model.bias + model.margin;
        if static_eval + model.reach >= high && high < PROVEN {
            let window = Window::new(high - 1, high);
            self.counters.probe_searches += 1;
            if self.search(node.position, shallow.with_window(window))? >= high {
                self.counters.probe_cutoffs += 1;
                return Err(NodeExit::Score((request.window.beta, ScoreOrigin::Probe)));
            }
        }
        let low = request.window.alpha - model.bias - model.margin;
        if static_eval - model.reach <= low && low > -PROVEN {
            let window = Window::new(low, low + 1);
            self.counters.probe_searches += 1;
            if self.search(node.position, shallow.with_window(window))? <= low {
                self.counters.probe_cutoffs += 1;
                return Err(NodeExit::Score((request.window.alpha, ScoreOrigin::Probe)));
            }
        }
        Ok(())
    }

    /// By the table: a stored bound that is above beta by a margin answers the request, though it has a little less depth.
    #[inline(always)]
    pub(super) fn table_probcut(&mut self, node: &NodeContext<P>) -> Result<(), NodeExit> {
        let recipe = self.recipe();
        let request = node.request;
        let Some(entry) = node.entry.filter(|_| recipe.table_probcut) else { return Ok(()) };
        let raised_beta = request.window.beta + Self::margin(recipe.parameters.table_probcut_margin);
        let applies = entry.bound != Bound::Upper
            && entry.depth >= request.depth - TABLE_REDUCTION
            && (raised_beta..DECISIVE).contains(&entry.score)
            && request.window.beta > -DECISIVE;
        NodeExit::if_known(applies.then_some(raised_beta), ScoreOrigin::Probe)
    }

    /// By captures: one that, searched less deeply, is above beta by a margin answers the request. It is asked of quiescence
    /// first.
    #[inline(always)]
    pub(super) fn capture_probcut(&mut self, node: &NodeContext<P>) -> Result<(), NodeExit> {
        let recipe = self.recipe();
        let (parameters, request) = (&recipe.parameters, node.request);
        let applies = recipe.capture_probcut
            && i32::from(request.depth) >= parameters.probcut_depth
            && request.flags.may_probe
            && request.window.beta.abs() < DECISIVE;
        if !applies {
            return Ok(());
        }
        let raised_beta = request.window.beta + Self::margin(parameters.probcut_margin);
        self.try_captures(node, raised_beta)
    }

    #[inline(never)]
    fn try_captures(&mut self, node: &NodeContext<P>, raised_beta: Score) -> Result<(), NodeExit> {
        let position = node.position;
        let static_eval = self.static_eval(position, None);
        let mut list = std::mem::take(&mut self.frame().list);
        list.clear();
        position.moves(MoveKind::Captures, &mut list);
        self.order_captures(position, &mut list);
        let mut is_proved = Ok(false);
        for cursor in 0.. {
            let Some((mv, _)) = list.select(cursor) else { break };
            if self.heuristics().see(position, mv, raised_beta - static_eval) {
                is_proved = self.probe_capture(node, mv, raised_beta);
                if is_proved != Ok(false) {
                    break;
                }
            }
        }
        self.frame().list = list;
        let bound = is_proved?.then_some(node.request.window.beta);
        NodeExit::if_known(bound, ScoreOrigin::Probe)
    }

    /// Returns whether a shallower search of a capture reaches the raised beta.
    fn probe_capture(
        &mut self,
        node: &NodeContext<P>,
        mv: P::Move,
        raised_beta: Score,
    ) -> Result<bool, Stop> {
        let (position, request) = (node.position, node.request);
        let child = position.child(mv);
        self.counters.probe_searches += 1;
        self.enter(position, Some(mv), &child);
        let window = Window::new(raised_beta - 1, raised_beta);
        let flags = NodeFlags { may_probe: false, ..request.flags };
        let probe =
            request.with_window(window).with_depth(request.depth - CAPTURE_REDUCTION).with_flags(flags);
        let score = self.quiesce_child(&child, -window, true).and_then(|score| match -score {
            score if score < raised_beta => Ok(score),
            _ => Ok(-self.search(&child, probe.child(position.cost(mv)))?),
        });
        self.leave();
        let is_proved = score? >= raised_beta;
        self.counters.probe_cutoffs += u64::from(is_proved);
        Ok(is_proved)
    }
}
