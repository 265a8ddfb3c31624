//! The node: every algorithm of this crate is this one function, read through a [`Recipe`](crate::recipe::Recipe).

use std::cmp::Ordering;

use crate::evaluator::{Evaluator, Heuristics};
use crate::observer::{Event, ScoreOrigin};
use crate::picker::{Picked, Picker};
use crate::position::{MoveKind, Position};
use crate::pruning::NodeState;
use crate::recipe::{Bounds, RecipeSource, TableUse};
use crate::score::{self, INFINITY, MAX_PLY, Score};
use crate::store::Store;
use crate::table::{Bound, TableEntry};
use crate::window::{NodeRequest, Window};
use crate::worker::{NodeExit, Scored, Stop, Worker};

/// Enhanced transposition cut-offs are tried from this depth on: from 1 they save 5 % of Xiangqi's visits at depth 6, but
/// make four times as many positions as they save; from 4, next to none. Nor below the depths that the table keeps.
const TRANSPOSED_MIN_DEPTH: i16 = 3;

/// Nodes without a stored move are reduced from this depth on.
const UNGUIDED_MIN_DEPTH: i16 = 4;

/// The best of the moves searched so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best<M> {
    score: Score,
    mv: Option<M>,
    searched: u32,
    /// Whether a move was skipped as futile: no unsearched move is better than alpha, but none has a score.
    has_skipped: bool,
    /// The window that the next move has to beat: alpha raised by the moves before it.
    window: Window,
    has_raised: bool,
    /// The first move did not reach alpha: the sign of an all-node.
    began_low: bool,
    /// A move loses by a ruling.
    has_ruled_loss: bool,
}

impl<M: Copy> Best<M> {
    /// No move yet, and this window.
    pub fn new(window: Window) -> Self {
        Best {
            score: -INFINITY,
            mv: None,
            searched: 0,
            has_skipped: false,
            window,
            has_raised: false,
            began_low: false,
            has_ruled_loss: false,
        }
    }

    /// Notes a move's score, and returns whether it is the best so far.
    pub fn take(&mut self, mv: M, score: Score) -> bool {
        self.searched += 1;
        self.began_low |= self.searched == 1 && score <= self.window.alpha;
        self.has_ruled_loss |= score < 0 && score::rests_on_ruling(score);
        let is_better = score > self.score;
        if is_better {
            self.score = score;
            self.mv = Some(mv);
            self.has_raised |= score > self.window.alpha;
            self.window = self.window.raise_alpha(score);
        }
        is_better
    }

    /// Notes a move that was not searched.
    pub fn skip(&mut self) {
        self.has_skipped = true;
    }

    /// The score of the best move.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The window that the next move has to beat.
    pub fn window(&self) -> Window {
        self.window
    }

    /// How many moves were searched.
    pub fn searched(&self) -> u32 {
        self.searched
    }

    /// Whether a move has raised alpha.
    pub fn has_raised(&self) -> bool {
        self.has_raised
    }

    /// Whether a move was searched.
    pub fn has_searched(&self) -> bool {
        self.searched > 0
    }

    fn has_moves(&self) -> bool {
        self.searched > 0 || self.has_skipped
    }

    /// The score of the node, of which this was the first window. Moves that were skipped are worth alpha at most.
    fn answer(&self, window: Window) -> Score {
        let score = if self.has_skipped { self.score.max(window.alpha) } else { self.score };
        if self.has_ruled_loss && score < window.beta { score::loss_with_ruling(score) } else { score }
    }
}

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The score of `position`: exact inside the window of the request, a bound outside it.
    pub(crate) fn search(&mut self, position: &P, request: NodeRequest) -> Result<Score, Stop> {
        self.source.observe(Event::NodeEntered(request));
        let (score, origin) = match self.steps(position, request) {
            Ok(scored) | Err(NodeExit::Score(scored)) => scored,
            Err(NodeExit::Stop) => return Err(Stop),
        };
        // A score at the edge of the window would no longer tell that it rests on a ruling.
        let is_clamped = self.recipe().bounds == Bounds::FailHard && !score::rests_on_ruling(score);
        let score = if is_clamped { request.window.clamp(score) } else { score };
        self.source.observe(Event::NodeLeft(score, origin));
        Ok(score)
    }

    fn steps(&mut self, position: &P, request: NodeRequest) -> Result<Scored, NodeExit> {
        self.count_node()?;
        self.ruling(position)?;
        self.mate_distance_cutoff(request)?;
        self.exact_bound(position, request)?;
        self.horizon(position, request)?;
        let entry = self.probe(position, request);
        self.table_cutoff(entry, request)?;
        self.probcut(position, entry, request)?;
        let request = self.reduce_without_stored_move(entry, request);
        // The stored result is that of the original request, not of the depth after extension or razoring.
        let asked = request;
        let state = self.assess(position, entry, request);
        let request = self.extend_by_threat(position, request)?;
        self.prune(position, state, request)?;
        let request = self.razor(position, state, request);
        let state = self.singular_extension(position, entry, state, request)?;
        let mut picker = self.picker();
        self.transposed_cutoff(&mut picker, position, request)?;
        let state = self.futility(state, request);
        let mut best = Best::new(request.window);
        while let Some(picked) = self.pick(&mut picker, position, entry, request) {
            if self.may_split(position, &best, request) {
                let mut moves = vec![picked];
                moves.extend(std::iter::from_fn(|| self.pick(&mut picker, position, entry, request)));
                best = self.split(position, best, moves, state, request)?;
                if best.score >= request.window.beta
                    && let Some(mv) = best.mv
                {
                    self.update_heuristics(position, mv, best.searched, request);
                }
                break;
            }
            match self.try_move(position, picked, &best, state, request)? {
                None => best.skip(),
                Some(score) => {
                    if best.take(picked.mv, score) && score > request.window.alpha {
                        self.note_variation(picked.mv, request);
                    }
                    if best.score >= request.window.beta && self.recipe().bounds != Bounds::Ignored {
                        self.update_heuristics(position, picked.mv, best.searched, request);
                        break;
                    }
                }
            }
            self.skip_late_moves(position, &mut picker, &mut best, state, request);
        }
        if !best.has_moves() {
            if self.is_excluding() {
                return Ok((request.window.alpha, ScoreOrigin::Searched));
            }
            self.counters.leaves += 1;
            return Ok((position.final_score(self.ply), ScoreOrigin::GameOver));
        }
        self.counters.low_starts += u64::from(best.began_low);
        self.counters.low_ends += u64::from(best.began_low && best.score <= request.window.alpha);
        let score = best.answer(request.window);
        self.correct(position, best.mv, score, asked);
        self.store_result(position, best.mv, score, asked);
        Ok((score, ScoreOrigin::Searched))
    }

    /// The referee's ruling; never at the root, which needs a move even if the game is drawn.
    #[inline(always)]
    fn ruling(&mut self, position: &P) -> Result<(), NodeExit> {
        if !self.recipe().rulings || self.ply == 0 || self.is_excluding() {
            return Ok(());
        }
        cutoff(position.ruling(&self.thread.line, self.ply), ScoreOrigin::Ruling)
    }

    /// A cut-off where even the nearest end, a win or a loss, would not lie inside the window.
    #[inline(always)]
    fn mate_distance_cutoff(&self, request: NodeRequest) -> Result<(), NodeExit> {
        if !self.recipe().mate_distance || self.ply == 0 {
            return Ok(());
        }
        let (window, next) = (request.window, self.ply + 1);
        let best = score::mate_in(next).max(-score::ruling(Ordering::Less, next));
        let worst = score::mated_in(self.ply);
        let bound = (window.alpha >= best).then_some(best).or((window.beta <= worst).then_some(worst));
        cutoff(bound, ScoreOrigin::MateDistance)
    }

    /// The score or bound that the evaluator proves without a search.
    #[inline(always)]
    fn exact_bound(&mut self, position: &P, request: NodeRequest) -> Result<(), NodeExit> {
        if self.ply == 0 {
            return Ok(());
        }
        let bound = self.thread.evaluator.exact_bound(position, request, &mut self.counters);
        cutoff(bound, ScoreOrigin::ExactBound)
    }

    /// The score at depth 0: the evaluation, after quiescence in games with captures.
    #[inline(always)]
    fn horizon(&mut self, position: &P, request: NodeRequest) -> Result<(), NodeExit> {
        if request.depth > 0 && self.ply < MAX_PLY {
            return Ok(());
        }
        if self.plays_out_captures() {
            return Err(NodeExit::Score(self.quiesce(position, request.window, true)?));
        }
        self.counters.leaves += 1;
        Err(NodeExit::Score((self.thread.evaluator.evaluate(position), ScoreOrigin::Evaluated)))
    }

    /// Whether captures are played out before a leaf is evaluated.
    #[inline(always)]
    pub(crate) fn plays_out_captures(&self) -> bool {
        <E::Heuristics>::QUIESCENCE && self.recipe().quiescence.captures
    }

    /// What is stored of the node, where the table is used at its depth.
    #[inline(always)]
    pub(crate) fn probe(&mut self, position: &P, request: NodeRequest) -> Option<TableEntry> {
        let is_probed = self.recipe().uses_table(request.depth) && !self.is_excluding();
        if is_probed { self.probe_store(position, request) } else { None }
    }

    #[inline(always)]
    pub(crate) fn probe_store(&mut self, position: &P, request: NodeRequest) -> Option<TableEntry> {
        self.counters.table_probes += 1;
        let entry = self.store.probe(position, request, self.ply);
        self.counters.table_hits += u64::from(entry.is_some());
        entry
    }

    /// A cut-off by a stored result. There is none at the root, which needs a move too; nor, where rulings depend on
    /// the past, on the principal variation: a stored result has no past, and would hide that the opponent can repeat.
    #[inline(always)]
    fn table_cutoff(&mut self, entry: Option<TableEntry>, request: NodeRequest) -> Result<(), NodeExit> {
        let is_hidden = self.ply == 0 || (self.recipe().rulings && !request.window.is_null());
        let answer = entry
            .filter(|entry| !is_hidden && self.is_deep_enough(entry.depth, request.depth))
            .and_then(|entry| entry.answer(request.window, self.ply));
        self.counters.table_cutoffs += u64::from(answer.is_some());
        cutoff(answer, ScoreOrigin::Table)
    }

    pub(crate) fn is_deep_enough(&self, stored: i16, wanted: i16) -> bool {
        match self.recipe().table {
            TableUse::Off => false,
            TableUse::EqualDepth => stored == wanted,
            TableUse::AtLeast => stored >= wanted,
        }
    }

    /// A node whose best move no earlier search has found is searched less deeply: its result is worth less, and gives the
    /// next search a move to begin with.
    #[inline(always)]
    fn reduce_without_stored_move(&self, entry: Option<TableEntry>, request: NodeRequest) -> NodeRequest {
        let is_reduced = self.recipe().selective.internal_reductions
            && request.depth >= UNGUIDED_MIN_DEPTH
            && self.ply > 0
            && !self.is_excluding()
            && (request.is_cut_node || !request.window.is_null())
            && entry.is_none_or(|entry| entry.mv.is_none());
        if is_reduced { request.with_depth(request.depth - 1) } else { request }
    }

    /// A cut-off by the stored score of a child, before any move is searched. The entries of all children are
    /// prefetched before the first probe; the picker gets the list of moves, and the order of moves the children.
    #[inline(always)]
    fn transposed_cutoff(
        &mut self,
        picker: &mut Picker<P::Move>,
        position: &P,
        request: NodeRequest,
    ) -> Result<(), NodeExit> {
        let recipe = self.recipe();
        // Where moves are extended, the depth of a child is not known before its move is made.
        let applies =
            recipe.transposed && recipe.uses_table(request.depth - 1) && !recipe.extensions.is_by_move();
        let is_known = self.thread.evaluator.answers_children(position, request);
        if !applies || is_known || request.depth < TRANSPOSED_MIN_DEPTH || self.ply == 0 {
            return Ok(());
        }
        let mut list = std::mem::take(&mut self.frame().list);
        list.clear();
        position.moves(MoveKind::All, &mut list);
        let mut children = std::mem::take(self.children());
        children.clear();
        for entry in list.scored_mut() {
            entry.mv = position.prepare(entry.mv);
            let child = self.child(position, entry.mv);
            self.store.prefetch(child.key());
            children.push(child);
        }
        let refutation =
            list.iter().zip(&children).find_map(|(mv, child)| self.refutes(position, mv, child, request));
        (self.frame().list, *self.children()) = (list, children);
        picker.hand_over();
        cutoff(refutation, ScoreOrigin::TransposedCutoff)
    }

    fn refutes(&mut self, position: &P, mv: P::Move, child: &P, request: NodeRequest) -> Option<Score> {
        self.counters.ordering += 1;
        let expected = request.child(position.cost(mv));
        let entry = self.store.probe(child, expected, self.ply + 1)?;
        if !self.is_deep_enough(entry.depth, expected.depth) {
            return None;
        }
        let score = -entry.answer(expected.window, self.ply + 1)?;
        (score >= request.window.beta).then_some(score)
    }

    /// The score of one move: by a scout first, where the recipe says so, and again if the scout calls it better. `None`
    /// if the move is futile and was not searched.
    #[inline(always)]
    pub(crate) fn try_move(
        &mut self,
        position: &P,
        picked: Picked<P::Move>,
        best: &Best<P::Move>,
        state: NodeState,
        request: NodeRequest,
    ) -> Result<Option<Score>, NodeExit> {
        let mv = picked.mv;
        if self.is_futile_move(position, mv, state)
            || self.is_unpromising(position, picked, best, state, request)
        {
            return Ok(None);
        }
        let depth = request.depth - position.cost(mv);
        let is_known = self.thread.evaluator.answers_children(position, request);
        if !is_known {
            self.prefetch(position.key_after(mv), depth);
        }
        let child = self.child(position, mv);
        if self.is_futile_child(position, mv, &child, state) {
            return Ok(None);
        }
        if !is_known && position.key_after(mv).is_none() {
            self.prefetch(Some(child.key()), depth);
        }
        let reduction = self.reduction(position, picked, &child, best, state, request);
        self.enter(position, mv, &child);
        let extension = self.extension(position, picked, &child, state, request);
        let request = request.with_extended(extension > 0);
        let score = self.score_child(&child, position.cost(mv) - extension, reduction, best, request);
        self.leave();
        self.note_searched(position, mv);
        Ok(Some(score?))
    }

    /// Fetches what is stored of a child that will be searched this deep.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Option<u64>, depth: i16) {
        let recipe = self.recipe();
        if let Some(key) = key
            && (recipe.uses_table(depth) && depth > 0 || recipe.quiescence.table && depth <= 0)
        {
            self.store.prefetch(key);
        }
    }

    /// Keeps the line that starts with `mv` where there is one: in open windows, and always at the root.
    fn note_variation(&mut self, mv: P::Move, request: NodeRequest) {
        if self.ply == 0 || !request.window.is_null() {
            self.extend_variation(mv);
        }
    }

    /// Stores the result. The bound is that of the window that was asked, and the score is the fail-soft one
    /// even where the answer is clamped.
    #[inline(always)]
    fn store_result(&mut self, position: &P, mv: Option<P::Move>, score: Score, request: NodeRequest) {
        let is_stored = self.recipe().uses_table(request.depth) || S::ALWAYS_STORES;
        if !is_stored || self.is_filtered() || self.is_excluding() {
            return;
        }
        let bound = match self.recipe().bounds {
            Bounds::Ignored => Bound::Exact,
            _ => Bound::of(score, request.window),
        };
        let mv = if bound == Bound::Upper { None } else { mv.map(P::pack) };
        let score = score::from_root(score, self.ply);
        let static_eval = self.frame().raw_eval;
        self.store.store(position, TableEntry { score, bound, depth: request.depth, mv, static_eval });
    }
}

#[inline(always)]
fn cutoff(score: Option<Score>, origin: ScoreOrigin) -> Result<(), NodeExit> {
    match score {
        Some(score) => Err(NodeExit::Score((score, origin))),
        None => Ok(()),
    }
}
