//! Several threads on one position: young brothers wait.
//!
//! A node's first move is searched alone; if it does not cut, the other moves may be searched by any thread that is idle
//! (Rainer Feldmann, "Game Tree Search on Massively Parallel Systems", 1993). The node is then a split point: the threads take
//! its moves one after another, and the first to reach beta ends it for all. A thread that has no more moves to take helps the
//! others below its own split point until they are done.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::counters::Counters;
use crate::evaluator::{Evaluator, Heuristics};
use crate::frame::PlyFacts;
use crate::limits::Control;
use crate::node::Best;
use crate::picker::Picked;
use crate::position::Position;
use crate::pruning::NodeState;
use crate::recipe::RecipeSource;
use crate::root::Root;
use crate::score::Score;
use crate::store::Store;
use crate::window::NodeRequest;
use crate::worker::{Stop, ThreadData, Worker};

/// A node whose remaining moves several threads search.
#[derive(Debug)]
pub(crate) struct SplitPoint<P: Position> {
    position: P,
    request: NodeRequest,
    state: NodeState,
    ply: u32,
    max_extension_ply: u32,
    /// The line entries up to and including the node's.
    line: Vec<P::LineEntry>,
    /// The facts of the plies around the node, beginning with this one.
    first_fact: usize,
    facts: Vec<PlyFacts>,
    /// The split point in whose subtree this one lies.
    parent: Option<Arc<SplitPoint<P>>>,
    moves: Vec<Picked<P::Move>>,
    next: AtomicUsize,
    is_cut: AtomicBool,
    /// The threads at work here besides the one that made it.
    helpers: AtomicUsize,
    /// 1 while the thread that made it waits for them, and may help below.
    waiting: AtomicUsize,
    found: Mutex<Found<P::Move>>,
}

/// What the threads have found so far.
#[derive(Debug)]
struct Found<M> {
    best: Best<M>,
    /// The best line, where one is kept.
    variation: Vec<M>,
    /// What the helpers have counted.
    counters: Counters,
    /// Whether a move that was taken was not searched to its end.
    is_incomplete: bool,
}

impl<P: Position> SplitPoint<P> {
    fn take(&self) -> Option<Picked<P::Move>> {
        if self.is_cut.load(Ordering::Relaxed) {
            return None;
        }
        self.moves.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }

    fn found(&self) -> MutexGuard<'_, Found<P::Move>> {
        lock(&self.found)
    }

    /// A move will have no score: the node will have none, and the threads that work below it stop.
    fn give_up(&self) {
        self.found().is_incomplete = true;
        self.cut();
    }

    /// The node is answered: the threads that work below it stop.
    fn cut(&self) {
        self.is_cut.store(true, Ordering::Relaxed);
    }

    /// Whether this node, or one above it, is answered.
    fn is_over(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_over())
    }

    fn has_moves(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_over()
    }

    fn is_below(&self, other: &SplitPoint<P>) -> bool {
        let parent = self.parent.as_deref();
        parent.is_some_and(|parent| std::ptr::eq(parent, other) || parent.is_below(other))
    }

    /// Whether a thread waits that may help below this split point.
    fn has_waiting(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
            || self.parent.as_ref().is_some_and(|parent| parent.has_waiting())
    }
}

/// The threads that a search may share its nodes with, whatever they run.
pub(crate) trait Team<P: Position>: Sync {
    /// Whether a thread waits that may accept an offer made below this split point.
    fn is_idle(&self, below: Option<&SplitPoint<P>>) -> bool;
    /// Offers the moves of a node.
    fn offer(&self, split: &Arc<SplitPoint<P>>);
    /// Takes the offer back, and waits until no other thread works on it; meanwhile this thread helps below it.
    fn close(&self, split: &Arc<SplitPoint<P>>);
}

/// What is on offer, and what it takes to accept.
struct Offers<'t, P: Position, E> {
    open: Vec<Arc<SplitPoint<P>>>,
    /// Thread data that is not in use.
    spare: Vec<&'t mut ThreadData<P, E>>,
    is_over: bool,
}

/// An offer that was accepted, and the data to work with.
type Joined<'t, P, E> = (Arc<SplitPoint<P>>, &'t mut ThreadData<P, E>);

/// The threads of one search.
pub(crate) struct Threads<'t, P: Position, E, R, S> {
    offers: Mutex<Offers<'t, P, E>>,
    changed: Condvar,
    /// The threads that wait for any offer.
    idle: AtomicUsize,
    source: R,
    store: S,
    control: &'t Control,
}

impl<'t, P, E, R, S> Threads<'t, P, E, R, S>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource + Copy + Sync,
    S: Store<P> + Copy + Sync,
{
    pub fn new(spare: &'t mut [ThreadData<P, E>], source: R, store: S, control: &'t Control) -> Self {
        let offers = Offers { open: Vec::new(), spare: spare.iter_mut().collect(), is_over: false };
        let (changed, idle) = (Condvar::new(), AtomicUsize::new(0));
        Threads { offers: Mutex::new(offers), changed, idle, source, store, control }
    }

    /// Searches what is offered until the search is over.
    pub fn serve(&self) {
        let mut offers = lock(&self.offers);
        while !offers.is_over {
            offers = self.help_or_wait(offers, &self.idle, |_| true);
        }
    }

    /// Takes part in a fit offer, or waits until something changes; `waiting` counts the threads that wait for such offers.
    fn help_or_wait<'g>(
        &'g self,
        mut offers: MutexGuard<'g, Offers<'t, P, E>>,
        waiting: &AtomicUsize,
        is_fit: impl Fn(&SplitPoint<P>) -> bool,
    ) -> MutexGuard<'g, Offers<'t, P, E>> {
        let Some((split, thread)) = offers.join(is_fit) else {
            waiting.fetch_add(1, Ordering::Relaxed);
            let offers = self.changed.wait(offers).unwrap_or_else(PoisonError::into_inner);
            waiting.fetch_sub(1, Ordering::Relaxed);
            return offers;
        };
        drop(offers);
        let leave_on_drop = LeaveOnDrop { threads: self, split: &split };
        self.help(&split, thread);
        lock(&self.offers).spare.push(thread);
        drop(leave_on_drop);
        lock(&self.offers)
    }

    /// Searches moves of a split point until none is left.
    fn help(&self, split: &Arc<SplitPoint<P>>, thread: &mut ThreadData<P, E>) {
        let root = Root { position: &split.position, history: &split.line };
        let mut worker = Worker::new(root, thread, self.source, self.store, self.control, u64::MAX);
        worker.join_team(self, split);
        worker.search_moves_of(split);
        split.found().counters += worker.counters;
    }
}

impl<'t, P: Position, E> Offers<'t, P, E> {
    /// Joins the first, and so the largest, offer that is fit.
    fn join(&mut self, is_fit: impl Fn(&SplitPoint<P>) -> bool) -> Option<Joined<'t, P, E>> {
        let split = self.open.iter().find(|split| split.has_moves() && is_fit(split)).cloned()?;
        let thread = self.spare.pop()?;
        split.helpers.fetch_add(1, Ordering::Relaxed);
        Some((split, thread))
    }
}

impl<P, E, R, S> Team<P> for Threads<'_, P, E, R, S>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource + Copy + Sync,
    S: Store<P> + Copy + Sync,
{
    fn is_idle(&self, below: Option<&SplitPoint<P>>) -> bool {
        self.idle.load(Ordering::Relaxed) > 0 || below.is_some_and(SplitPoint::has_waiting)
    }

    fn offer(&self, split: &Arc<SplitPoint<P>>) {
        lock(&self.offers).open.push(Arc::clone(split));
        self.changed.notify_all();
    }

    fn close(&self, split: &Arc<SplitPoint<P>>) {
        let mut offers = lock(&self.offers);
        offers.open.retain(|open| !Arc::ptr_eq(open, split));
        while split.helpers.load(Ordering::Relaxed) > 0 {
            offers = self.help_or_wait(offers, &split.waiting, |offer| offer.is_below(split));
        }
    }
}

impl<P: Position, E, R, S> fmt::Debug for Threads<'_, P, E, R, S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Threads").field("idle", &self.idle).finish_non_exhaustive()
    }
}

/// Leaves a split point when it is dropped. A panic leaves the move that was searched without a score.
struct LeaveOnDrop<'s, 't, P: Position, E, R, S> {
    threads: &'s Threads<'t, P, E, R, S>,
    split: &'s SplitPoint<P>,
}

impl<P: Position, E, R, S> Drop for LeaveOnDrop<'_, '_, P, E, R, S> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.split.give_up();
        }
        // With the lock, or a thread that is about to wait for this would miss it.
        let _offers = lock(&self.threads.offers);
        self.split.helpers.fetch_sub(1, Ordering::Relaxed);
        self.threads.changed.notify_all();
    }
}

/// Ends the work of the other threads when it is dropped, also by a panic of this thread.
pub(crate) struct EndOnDrop<'s, 't, P: Position, E, R, S>(pub &'s Threads<'t, P, E, R, S>);

impl<P: Position, E, R, S> Drop for EndOnDrop<'_, '_, P, E, R, S> {
    fn drop(&mut self) {
        let mut offers = lock(&self.0.offers);
        offers.is_over = true;
        offers.open.iter().for_each(|split| split.cut());
        self.0.changed.notify_all();
    }
}

/// Where a worker stands in a team.
pub(crate) struct Membership<'a, P: Position> {
    pub team: &'a dyn Team<P>,
    /// The split point that it works on, or on whose subtree it works.
    pub split: Option<Arc<SplitPoint<P>>>,
}

impl<P: Position> fmt::Debug for Membership<'_, P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Membership").field("is_split", &self.split.is_some()).finish_non_exhaustive()
    }
}

impl<'a, P: Position> Membership<'a, P> {
    /// Of the thread whose search it is.
    pub fn of(team: &'a dyn Team<P>) -> Self {
        Membership { team, split: None }
    }

    /// Whether the node that is being searched was answered elsewhere.
    pub fn is_over(&self) -> bool {
        self.split.as_ref().is_some_and(|split| split.is_over())
    }
}

impl<'a, P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'a, P, E, R, S> {
    /// Becomes a helper at this split point.
    fn join_team(&mut self, team: &'a dyn Team<P>, split: &Arc<SplitPoint<P>>) {
        self.adopt(split);
        self.membership = Some(Membership { team, split: Some(Arc::clone(split)) });
    }

    /// Stands where the thread stood that made this split point.
    fn adopt(&mut self, split: &SplitPoint<P>) {
        (self.ply, self.deepest_ply) = (split.ply, split.ply);
        self.max_extension_ply = split.max_extension_ply;
        for (frame, &facts) in self.thread.frames[split.first_fact..].iter_mut().zip(&split.facts) {
            frame.facts = facts;
        }
    }

    /// Whether the remaining moves of the node should be offered to other threads.
    #[inline(always)]
    pub(crate) fn may_split(&mut self, position: &P, best: &Best<P::Move>, request: NodeRequest) -> bool {
        let Some(Membership { team, split }) = &self.membership else { return false };
        best.has_searched()
            && self.thread.evaluator.heuristics().is_worth_splitting(position, request)
            && team.is_idle(split.as_deref())
    }

    /// Searches the remaining moves of the node together with idle threads; returns the best of all moves.
    #[inline(never)]
    pub(crate) fn split(
        &mut self,
        position: &P,
        best: Best<P::Move>,
        moves: Vec<Picked<P::Move>>,
        state: NodeState,
        request: NodeRequest,
    ) -> Result<Best<P::Move>, Stop> {
        let Some(Membership { team, split: parent }) = self.membership.take() else { return Ok(best) };
        let split = Arc::new(self.split_point(position, best, moves, state, request, parent.clone()));
        team.offer(&split);
        self.membership = Some(Membership { team, split: Some(Arc::clone(&split)) });
        self.search_moves_of(&split);
        team.close(&split);
        self.membership = Some(Membership { team, split: parent });
        let mut found = split.found();
        self.counters += found.counters;
        self.frame().variation = std::mem::take(&mut found.variation);
        // A move that was broken off is no loss where the node is answered without it.
        let is_answered = found.best.score() >= request.window.beta;
        if is_answered || !found.is_incomplete { Ok(found.best) } else { Err(Stop) }
    }

    fn split_point(
        &mut self,
        position: &P,
        best: Best<P::Move>,
        moves: Vec<Picked<P::Move>>,
        state: NodeState,
        request: NodeRequest,
        parent: Option<Arc<SplitPoint<P>>>,
    ) -> SplitPoint<P> {
        let variation = std::mem::take(&mut self.frame().variation);
        // What histories and the change of the evaluation go back to, and the killers of the next plies.
        let plies = self.ply.saturating_sub(3) as usize..self.thread.frames.len().min(self.ply as usize + 3);
        SplitPoint {
            position: position.clone(),
            request,
            state,
            ply: self.ply,
            max_extension_ply: self.max_extension_ply,
            line: self.thread.line.clone(),
            first_fact: plies.start,
            facts: self.thread.frames[plies].iter().map(|frame| frame.facts).collect(),
            parent,
            moves,
            next: AtomicUsize::new(0),
            is_cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            found: Mutex::new(Found { best, variation, counters: Counters::default(), is_incomplete: false }),
        }
    }

    /// Takes moves of the split point and searches them until none is left or the search is stopped.
    fn search_moves_of(&mut self, split: &SplitPoint<P>) {
        let SplitPoint { position, request, state, .. } = split;
        while let Some(picked) = split.take() {
            let best = split.found().best;
            let searched = self.try_move(position, picked, &best, *state, *request);
            let mut found = split.found();
            match searched {
                Ok(None) => found.best.skip(),
                Ok(Some(score)) => self.note_found(&mut found, picked.mv, score, *request),
                Err(_) => {
                    drop(found);
                    return split.give_up();
                }
            }
            if found.best.score() >= request.window.beta {
                return split.cut();
            }
        }
    }

    fn note_found(&mut self, found: &mut Found<P::Move>, mv: P::Move, score: Score, request: NodeRequest) {
        let is_line = self.ply == 0 || !request.window.is_null();
        if found.best.take(mv, score) && score > request.window.alpha && is_line {
            found.variation.clear();
            found.variation.push(mv);
            found.variation.extend_from_slice(self.variation_below());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
