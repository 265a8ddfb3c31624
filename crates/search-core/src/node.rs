//! The node: every algorithm of this crate is this one function, read through a [`Recipe`](crate::recipe::Recipe).

use crate::evaluator::Evaluator;
use crate::picker::Picker;
use crate::position::{Position, Which};
use crate::recipe::{Bounds, Plan, Scout, TableUse};
use crate::score::{self, INFINITY, MAX_PLY, Score};
use crate::table::{Bound, Memo};
use crate::window::{Ask, Window};
use crate::worker::{Exit, Stop, Worker};

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
}

impl<M: Copy> Best<M> {
    fn new(window: Window) -> Self {
        Best { score: -INFINITY, mv: None, tried: 0, window, has_raised: false }
    }

    /// Takes note of a move's score, and says whether it is the best so far.
    fn take(&mut self, mv: M, score: Score) -> bool {
        self.tried += 1;
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
        let score = match self.steps(position, ask) {
            Ok(score) | Err(Exit::Settled(score)) => score,
            Err(Exit::Stop) => return Err(Stop),
        };
        Ok(if self.recipe().bounds == Bounds::FailHard { ask.window.clamp(score) } else { score })
    }

    fn steps(&mut self, position: &P, ask: Ask) -> Result<Score, Exit> {
        self.visit()?;
        self.ruling(position)?;
        self.oracle(position, ask)?;
        self.leaf(position, ask)?;
        let memo = self.recall(position);
        self.table_cutoff(memo, ask)?;
        self.transposed_cutoff(position, ask)?;
        let mut picker = Picker::new();
        let mut best = Best::new(ask.window);
        while let Some(mv) = self.pick(&mut picker, position, memo, ask) {
            let score = self.try_move(position, mv, &best, ask)?;
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
            return Ok(position.final_score(self.ply));
        }
        self.remember(position, best.mv, best.score, ask);
        Ok(best.score)
    }

    /// The referee's verdict; never at the root, where a move is wanted whatever the past was.
    #[inline(always)]
    fn ruling(&mut self, position: &P) -> Result<(), Exit> {
        if !self.recipe().rulings || self.ply == 0 {
            return Ok(());
        }
        settle(position.ruling(&self.kit.line, self.ply))
    }

    /// What the game knows without a search.
    #[inline(always)]
    fn oracle(&mut self, position: &P, ask: Ask) -> Result<(), Exit> {
        if self.ply == 0 {
            return Ok(());
        }
        settle(self.kit.evaluator.oracle(position, ask, &mut self.tally))
    }

    /// The end of the depth: judgement, after the captures have been played out where the game has them.
    #[inline(always)]
    fn leaf(&mut self, position: &P, ask: Ask) -> Result<(), Exit> {
        if ask.depth > 0 && self.ply < MAX_PLY {
            return Ok(());
        }
        if E::QUIESCENCE {
            return Err(Exit::Settled(self.quiesce(position, ask.window)?));
        }
        self.tally.leaves += 1;
        Err(Exit::Settled(self.kit.evaluator.evaluate(position)))
    }

    #[inline(always)]
    fn recall(&mut self, position: &P) -> Option<Memo> {
        if self.recipe().table == TableUse::Off {
            return None;
        }
        self.tally.table_probes += 1;
        let memo = self.table.recall(position.key(), position.seal());
        self.tally.table_hits += u64::from(memo.is_some());
        memo
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
        settle(answer)
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
        let applies = recipe.transposed && recipe.table != TableUse::Off;
        if !applies || ask.depth < TRANSPOSED_MIN_DEPTH || self.ply == 0 {
            return Ok(());
        }
        let mut list = std::mem::take(&mut self.frame().list);
        list.clear();
        position.moves(Which::All, &mut list);
        let refutation = list.iter().find_map(|mv| self.refutes(position, mv, ask));
        self.frame().list = list;
        settle(refutation)
    }

    fn refutes(&mut self, position: &P, mv: P::Move, ask: Ask) -> Option<Score> {
        let mut child = position.clone();
        child.play(mv);
        self.tally.ordering += 1;
        let memo = self.table.recall(child.key(), child.seal())?;
        let expected = ask.child(position.cost(mv));
        if !self.is_deep_enough(memo.depth, expected.depth) {
            return None;
        }
        let score = -memo.answer(expected.window, self.ply + 1)?;
        (score >= ask.window.beta).then_some(score)
    }

    /// The score of one move: by a scout first, where the recipe says so, and again if the scout calls it better.
    #[inline(always)]
    fn try_move(&mut self, position: &P, mv: P::Move, best: &Best<P::Move>, ask: Ask) -> Result<Score, Exit> {
        let child = self.enter(position, mv);
        let score = self.score_child(&child, position.cost(mv), best, ask);
        self.leave();
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
        let is_judged = ask.depth <= cost && !E::QUIESCENCE;
        if !self.scouts(best) || best.window.is_null() || is_judged {
            return Ok(-self.search(child, open.child(cost))?);
        }
        let scouted = -self.search(child, open.with(best.window.null_at_alpha()).child(cost))?;
        if !best.window.contains(scouted) {
            return Ok(scouted);
        }
        self.tally.re_searches += 1;
        // The whole window again, not (scouted, beta): what the scout proved stands even if the tree has changed
        // under the second search (search instability), and the variation of an equal score is not lost.
        let again = -self.search(child, open.child(cost))?;
        Ok(again.max(scouted))
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
        if self.recipe().history {
            self.kit.memory.learn_history(self.ply, position.slot(mv), ask.depth);
        }
    }

    /// Stores the result. The bound is judged on the window that was asked, and the score is the fail-soft one
    /// even where the answer is clamped.
    #[inline(always)]
    fn remember(&mut self, position: &P, mv: Option<P::Move>, score: Score, ask: Ask) {
        if self.recipe().table == TableUse::Off || self.is_filtered() {
            return;
        }
        let bound = match self.recipe().bounds {
            Bounds::Ignored => Bound::Exact,
            _ => Bound::of(score, ask.window),
        };
        let mv = if bound == Bound::Upper { None } else { mv.map(P::pack) };
        let memo = Memo { score: score::from_root(score, self.ply), bound, depth: ask.depth, mv };
        self.table.remember(position.key(), position.seal(), memo);
    }
}

#[inline(always)]
fn settle(score: Option<Score>) -> Result<(), Exit> {
    match score {
        Some(score) => Err(Exit::Settled(score)),
        None => Ok(()),
    }
}
