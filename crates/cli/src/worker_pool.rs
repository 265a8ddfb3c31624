//! Threads that take one item of work after another, and the thread that collects their results.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;
use crate::interrupt;

/// The pause between two checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The stack of a thread: a search is recursive, and its deepest line may need a few kilobytes a ply.
const STACK_BYTES: usize = 16 << 20;

/// A fixed number of threads.
#[derive(Debug)]
pub struct WorkerPool {
    pool: ThreadPool,
}

impl WorkerPool {
    /// A pool of this number of threads.
    pub fn new(threads: NonZeroUsize) -> Result<WorkerPool, Failure> {
        let builder = ThreadPoolBuilder::new().num_threads(threads.get()).stack_size(STACK_BYTES);
        let pool = builder
            .build()
            .map_err(|error| Failure::Internal(format!("no threads to work with: {error}")))?;
        Ok(WorkerPool { pool })
    }

    /// Runs an operation whose parallel iterators use these threads.
    pub fn install<R: Send>(&self, operation: impl FnOnce() -> R + Send) -> R {
        self.pool.install(operation)
    }

    /// Does the work of every item, begun in their order. Each thread prepares a state of its own, and each item gets a
    /// control of its own: `stop` is called with it, and must end the work soon, when the user has requested it or when
    /// a result cannot be taken. `arrived` takes the results on the calling thread, with the item's index, in the order
    /// in which they come.
    ///
    /// # Errors
    /// The error of `arrived`, or [`Failure::Interrupted`]; items already begun have been finished or
    /// stopped then.
    pub fn work<I: Sync, S, C: Default + Send + Sync, R: Send>(
        &self,
        items: &[I],
        prepare: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &I, &C) -> R + Sync,
        stop: fn(&C),
        arrived: impl FnMut(usize, R) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let queue = WorkQueue::new(self.pool.current_num_threads(), stop);
        self.pool.in_place_scope(|scope| {
            let (sender, results) = mpsc::channel();
            let (queue, prepare, work) = (&queue, &prepare, &work);
            scope.spawn_broadcast(move |_, context| {
                let mut state = None;
                while let Some((index, item, control)) = queue.take(items, context.index()) {
                    let result = work(state.get_or_insert_with(prepare), item, &control);
                    if sender.send((index, result)).is_err() {
                        return;
                    }
                }
            });
            queue.collect(&results, arrived)
        })
    }
}

/// The queue of items, which can also stop the work on them.
struct WorkQueue<C> {
    next: AtomicUsize,
    is_closed: AtomicBool,
    /// The control of each thread's current item.
    controls: Vec<Mutex<Arc<C>>>,
    stop: fn(&C),
}

impl<C: Default> WorkQueue<C> {
    fn new(threads: usize, stop: fn(&C)) -> WorkQueue<C> {
        let controls = (0..threads).map(|_| Mutex::new(Arc::new(C::default()))).collect();
        WorkQueue { next: AtomicUsize::new(0), is_closed: AtomicBool::new(false), controls, stop }
    }

    /// The next item and its control. The control is stored before the queue is tested for being open: so
    /// [`WorkQueue::close`] either stops this work too, or it is not begun.
    fn take<'items, I>(&self, items: &'items [I], thread: usize) -> Option<(usize, &'items I, Arc<C>)> {
        let index = self.next.fetch_add(1, Relaxed);
        let item = items.get(index)?;
        let control = Arc::new(C::default());
        *self.controls[thread].lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&control);
        (!self.is_closed.load(Relaxed)).then_some((index, item, control))
    }

    /// Closes the queue, and stops the work on items already taken.
    fn close(&self) {
        self.is_closed.store(true, Relaxed);
        for control in &self.controls {
            (self.stop)(&control.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Takes results until every thread has ended.
    fn collect<R>(
        &self,
        results: &Receiver<(usize, R)>,
        mut arrived: impl FnMut(usize, R) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut outcome = Ok(());
        loop {
            if outcome.is_ok() && interrupt::is_requested() {
                self.close();
            }
            match results.recv_timeout(POLL_INTERVAL) {
                Ok((index, result)) if outcome.is_ok() => {
                    outcome = arrived(index, result);
                    if outcome.is_err() {
                        self.close();
                    }
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        outcome.and_then(|()| interrupt::check())
    }
}

/// Brings results that come in any order back into the order of the items.
#[derive(Debug)]
pub struct InOrder<R> {
    waiting: BTreeMap<usize, R>,
    next: usize,
}

impl<R> Default for InOrder<R> {
    fn default() -> Self {
        InOrder { waiting: BTreeMap::new(), next: 0 }
    }
}

impl<R> InOrder<R> {
    /// Takes the result of an item.
    pub fn put(&mut self, index: usize, result: R) {
        self.waiting.insert(index, result);
    }

    /// The next result in order with its index, if it has come.
    pub fn take(&mut self) -> Option<(usize, R)> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some((self.next - 1, result))
    }

    /// The results that follow a missing one, in order.
    pub fn rest(self) -> impl Iterator<Item = (usize, R)> {
        self.waiting.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stop(is_stopped: &AtomicBool) {
        is_stopped.store(true, Relaxed);
    }

    fn worker_pool(threads: usize) -> WorkerPool {
        WorkerPool::new(NonZeroUsize::new(threads).unwrap()).unwrap()
    }

    #[test]
    fn every_item_is_done_once() {
        let items: Vec<usize> = (0..500).collect();
        for threads in [1, 3] {
            let mut order = InOrder::default();
            let outcome = worker_pool(threads).work(
                &items,
                || 0,
                |done: &mut usize, item, _| {
                    *done += 1;
                    item * 2
                },
                stop,
                |index, result| {
                    order.put(index, result);
                    Ok(())
                },
            );
            assert!(outcome.is_ok());
            let results: Vec<usize> = std::iter::from_fn(|| order.take()).map(|(_, result)| result).collect();
            assert_eq!(results, items.iter().map(|item| item * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_result_that_cannot_be_taken_stops_the_work() {
        let items: Vec<usize> = (0..100).collect();
        let outcome = worker_pool(2).work(
            &items,
            || (),
            |(), &item, is_stopped| while item > 1 && !is_stopped.load(Relaxed) {},
            stop,
            |index, ()| if index == 1 { Err(Failure::ClosedPipe) } else { Ok(()) },
        );
        assert!(matches!(outcome, Err(Failure::ClosedPipe)));
    }

    #[test]
    fn order_is_restored() {
        let mut order = InOrder::default();
        order.put(2, "c");
        assert!(order.take().is_none());
        order.put(0, "a");
        assert_eq!((order.take(), order.take()), (Some((0, "a")), None));
        assert_eq!(order.rest().collect::<Vec<_>>(), [(2, "c")]);
    }
}
