//! The engines, and the turns of searches on a limited number of threads.
//!
//! A search for a move goes before analyses, and searches of one kind take turns. A search that has run for a while is stopped
//! for one that waits; it goes on when its turn comes again.

use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::any::{AnyEngine, AnyEngineOptions};
use search_core::Control;
use serde_json::json;
use shuangqi_arena::games::Game;
use shuangqi_arena::internal;

use crate::{Call, Problem};

/// The interval at which the next search looks whether one that runs has to stop for it.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The interval at which the others that wait look whether they are cancelled: there may be hundreds.
const LONG_POLL_INTERVAL: Duration = Duration::from_millis(200);
/// The time after which a search for a move counts as an analysis: a client could search for an hour.
const MOVE_TIME: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The engine's move in a game, or a hint.
    Move,
    /// An analysis, which goes on where it was stopped.
    Analysis,
    /// A position of a whole game, whose search begins again if it is stopped.
    Review,
}

impl Purpose {
    const fn is_move(self) -> bool {
        matches!(self, Purpose::Move)
    }

    /// The time that a search may run while another waits.
    const fn time_slice(self, waiting: Purpose) -> Duration {
        match (self, waiting) {
            (Purpose::Move, Purpose::Move) => Duration::from_secs(1),
            (Purpose::Move, _) => MOVE_TIME,
            (_, Purpose::Move) => Duration::from_millis(100),
            (Purpose::Analysis, _) => Duration::from_secs(1),
            (Purpose::Review, _) => Duration::from_secs(10),
        }
    }
}

/// Lets searches run, together on no more threads than there are.
#[derive(Debug)]
pub struct EngineScheduler {
    threads: NonZero<usize>,
    queues: Mutex<Queues>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Queues {
    next: u64,
    waiting: Vec<Waiting>,
    running: Vec<Running>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    ticket: u64,
    purpose: Purpose,
    threads: usize,
}

#[derive(Debug)]
struct Running {
    ticket: u64,
    purpose: Purpose,
    threads: usize,
    control: Arc<Control>,
    is_preempted: bool,
}

/// A turn; it ends when it is dropped.
#[derive(Debug)]
struct Turn<'a> {
    scheduler: &'a EngineScheduler,
    ticket: u64,
    /// Stopped when another's turn has come; it counts the time from the beginning of the turn.
    control: Arc<Control>,
}

impl EngineScheduler {
    pub fn new(threads: NonZero<usize>) -> EngineScheduler {
        EngineScheduler { threads, queues: Mutex::default(), changed: Condvar::new() }
    }

    /// The threads on which searches run.
    pub const fn threads(&self) -> NonZero<usize> {
        self.threads
    }

    /// Runs a search of a call on this number of threads, at most those that there are, in as many turns as it needs: it is called
    /// again after it was stopped for another. Gives what its last turn gave, and `None` if the call was cancelled before a turn.
    pub fn run<T>(
        &self,
        call: &Call,
        purpose: Purpose,
        threads: NonZero<usize>,
        mut search: impl FnMut(&Control) -> T,
    ) -> Option<T> {
        let threads = threads.min(self.threads).get();
        let current = Arc::new(Mutex::new(Arc::new(Control::new())));
        let stopped = Arc::clone(&current);
        call.on_cancel(move || stopped.lock().unwrap_or_else(PoisonError::into_inner).stop());
        let (mut used, mut is_first) = (Duration::ZERO, true);
        loop {
            let purpose = if used < MOVE_TIME { purpose } else { Purpose::Analysis };
            let turn = self.take(call, purpose, threads, is_first)?;
            *current.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&turn.control);
            // Cancelled before the control could be stopped.
            if call.is_cancelled() {
                return None;
            }
            let found = search(&turn.control);
            if !turn.is_preempted() || call.is_cancelled() {
                return Some(found);
            }
            used += turn.control.elapsed();
            is_first = false;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn; `None` if the call is cancelled before. Says that it waits if it has to, for the first turn of a search.
    fn take(
        &self,
        call: &Call,
        purpose: Purpose,
        threads: usize,
        mut says_waiting: bool,
    ) -> Option<Turn<'_>> {
        let mut queues = self.lock();
        let ticket = queues.enter(purpose, threads);
        loop {
            if call.is_cancelled() {
                queues.waiting.retain(|waiting| waiting.ticket != ticket);
                return None;
            }
            let mut interval = LONG_POLL_INTERVAL;
            if let Some(first) = queues.first().filter(|first| first.ticket == ticket) {
                interval = POLL_INTERVAL;
                if queues.busy_threads() + threads <= self.threads.get() {
                    let control = queues.begin(first);
                    self.changed.notify_all();
                    return Some(Turn { scheduler: self, ticket, control });
                }
                queues.preempt_for(purpose);
            }
            if std::mem::take(&mut says_waiting) {
                drop(queues);
                call.emit(json!({"waiting": true}));
                queues = self.lock();
                continue;
            }
            let waited = self.changed.wait_timeout(queues, interval);
            queues = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Queues {
    fn enter(&mut self, purpose: Purpose, threads: usize) -> u64 {
        let ticket = self.next;
        self.next += 1;
        self.waiting.push(Waiting { ticket, purpose, threads });
        ticket
    }

    /// The threads of all searches that run.
    fn busy_threads(&self) -> usize {
        self.running.iter().map(|running| running.threads).sum()
    }

    /// The next search: a move before analyses, then the one that has waited longest.
    fn first(&self) -> Option<Waiting> {
        self.waiting.iter().min_by_key(|waiting| (!waiting.purpose.is_move(), waiting.ticket)).copied()
    }

    fn begin(&mut self, Waiting { ticket, purpose, threads }: Waiting) -> Arc<Control> {
        self.waiting.retain(|waiting| waiting.ticket != ticket);
        let control = Arc::new(Control::new());
        let running =
            Running { ticket, purpose, threads, control: Arc::clone(&control), is_preempted: false };
        self.running.push(running);
        control
    }

    /// Stops a search that has run long enough for one that waits, unless one is about to end: an analysis if there is one, and
    /// of these the one that has run longest.
    fn preempt_for(&mut self, waiting: Purpose) {
        if self.running.iter().any(|running| running.is_preempted) {
            return;
        }
        let is_long =
            |running: &&mut Running| running.control.elapsed() >= running.purpose.time_slice(waiting);
        let order = |running: &&mut Running| (!running.purpose.is_move(), running.control.elapsed());
        if let Some(running) = self.running.iter_mut().filter(is_long).max_by_key(order) {
            running.is_preempted = true;
            running.control.stop();
        }
    }
}

impl Turn<'_> {
    fn is_preempted(&self) -> bool {
        let queues = self.scheduler.lock();
        queues.running.iter().any(|running| running.ticket == self.ticket && running.is_preempted)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.scheduler.lock().running.retain(|running| running.ticket != self.ticket);
        self.scheduler.changed.notify_all();
    }
}

/// The engine that has followed a game: of which size its table is, under which rules the game is played, and its first board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineKey {
    pub game: Game,
    /// The size of the table.
    pub hash_bytes: usize,
    /// The set of rules; empty for the default one.
    pub rules: String,
    pub start: String,
}

/// The sizes of the tables of engines, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct HashSizes {
    /// The size of a table, unless a search asks for another.
    pub usual: usize,
    /// The largest that a search may ask for.
    pub max: usize,
}

type Kept = Vec<(EngineKey, Box<dyn AnyEngine>)>;

/// The engines that nobody uses at the moment, the one that was used last at the end.
pub struct EngineCache {
    kept: Mutex<Kept>,
    max: usize,
    sizes: HashSizes,
}

impl EngineCache {
    /// At most this number of engines, with tables of these sizes.
    pub fn new(max: usize, sizes: HashSizes) -> EngineCache {
        EngineCache { kept: Mutex::default(), max, sizes }
    }

    /// The size of the table for a search that asks for so many mebibytes.
    pub fn hash_bytes(&self, asked: Option<NonZero<usize>>) -> usize {
        let HashSizes { usual, max } = self.sizes;
        asked.map_or(usual, |mebibytes| mebibytes.get().saturating_mul(1 << 20).min(max))
    }

    /// An engine for a game: the one that has followed it, if there is one, with what it knows of it.
    pub fn take(&self, key: &EngineKey) -> Result<Box<dyn AnyEngine>, Problem> {
        if let Some(known) = self.remove(|kept| kept == key) {
            return Ok(known);
        }
        let is_alike = |kept: &EngineKey| kept.game == key.game && kept.hash_bytes == key.hash_bytes;
        let has_room = self.has_room(&self.lock(), key.hash_bytes);
        if !has_room && let Some(mut other) = self.remove(is_alike) {
            other.clear();
            return Ok(other);
        }
        self.make_room(&mut self.lock(), key.hash_bytes);
        let hash_bytes = key.hash_bytes;
        let options =
            AnyEngineOptions { hash_bytes, nodes: u64::MAX, recipe: None, weights: None, solves: false };
        internal::engine(key.game, &options).map_err(|_| Problem::no_memory(hash_bytes))
    }

    /// Gives an engine back; those that were not used for the longest time may have to go.
    pub fn put(&self, key: EngineKey, engine: Box<dyn AnyEngine>) {
        let mut kept = self.lock();
        self.make_room(&mut kept, key.hash_bytes);
        kept.push((key, engine));
    }

    /// Whether one more engine with a table of this size may be kept: in number, and by the bytes of all tables, which are those of
    /// as many usual tables, or of one that is larger than these.
    fn has_room(&self, kept: &Kept, hash_bytes: usize) -> bool {
        let bytes: usize = kept.iter().map(|(key, _)| key.hash_bytes).sum();
        kept.is_empty() || kept.len() < self.max && bytes + hash_bytes <= self.max * self.sizes.usual
    }

    /// Drops engines until one more has room.
    fn make_room(&self, kept: &mut Kept, hash_bytes: usize) {
        while !self.has_room(kept, hash_bytes) {
            kept.remove(0);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The one of these that was used last.
    fn remove(&self, is_wanted: impl Fn(&EngineKey) -> bool) -> Option<Box<dyn AnyEngine>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let index = kept.iter().rposition(|(key, _)| is_wanted(key))?;
        Some(kept.remove(index).1)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use crate::Cancellation;
    use crate::message::Request;
    use serde_json::Map;

    use super::*;

    fn call(cancellation: &Arc<Cancellation>) -> Call {
        let request = Request { id: 1, name: "search".to_owned(), fields: Map::new() };
        Call::new(request, Arc::clone(cancellation), |_| {})
    }

    const SIZES: HashSizes = HashSizes { usual: 1 << 17, max: 4 << 20 };

    fn threads(number: usize) -> NonZero<usize> {
        NonZero::new(number).unwrap()
    }

    fn key(start: &str, hash_bytes: usize) -> EngineKey {
        EngineKey { game: Game::OTHELLO, hash_bytes, rules: String::new(), start: start.to_owned() }
    }

    fn wait_until(is_so: impl Fn() -> bool) {
        while !is_so() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn no_more_searches_run_than_there_are_threads() {
        let (scheduler, running, most) =
            (EngineScheduler::new(threads(2)), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..12 {
                let search = |_: &Control| {
                    most.fetch_max(running.fetch_add(1, SeqCst) + 1, SeqCst);
                    std::thread::sleep(Duration::from_millis(2));
                    running.fetch_sub(1, SeqCst);
                };
                let scheduler = &scheduler;
                scope.spawn(move || {
                    scheduler.run(&call(&Arc::default()), Purpose::Analysis, threads(1), search)
                });
            }
        });
        assert_eq!((running.load(SeqCst), scheduler.lock().waiting.len()), (0, 0));
        assert!(most.load(SeqCst) <= 2);
    }

    /// A search on all threads runs alone, and one that asks for more than there are gets those.
    #[test]
    fn searches_together_have_no_more_threads_than_there_are() {
        let (scheduler, busy, most) =
            (EngineScheduler::new(threads(3)), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for number in [1, 2, 3, 9].repeat(3) {
                let (scheduler, busy, most) = (&scheduler, &busy, &most);
                let search = move |_: &Control| {
                    let own = number.min(3);
                    most.fetch_max(busy.fetch_add(own, SeqCst) + own, SeqCst);
                    std::thread::sleep(Duration::from_millis(2));
                    busy.fetch_sub(own, SeqCst);
                };
                scope.spawn(move || {
                    scheduler.run(&call(&Arc::default()), Purpose::Move, threads(number), search)
                });
            }
        });
        assert_eq!((busy.load(SeqCst), most.load(SeqCst)), (0, 3));
    }

    /// Whatever runs and waits, the move is the next search that begins.
    #[test]
    fn a_move_comes_before_all_analyses_and_reviews() {
        for purpose in [Purpose::Analysis, Purpose::Review] {
            let (scheduler, begun) = (&EngineScheduler::new(threads(1)), &Mutex::new(Vec::new()));
            let greedy = &Arc::<Cancellation>::default();
            let search = |purpose: Purpose| {
                move |control: &Control| {
                    begun.lock().unwrap().push(purpose);
                    wait_until(|| control.is_stopped() || purpose.is_move());
                }
            };
            std::thread::scope(|scope| {
                for _ in 0..32 {
                    scope.spawn(move || scheduler.run(&call(greedy), purpose, threads(1), search(purpose)));
                }
                wait_until(|| scheduler.lock().waiting.len() == 31);
                let before = begun.lock().unwrap().len();
                scheduler.run(&call(&Arc::default()), Purpose::Move, threads(1), search(Purpose::Move));
                assert_eq!(begun.lock().unwrap()[before], Purpose::Move);
                greedy.cancel();
            });
            assert!(scheduler.lock().waiting.is_empty());
        }
    }

    #[test]
    fn searches_take_turns_and_moves_come_first() {
        let mut queues = Queues::default();
        for purpose in [Purpose::Review, Purpose::Analysis, Purpose::Move, Purpose::Analysis, Purpose::Move] {
            queues.enter(purpose, 1);
        }
        let mut tickets = Vec::new();
        while let Some(first) = queues.first() {
            queues.begin(first);
            tickets.push(first.ticket);
        }
        assert_eq!(tickets, [2, 4, 0, 1, 3]);
    }

    #[test]
    fn who_is_cancelled_leaves_the_queue() {
        let (scheduler, cancellation) = (EngineScheduler::new(threads(1)), Arc::<Cancellation>::default());
        cancellation.cancel();
        assert_eq!(scheduler.run(&call(&cancellation), Purpose::Move, threads(1), |_| ()), None);
        assert!(scheduler.lock().waiting.is_empty());
    }

    #[test]
    fn engines_are_kept_by_their_game_and_no_more_than_allowed() {
        let cache = EngineCache::new(2, SIZES);
        let key = |start: &str| key(start, 1 << 17);
        let keys = ["a", "b", "c"].map(key);
        for key in &keys {
            cache.put(key.clone(), cache.take(key).unwrap());
        }
        let starts = || -> Vec<String> {
            cache.kept.lock().unwrap().iter().map(|(key, _)| key.start.clone()).collect()
        };
        assert_eq!(starts(), ["a", "c"]);
        let again = cache.take(&keys[0]).unwrap();
        assert_eq!(starts(), ["c"]);
        cache.put(keys[0].clone(), again);
        assert_eq!(starts(), ["c", "a"]);
    }

    /// However large tables are asked for, those that are kept take no more than the usual ones, or are one.
    #[test]
    fn large_tables_take_the_place_of_others() {
        let cache = EngineCache::new(3, SIZES);
        let sizes = || -> Vec<usize> {
            cache.kept.lock().unwrap().iter().map(|(key, _)| key.hash_bytes >> 17).collect()
        };
        for (start, hash_bytes) in [("a", 1 << 17), ("b", 2 << 17), ("c", 2 << 17), ("d", 9 << 17)] {
            let key = key(start, hash_bytes);
            cache.put(key.clone(), cache.take(&key).unwrap());
        }
        assert_eq!(sizes(), [9]);
        cache.put(key("a", 1 << 17), cache.take(&key("a", 1 << 17)).unwrap());
        assert_eq!(sizes(), [1]);
    }

    #[test]
    fn a_table_is_as_large_as_it_may_be() {
        let cache = EngineCache::new(3, SIZES);
        let asked = [0, 1, 3, 5, usize::MAX].map(|mebibytes| cache.hash_bytes(NonZero::new(mebibytes)));
        assert_eq!(asked, [1 << 17, 1 << 20, 3 << 20, 4 << 20, 4 << 20]);
    }
}
