//! The node: every algorithm of this crate is this one function, read through a [`Recipe`](crate::recipe::Recipe).

use crate::counters::Counters;
use crate::evaluator::Evaluator;
use crate::histories;
use crate::observer::{Event, ScoreOrigin};
use crate::picker::Picker;
use crate::position::{MoveKind, Position};
use crate::pruning::Futility;
use crate::recipe::{Archive, Bounds, History, ReSearch, RecipeSource, Scout, TableUse};
use crate::score::{self, INFINITY, MAX_PLY, Score};
use crate::table::{Bound, TableEntry};
use crate::window::{NodeRequest, Window};
use crate::worker::{NodeExit, ScoreWithOrigin, Stop, Worker};

/// Enhanced transposition cut-offs are tried from this depth on: from 1 they save 5 % of Xiangqi's visits at depth 6, but
/// make four times as many positions as they save; from 4, next to none.
const TRANSPOSED_MIN_DEPTH: i16 = 3;

/// The best of the moves tried so far.
#[derive(Clone, Copy, Debug)]
struct Best<M> {
    score: Score,
    mv: Option<M>,
    tried: u32,
    /// The window that the next move has to beat: alpha raised by the moves before it.
    window: Window,
    has_raised: bool,
    /// The first move did not reach alpha: the sign of an all-node.
    began_low: bool,
}

impl<M: Copy> Best<M> {
    fn new(window: Window) -> Self {
        Best { score: -INFINITY, mv: None, tried: 0, window, has_raised: false, began_low: false }
    }

    /// Takes note of a move's score, and says whether it is the best so far.
    fn take(&mut self, mv: M, score: Score) -> bool {
        self.tried += 1;
        self.began_low |= self.tried == 1 && score <= self.window.alpha;
        let is_better = score > self.score;
        if is_better {
            self.score = score;
            self.mv = Some(mv);
            self.has_raised |= score > self.window.alpha;
            self.window = self.window.raise_alpha(score);
        }
        is_better
    }
}

impl<P: Position, E: Evaluator<P>, L: RecipeSource> Worker<'_, P, E, L> {
    /// The score of `position`, as exactly as `request` wants to know it.
    pub(crate) fn search(&mut self, position: &P, request: NodeRequest) -> Result<Score, Stop> {
        self.source.observe(Event::NodeEntered(request));
        let (score, why) = match self.steps(position, request) {
            Ok(settled) | Err(NodeExit::ScoreWithOrigin(settled)) => settled,
            Err(NodeExit::Stop) => return Err(Stop),
        };
        let score =
            if self.recipe().bounds == Bounds::FailHard { request.window.clamp(score) } else { score };
        self.source.observe(Event::NodeLeft(score, why));
        Ok(score)
    }

    fn steps(&mut self, position: &P, request: NodeRequest) -> Result<ScoreWithOrigin, NodeExit> {
        self.visit()?;
        self.ruling(position)?;
        self.exact_bound(position, request)?;
        self.leaf(position, request)?;
        let entry = self.probe(position, request);
        self.table_cutoff(entry, request)?;
        // What is stored answers the request as it came, whatever depth pruning or extension made of it.
        let asked = request;
        let (request, futility) = self.prune(position, request)?;
        self.transposed_cutoff(position, request)?;
        self.frame().searched.clear();
        let mut picker = Picker::new();
        let mut best = Best::new(request.window);
        while let Some(mv) = self.pick(&mut picker, position, entry, request) {
            let score = self.try_move(position, mv, &best, futility, request)?;
            if best.take(mv, score) && score > request.window.alpha {
                self.note_variation(mv, request);
            }
            if best.score >= request.window.beta && self.recipe().bounds != Bounds::Ignored {
                self.update_heuristics(position, mv, best.tried, request);
                break;
            }
        }
        if best.tried == 0 {
            self.counters.leaves += 1;
            return Ok((position.final_score(self.ply), ScoreOrigin::GameOver));
        }
        self.counters.low_starts += u64::from(best.began_low);
        self.counters.low_ends += u64::from(best.began_low && best.score <= request.window.alpha);
        self.store(position, best.mv, best.score, asked);
        Ok((best.score, ScoreOrigin::Searched))
    }

    /// The referee's verdict; never at the root, where a move is wanted whatever the past was.
    #[inline(always)]
    fn ruling(&mut self, position: &P) -> Result<(), NodeExit> {
        if !self.recipe().rulings || self.ply == 0 {
            return Ok(());
        }
        cutoff(position.ruling(&self.thread.line, self.ply), ScoreOrigin::Ruling)
    }

    /// What the game knows without a search.
    #[inline(always)]
    fn exact_bound(&mut self, position: &P, request: NodeRequest) -> Result<(), NodeExit> {
        if self.ply == 0 {
            return Ok(());
        }
        cutoff(
            self.thread.evaluator.exact_bound(position, request, &mut self.counters),
            ScoreOrigin::ExactBound,
        )
    }

    /// The end of the depth: judgement, after the captures have been played out where the game has them.
    #[inline(always)]
    fn leaf(&mut self, position: &P, request: NodeRequest) -> Result<(), NodeExit> {
        if request.depth > 0 && self.ply < MAX_PLY {
            return Ok(());
        }
        if self.quiets() {
            return Err(NodeExit::ScoreWithOrigin(self.quiesce(position, request.window)?));
        }
        self.counters.leaves += 1;
        Err(NodeExit::ScoreWithOrigin((self.thread.evaluator.evaluate(position), ScoreOrigin::Evaluated)))
    }

    /// Whether captures are played out before a leaf is judged.
    #[inline(always)]
    fn quiets(&self) -> bool {
        E::QUIESCENCE && self.recipe().quiescence.captures
    }

    #[inline(always)]
    pub(crate) fn probe(&mut self, position: &P, request: NodeRequest) -> Option<TableEntry> {
        if self.recipe().table == TableUse::Off {
            return None;
        }
        self.counters.table_probes += 1;
        let entry = self.probe_at(position, request, self.ply);
        self.counters.table_hits += u64::from(entry.is_some());
        entry
    }

    /// What is stored of a position `ply` plies from the root.
    #[inline(always)]
    fn probe_at(&self, position: &P, request: NodeRequest, ply: u32) -> Option<TableEntry> {
        match self.recipe().archive {
            Archive::Settling => self.thread.records.probe(position.key(), request, ply),
            _ => self.table.probe(position.key(), position.signature()),
        }
    }

    /// A stored result settles the node. Not at the root, whose move is wanted too; and where the past counts, not on the
    /// principal variation either: what is stored knows no past, and would hide that the opponent can repeat.
    #[inline(always)]
    fn table_cutoff(&mut self, entry: Option<TableEntry>, request: NodeRequest) -> Result<(), NodeExit> {
        let is_hidden = self.ply == 0 || (self.recipe().rulings && !request.window.is_null());
        let answer = entry
            .filter(|entry| !is_hidden && self.is_deep_enough(entry.depth, request.depth))
            .and_then(|entry| entry.answer(request.window, self.ply));
        self.counters.table_cutoffs += u64::from(answer.is_some());
        cutoff(answer, ScoreOrigin::Table)
    }

    fn is_deep_enough(&self, stored: i16, wanted: i16) -> bool {
        match self.recipe().table {
            TableUse::Off => false,
            TableUse::EqualDepth => stored == wanted,
            TableUse::AtLeast => stored >= wanted,
        }
    }

    /// A child whose stored score refutes this node before any move is searched.
    #[inline(always)]
    fn transposed_cutoff(&mut self, position: &P, request: NodeRequest) -> Result<(), NodeExit> {
        let recipe = self.recipe();
        // Where moves are extended, it is not known before one is made how deep its child will be asked.
        let applies = recipe.transposed && recipe.table != TableUse::Off && !recipe.extensions.is_by_move();
        if !applies || request.depth < TRANSPOSED_MIN_DEPTH || self.ply == 0 {
            return Ok(());
        }
        let mut list = std::mem::take(&mut self.frame().list);
        list.clear();
        position.moves(MoveKind::All, &mut list);
        let refutation = list.iter().find_map(|mv| self.refutes(position, mv, request));
        self.frame().list = list;
        cutoff(refutation, ScoreOrigin::TransposedCutoff)
    }

    fn refutes(&mut self, position: &P, mv: P::Move, request: NodeRequest) -> Option<Score> {
        let mut child = position.clone();
        child.play(mv);
        self.counters.ordering += 1;
        let expected = request.child(position.cost(mv));
        let entry = self.probe_at(&child, expected, self.ply + 1)?;
        if !self.is_deep_enough(entry.depth, expected.depth) {
            return None;
        }
        let score = -entry.answer(expected.window, self.ply + 1)?;
        (score >= request.window.beta).then_some(score)
    }

    /// The score of one move: by a scout first, where the recipe says so, and again if the scout calls it better.
    #[inline(always)]
    fn try_move(
        &mut self,
        position: &P,
        mv: P::Move,
        best: &Best<P::Move>,
        futility: Futility,
        request: NodeRequest,
    ) -> Result<Score, NodeExit> {
        if let Some(bound) = self.is_futile_move(position, mv, futility) {
            return Ok(bound);
        }
        let child = self.enter(position, mv);
        let hopeless = self.is_futile_child(&child, mv, futility);
        let score = match hopeless {
            Some(bound) => Ok(bound),
            None => {
                let extension = self.extension(position, mv, &child, request);
                self.score_child(
                    &child,
                    position.cost(mv) - extension,
                    best,
                    request.with_extended(extension > 0),
                )
            }
        };
        self.leave();
        if hopeless.is_none() {
            self.note_searched(position, mv);
        }
        Ok(score?)
    }

    #[inline(always)]
    fn score_child(
        &mut self,
        child: &P,
        cost: i16,
        best: &Best<P::Move>,
        request: NodeRequest,
    ) -> Result<Score, Stop> {
        if self.recipe().bounds == Bounds::Ignored {
            return Ok(-self.search(child, request.with(Window::FULL).child(cost))?);
        }
        let open = request.with(best.window);
        // A leaf that is only judged has the same score in every window: to scout it would be to judge it twice
        // (Reinefeld 1983).
        let is_judged = request.depth <= cost && !self.quiets();
        if !self.scouts(best) || best.window.is_null() || is_judged {
            return Ok(-self.search(child, open.child(cost))?);
        }
        let scouted = -self.search(child, open.with(best.window.null_at_alpha()).child(cost))?;
        if !best.window.contains(scouted) {
            return Ok(scouted);
        }
        // What the scout proved stands even if the tree has changed under the second search (search instability). From
        // the whole window, not (scouted, beta), the variation of an equal score is not lost either.
        let re_search = match self.recipe().re_search {
            ReSearch::Whole => open,
            ReSearch::FromScout => request.with(best.window.raise_alpha(scouted)),
        };
        Ok(self.search_again(child, re_search.child(cost))?.max(scouted))
    }

    /// The second search of a child, counted apart; nested ones belong to the outermost.
    #[inline(always)]
    fn search_again(&mut self, child: &P, request: NodeRequest) -> Result<Score, Stop> {
        let Counters { visits, re_search_visits, .. } = self.counters;
        self.counters.re_searches += 1;
        let score = -self.search(child, request)?;
        self.counters.re_search_visits = re_search_visits + (self.counters.visits - visits);
        Ok(score)
    }

    fn scouts(&self, best: &Best<P::Move>) -> bool {
        match self.recipe().scout {
            Scout::Never => false,
            Scout::AfterRaise => best.has_raised,
            Scout::AfterFirst => best.tried > 0,
        }
    }

    /// Keeps the line that starts with `mv`, where one can be read off: in open windows, and at the root always.
    fn note_variation(&mut self, mv: P::Move, request: NodeRequest) {
        if self.ply == 0 || !request.window.is_null() {
            self.extend_variation(mv);
        }
    }

    /// Keeps the quiet moves that were searched, where they may lose history.
    #[inline(always)]
    fn note_searched(&mut self, position: &P, mv: P::Move) {
        let recipe = self.recipe();
        if recipe.history_malus && recipe.history != History::Off && position.victim(mv) == 0 {
            self.frame().searched.push(mv);
        }
    }

    /// Remembers what cut off, for the nodes to come.
    fn update_heuristics(&mut self, position: &P, mv: P::Move, tried: u32, request: NodeRequest) {
        self.counters.cutoffs += 1;
        self.counters.first_move_cutoffs += u64::from(tried == 1);
        if position.victim(mv) > 0 {
            return;
        }
        if self.recipe().killers {
            self.thread.histories.add_killer(self.ply, P::pack(mv));
        }
        let history = self.recipe().history;
        if history != History::Off {
            let bonus = histories::bonus(history, request.depth);
            self.thread.histories.update_history(position.side(), position.history_index(mv), bonus);
            if self.recipe().history_malus {
                self.malus(position, mv, bonus);
            }
        }
    }

    /// Quiet moves that were searched before the one that cut lose what it gained. Those that were passed over, or that the
    /// root may not choose, have not failed.
    fn malus(&mut self, position: &P, mv: P::Move, bonus: i32) {
        let thread = &mut *self.thread;
        for &not_cutting in
            thread.frames[self.ply as usize].searched.iter().filter(|&&not_cutting| not_cutting != mv)
        {
            thread.histories.update_history(position.side(), position.history_index(not_cutting), -bonus);
        }
    }

    /// Stores the result. The bound is judged on the window that was asked, and the score is the fail-soft one
    /// even where the answer is clamped.
    #[inline(always)]
    fn store(&mut self, position: &P, mv: Option<P::Move>, score: Score, request: NodeRequest) {
        let recipe = self.recipe();
        let (is_stored, is_recorded) = (recipe.table != TableUse::Off, recipe.archive != Archive::Off);
        if !(is_stored || is_recorded) || self.is_filtered() {
            return;
        }
        let bound = match recipe.bounds {
            Bounds::Ignored => Bound::Exact,
            _ => Bound::of(score, request.window),
        };
        let mv = if bound == Bound::Upper { None } else { mv.map(P::pack) };
        let entry = TableEntry { score: score::from_root(score, self.ply), bound, depth: request.depth, mv };
        if is_stored {
            self.table.store(position.key(), position.signature(), entry);
        }
        if is_recorded {
            self.thread.records.store(position.key(), entry);
        }
    }
}

#[inline(always)]
fn cutoff(score: Option<Score>, why: ScoreOrigin) -> Result<(), NodeExit> {
    match score {
        Some(score) => Err(NodeExit::ScoreWithOrigin((score, why))),
        None => Ok(()),
    }
}
