//! One thread's search: what it borrows, what it owns, and how it steps along a line.

use std::num::NonZeroU16;

use crate::counters::{Counters, Event, ScoreOrigin};
use crate::evaluator::Evaluator;
use crate::histories::Histories;
use crate::limits::Control;
use crate::node_context::{Frame, PlyFacts};
use crate::position::{Position, Root};
use crate::progress::Progress;
use crate::recipe::{Recipe, RecipeSource, TableUse};
use crate::score::{MAX_PLY, Score};
use crate::split_point::SplitContext;
use crate::store::Store;
use crate::window::Window;

/// Nodes between two tests of the clock and the stop flag.
const POLL: u64 = 1024;

/// The search was stopped, and has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop;

/// A node's score, and what it rests on.
pub(crate) type Scored = (Score, ScoreOrigin);

/// The reason for leaving a node before its moves have been tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeExit {
    /// Its score, or a bound that answers the request, is known.
    Score(Scored),
    /// The search was stopped.
    Stop,
}

impl NodeExit {
    /// Leaves the node where its score is known.
    #[inline(always)]
    pub fn if_known(score: Option<Score>, origin: ScoreOrigin) -> Result<(), NodeExit> {
        score.map_or(Ok(()), |score| Err(NodeExit::Score((score, origin))))
    }
}

impl From<Stop> for NodeExit {
    fn from(_: Stop) -> NodeExit {
        NodeExit::Stop
    }
}

/// The data of a thread that lasts from one search to the next: its evaluator, histories and lists.
#[derive(Debug)]
pub struct ThreadData<P: Position, E> {
    /// The game's evaluator.
    pub evaluator: E,
    pub(crate) histories: Histories,
    pub(crate) frames: Vec<Frame<P::Move>>,
    pub(crate) line: Vec<P::LineEntry>,
    /// By ply, the children of the node in the order of its list, where they are made before a move is picked.
    pub(crate) children: Vec<Vec<P>>,
}

impl<P: Position, E: Evaluator<P>> ThreadData<P, E> {
    /// The data of a thread with this evaluator.
    pub fn new(evaluator: E) -> Self {
        ThreadData {
            evaluator,
            histories: Histories::new::<P>(),
            frames: (0..=MAX_PLY + 1).map(|_| Frame::default()).collect(),
            line: Vec::new(),
            children: (0..=MAX_PLY + 1).map(|_| Vec::new()).collect(),
        }
    }

    /// Clears all that earlier searches left, for a new game or a comparison.
    pub fn clear(&mut self) {
        self.forget_line();
        self.histories.clear();
        self.evaluator.clear();
    }

    /// Prepares for another search of the same game: killers belong to plies that have moved on, histories fade.
    pub(crate) fn age(&mut self) {
        self.forget_line();
        self.histories.age();
    }

    /// Clears what an earlier search, which may have ended anywhere, has left of its line.
    fn forget_line(&mut self) {
        for frame in &mut self.frames {
            frame.reset();
            (frame.facts, frame.excluded) = (PlyFacts::default(), None);
        }
    }
}

/// The root moves that a search may choose from.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves<M> {
    /// If not empty, only these.
    pub only: Vec<M>,
    /// Never these: the better lines of a multi-line search.
    pub except: Vec<M>,
    /// The positions visited below each move in the iteration under way.
    visits: Vec<(M, u64)>,
}

impl<M: Copy + Eq> RootMoves<M> {
    fn new() -> RootMoves<M> {
        RootMoves { only: Vec::new(), except: Vec::new(), visits: Vec::new() }
    }

    /// Adds positions visited below a move.
    pub fn add_visits(&mut self, mv: M, visits: u64) {
        match self.visits.iter_mut().find(|(other, _)| *other == mv) {
            Some((_, sum)) => *sum += visits,
            None => self.visits.push((mv, visits)),
        }
    }

    /// The part of the iteration's visits that a move took, in per cent.
    pub fn effort(&self, mv: M) -> u32 {
        let all: u64 = self.visits.iter().map(|&(_, visits)| visits).sum();
        let own = self.visits.iter().find(|(other, _)| *other == mv).map_or(0, |&(_, visits)| visits);
        (own * 100 / all.max(1)) as u32
    }

    fn allows(&self, mv: M) -> bool {
        (self.only.is_empty() || self.only.contains(&mv)) && !self.except.contains(&mv)
    }

    fn is_filter(&self) -> bool {
        !self.only.is_empty() || !self.except.is_empty()
    }
}

/// A search in progress.
pub(crate) struct Worker<'a, P: Position, E, R, S> {
    pub thread: &'a mut ThreadData<P, E>,
    pub source: R,
    pub store: S,
    pub control: &'a Control,
    pub counters: Counters,
    pub root_moves: RootMoves<P::Move>,
    /// By ply, the principal variation of the iteration before: the position's key and the move. Empty where a table
    /// stores it.
    pub previous_pv: Vec<(u64, NonZeroU16)>,
    /// The line of the last root search that found one: a later window may fail low and find none.
    pub last_pv: Vec<P::Move>,
    /// The window of the root search under way.
    pub root_window: Window,
    /// No line is extended beyond this ply.
    pub max_extension_ply: u32,
    /// Plies from the root to the current node.
    pub ply: u32,
    /// The deepest ply entered.
    pub deepest_ply: u32,
    /// The threads that this one shares its nodes with.
    pub split_context: Option<SplitContext<'a, P>>,
    /// The search that another thread decides, while this one only fills the table.
    pub progress: Option<&'a Progress>,
    nodes: u64,
    checkpoint: u64,
    /// The visits that `progress` and the clock know of.
    published: u64,
}

impl<'a, P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'a, P, E, R, S> {
    /// A search of at most `nodes` visits from a position to which the game came by `history`, its own entry included.
    pub fn new(
        root: Root<'_, P>,
        thread: &'a mut ThreadData<P, E>,
        source: R,
        store: S,
        control: &'a Control,
        nodes: u64,
    ) -> Self {
        thread.line.clear();
        thread.line.extend_from_slice(root.history);
        thread.evaluator.start(root.position);
        Worker {
            thread,
            source,
            store,
            control,
            counters: Counters::default(),
            root_moves: RootMoves::new(),
            previous_pv: Vec::new(),
            last_pv: Vec::new(),
            root_window: Window::FULL,
            max_extension_ply: 0,
            ply: 0,
            deepest_ply: 0,
            split_context: None,
            progress: None,
            published: 0,
            nodes,
            checkpoint: nodes.min(POLL),
        }
    }

    /// Prepares an iteration: how far lines may grow, and the line to begin with.
    pub fn prepare(&mut self, root: &P, depth: i16, variation: &[P::Move]) {
        let recipe = *self.recipe();
        self.root_moves.visits.clear();
        self.max_extension_ply = 2 * depth.max(0) as u32;
        if recipe.history_ageing {
            self.thread.histories.age();
        }
        self.previous_pv.clear();
        if recipe.deepening && recipe.table == TableUse::Off {
            let mut position = root.clone();
            for &mv in variation {
                self.previous_pv.push((position.key(), P::pack(mv)));
                position.play(mv);
            }
        }
    }

    #[inline(always)]
    pub fn recipe(&self) -> &Recipe {
        self.source.recipe()
    }

    #[inline(always)]
    pub fn frame(&mut self) -> &mut Frame<P::Move> {
        &mut self.thread.frames[self.ply as usize]
    }

    /// The judgement of moves.
    #[inline(always)]
    pub fn heuristics(&mut self) -> &mut E::Heuristics {
        self.thread.evaluator.heuristics()
    }

    /// The children of the current node that were made before they are searched.
    #[inline(always)]
    pub fn children(&mut self) -> &mut Vec<P> {
        &mut self.thread.children[self.ply as usize]
    }

    /// Step 1 of a node. Counts it, and tests every [`POLL`] nodes whether the search must end.
    #[inline(always)]
    pub fn count_node(&mut self) -> Result<(), Stop> {
        // Before the search may stop: what the frame holds is of another node, perhaps of another search.
        if !self.is_excluding() {
            self.frame().reset();
        }
        if self.counters.visits >= self.checkpoint {
            self.poll()?;
        }
        self.counters.visits += 1;
        Ok(())
    }

    /// Returns whether the node is searched without one of its moves.
    #[inline(always)]
    pub fn is_excluding(&self) -> bool {
        self.recipe().singular && self.thread.frames[self.ply as usize].excluded.is_some()
    }

    /// From now on no more than this many visits in all are allowed.
    pub fn limit(&mut self, nodes: u64) {
        self.nodes = nodes;
        self.checkpoint = nodes.min(self.counters.visits + POLL);
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stop> {
        let is_answered = self.split_context.as_ref().is_some_and(SplitContext::is_over);
        if is_answered
            || self.publish_visits()
            || self.counters.visits >= self.nodes
            || self.control.must_stop()
        {
            return Err(Stop);
        }
        self.checkpoint = self.nodes.min(self.counters.visits + POLL);
        Ok(())
    }

    /// Publishes the visits so far; returns whether the thread that decides is done.
    pub fn publish_visits(&mut self) -> bool {
        let visits = self.counters.visits - self.published;
        self.published = self.counters.visits;
        self.control.advance(visits);
        self.progress.is_some_and(|progress| progress.advance(visits))
    }

    /// Steps to the child that a move leads to (`None`: a null move).
    #[inline(always)]
    pub fn enter(&mut self, position: &P, mv: Option<P::Move>, child: &P) {
        self.source.observe(Event::MoveMade(mv.map(P::pack)));
        self.thread.evaluator.push(position, mv, child);
        self.thread.line.push(child.line_entry(mv));
        self.ply += 1;
        self.frame().facts.is_good_capture = false;
        if self.recipe().follows_moves() {
            self.frame().facts.led_by = mv.map(|mv| position.history_index(mv));
        }
        self.deepest_ply = self.deepest_ply.max(self.ply);
    }

    /// Steps back.
    #[inline(always)]
    pub fn leave(&mut self) {
        self.ply -= 1;
        self.thread.line.pop();
        self.thread.evaluator.pop();
        self.source.observe(Event::MoveUnmade);
    }

    /// Returns whether the root may choose this move; below the root everything may be played.
    #[inline(always)]
    pub fn allows(&self, mv: P::Move) -> bool {
        self.ply > 0 || self.root_moves.allows(mv)
    }

    /// Returns whether the current node is a root that may not choose every move: its score is not the position's.
    /// It does not begin with the best of its moves in the iteration before: over 200 openings at depths 8 and 10, with two to five lines or half of the
    /// root's moves, that took 1.01 ± 0.02 times the nodes.
    #[inline(always)]
    pub fn is_filtered(&self) -> bool {
        self.ply == 0 && self.root_moves.is_filter()
    }

    /// Keeps the line of the root search just made, if it has one.
    pub fn keep_pv(&mut self) {
        let found = &self.thread.frames[0].variation;
        if !found.is_empty() {
            self.last_pv.clone_from(found);
        }
    }

    /// The best line of the child just left.
    pub fn variation_below(&self) -> &[P::Move] {
        &self.thread.frames[self.ply as usize + 1].variation
    }

    /// Makes `mv`, followed by the best line of the child just left, the best line of this node.
    pub fn extend_variation(&mut self, mv: P::Move) {
        let (here, below) = self.thread.frames.split_at_mut(self.ply as usize + 1);
        let variation = &mut here[self.ply as usize].variation;
        variation.clear();
        variation.push(mv);
        variation.extend_from_slice(&below[0].variation);
    }
}
