//! A search in the background: what an engine keeps between the commands of its protocol.
//!
//! A [`Session`] owns what past searches left (thread data and table) and at most one search that uses it. Nothing but
//! [`Session::wait`] and [`Session::finish`] waits for a search to end by itself, so an engine can answer its user at any
//! time; another search stops the one before. Changes of the table that are asked for during a search take effect when
//! it is over; that is on the clock of the next one only if the next one stopped it.

use std::io;
use std::num::NonZero;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::deepening::{Outcome, Report, SearchOptions, broken_off};
use crate::evaluator::Evaluator;
use crate::helpers::{Helpers, think_together};
use crate::limits::{Budget, Control};
use crate::parallel::lock;
use crate::position::{BoardSignature, Position, Root};
use crate::recipe::RecipeSource;
use crate::table::{NoMemory, Table};
use crate::worker::ThreadData;

pub use crate::pool::STACK_BYTES;

/// A position to search, and how long.
#[derive(Clone, Debug)]
pub struct SearchJob<P: Position> {
    /// The position.
    pub root: P,
    /// The line entries of the game up to and including it.
    pub history: Vec<P::LineEntry>,
    /// The options of the search.
    pub options: SearchOptions<P::Move>,
    /// The time allowed, counted from when the search was asked for; `None`: as long as it takes.
    pub budget: Option<Budget>,
    /// Set if the answer waits for [`Session::stop`] or [`Session::release`], however early the search is done.
    pub is_held: bool,
}

/// Receives what a search in the background finds.
pub trait Listener<M>: Send {
    /// An iteration is finished.
    fn on_report(&mut self, report: &Report<M>);
    /// The search is over. Called exactly once.
    fn on_finished(self, outcome: Outcome<M>, elapsed: Duration);
}

/// The state that one search keeps for the next: thread data and table.
#[derive(Debug)]
pub struct SearchState<P: Position, E> {
    thread: ThreadData<P, E>,
    helpers: Helpers<P, E>,
    table: Table<P::Signature>,
}

impl<P: Position, E: Evaluator<P>> SearchState<P, E> {
    fn new(evaluator: E, bytes: usize) -> Self {
        let thread = ThreadData::new(evaluator);
        SearchState { thread, helpers: Helpers::none(), table: Table::with_bytes(bytes) }
    }

    /// Searches now, in the calling thread and those that help it.
    pub fn think<L: RecipeSource + Send + Sync>(
        &mut self,
        source: L,
        job: &SearchJob<P>,
        control: &Control,
        report: impl FnMut(&Report<P::Move>),
    ) -> Outcome<P::Move> {
        let SearchJob { root, history, options, .. } = job;
        let root = Root { position: root, history };
        let threads = (&mut self.thread, &mut self.helpers);
        think_together(root, threads, &self.table, source, options, control, report)
    }

    /// The game's evaluator.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.thread.evaluator
    }

    /// The table, for a search with another evaluator. It must be cleared before and after: what one evaluator stores is no
    /// truth for another.
    pub fn table(&self) -> &Table<P::Signature> {
        &self.table
    }

    /// Clears the results of every earlier search.
    pub fn clear(&mut self) {
        self.thread.clear();
        self.helpers.clear();
        self.table.clear();
    }

    /// Does what was put off.
    fn catch_up(&mut self, pending: &Mutex<PendingChanges<P::Signature>>) {
        let PendingChanges { table, threads, is_stale } = std::mem::take(&mut *lock(pending));
        if let Some(table) = table {
            self.table = table;
        }
        if let Some(threads) = threads.filter(|&threads| threads != self.helpers.threads()) {
            self.helpers = Helpers::of(threads, &self.thread.evaluator);
        }
        if is_stale {
            self.clear();
        }
    }
}

/// Changes that wait for the end of a search.
#[derive(Debug)]
struct PendingChanges<S: BoardSignature> {
    table: Option<Table<S>>,
    threads: Option<NonZero<usize>>,
    is_stale: bool,
}

impl<S: BoardSignature> Default for PendingChanges<S> {
    fn default() -> Self {
        PendingChanges { table: None, threads: None, is_stale: false }
    }
}

#[derive(Debug)]
struct Running {
    control: Arc<Control>,
    /// A held answer waits for a word, or for the end of the session.
    release: Sender<()>,
    is_held: bool,
    thread: JoinHandle<()>,
}

impl Running {
    fn stop(&self) {
        self.control.stop();
        self.release();
    }

    fn release(&self) {
        // Nobody listens once the answer is given.
        let _ = self.release.send(());
    }
}

/// Searches of one engine, one at a time.
#[derive(Debug)]
pub struct Session<P: Position, E, L> {
    state: Arc<Mutex<SearchState<P, E>>>,
    pending: Arc<Mutex<PendingChanges<P::Signature>>>,
    source: L,
    bytes: usize,
    running: Option<Running>,
}

impl<P, E, L> Session<P, E, L>
where
    P: Position + 'static,
    E: Evaluator<P> + 'static,
    L: RecipeSource + Send + Sync + 'static,
{
    /// A session whose table has this many bytes, or as large a part of them as there is memory for.
    pub fn new(evaluator: E, source: L, bytes: usize) -> Self {
        let state = Arc::new(Mutex::new(SearchState::new(evaluator, bytes)));
        Session { state, pending: Arc::default(), source, bytes, running: None }
    }

    /// The same, or nothing if the system has no memory for the table.
    ///
    /// # Errors
    /// That it has none.
    pub fn allocate(evaluator: E, source: L, bytes: usize) -> Result<Self, NoMemory> {
        let mut session = Session::new(evaluator, source, 0);
        session.resize(bytes)?;
        Ok(session)
    }

    /// The size of the table that was asked for last.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Gives the table another size: at once, or as soon as the search that is running is over.
    ///
    /// # Errors
    /// If the system has no memory for it; the table stays as it is.
    pub fn resize(&mut self, bytes: usize) -> Result<(), NoMemory> {
        if bytes != self.bytes {
            lock(&self.pending).table = Some(Table::allocate(bytes)?);
            self.bytes = bytes;
            self.prepare();
        }
        Ok(())
    }

    /// Sets how many threads work on each position, one until then: at once, or as soon as the search that is running is
    /// over. With several, what is counted differs from run to run, and so may the moves.
    pub fn set_threads(&mut self, threads: NonZero<usize>) {
        lock(&self.pending).threads = Some(threads);
        self.prepare();
    }

    /// Clears the results of every earlier search: at once, or as soon as the running search is over.
    pub fn clear(&mut self) {
        lock(&self.pending).is_stale = true;
        self.prepare();
    }

    /// Applies the pending changes if no search is running.
    pub fn prepare(&mut self) {
        if !self.is_busy() {
            lock(&self.state).catch_up(&self.pending);
        }
    }

    /// Has the system provide the table's memory now, so that no search on the clock waits for it. Does nothing while a
    /// search is running.
    pub fn populate(&mut self) {
        self.prepare();
        if !self.is_busy() {
            lock(&self.state).table.populate();
        }
    }

    /// Returns whether a search, or another job, is still running or its answer held back.
    pub fn is_busy(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.thread.is_finished())
    }

    /// Searches in the calling thread. A search that still runs is stopped and answered first.
    pub fn think(&mut self, job: &SearchJob<P>, report: impl FnMut(&Report<P::Move>)) -> Outcome<P::Move> {
        let control = control(job.budget);
        self.interrupt();
        self.think_by(self.source, job, &control, report)
    }

    /// The same by another recipe, under a control that the caller keeps: its deadlines hold, and not the budget of the job.
    pub fn think_by(
        &mut self,
        source: impl RecipeSource,
        job: &SearchJob<P>,
        control: &Control,
        report: impl FnMut(&Report<P::Move>),
    ) -> Outcome<P::Move> {
        self.interrupt();
        self.prepare();
        let mut state = lock(&self.state);
        outcome_of(|report| state.think(source, job, control, report), job, report)
    }

    /// Searches in the background; `think` finds the outcome. A search that still runs is stopped and answered first
    /// ([`Session::interrupt`]). The listener receives exactly one answer, even if a thread of the search panics.
    ///
    /// # Errors
    /// If the operating system cannot start a thread; the listener is then dropped without an answer.
    pub fn start(
        &mut self,
        job: SearchJob<P>,
        mut listener: impl Listener<P::Move> + 'static,
        think: impl FnOnce(
            &mut SearchState<P, E>,
            L,
            &SearchJob<P>,
            &Control,
            &mut dyn FnMut(&Report<P::Move>),
        ) -> Outcome<P::Move>
        + Send
        + 'static,
    ) -> io::Result<()> {
        let (source, is_held) = (self.source, job.is_held);
        self.launch(job.budget, is_held, move |state, control, released| {
            let search = |report: &mut dyn FnMut(&_)| think(state, source, &job, control, report);
            let outcome = outcome_of(search, &job, |report| listener.on_report(report));
            if is_held {
                let _ = released.recv();
            }
            listener.on_finished(outcome, control.elapsed());
        })
    }

    /// Does other work in the background. A search that still runs is stopped and answered first. The job should test
    /// the control often.
    ///
    /// # Errors
    /// If the operating system cannot start a thread.
    pub fn run(
        &mut self,
        job: impl FnOnce(&mut SearchState<P, E>, L, &Control) + Send + 'static,
    ) -> io::Result<()> {
        let source = self.source;
        self.launch(None, false, move |state, control, _| job(state, source, control))
    }

    /// Requests the end of the search, whose answer follows. Does nothing if no search runs.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop();
        }
    }

    /// Lets a held search end by itself, and ends it after the time allowed from now on (`ponderhit`): the budget or
    /// its own limits must end it. Does nothing if no search runs, or if it is not held.
    pub fn release(&mut self, budget: Option<Budget>) {
        if let Some(running) = self.running.as_mut().filter(|running| running.is_held) {
            if let Some(budget) = budget {
                running.control.allow(budget);
            }
            running.is_held = false;
            running.release();
        }
    }

    /// Waits until the search is over and its answer given.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // A panic in the thread has been reported on stderr by the thread itself.
            let _ = running.thread.join();
        }
    }

    /// Stops a search, and waits until its answer is given: some milliseconds.
    pub fn interrupt(&mut self) {
        self.stop();
        self.wait();
    }

    /// Lets a search that ends by itself come to its end, and stops one that does not.
    pub fn finish(&mut self) {
        if let Some(running) = self.running.as_ref().filter(|running| running.is_held) {
            running.stop();
        }
        self.wait();
    }

    fn launch(
        &mut self,
        budget: Option<Budget>,
        is_held: bool,
        job: impl FnOnce(&mut SearchState<P, E>, &Control, &Receiver<()>) + Send + 'static,
    ) -> io::Result<()> {
        let (control, (release, released)) = (Arc::new(control(budget)), channel());
        self.interrupt();
        self.prepare();
        let (state, pending) = (Arc::clone(&self.state), Arc::clone(&self.pending));
        let thread_control = Arc::clone(&control);
        let work = move || {
            let mut state = lock(&state);
            job(&mut state, &thread_control, &released);
            state.catch_up(&pending);
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES).spawn(work)?;
        self.running = Some(Running { control, release, is_held, thread });
        Ok(())
    }
}

/// The outcome of a search. If it panics, which is reported on stderr, that is its last report: the user still needs a move.
fn outcome_of<P: Position>(
    search: impl FnOnce(&mut dyn FnMut(&Report<P::Move>)) -> Outcome<P::Move>,
    job: &SearchJob<P>,
    mut report: impl FnMut(&Report<P::Move>),
) -> Outcome<P::Move> {
    let mut last = None;
    let mut keep = |found: &Report<P::Move>| {
        if found.line == 1 {
            last = Some(found.clone());
        }
        report(found);
    };
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| search(&mut keep)));
    outcome.unwrap_or_else(|_| broken_off(&job.root, &job.options.only, last))
}

fn control(budget: Option<Budget>) -> Control {
    let control = Control::new();
    if let Some(budget) = budget {
        control.allow(budget);
    }
    control
}

#[cfg(test)]
mod tests;
