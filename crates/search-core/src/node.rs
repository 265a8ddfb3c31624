//! The node: every algorithm of this crate is this one function, read through a [`Recipe`](crate::recipe::Recipe).

use crate::evaluator::Evaluator;
use crate::memory;
use crate::picker::Picker;
use crate::position::{Position, Which};
use crate::pruning::Hope;
use crate::recipe::{Again, Archive, Bounds, History, Plan, Scout, TableUse};
use crate::score::{self, INFINITY, MAX_PLY, Score};
use crate::table::{Bound, Memo};
use crate::tally::Tally;
use crate::watch::{Event, Why};
use crate::window::{Ask, Window};
use crate::worker::{Exit, Settled, Stop, Worker};

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

impl<P: Position, E: Evaluator<P>, L: Plan> Worker<'_, P, E, L> {
    /// The score of `position`, as exactly as `ask` wants to know it.
    pub(crate) fn search(&mut self, position: &P, ask: Ask) -> Result<Score, Stop> {
        self.plan.watch(Event::Asked(ask));
        let (score, why) = match self.steps(position, ask) {
            Ok(settled) | Err(Exit::Settled(settled)) => settled,
            Err(Exit::Stop) => return Err(Stop),
        };
        let score = if self.recipe().bounds == Bounds::FailHard { ask.window.clamp(score) } else { score };
        self.plan.watch(Event::Answered(score, why));
        Ok(score)
    }

    fn steps(&mut self, position: &P, ask: Ask) -> Result<Settled, Exit> {
        self.visit()?;
        self.ruling(position)?;
        self.oracle(position, ask)?;
        self.leaf(position, ask)?;
        let memo = self.recall(position, ask);
        self.table_cutoff(memo, ask)?;
        // What is stored answers the request as it came, whatever depth pruning or extension made of it.
        let asked = ask;
        let (ask, hope) = self.prune(position, ask)?;
        self.transposed_cutoff(position, ask)?;
        self.frame().searched.clear();
        let mut picker = Picker::new();
        let mut best = Best::new(ask.window);
        while let Some(mv) = self.pick(&mut picker, position, memo, ask) {
            let score = self.try_move(position, mv, &best, hope, ask)?;
            if best.take(mv, score) && score > ask.window.alpha {
                self.note_variation(mv, ask);
            }
            if best.score >= ask.window.beta && self.recipe().bounds != Bounds::Ignored {
                self.learn(position, mv, best.tried, ask);
                break;
            }
        }
        if best.tried == 0 {
            self.tally.leaves += 1;
            return Ok((position.final_score(self.ply), Why::Ended));
        }
        self.tally.low_starts += u64::from(best.began_low);
        self.tally.low_ends += u64::from(best.began_low && best.score <= ask.window.alpha);
        self.remember(position, best.mv, best.score, asked);
        Ok((best.score, Why::Searched))
    }

    /// The referee's verdict; never at the root, where a move is wanted whatever the past was.
    #[inline(always)]
    fn ruling(&mut self, position: &P) -> Result<(), Exit> {
        if !self.recipe().rulings || self.ply == 0 {
            return Ok(());
        }
        settle(position.ruling(&self.kit.line, self.ply), Why::Ruling)
    }

    /// What the game knows without a search.
    #[inline(always)]
    fn oracle(&mut self, position: &P, ask: Ask) -> Result<(), Exit> {
        if self.ply == 0 {
            return Ok(());
        }
        settle(self.kit.evaluator.oracle(position, ask, &mut self.tally), Why::Oracle)
    }

    /// The end of the depth: judgement, after the captures have been played out where the game has them.
    #[inline(always)]
    fn leaf(&mut self, position: &P, ask: Ask) -> Result<(), Exit> {
        if ask.depth > 0 && self.ply < MAX_PLY {
            return Ok(());
        }
        if self.quiets() {
            return Err(Exit::Settled(self.quiesce(position, ask.window)?));
        }
        self.tally.leaves += 1;
        Err(Exit::Settled((self.kit.evaluator.evaluate(position), Why::Judged)))
    }

    /// Whether captures are played out before a leaf is judged.
    #[inline(always)]
    fn quiets(&self) -> bool {
        E::QUIESCENCE && self.recipe().quiescence.captures
    }

    #[inline(always)]
    pub(crate) fn recall(&mut self, position: &P, ask: Ask) -> Option<Memo> {
        if self.recipe().table == TableUse::Off {
            return None;
        }
        self.tally.table_probes += 1;
        let memo = self.look_up(position, ask, self.ply);
        self.tally.table_hits += u64::from(memo.is_some());
        memo
    }

    /// What is stored of a position `ply` plies from the root.
    #[inline(always)]
    fn look_up(&self, position: &P, ask: Ask, ply: u32) -> Option<Memo> {
        match self.recipe().archive {
            Archive::Settling => self.kit.records.recall(position.key(), ask, ply),
            _ => self.table.recall(position.key(), position.seal()),
        }
    }

    /// A stored result settles the node. Not at the root, whose move is wanted too; and where the past counts, not on the
    /// principal variation either: what is stored knows no past, and would hide that the opponent can repeat.
    #[inline(always)]
    fn table_cutoff(&mut self, memo: Option<Memo>, ask: Ask) -> Result<(), Exit> {
        let is_hidden = self.ply == 0 || (self.recipe().rulings && !ask.window.is_null());
        let answer = memo
            .filter(|memo| !is_hidden && self.is_deep_enough(memo.depth, ask.depth))
            .and_then(|memo| memo.answer(ask.window, self.ply));
        self.tally.table_cutoffs += u64::from(answer.is_some());
        settle(answer, Why::Table)
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
    fn transposed_cutoff(&mut self, position: &P, ask: Ask) -> Result<(), Exit> {
        let recipe = self.recipe();
        // Where moves are extended, it is not known before one is made how deep its child will be asked.
        let applies = recipe.transposed && recipe.table != TableUse::Off && !recipe.extensions.is_by_move();
        if !applies || ask.depth < TRANSPOSED_MIN_DEPTH || self.ply == 0 {
            return Ok(());
        }
        let mut list = std::mem::take(&mut self.frame().list);
        list.clear();
        position.moves(Which::All, &mut list);
        let refutation = list.iter().find_map(|mv| self.refutes(position, mv, ask));
        self.frame().list = list;
        settle(refutation, Why::Transposed)
    }

    fn refutes(&mut self, position: &P, mv: P::Move, ask: Ask) -> Option<Score> {
        let mut child = position.clone();
        child.play(mv);
        self.tally.ordering += 1;
        let expected = ask.child(position.cost(mv));
        let memo = self.look_up(&child, expected, self.ply + 1)?;
        if !self.is_deep_enough(memo.depth, expected.depth) {
            return None;
        }
        let score = -memo.answer(expected.window, self.ply + 1)?;
        (score >= ask.window.beta).then_some(score)
    }

    /// The score of one move: by a scout first, where the recipe says so, and again if the scout calls it better.
    #[inline(always)]
    fn try_move(
        &mut self,
        position: &P,
        mv: P::Move,
        best: &Best<P::Move>,
        hope: Hope,
        ask: Ask,
    ) -> Result<Score, Exit> {
        if let Some(bound) = self.hopeless_move(position, mv, hope) {
            return Ok(bound);
        }
        let child = self.enter(position, mv);
        let hopeless = self.hopeless_child(&child, mv, hope);
        let score = match hopeless {
            Some(bound) => Ok(bound),
            None => {
                let stretch = self.stretch(position, mv, &child, ask);
                self.score_child(&child, position.cost(mv) - stretch, best, ask.marked(stretch > 0))
            }
        };
        self.leave();
        if hopeless.is_none() {
            self.note_searched(position, mv);
        }
        Ok(score?)
    }

    #[inline(always)]
    fn score_child(&mut self, child: &P, cost: i16, best: &Best<P::Move>, ask: Ask) -> Result<Score, Stop> {
        if self.recipe().bounds == Bounds::Ignored {
            return Ok(-self.search(child, ask.with(Window::FULL).child(cost))?);
        }
        let open = ask.with(best.window);
        // A leaf that is only judged has the same score in every window: to scout it would be to judge it twice
        // (Reinefeld 1983).
        let is_judged = ask.depth <= cost && !self.quiets();
        if !self.scouts(best) || best.window.is_null() || is_judged {
            return Ok(-self.search(child, open.child(cost))?);
        }
        let scouted = -self.search(child, open.with(best.window.null_at_alpha()).child(cost))?;
        if !best.window.contains(scouted) {
            return Ok(scouted);
        }
        // What the scout proved stands even if the tree has changed under the second search (search instability). From
        // the whole window, not (scouted, beta), the variation of an equal score is not lost either.
        let again = match self.recipe().again {
            Again::Whole => open,
            Again::FromScout => ask.with(best.window.raise_alpha(scouted)),
        };
        Ok(self.search_again(child, again.child(cost))?.max(scouted))
    }

    /// The second search of a child, counted apart; nested ones belong to the outermost.
    #[inline(always)]
    fn search_again(&mut self, child: &P, ask: Ask) -> Result<Score, Stop> {
        let Tally { visits, re_search_visits, .. } = self.tally;
        self.tally.re_searches += 1;
        let score = -self.search(child, ask)?;
        self.tally.re_search_visits = re_search_visits + (self.tally.visits - visits);
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
    fn note_variation(&mut self, mv: P::Move, ask: Ask) {
        if self.ply == 0 || !ask.window.is_null() {
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
    fn learn(&mut self, position: &P, mv: P::Move, tried: u32, ask: Ask) {
        self.tally.cutoffs += 1;
        self.tally.first_move_cutoffs += u64::from(tried == 1);
        if position.victim(mv) > 0 {
            return;
        }
        if self.recipe().killers {
            self.kit.memory.learn_killer(self.ply, P::pack(mv));
        }
        let history = self.recipe().history;
        if history != History::Off {
            let bonus = memory::bonus(history, ask.depth);
            self.kit.memory.learn_history(position.side(), position.slot(mv), bonus);
            if self.recipe().history_malus {
                self.blame(position, mv, bonus);
            }
        }
    }

    /// Quiet moves that were searched before the one that cut lose what it gained. Those that were passed over, or that the
    /// root may not choose, have not failed.
    fn blame(&mut self, position: &P, mv: P::Move, bonus: i32) {
        let kit = &mut *self.kit;
        for &vain in kit.frames[self.ply as usize].searched.iter().filter(|&&vain| vain != mv) {
            kit.memory.learn_history(position.side(), position.slot(vain), -bonus);
        }
    }

    /// Stores the result. The bound is judged on the window that was asked, and the score is the fail-soft one
    /// even where the answer is clamped.
    #[inline(always)]
    fn remember(&mut self, position: &P, mv: Option<P::Move>, score: Score, ask: Ask) {
        let recipe = self.recipe();
        let (is_stored, is_recorded) = (recipe.table != TableUse::Off, recipe.archive != Archive::Off);
        if !(is_stored || is_recorded) || self.is_filtered() {
            return;
        }
        let bound = match recipe.bounds {
            Bounds::Ignored => Bound::Exact,
            _ => Bound::of(score, ask.window),
        };
        let mv = if bound == Bound::Upper { None } else { mv.map(P::pack) };
        let memo = Memo { score: score::from_root(score, self.ply), bound, depth: ask.depth, mv };
        if is_stored {
            self.table.remember(position.key(), position.seal(), memo);
        }
        if is_recorded {
            self.kit.records.remember(position.key(), memo);
        }
    }
}

#[inline(always)]
fn settle(score: Option<Score>, why: Why) -> Result<(), Exit> {
    match score {
        Some(score) => Err(Exit::Settled((score, why))),
        None => Ok(()),
    }
}
