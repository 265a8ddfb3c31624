//! The search below the leaves: captures until the position is quiet, and every answer to a check.
//!
//! Without selective parts it has no depth, so its result is a function of the position alone: the exact
//! algorithms agree on it, and the table may keep it. It ends because each line spends its captures: a check is answered
//! in every way, but what follows must capture again.

use crate::counters::{Event, ScoreOrigin};
use crate::evaluator::{Evaluator, Heuristics};
use crate::position::{MoveKind, Position};
use crate::recipe::{RecipeSource, TableUse};
use crate::score::{self, DECISIVE, INFINITY, MAX_PLY, Score};
use crate::store::Store;
use crate::table::{Bound, MIN_DEPTH, TableEntry};
use crate::window::{NodeRequest, Window};
use crate::worker::{Scored, Stop, Worker};

/// The score of the move that is tried first.
const FIRST: i32 = i32::MAX;
/// The score of quiet moves that give check, which are tried after the captures.
const LAST: i32 = i32::MIN;

/// The state of a node of quiescence.
#[derive(Debug)]
struct QuietContext<'p, P: Position> {
    position: &'p P,
    window: Window,
    entry: Option<TableEntry>,
    /// At the first ply of quiescence, where checks are tried too if the recipe says so.
    is_first: bool,
    /// A check is answered by every legal move.
    evades: bool,
    /// The score of standing pat: some move is at least as good as none, as a capture is never forced.
    standing: Score,
    score: Score,
    mv: Option<P::Move>,
    /// The number of moves searched.
    searched: i32,
    /// A quiet evasion was searched.
    has_evaded_quietly: bool,
}

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The score of the current node after all captures; fail-soft. The visit is already counted. `is_first`: at the
    /// first ply of quiescence.
    pub(crate) fn quiesce(&mut self, position: &P, window: Window, is_first: bool) -> Result<Scored, Stop> {
        let recipe = self.recipe();
        let uses_table = recipe.quiescence_table && recipe.table != TableUse::Off;
        let depth = if is_first || !recipe.quiescence_checks { 0 } else { MIN_DEPTH };
        let mut node = QuietContext {
            position,
            window,
            entry: None,
            is_first,
            evades: false,
            standing: -INFINITY,
            score: -INFINITY,
            mv: None,
            searched: 0,
            has_evaded_quietly: false,
        };
        if uses_table {
            node.entry = self.probe_store(position, NodeRequest::new(window, depth));
            let answer = node
                .entry
                .filter(|entry| self.is_deep_enough(entry.depth, depth))
                .and_then(|entry| entry.answer(window, self.ply));
            if let Some(score) = answer {
                self.counters.table_cutoffs += 1;
                return Ok((score, ScoreOrigin::Table));
            }
        }
        let origin = self.play_out(&mut node)?;
        if uses_table {
            self.store_quiet(&node, depth);
        }
        Ok((node.score, origin))
    }

    fn store_quiet(&mut self, node: &QuietContext<P>, depth: i16) {
        let (bound, score) = (Bound::of(node.score, node.window), score::from_root(node.score, self.ply));
        let mv = node.mv.filter(|_| self.recipe().quiescence_move).map(P::pack);
        let static_eval = self.frame().facts.static_eval;
        self.store.store(node.position, TableEntry { score, bound, depth, mv, static_eval });
    }

    fn play_out(&mut self, node: &mut QuietContext<P>) -> Result<ScoreOrigin, Stop> {
        let (position, window) = (node.position, node.window);
        node.evades = position.in_check() && self.recipe().evasions;
        if !node.evades || self.ply >= MAX_PLY {
            self.counters.leaves += 1;
            node.standing = self.static_eval(position, node.entry);
            node.score = node.standing;
            if node.score >= window.beta || self.ply >= MAX_PLY {
                return Ok(ScoreOrigin::StandPat);
            }
        }
        self.list_noisy(node);
        if node.evades && self.frame().list.is_empty() {
            self.counters.leaves += 1;
            node.score = position.final_score(self.ply);
            return Ok(ScoreOrigin::GameOver);
        }
        let mut has_ruled_loss = false;
        for cursor in 0.. {
            let Some((mv, _)) = self.frame().list.select(cursor) else { break };
            if self.should_prune_in_quiescence(node, mv) {
                continue;
            }
            node.searched += 1;
            node.has_evaded_quietly |= self.recipe().few_evasions && node.evades && position.victim(mv) == 0;
            self.prefetch(position.key_after(mv), 0);
            let child = position.child(mv);
            self.enter(position, Some(mv), &child);
            let answer = self.quiesce_child(&child, -window.raise_alpha(node.score), false);
            self.leave();
            let score = -answer?;
            has_ruled_loss |= score < 0 && score::rests_on_ruling(score);
            if score > node.score {
                node.score = score;
                node.mv = (score > window.alpha).then_some(mv).or(node.mv);
                if score >= window.beta {
                    break;
                }
            }
        }
        if has_ruled_loss && node.score < window.beta {
            node.score = score::loss_with_ruling(node.score);
        }
        Ok(ScoreOrigin::Quiescence)
    }

    /// Returns whether a move is left out: it cannot bring the standing score near alpha, or it loses by exchange.
    #[inline(always)]
    fn should_prune_in_quiescence(&mut self, node: &mut QuietContext<P>, mv: P::Move) -> bool {
        let source = self.source;
        let recipe = source.recipe();
        let prunes =
            recipe.quiescence_delta || recipe.quiescence_see || recipe.quiescence_few || recipe.few_evasions;
        if node.score <= -DECISIVE || !prunes {
            return false;
        }
        if node.has_evaded_quietly && node.position.victim(mv) == 0 {
            return true;
        }
        let is_late = recipe.quiescence_few && node.searched >= recipe.parameters.quiescence_most;
        if is_late && !node.evades && !node.position.gives_check(mv) {
            return true;
        }
        if recipe.quiescence_delta && !node.evades && node.position.victim(mv) > 0 {
            let bound = node.standing
                + Self::margin(recipe.parameters.delta_margin)
                + self.heuristics().captured_value(node.position, mv);
            if bound <= node.window.alpha {
                node.score = node.score.max(bound);
                return true;
            }
        }
        recipe.quiescence_see && !self.heuristics().see(node.position, mv, 0)
    }

    pub(crate) fn quiesce_child(&mut self, child: &P, window: Window, is_first: bool) -> Result<Score, Stop> {
        self.source.observe(Event::NodeEntered(NodeRequest::new(window, 0)));
        self.count_node()?;
        self.counters.quiescence += 1;
        let (score, origin) = self.quiesce(child, window, is_first)?;
        self.source.observe(Event::NodeLeft(score, origin));
        Ok(score)
    }

    /// Lists the moves of the node, best guesses first.
    fn list_noisy(&mut self, node: &QuietContext<P>) {
        let &QuietContext { position, entry, is_first, evades, .. } = node;
        let mut list = std::mem::take(&mut self.frame().list);
        list.clear();
        position.moves(if evades { MoveKind::All } else { MoveKind::Captures }, &mut list);
        self.counters.generated += list.len() as u64;
        let source = self.source;
        let recipe = source.recipe();
        if recipe.quiescence_filter && !evades {
            list.retain(|mv| self.heuristics().is_noisy(position, mv));
        }
        self.order_captures(position, &mut list);
        if recipe.quiescence_checks && is_first && !evades {
            let captures = list.len();
            position.quiet_checks(&mut list);
            list.scored_mut()[captures..].iter_mut().for_each(|check| check.score = LAST);
        }
        if let Some(stored) = entry.filter(|_| recipe.quiescence_move).and_then(|entry| entry.mv) {
            let first = list.scored_mut().iter_mut().find(|listed| P::pack(listed.mv) == stored);
            first.into_iter().for_each(|listed| listed.score = FIRST);
        }
        self.frame().list = list;
    }
}
