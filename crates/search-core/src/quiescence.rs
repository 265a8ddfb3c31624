//! The search below the leaves: captures until the position is quiet, and every answer to a check.
//!
//! Where nothing selective is done it has no depth, so its result is a function of the position alone: the exact
//! algorithms agree on it, and the table may keep it. It ends because each line spends its captures: a check is answered
//! in every way, but what follows must capture again.

use crate::evaluator::{Evaluator, Heuristics};
use crate::observer::{Event, ScoreOrigin};
use crate::position::{MoveKind, Position};
use crate::recipe::parameters::margin;
use crate::recipe::{RecipeSource, TableUse};
use crate::score::{self, DECISIVE, INFINITY, MAX_PLY, Score};
use crate::store::Store;
use crate::table::{Bound, LEAST_DEPTH, TableEntry};
use crate::window::{NodeRequest, Window};
use crate::worker::{Scored, Stop, Worker};

/// The move that is tried first.
const FIRST: i32 = i32::MAX;
/// Quiet moves that give check are tried after the captures.
const LAST: i32 = i32::MIN;

/// What quiescence has found at a node.
#[derive(Clone, Copy, Debug)]
struct Found<M> {
    score: Score,
    mv: Option<M>,
}

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The score of the current node after all captures; fail-soft. The visit is already counted. `is_first`: at the
    /// first ply of quiescence, where checks are tried too if the recipe says so.
    pub(crate) fn quiesce(&mut self, position: &P, window: Window, is_first: bool) -> Result<Scored, Stop> {
        let recipe = self.recipe();
        if !recipe.quiescence.table || recipe.table == TableUse::Off {
            let (found, origin) = self.play_out(position, window, None, is_first)?;
            return Ok((found.score, origin));
        }
        let depth = if is_first || !recipe.quiescence.checks { 0 } else { LEAST_DEPTH };
        let entry = self.probe_store(position, NodeRequest::new(window, depth));
        let answer = entry
            .filter(|entry| self.is_deep_enough(entry.depth, depth))
            .and_then(|entry| entry.answer(window, self.ply));
        if let Some(score) = answer {
            self.counters.table_cutoffs += 1;
            return Ok((score, ScoreOrigin::Table));
        }
        let (found, origin) = self.play_out(position, window, entry, is_first)?;
        self.store_found(position, window, found, depth);
        Ok((found.score, origin))
    }

    fn store_found(&mut self, position: &P, window: Window, found: Found<P::Move>, depth: i16) {
        let (bound, score) = (Bound::of(found.score, window), score::from_root(found.score, self.ply));
        let mv = found.mv.filter(|_| self.recipe().quiescence.table_move).map(P::pack);
        let static_eval = self.frame().raw_eval;
        self.store.store(position, TableEntry { score, bound, depth, mv, static_eval });
    }

    fn play_out(
        &mut self,
        position: &P,
        window: Window,
        entry: Option<TableEntry>,
        is_first: bool,
    ) -> Result<(Found<P::Move>, ScoreOrigin), Stop> {
        let evades = position.in_check() && self.recipe().quiescence.evasions;
        let mut best = Found { score: -INFINITY, mv: None };
        if !evades || self.ply >= MAX_PLY {
            // Standing pat: some move is at least as good as none. A capture is never forced.
            self.counters.leaves += 1;
            best.score = self.static_eval(position, entry);
            if best.score >= window.beta || self.ply >= MAX_PLY {
                return Ok((best, ScoreOrigin::StandPat));
            }
        }
        self.list_noisy(position, entry, evades, is_first);
        if evades && self.frame().list.is_empty() {
            self.counters.leaves += 1;
            best.score = position.final_score(self.ply);
            return Ok((best, ScoreOrigin::GameOver));
        }
        let standing = best.score;
        let mut has_ruled_loss = false;
        for cursor in 0.. {
            let Some((mv, _)) = self.frame().list.select(cursor) else { break };
            if self.is_pointless(position, mv, standing, &mut best, window, evades) {
                continue;
            }
            self.prefetch(position.key_after(mv), 0);
            let child = self.child(position, mv);
            self.enter(position, mv, &child);
            let answer = self.quiesce_child(&child, -window.raise_alpha(best.score), false);
            self.leave();
            let score = -answer?;
            has_ruled_loss |= score < 0 && score::rests_on_ruling(score);
            if score > best.score {
                best.score = score;
                best.mv = (score > window.alpha).then_some(mv).or(best.mv);
                if score >= window.beta {
                    break;
                }
            }
        }
        if has_ruled_loss && best.score < window.beta {
            best.score = score::loss_with_ruling(best.score);
        }
        Ok((best, ScoreOrigin::Quiescence))
    }

    /// Whether a move is left out: it cannot bring the standing score near alpha, or it loses by exchange.
    #[inline(always)]
    fn is_pointless(
        &mut self,
        position: &P,
        mv: P::Move,
        standing: Score,
        best: &mut Found<P::Move>,
        window: Window,
        evades: bool,
    ) -> bool {
        let source = self.source;
        let recipe = source.recipe();
        if best.score <= -DECISIVE || !(recipe.quiescence.delta || recipe.quiescence.exchanges) {
            return false;
        }
        if recipe.quiescence.delta && !evades && position.victim(mv) > 0 {
            let bound = standing
                + margin::<P, E>(recipe.parameters.delta_margin)
                + self.heuristics().captured_value(position, mv);
            if bound <= window.alpha {
                best.score = best.score.max(bound);
                return true;
            }
        }
        recipe.quiescence.exchanges && !self.heuristics().see(position, mv, 0)
    }

    pub(crate) fn quiesce_child(&mut self, child: &P, window: Window, is_first: bool) -> Result<Score, Stop> {
        self.source.observe(Event::NodeEntered(NodeRequest::new(window, 0)));
        self.count_node()?;
        self.counters.quiescence += 1;
        let (score, origin) = self.quiesce(child, window, is_first)?;
        self.source.observe(Event::NodeLeft(score, origin));
        Ok(score)
    }

    fn list_noisy(&mut self, position: &P, entry: Option<TableEntry>, evades: bool, is_first: bool) {
        let mut list = std::mem::take(&mut self.frame().list);
        list.clear();
        position.moves(if evades { MoveKind::All } else { MoveKind::Captures }, &mut list);
        self.counters.generated += list.len() as u64;
        let quiescence = self.recipe().quiescence;
        if quiescence.filter && !evades {
            list.retain(|mv| self.heuristics().is_noisy(position, mv));
        }
        self.order_captures(position, &mut list);
        if quiescence.checks && is_first && !evades {
            let captures = list.len();
            position.quiet_checks(&mut list);
            list.scored_mut()[captures..].iter_mut().for_each(|check| check.score = LAST);
        }
        if let Some(stored) = entry.filter(|_| quiescence.table_move).and_then(|entry| entry.mv) {
            let first = list.scored_mut().iter_mut().find(|listed| P::pack(listed.mv) == stored);
            first.into_iter().for_each(|listed| listed.score = FIRST);
        }
        self.frame().list = list;
    }
}
