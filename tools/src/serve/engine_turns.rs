//! Turns of searches on a limited number of engine threads.
//!
//! A search waits for its turn, the search for a move before analyses, otherwise in the order in which they came. One that
//! has run for a while is asked to give way to those that wait; it keeps its place at the end of the queue.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use search_core::Control;

/// How often a search that waits looks whether it is cancelled, and whether one that runs should give way.
const LOOK: Duration = Duration::from_millis(20);

/// What a search is for. The first goes before the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Purpose {
    /// The engine's move in a game, or a hint.
    Move,
    /// An analysis.
    Analysis,
}

impl Purpose {
    /// How long a search may run while others wait.
    const fn patience(self) -> Duration {
        match self {
            Purpose::Move => Duration::from_secs(10),
            Purpose::Analysis => Duration::from_secs(1),
        }
    }
}

/// The turns.
#[derive(Debug)]
pub struct EngineTurns {
    threads: usize,
    queues: Mutex<Queues>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Queues {
    next: u64,
    waiting: Vec<(Purpose, u64)>,
    running: Vec<Running>,
}

#[derive(Debug)]
struct Running {
    ticket: u64,
    purpose: Purpose,
    since: Instant,
    control: Arc<Control>,
    gives_way: bool,
}

/// A turn; it ends when it is dropped.
#[derive(Debug)]
pub struct Turn<'a> {
    turns: &'a EngineTurns,
    ticket: u64,
}

impl EngineTurns {
    /// Turns on this number of threads.
    pub fn new(threads: usize) -> EngineTurns {
        EngineTurns { threads: threads.max(1), queues: Mutex::default(), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn, in which the control is stopped when the search should give way; `None` if the search is cancelled
    /// before. `waits` is called once if there is no free thread.
    pub fn take(
        &self,
        purpose: Purpose,
        control: &Arc<Control>,
        is_cancelled: impl Fn() -> bool,
        waits: impl FnOnce(),
    ) -> Option<Turn<'_>> {
        let mut waits = Some(waits);
        let mut queues = self.lock();
        let ticket = queues.next;
        queues.next += 1;
        queues.waiting.push((purpose, ticket));
        queues.waiting.sort_unstable();
        loop {
            if is_cancelled() {
                queues.waiting.retain(|&(_, other)| other != ticket);
                return None;
            }
            let is_next = queues.waiting.first().is_some_and(|&(_, first)| first == ticket);
            if is_next && queues.running.len() < self.threads {
                queues.waiting.remove(0);
                let (since, control) = (Instant::now(), Arc::clone(control));
                queues.running.push(Running { ticket, purpose, since, control, gives_way: false });
                self.changed.notify_all();
                return Some(Turn { turns: self, ticket });
            }
            if let Some(waits) = waits.take() {
                drop(queues);
                waits();
                queues = self.lock();
                continue;
            }
            queues.ask_to_give_way();
            let waited = self.changed.wait_timeout(queues, LOOK);
            queues = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Queues {
    /// Stops as many searches that have run long enough as there are others that wait.
    fn ask_to_give_way(&mut self) {
        let asked = self.running.iter().filter(|running| running.gives_way).count();
        let wanted = self.waiting.len().saturating_sub(asked);
        let long = |running: &&mut Running| {
            !running.gives_way && running.since.elapsed() >= running.purpose.patience()
        };
        for running in self.running.iter_mut().filter(long).take(wanted) {
            running.gives_way = true;
            running.control.stop();
        }
    }
}

impl Turn<'_> {
    /// Whether the search was stopped so that others get their turn.
    pub fn gives_way(&self) -> bool {
        let queues = self.turns.lock();
        queues.running.iter().any(|running| running.ticket == self.ticket && running.gives_way)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turns.lock().running.retain(|running| running.ticket != self.ticket);
        self.turns.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

    use super::*;

    fn control() -> Arc<Control> {
        Arc::new(Control::new())
    }

    #[test]
    fn no_more_searches_run_than_there_are_threads() {
        let (turns, running, most) = (EngineTurns::new(2), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..12 {
                scope.spawn(|| {
                    let _turn = turns.take(Purpose::Analysis, &control(), || false, || {}).unwrap();
                    most.fetch_max(running.fetch_add(1, SeqCst) + 1, SeqCst);
                    std::thread::sleep(Duration::from_millis(2));
                    running.fetch_sub(1, SeqCst);
                });
            }
        });
        assert_eq!((running.load(SeqCst), turns.lock().waiting.len()), (0, 0));
        assert!(most.load(SeqCst) <= 2);
    }

    /// Only the one who waits can see it, so the test ends by it.
    #[test]
    fn an_analysis_gives_way_after_a_while() {
        let (turns, first) = (EngineTurns::new(1), control());
        let turn = turns.take(Purpose::Analysis, &first, || false, || {}).unwrap();
        assert!(!turn.gives_way());
        let waited = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| turns.take(Purpose::Move, &control(), || false, || waited.store(true, SeqCst)));
            while !first.is_stopped() {
                std::thread::yield_now();
            }
            assert!(turn.gives_way());
            drop(turn);
        });
        assert!(waited.load(SeqCst));
    }

    #[test]
    fn who_is_cancelled_leaves_the_queue() {
        let turns = EngineTurns::new(1);
        let _turn = turns.take(Purpose::Move, &control(), || false, || {});
        assert!(turns.take(Purpose::Move, &control(), || true, || {}).is_none());
        assert!(turns.lock().waiting.is_empty());
    }
}
