//! Several threads on one position: young brothers wait.
//!
//! A node's first move is searched alone; if it does not cut, the other moves may be searched by any thread that is idle
//! (Rainer Feldmann, "Game Tree Search on Massively Parallel Systems", 1993). The node is then a split point: the threads take
//! its moves one after another, and the first to reach beta ends it for all. A thread that has no more moves to take helps the
//! others below its own split point until they are done.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::evaluator::{Evaluator, Heuristics};
use crate::limits::Control;
use crate::node_context::{NodeContext, Picked};
use crate::picker::Picker;
use crate::position::{Position, Root};
use crate::recipe::RecipeSource;
use crate::score::Score;
use crate::split_point::{LinePlace, SplitContext, SplitPoint, SplitResult, ThreadTeam};
use crate::store::Store;
use crate::window::Window;
use crate::worker::{Stop, ThreadData, Worker};

/// The open split points, and the data to search them with.
struct OpenSplitPoints<'t, P: Position, E> {
    open: Vec<Arc<SplitPoint<P>>>,
    spare: Vec<&'t mut ThreadData<P, E>>,
    is_over: bool,
}

/// An offer that was accepted, and the data to work with.
type Joined<'t, P, E> = (Arc<SplitPoint<P>>, &'t mut ThreadData<P, E>);

/// The threads of one search.
pub(crate) struct Threads<'t, P: Position, E, R, S> {
    offers: Mutex<OpenSplitPoints<'t, P, E>>,
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
        let offers = OpenSplitPoints { open: Vec::new(), spare: spare.iter_mut().collect(), is_over: false };
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
        mut offers: MutexGuard<'g, OpenSplitPoints<'t, P, E>>,
        waiting: &AtomicUsize,
        is_fit: impl Fn(&SplitPoint<P>) -> bool,
    ) -> MutexGuard<'g, OpenSplitPoints<'t, P, E>> {
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
        let root = Root { position: &split.position, history: &split.place.line };
        let mut worker = Worker::new(root, thread, self.source, self.store, self.control, u64::MAX);
        worker.join_team(self, split);
        worker.search_moves_of(split);
        split.found().counters += worker.counters;
    }
}

impl<'t, P: Position, E> OpenSplitPoints<'t, P, E> {
    /// Joins the first, and so the largest, offer that is fit.
    fn join(&mut self, is_fit: impl Fn(&SplitPoint<P>) -> bool) -> Option<Joined<'t, P, E>> {
        let split = self.open.iter().find(|split| split.has_moves() && is_fit(split)).cloned()?;
        let thread = self.spare.pop()?;
        split.helpers.fetch_add(1, Ordering::Relaxed);
        Some((split, thread))
    }
}

impl<P, E, R, S> ThreadTeam<P> for Threads<'_, P, E, R, S>
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

impl<'a, P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'a, P, E, R, S> {
    fn join_team(&mut self, team: &'a dyn ThreadTeam<P>, split: &Arc<SplitPoint<P>>) {
        self.adopt(&split.place);
        self.split_context = Some(SplitContext { team, split: Some(Arc::clone(split)) });
    }

    /// Takes the place of the thread that made this split point.
    fn adopt(&mut self, place: &LinePlace<P>) {
        (self.ply, self.deepest_ply) = (place.ply, place.ply);
        self.max_extension_ply = place.max_extension_ply;
        for (frame, &facts) in self.thread.frames[place.first_fact..].iter_mut().zip(&place.facts) {
            frame.facts = facts;
        }
    }

    fn place(&self) -> LinePlace<P> {
        let frames = &self.thread.frames;
        // What histories and the change of the evaluation go back to, and the killers of the next plies.
        let plies = self.ply.saturating_sub(3) as usize..frames.len().min(self.ply as usize + 3);
        LinePlace {
            ply: self.ply,
            max_extension_ply: self.max_extension_ply,
            line: self.thread.line.clone(),
            first_fact: plies.start,
            facts: frames[plies].iter().map(|frame| frame.facts).collect(),
        }
    }

    /// Returns whether the remaining moves of the node should be offered to other threads.
    #[inline(always)]
    pub(crate) fn may_split(&mut self, node: &NodeContext<P>) -> bool {
        let Some(SplitContext { team, split }) = &self.split_context else { return false };
        node.best.has_searched()
            && self.thread.evaluator.heuristics().is_worth_splitting(node.position, node.request)
            && team.is_idle(split.as_deref())
    }

    /// Searches the remaining moves of the node, of which one is picked already, together with idle threads.
    #[inline(never)]
    pub(crate) fn split(
        &mut self,
        node: &mut NodeContext<P>,
        picker: &mut Picker<P::Move>,
        picked: Picked<P::Move>,
    ) -> Result<(), Stop> {
        let Some(SplitContext { team, split: parent }) = self.split_context.take() else { return Ok(()) };
        let mut moves = vec![picked];
        moves.extend(std::iter::from_fn(|| self.next_move(picker, node)));
        let variation = std::mem::take(&mut self.frame().variation);
        let split = Arc::new(SplitPoint::new(node, moves, variation, self.place(), parent.clone()));
        team.offer(&split);
        self.split_context = Some(SplitContext { team, split: Some(Arc::clone(&split)) });
        self.search_moves_of(&split);
        team.close(&split);
        self.split_context = Some(SplitContext { team, split: parent });
        let mut found = split.found();
        self.counters += found.counters;
        self.frame().variation = std::mem::take(&mut found.variation);
        node.best = found.best;
        let cut = node.best.mv.filter(|_| node.best.score >= node.request.window.beta);
        if let Some(mv) = cut {
            self.update_heuristics(node, mv);
        }
        // A move that was broken off is no loss where the node is answered without it.
        if cut.is_some() || !found.is_incomplete { Ok(()) } else { Err(Stop) }
    }

    /// Takes moves of the split point and searches them until none is left or the search is stopped.
    fn search_moves_of(&mut self, split: &SplitPoint<P>) {
        while let Some(picked) = split.take() {
            let node = split.node();
            let searched = self.search_move(&node, picked);
            let mut found = split.found();
            match searched {
                Ok(None) => found.best.skip(),
                Ok(Some(score)) => self.record_found(&mut found, picked.mv, score, split.request.window),
                Err(Stop) => {
                    drop(found);
                    return split.give_up();
                }
            }
            if found.best.score >= split.request.window.beta {
                return split.cut();
            }
        }
    }

    fn record_found(&mut self, found: &mut SplitResult<P::Move>, mv: P::Move, score: Score, window: Window) {
        let is_line = self.ply == 0 || !window.is_null();
        if found.best.record(mv, score) && score > window.alpha && is_line {
            found.variation.clear();
            found.variation.push(mv);
            found.variation.extend_from_slice(self.variation_below());
        }
    }
}

/// Locks a mutex. One that a panic has poisoned is still usable: every search begins by setting up the data that it reads.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
