//! Looking deeper where much is at stake: five extensions of one ply (text C, section 5.6).
//!
//! No line grows beyond twice the depth asked for at the root (what quiescence and free passes add aside), so a search of
//! checks that answer checks ends.

use crate::evaluator::Evaluator;
use crate::position::{Position, Which};
use crate::recipe::Plan;
use crate::score::PROVEN;
use crate::window::{Ask, Window};
use crate::worker::{Stop, Worker};

impl<P: Position, E: Evaluator<P>, L: Plan> Worker<'_, P, E, L> {
    /// How many plies deeper the child just entered is searched for the move that led there.
    #[inline(always)]
    pub(crate) fn stretch(&mut self, position: &P, mv: P::Move, child: &P, ask: Ask) -> i16 {
        if !self.recipe().extensions.is_by_move() {
            return 0;
        }
        self.stretch_by_move(position, mv, child, ask)
    }

    #[inline(never)]
    fn stretch_by_move(&mut self, position: &P, mv: P::Move, child: &P, ask: Ask) -> i16 {
        let extensions = self.recipe().extensions;
        let is_recapture = extensions.exchange && self.is_second_good_capture(position, mv);
        let applies = self.is_within_reach(ask.depth - position.cost(mv) + 1)
            && (is_recapture
                || extensions.check && child.in_check()
                || extensions.soldier && self.kit.evaluator.is_advance(position, mv)
                || extensions.single && self.is_single_reply(child));
        self.tally.extensions += u64::from(applies);
        i16::from(applies)
    }

    /// Whether a line that goes on for so many plies from the node in hand stays within twice the depth of the root.
    fn is_within_reach(&self, depth: i16) -> bool {
        self.ply + depth.max(0) as u32 <= self.reach
    }

    /// Whether this capture and the one before it both pay. Three in a row give two plies.
    fn is_second_good_capture(&mut self, position: &P, mv: P::Move) -> bool {
        let is_good = position.victim(mv) > 0 && self.kit.evaluator.exchange(position, mv) >= 0;
        self.frame().is_good_capture = is_good;
        is_good && self.kit.frames[self.ply as usize - 1].is_good_capture
    }

    /// Whether there is one legal reply, and not a pass, which costs no depth anyway.
    fn is_single_reply(&mut self, child: &P) -> bool {
        let list = &mut self.frame().list;
        list.clear();
        child.moves(Which::All, list);
        list.len() == 1 && list.iter().all(|reply| child.cost(reply) > 0)
    }

    /// One ply more where the side to move would be mated if it passed. Asked as "is it mate?", with a null window at
    /// the band of proven losses, so that it works under fail-hard too: text C compares the answer of a window far
    /// above, which fail-hard clamps.
    pub(crate) fn stretch_by_threat(&mut self, position: &P, ask: Ask) -> Result<Ask, Stop> {
        let is_asked =
            self.recipe().extensions.threat && self.is_within_reach(ask.depth + 1) && ask.scope.may_pass;
        if !is_asked || ask.depth < 2 {
            return Ok(ask);
        }
        let Some(passed) = self.kit.evaluator.null_move(position) else { return Ok(ask) };
        let loss = Window::new(-PROVEN, -PROVEN + 1);
        let score = self.search_passed(position, &passed, ask.with(loss).at_depth(ask.depth - 3))?;
        let is_mate = score <= -PROVEN;
        self.tally.extensions += u64::from(is_mate);
        Ok(if is_mate { ask.at_depth(ask.depth + 1).marked(true) } else { ask })
    }
}
