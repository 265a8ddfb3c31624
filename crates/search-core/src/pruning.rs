//! Leaving work undone on a guess: null move, probes, razoring and futility.
//!
//! One test at the node skips them all. They are off in check, at the root, on the principal variation of a search that
//! knows one, and where the question is about a proven win or loss: a guess says nothing about mates.

use crate::evaluator::Evaluator;
use crate::position::Position;
use crate::recipe::{Null, Plan, Verify};
use crate::score::{PROVEN, Score};
use crate::watch::{Event, Why};
use crate::window::{Ask, Scope, Window};
use crate::worker::{Exit, Stop, Worker};

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
pub(crate) struct Hope {
    alpha: Score,
    /// The judgement of the node, and the margin of its depth; `None` where every move is tried.
    futile: Option<(Score, Score)>,
}

impl Hope {
    const ALL: Hope = Hope { alpha: 0, futile: None };
}

impl<P: Position, E: Evaluator<P>, L: Plan> Worker<'_, P, E, L> {
    /// Everything that may settle the node, reduce it or extend it before a move of its own is tried.
    #[inline(always)]
    pub(crate) fn prune(&mut self, position: &P, ask: Ask) -> Result<(Ask, Hope), Exit> {
        let recipe = self.recipe();
        if !recipe.selective.is_any() && !recipe.extensions.threat {
            return Ok((ask, Hope::ALL));
        }
        self.prune_on_a_guess(position, ask)
    }

    #[inline(never)]
    fn prune_on_a_guess(&mut self, position: &P, ask: Ask) -> Result<(Ask, Hope), Exit> {
        if self.ply == 0 || position.in_check() {
            return Ok((ask, Hope::ALL));
        }
        let ask = self.stretch_by_threat(position, ask)?;
        let is_principal = self.recipe().scouts() && !ask.window.is_null();
        let is_near_mate = ask.window.alpha >= PROVEN || ask.window.beta <= -PROVEN;
        if is_principal || is_near_mate || !self.recipe().selective.is_any() {
            return Ok((ask, Hope::ALL));
        }
        let judged = self.kit.evaluator.evaluate(position);
        self.null_cutoff(position, ask, judged)?;
        self.probe_cutoff(position, ask)?;
        Ok(self.lower_hopes(position, ask, judged))
    }

    /// The side to move passes; if it is still at or above beta, the node is settled.
    fn null_cutoff(&mut self, position: &P, ask: Ask, judged: Score) -> Result<(), Exit> {
        let selective = self.recipe().selective;
        let beta = ask.window.beta;
        let applies = selective.null != Null::Off && ask.scope.may_pass && judged >= beta;
        // Published with this condition: what is to be verified a ply shallower needs two.
        let is_too_shallow = selective.verify == Verify::Tabibi && ask.scope.verifies && ask.depth < 2;
        if !applies || is_too_shallow {
            return Ok(());
        }
        let strength @ [own, _] = self.kit.evaluator.strength(position);
        let passed = self.kit.evaluator.null_move(position).filter(|_| own.attackers > 0);
        let Some(passed) = passed else { return Ok(()) };
        self.tally.null_moves += 1;
        let reduction = selective.null.reduction(ask.depth, strength, E::MINOR);
        let reduced = ask.with(ask.window.null_at_beta()).at_depth(ask.depth - 1 - reduction);
        let score = self.search_passed(position, &passed, reduced)?;
        let is_trusted = match selective.verify {
            Verify::Never => true,
            Verify::Tabibi => !ask.scope.verifies,
            Verify::ElephantEye => own.worth > 3 * E::MINOR,
        };
        if score < beta || !(is_trusted || self.verifies(position, ask, reduction)?) {
            return Ok(());
        }
        self.tally.null_cutoffs += 1;
        // A mate found after a pass is no mate.
        Err(Exit::Settled((if score >= PROVEN { beta } else { score }, Why::NullMove)))
    }

    /// Whether a search of the node itself, less deep and without a pass here, agrees that it reaches beta.
    fn verifies(&mut self, position: &P, ask: Ask, reduction: i16) -> Result<bool, Stop> {
        self.tally.verifications += 1;
        let is_as_published = self.recipe().selective.verify == Verify::Tabibi;
        let less = if is_as_published { 1 } else { reduction };
        let verifies = ask.scope.verifies && !is_as_published;
        let scope = Scope { may_pass: false, verifies, ..ask.scope };
        let reduced = ask.with(ask.window.null_at_beta()).at_depth((ask.depth - less).max(0)).within(scope);
        Ok(self.search(position, reduced)? >= ask.window.beta)
    }

    /// The score of a position after a pass, from the view of who passed. Depth below nothing is quiescence.
    pub(crate) fn search_passed(&mut self, position: &P, passed: &P, ask: Ask) -> Result<Score, Stop> {
        self.enter_passed(position, passed);
        let mut below = ask.at_depth(ask.depth.max(0)).child(0);
        below.scope = Scope { may_pass: false, is_extended: false, ..below.scope };
        let score = self.search(passed, below);
        self.leave();
        Ok(-score?)
    }

    /// Shallower searches of the same position that must beat beta by a margin. What they prove is beta, no more: the text
    /// returns their score, which a deeper search need not reach.
    fn probe_cutoff(&mut self, position: &P, ask: Ask) -> Result<(), Exit> {
        let applies = self.recipe().selective.probes && ask.scope.may_probe && ask.depth >= PROBE_MIN_DEPTH;
        if !applies {
            return Ok(());
        }
        let scope = Scope { may_probe: false, ..ask.scope };
        for (less, hundredths) in PROBES {
            let goal = ask.window.beta + hundredths * E::MINOR / 100;
            if goal >= PROVEN {
                continue;
            }
            let window = Window::new(goal - 1, goal);
            if self.search(position, ask.with(window).at_depth(ask.depth - less).within(scope))? >= goal {
                self.tally.probe_cutoffs += 1;
                return Err(Exit::Settled((ask.window.beta, Why::Probe)));
            }
        }
        Ok(())
    }

    /// Razoring, then futility: what is left to hope for where the judgement is far below alpha.
    fn lower_hopes(&mut self, position: &P, ask: Ask, judged: Score) -> (Ask, Hope) {
        let selective = self.recipe().selective;
        let alpha = ask.window.alpha;
        let mut ask = ask;
        let margin = |depth: i16| selective.margins.at(depth, E::MINOR);
        let is_behind = |depth: i16| judged + margin(depth) <= alpha;
        let is_razored = selective.razoring
            && ask.depth == 3
            && !ask.scope.is_extended
            && is_behind(3)
            && self.kit.evaluator.strength(position)[1].attackers >= RAZOR_MIN_ATTACKERS;
        if is_razored {
            self.tally.razored += 1;
            ask = ask.at_depth(2);
        }
        let is_futile = selective.is_futile_at(ask.depth)
            && !(ask.depth == 2 && ask.scope.is_extended)
            && is_behind(ask.depth);
        (ask, Hope { alpha, futile: is_futile.then(|| (judged, margin(ask.depth))) })
    }

    /// The bound on a move that cannot reach alpha by what it takes, if hopes are low, and it gives no check.
    #[inline(always)]
    pub(crate) fn hopeless_move(&mut self, position: &P, mv: P::Move, hope: Hope) -> Option<Score> {
        let (judged, margin) = hope.futile?;
        if self.recipe().selective.after_make {
            return None;
        }
        let bound = judged + self.kit.evaluator.gain(position, mv) + margin;
        if bound > hope.alpha || position.gives_check(mv) {
            return None;
        }
        self.plan.watch(Event::Skipped(P::pack(mv)));
        self.tally.futile_moves += 1;
        Some(bound)
    }

    /// The same, by the judgement of where the move led. The judgement is the other side's, so it is subtracted: the text
    /// adds the two as if one side spoke in both.
    #[inline(always)]
    pub(crate) fn hopeless_child(&mut self, child: &P, mv: P::Move, hope: Hope) -> Option<Score> {
        let (_, margin) = hope.futile?;
        if !self.recipe().selective.after_make || child.in_check() {
            return None;
        }
        let bound = margin - self.kit.evaluator.evaluate(child);
        if bound > hope.alpha {
            return None;
        }
        self.plan.watch(Event::Skipped(P::pack(mv)));
        self.tally.futile_moves += 1;
        self.tally.ordering += 1;
        Some(bound)
    }
}
