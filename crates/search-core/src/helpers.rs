//! The search of a position by several threads.

use std::num::NonZero;

use crate::deepening::{Outcome, Report, SearchOptions, think};
use crate::evaluator::{Evaluator, Heuristics, Sharing};
use crate::limits::Control;
use crate::parallel::{EndOnDrop, Threads};
use crate::pool::Pool;
use crate::position::{Position, Root};
use crate::progress::Progress;
use crate::recipe::RecipeSource;
use crate::split_point::SplitContext;
use crate::store::Store;
use crate::worker::{ThreadData, Worker};

/// The threads that help the one that searches, and their data. With the feature `pool` they wait from one search to the next.
#[derive(Debug)]
pub struct Helpers<P: Position, E> {
    data: Vec<ThreadData<P, E>>,
    /// `None` where there are no others.
    pool: Option<Pool>,
}

impl<P: Position, E: Evaluator<P>> Helpers<P, E> {
    /// No threads beside the first.
    pub fn none() -> Self {
        Helpers { data: Vec::new(), pool: None }
    }

    /// Threads to make this number together with the first; fewer where the system can start no more. Their evaluators are forks of
    /// this one.
    pub fn of(threads: NonZero<usize>, evaluator: &E) -> Self {
        let pool = NonZero::new(threads.get() - 1).and_then(Pool::of);
        let others = pool.as_ref().map_or(0, Pool::threads);
        let data = <E::Heuristics>::SHARING.data_per_thread() * others;
        Helpers { data: (0..data).map(|_| ThreadData::new(evaluator.fork())).collect(), pool }
    }

    /// The number of threads, the first included.
    pub fn threads(&self) -> NonZero<usize> {
        NonZero::<usize>::MIN.saturating_add(self.pool.as_ref().map_or(0, Pool::threads))
    }

    /// Clears all that earlier searches left.
    pub fn clear(&mut self) {
        self.data.iter_mut().for_each(ThreadData::clear);
    }
}

/// A search as [`think`] does it, by several threads: this one and its helpers, shared as
/// [`Heuristics::SHARING`] says. The score is that of [`think`] where nothing selective is done; what is counted differs from
/// run to run.
pub fn think_together<P, E, R, S>(
    root: Root<'_, P>,
    (thread, helpers): (&mut ThreadData<P, E>, &mut Helpers<P, E>),
    mut store: S,
    source: R,
    options: &SearchOptions<P::Move>,
    control: &Control,
    report: impl FnMut(&Report<P::Move>),
) -> Outcome<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource + Copy + Send + Sync,
    S: Store<P> + Copy + Send + Sync,
{
    let Helpers { data, pool } = helpers;
    let Some(pool) = pool else {
        return think(root, thread, store, source, options, control, report);
    };
    thread.age();
    data.iter_mut().for_each(ThreadData::age);
    store.age();
    if <E::Heuristics>::SHARING == Sharing::Table {
        return think_apart(root, (thread, data, pool), store, source, options, control, report);
    }
    let threads = Threads::new(data, source, store, control);
    let jobs = (0..pool.threads()).map(|_| || threads.serve());
    pool.run(jobs, || {
        let end_on_drop = EndOnDrop(&threads);
        let mut worker = Worker::new(root, thread, source, store, control, options.nodes);
        worker.split_context = Some(SplitContext::of(&threads));
        let outcome = worker.deepen(root.position, options, report);
        drop(end_on_drop);
        outcome
    })
}

/// Each thread deepens by itself; this one reports and decides, and when it is done all are. A limit of nodes is shared out,
/// and where it is less than the number of threads, so many threads search.
fn think_apart<P, E, R, S>(
    root: Root<'_, P>,
    (thread, others, pool): (&mut ThreadData<P, E>, &mut [ThreadData<P, E>], &Pool),
    store: S,
    source: R,
    options: &SearchOptions<P::Move>,
    control: &Control,
    mut report: impl FnMut(&Report<P::Move>),
) -> Outcome<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource + Copy + Send + Sync,
    S: Store<P> + Copy + Send + Sync,
{
    let threads = (others.len() as u64 + 1).min(options.nodes.max(1));
    let share = |index| options.nodes / threads + u64::from(index < options.nodes % threads);
    let progress = Progress::default();
    let progress = &progress;
    let jobs = (1..threads).zip(others).map(|(index, other)| {
        move || {
            let mut worker = Worker::new(root, other, source, store, control, share(index));
            worker.progress = Some(progress);
            worker.deepen(root.position, &SearchOptions { lines: 1, ..options.clone() }, |_| {});
        }
    });
    pool.run(jobs, || {
        let end_on_drop = progress.end_on_drop();
        let mut worker = Worker::new(root, thread, source, store, control, share(0));
        let mut outcome = worker.deepen(root.position, options, |found| {
            let mut found = found.clone();
            found.counters.visits += progress.visits();
            report(&found);
        });
        drop(end_on_drop);
        outcome.counters.visits += progress.visits();
        outcome
    })
}
