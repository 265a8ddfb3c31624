//! Leaving work undone on a guess: null move, probes, razoring and futility.
//!
//! One test at the node skips them all. They are off in check, at the root, on the principal variation of a search that
//! knows one, and where the question is about a proven win or loss: a guess says nothing about mates.

use crate::evaluator::Evaluator;
use crate::observer::{Event, ScoreOrigin};
use crate::position::Position;
use crate::recipe::{Null, RecipeSource, Verify};
use crate::score::{PROVEN, Score};
use crate::window::{NodeFlags, NodeRequest, Window};
use crate::worker::{NodeExit, Stop, Worker};

/// Probes: how much shallower, and how far above beta in hundredths of a minor piece (text C, section 5.4). The last
/// costs nearly a full search.
const PROBES: [(i16, Score); 3] = [(3, 240), (2, 160), (1, 80)];
/// Below this depth a probe would have no depth left.
const PROBE_MIN_DEPTH: i16 = 4;
/// Razoring wants an opponent with at least so many attackers (Heinz 1998): with fewer, a judgement is soon overturned. The
/// text asks for this in prose, and its code looks at the wrong variable.
const RAZOR_MIN_ATTACKERS: u32 = 4;

/// What a node may still hope for: nothing, from moves that do not reach alpha with a margin added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Futility {
    alpha: Score,
    /// The judgement of the node, and the margin of its depth; `None` where every move is tried.
    futile: Option<(Score, Score)>,
}

impl Futility {
    const ALL: Futility = Futility { alpha: 0, futile: None };
}

impl<P: Position, E: Evaluator<P>, L: RecipeSource> Worker<'_, P, E, L> {
    /// Everything that may settle the node, reduce it or extend it before a move of its own is tried.
    #[inline(always)]
    pub(crate) fn prune(
        &mut self,
        position: &P,
        request: NodeRequest,
    ) -> Result<(NodeRequest, Futility), NodeExit> {
        let recipe = self.recipe();
        if !recipe.selective.is_any() && !recipe.extensions.threat {
            return Ok((request, Futility::ALL));
        }
        self.prune_on_a_guess(position, request)
    }

    #[inline(never)]
    fn prune_on_a_guess(
        &mut self,
        position: &P,
        request: NodeRequest,
    ) -> Result<(NodeRequest, Futility), NodeExit> {
        if self.ply == 0 || position.in_check() {
            return Ok((request, Futility::ALL));
        }
        let request = self.extend_by_threat(position, request)?;
        let is_principal = self.recipe().scouts() && !request.window.is_null();
        let is_near_mate = request.window.alpha >= PROVEN || request.window.beta <= -PROVEN;
        if is_principal || is_near_mate || !self.recipe().selective.is_any() {
            return Ok((request, Futility::ALL));
        }
        let static_eval = self.thread.evaluator.evaluate(position);
        self.null_cutoff(position, request, static_eval)?;
        self.probe_cutoff(position, request)?;
        Ok(self.futility(position, request, static_eval))
    }

    /// The side to move passes; if it is still at or above beta, the node is settled.
    fn null_cutoff(
        &mut self,
        position: &P,
        request: NodeRequest,
        static_eval: Score,
    ) -> Result<(), NodeExit> {
        let selective = self.recipe().selective;
        let beta = request.window.beta;
        let applies = selective.null != Null::Off && request.flags.may_pass && static_eval >= beta;
        // Published with this condition: what is to be verified a ply shallower needs two.
        let is_too_shallow =
            selective.verify == Verify::Tabibi && request.flags.verifies && request.depth < 2;
        if !applies || is_too_shallow {
            return Ok(());
        }
        let strength @ [own, _] = self.thread.evaluator.strength(position);
        let passed = self.thread.evaluator.null_move(position).filter(|_| own.attackers > 0);
        let Some(passed) = passed else { return Ok(()) };
        self.counters.null_moves += 1;
        let reduction = selective.null.reduction(request.depth, strength, E::MINOR);
        let reduced = request.with(request.window.null_at_beta()).with_depth(request.depth - 1 - reduction);
        let score = self.search_passed(position, &passed, reduced)?;
        let is_trusted = match selective.verify {
            Verify::Never => true,
            Verify::Tabibi => !request.flags.verifies,
            Verify::ElephantEye => own.worth > 3 * E::MINOR,
        };
        if score < beta || !(is_trusted || self.verifies(position, request, reduction)?) {
            return Ok(());
        }
        self.counters.null_cutoffs += 1;
        // A mate found after a pass is no mate.
        Err(NodeExit::ScoreWithOrigin((if score >= PROVEN { beta } else { score }, ScoreOrigin::NullMove)))
    }

    /// Whether a search of the node itself, less deep and without a pass here, agrees that it reaches beta.
    fn verifies(&mut self, position: &P, request: NodeRequest, reduction: i16) -> Result<bool, Stop> {
        self.counters.verifications += 1;
        let is_as_published = self.recipe().selective.verify == Verify::Tabibi;
        let less = if is_as_published { 1 } else { reduction };
        let verifies = request.flags.verifies && !is_as_published;
        let flags = NodeFlags { may_pass: false, verifies, ..request.flags };
        let reduced = request
            .with(request.window.null_at_beta())
            .with_depth((request.depth - less).max(0))
            .with_flags(flags);
        Ok(self.search(position, reduced)? >= request.window.beta)
    }

    /// The score of a position after a pass, from the view of who passed. Depth below nothing is quiescence.
    pub(crate) fn search_passed(
        &mut self,
        position: &P,
        passed: &P,
        request: NodeRequest,
    ) -> Result<Score, Stop> {
        self.enter_null(position, passed);
        let mut below = request.with_depth(request.depth.max(0)).child(0);
        below.flags = NodeFlags { may_pass: false, is_extended: false, ..below.flags };
        let score = self.search(passed, below);
        self.leave();
        Ok(-score?)
    }

    /// Shallower searches of the same position that must beat beta by a margin. What they prove is beta, no more: the text
    /// returns their score, which a deeper search need not reach.
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
            if self
                .search(position, request.with(window).with_depth(request.depth - less).with_flags(flags))?
                >= goal
            {
                self.counters.probe_cutoffs += 1;
                return Err(NodeExit::ScoreWithOrigin((request.window.beta, ScoreOrigin::Probe)));
            }
        }
        Ok(())
    }

    /// Razoring, then futility: what is left to hope for where the judgement is far below alpha.
    fn futility(
        &mut self,
        position: &P,
        request: NodeRequest,
        static_eval: Score,
    ) -> (NodeRequest, Futility) {
        let selective = self.recipe().selective;
        let alpha = request.window.alpha;
        let mut request = request;
        let margin = |depth: i16| selective.margins.at(depth, E::MINOR);
        let is_behind = |depth: i16| static_eval + margin(depth) <= alpha;
        let is_razored = selective.razoring
            && request.depth == 3
            && !request.flags.is_extended
            && is_behind(3)
            && self.thread.evaluator.strength(position)[1].attackers >= RAZOR_MIN_ATTACKERS;
        if is_razored {
            self.counters.razored += 1;
            request = request.with_depth(2);
        }
        let is_futile = selective.is_futile_at(request.depth)
            && !(request.depth == 2 && request.flags.is_extended)
            && is_behind(request.depth);
        (request, Futility { alpha, futile: is_futile.then(|| (static_eval, margin(request.depth))) })
    }

    /// The bound on a move that cannot reach alpha by what it takes, if hopes are low, and it gives no check.
    #[inline(always)]
    pub(crate) fn is_futile_move(&mut self, position: &P, mv: P::Move, futility: Futility) -> Option<Score> {
        let (static_eval, margin) = futility.futile?;
        if self.recipe().selective.after_make {
            return None;
        }
        let bound = static_eval + self.thread.evaluator.gain(position, mv) + margin;
        if bound > futility.alpha || position.gives_check(mv) {
            return None;
        }
        self.source.observe(Event::MoveSkipped(P::pack(mv)));
        self.counters.futile_moves += 1;
        Some(bound)
    }

    /// The same, by the judgement of where the move led. The judgement is the other side's, so it is subtracted: the text
    /// adds the two as if one side spoke in both.
    #[inline(always)]
    pub(crate) fn is_futile_child(&mut self, child: &P, mv: P::Move, futility: Futility) -> Option<Score> {
        let (_, margin) = futility.futile?;
        if !self.recipe().selective.after_make || child.in_check() {
            return None;
        }
        let bound = margin - self.thread.evaluator.evaluate(child);
        if bound > futility.alpha {
            return None;
        }
        self.source.observe(Event::MoveSkipped(P::pack(mv)));
        self.counters.futile_moves += 1;
        self.counters.ordering += 1;
        Some(bound)
    }
}
