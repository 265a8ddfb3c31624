//! A node that threads share, and the place of each thread in the team, whatever the threads run.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::counters::Counters;
use crate::node_context::{Best, Futility, NodeContext, Picked, PlyFacts};
use crate::position::Position;
use crate::score::Score;
use crate::window::NodeRequest;

/// A node whose remaining moves several threads search.
#[derive(Debug)]
pub(crate) struct SplitPoint<P: Position> {
    pub position: P,
    pub request: NodeRequest,
    static_eval: Option<Score>,
    is_improving: bool,
    futility: Option<Futility>,
    table_move_extension: i16,
    pub place: LinePlace<P>,
    /// The split point in whose subtree this one lies.
    parent: Option<Arc<SplitPoint<P>>>,
    moves: Vec<Picked<P::Move>>,
    next: AtomicUsize,
    is_cut: AtomicBool,
    /// The threads at work here besides the one that made it.
    pub helpers: AtomicUsize,
    /// 1 while the thread that made it waits for them, and may help below.
    pub waiting: AtomicUsize,
    found: Mutex<SplitResult<P::Move>>,
}

/// The place of a split point on the line of the thread that made it.
#[derive(Debug)]
pub(crate) struct LinePlace<P: Position> {
    pub ply: u32,
    pub max_extension_ply: u32,
    /// The line entries up to and including the node's.
    pub line: Vec<P::LineEntry>,
    /// The facts of the plies around the node, beginning with this one.
    pub first_fact: usize,
    pub facts: Vec<PlyFacts>,
}

/// The findings of the threads so far.
#[derive(Debug)]
pub(crate) struct SplitResult<M> {
    pub best: Best<M>,
    /// The best line, where one is kept.
    pub variation: Vec<M>,
    pub counters: Counters,
    /// Set if a move that was taken was not searched to its end.
    pub is_incomplete: bool,
}

impl<P: Position> SplitPoint<P> {
    /// A split point at a node of the line that a worker follows.
    pub fn new(
        node: &NodeContext<P>,
        moves: Vec<Picked<P::Move>>,
        variation: Vec<P::Move>,
        place: LinePlace<P>,
        parent: Option<Arc<SplitPoint<P>>>,
    ) -> Self {
        let (best, counters) = (node.best, Counters::default());
        SplitPoint {
            position: node.position.clone(),
            request: node.request,
            static_eval: node.static_eval,
            is_improving: node.is_improving,
            futility: node.futility,
            table_move_extension: node.table_move_extension,
            place,
            parent,
            moves,
            next: AtomicUsize::new(0),
            is_cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            found: Mutex::new(SplitResult { best, variation, counters, is_incomplete: false }),
        }
    }

    /// The node as far as the search of a move depends on it, with the best move so far.
    pub fn node(&self) -> NodeContext<'_, P> {
        NodeContext {
            static_eval: self.static_eval,
            is_improving: self.is_improving,
            futility: self.futility,
            table_move_extension: self.table_move_extension,
            best: self.found().best,
            ..NodeContext::new(&self.position, self.request, None)
        }
    }

    /// The next move to search; `None` if there is none, or the node is answered.
    pub fn take(&self) -> Option<Picked<P::Move>> {
        if self.is_cut.load(Ordering::Relaxed) {
            return None;
        }
        self.moves.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }

    pub fn found(&self) -> MutexGuard<'_, SplitResult<P::Move>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A move will have no score: the node will have none, and the threads that work below it stop.
    pub fn give_up(&self) {
        self.found().is_incomplete = true;
        self.cut();
    }

    /// The node is answered: the threads that work below it stop.
    pub fn cut(&self) {
        self.is_cut.store(true, Ordering::Relaxed);
    }

    /// Returns whether this node, or one above it, is answered.
    pub fn is_over(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_over())
    }

    pub fn has_moves(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_over()
    }

    /// Returns whether this split point lies in the subtree of another.
    pub fn is_below(&self, other: &SplitPoint<P>) -> bool {
        let parent = self.parent.as_deref();
        parent.is_some_and(|parent| std::ptr::eq(parent, other) || parent.is_below(other))
    }

    /// Returns whether a thread waits that may help below this split point.
    pub fn has_waiting(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
            || self.parent.as_ref().is_some_and(|parent| parent.has_waiting())
    }
}

/// The threads that a search may share its nodes with, whatever they run.
pub(crate) trait ThreadTeam<P: Position>: Sync {
    /// Returns whether a thread waits that may accept an offer made below this split point.
    fn is_idle(&self, below: Option<&SplitPoint<P>>) -> bool;
    fn offer(&self, split: &Arc<SplitPoint<P>>);
    /// Takes the offer back, and waits until no other thread works on it; meanwhile this thread helps below it.
    fn close(&self, split: &Arc<SplitPoint<P>>);
}

/// The place of a worker in a team.
pub(crate) struct SplitContext<'a, P: Position> {
    pub team: &'a dyn ThreadTeam<P>,
    /// The split point that it works on, or on whose subtree it works.
    pub split: Option<Arc<SplitPoint<P>>>,
}

impl<'a, P: Position> SplitContext<'a, P> {
    /// Of the thread whose search it is.
    pub fn of(team: &'a dyn ThreadTeam<P>) -> Self {
        SplitContext { team, split: None }
    }

    /// Returns whether the node that is being searched was answered elsewhere.
    pub fn is_over(&self) -> bool {
        self.split.as_ref().is_some_and(|split| split.is_over())
    }
}
