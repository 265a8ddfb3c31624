//! Looking deeper where much is at stake: five extensions of one ply (text C, section 5.6).
//!
//! No line grows beyond twice the depth asked for at the root (what quiescence and free passes add aside), so a search of
//! checks that answer checks ends.

use crate::evaluator::Evaluator;
use crate::position::{MoveKind, Position};
use crate::recipe::RecipeSource;
use crate::score::PROVEN;
use crate::window::{NodeRequest, Window};
use crate::worker::{Stop, Worker};

impl<P: Position, E: Evaluator<P>, L: RecipeSource> Worker<'_, P, E, L> {
    /// How many plies deeper the child just entered is searched for the move that led there.
    #[inline(always)]
    pub(crate) fn extension(&mut self, position: &P, mv: P::Move, child: &P, request: NodeRequest) -> i16 {
        if !self.recipe().extensions.is_by_move() {
            return 0;
        }
        self.extension_by_move(position, mv, child, request)
    }

    #[inline(never)]
    fn extension_by_move(&mut self, position: &P, mv: P::Move, child: &P, request: NodeRequest) -> i16 {
        let extensions = self.recipe().extensions;
        let is_recapture = extensions.exchange && self.is_second_good_capture(position, mv);
        let applies = self.is_within_reach(request.depth - position.cost(mv) + 1)
            && (is_recapture
                || extensions.check && child.in_check()
                || extensions.soldier && self.thread.evaluator.is_advance(position, mv)
                || extensions.single && self.is_single_reply(child));
        self.counters.extensions += u64::from(applies);
        i16::from(applies)
    }

    /// Whether a line that goes on for so many plies from the node in hand stays within twice the depth of the root.
    fn is_within_reach(&self, depth: i16) -> bool {
        self.ply + depth.max(0) as u32 <= self.max_extension_ply
    }

    /// Whether this capture and the one before it both pay. Three in a row give two plies.
    fn is_second_good_capture(&mut self, position: &P, mv: P::Move) -> bool {
        let is_good = position.victim(mv) > 0 && self.thread.evaluator.exchange(position, mv) >= 0;
        self.frame().is_good_capture = is_good;
        is_good && self.thread.frames[self.ply as usize - 1].is_good_capture
    }

    /// Whether there is one legal reply, and not a pass, which costs no depth anyway.
    fn is_single_reply(&mut self, child: &P) -> bool {
        let list = &mut self.frame().list;
        list.clear();
        child.moves(MoveKind::All, list);
        list.len() == 1 && list.iter().all(|reply| child.cost(reply) > 0)
    }

    /// One ply more where the side to move would be mated if it passed. Asked as "is it mate?", with a null window at
    /// the band of proven losses, so that it works under fail-hard too: text C compares the answer of a window far
    /// above, which fail-hard clamps.
    pub(crate) fn extend_by_threat(
        &mut self,
        position: &P,
        request: NodeRequest,
    ) -> Result<NodeRequest, Stop> {
        let is_asked = self.recipe().extensions.threat
            && self.is_within_reach(request.depth + 1)
            && request.flags.may_pass;
        if !is_asked || request.depth < 2 {
            return Ok(request);
        }
        let Some(passed) = self.thread.evaluator.null_move(position) else { return Ok(request) };
        let loss = Window::new(-PROVEN, -PROVEN + 1);
        let score =
            self.search_passed(position, &passed, request.with(loss).with_depth(request.depth - 3))?;
        let is_mate = score <= -PROVEN;
        self.counters.extensions += u64::from(is_mate);
        Ok(if is_mate { request.with_depth(request.depth + 1).with_extended(true) } else { request })
    }
}
