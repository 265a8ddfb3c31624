//! The games of a match, several at a time, each exactly once.
//!
//! Workers take the games that are missing in the order of the schedule, so that both games of a pair run close together,
//! and keep their players from game to game. One thread receives their events, records them and decides when enough has
//! been played. A panic in a game is caught, and the game is played again once; the other games continue.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use shuangqi_cli::{Failure, interrupt};

use super::processors;
use super::schedule::Schedule;
use crate::internal::STACK_BYTES;
use crate::player::Player;
use crate::record::{GameRecord, ScheduledGame};

/// How often Ctrl-C is checked and the display updated.
pub const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How often a game is begun that fails for an internal reason.
const ATTEMPTS: u32 = 2;

/// Opens the player of an engine for a worker: the engine's index, the worker's, and the processors to run on.
pub type Open<'a> = dyn Fn(usize, usize, &[usize]) -> Result<Box<dyn Player>, Failure> + Sync + 'a;

/// Plays a game of a worker, whose index is given, between players by seat; `None`: it was stopped.
pub type Play<'a> = dyn Fn(usize, ScheduledGame, [&mut dyn Player; 2], &Arc<AtomicBool>) -> Result<Option<GameRecord>, Failure>
    + Sync
    + 'a;

/// What workers need to play games.
pub struct GameWorkers<'a> {
    pub open: &'a Open<'a>,
    pub play: &'a Play<'a>,
    /// The number of engines.
    pub engines: usize,
    /// The processors of each worker; as many workers as there are entries.
    pub processors: Vec<Vec<usize>>,
    pub pause: Duration,
}

/// An event of a match; the first field is the worker.
#[derive(Debug)]
pub enum MatchEvent {
    Started(usize, ScheduledGame),
    Finished(usize, Box<GameRecord>),
    /// A game was left unfinished, as the match stops.
    Dropped(usize),
    /// A game failed for an internal reason, and will not be played again in this run.
    GivenUp(usize, ScheduledGame, String),
    /// No event for [`POLL_INTERVAL`].
    Tick,
}

/// Why no more games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All have been played, or enough.
    Complete,
    Interrupted,
}

/// Plays the games that are not `done`. `take` receives every event on this thread, and breaks when enough has been
/// played: then games that are running are left.
///
/// # Errors
/// What `take` fails with. All workers have stopped then too.
pub fn run(
    workers: &GameWorkers<'_>,
    schedule: &Schedule,
    done: &BTreeSet<u64>,
    take: &mut dyn FnMut(MatchEvent) -> Result<ControlFlow<()>, Failure>,
) -> Result<MatchEnd, Failure> {
    let queue = GameQueue { schedule, done, next: Mutex::new(0), is_stopped: Arc::default() };
    thread::scope(|scope| {
        // Workers do not wait for the recorder, and do not get far ahead of it.
        let (sender, events) = mpsc::sync_channel(4 * (1 + workers.processors.len()));
        for worker in 0..workers.processors.len() {
            let (queue, sender) = (&queue, sender.clone());
            let work = move || Worker::new(workers, worker, sender).work(queue);
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            if let Err(error) = thread.spawn_scoped(scope, work) {
                queue.is_stopped.store(true, Relaxed);
                return Err(Failure::Internal(format!("no thread to play with: {error}")));
            }
        }
        drop(sender);
        queue.receive(&events, take)
    })
}

/// The games that are left to play.
struct GameQueue<'a> {
    schedule: &'a Schedule,
    done: &'a BTreeSet<u64>,
    next: Mutex<u64>,
    is_stopped: Arc<AtomicBool>,
}

impl GameQueue<'_> {
    /// The next game that is missing.
    fn take(&self) -> Option<ScheduledGame> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        while self.done.contains(&next) {
            *next += 1;
        }
        let scheduled = self.schedule.game(*next).filter(|_| !self.is_stopped.load(Relaxed))?;
        *next += 1;
        Some(scheduled)
    }

    /// Passes on events until every worker has stopped.
    fn receive(
        &self,
        events: &Receiver<MatchEvent>,
        take: &mut dyn FnMut(MatchEvent) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<MatchEnd, Failure> {
        let mut ended = Ok(MatchEnd::Complete);
        loop {
            if !self.is_stopped.load(Relaxed) && interrupt::is_requested() {
                ended = Ok(MatchEnd::Interrupted);
                self.is_stopped.store(true, Relaxed);
            }
            let event = match events.recv_timeout(POLL_INTERVAL) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => MatchEvent::Tick,
                Err(RecvTimeoutError::Disconnected) => return ended,
            };
            // After a failure, later events cannot be recorded: games that finish meanwhile are played again.
            if ended.is_ok() {
                match take(event) {
                    Ok(ControlFlow::Continue(())) => continue,
                    Ok(ControlFlow::Break(())) => {}
                    Err(failure) => ended = Err(failure),
                }
                self.is_stopped.store(true, Relaxed);
            }
        }
    }
}

/// A thread that plays one game after the other.
struct Worker<'a> {
    workers: &'a GameWorkers<'a>,
    index: usize,
    events: SyncSender<MatchEvent>,
    /// By engine, once it was needed.
    players: Vec<Option<Box<dyn Player>>>,
}

impl<'a> Worker<'a> {
    fn new(workers: &'a GameWorkers<'a>, index: usize, events: SyncSender<MatchEvent>) -> Worker<'a> {
        Worker { workers, index, events, players: (0..workers.engines).map(|_| None).collect() }
    }

    fn work(mut self, queue: &GameQueue<'_>) {
        processors::pin(&self.workers.processors[self.index]);
        while let Some(scheduled) = queue.take() {
            wait(self.workers.pause, &queue.is_stopped);
            let is_received = self.events.send(MatchEvent::Started(self.index, scheduled)).is_ok();
            let outcome = self.attempt(scheduled, &queue.is_stopped);
            if !is_received || self.events.send(outcome).is_err() {
                break;
            }
        }
        self.players.iter_mut().flatten().for_each(|player| player.quit());
    }

    /// Plays a game, and once more if it fails.
    fn attempt(&mut self, scheduled: ScheduledGame, is_stopped: &Arc<AtomicBool>) -> MatchEvent {
        let mut why = String::new();
        for _ in 0..ATTEMPTS {
            match panic::catch_unwind(AssertUnwindSafe(|| self.play(scheduled, is_stopped))) {
                Ok(Ok(Some(game))) => return MatchEvent::Finished(self.index, Box::new(game)),
                Ok(Ok(None)) => return MatchEvent::Dropped(self.index),
                Ok(Err(failure)) => why = failure.to_string(),
                Err(panic) => why = message(panic.as_ref()),
            }
            // The state of the players is unknown.
            for engine in scheduled.engines {
                self.forget(engine);
            }
        }
        MatchEvent::GivenUp(self.index, scheduled, why)
    }

    fn play(
        &mut self,
        scheduled: ScheduledGame,
        is_stopped: &Arc<AtomicBool>,
    ) -> Result<Option<GameRecord>, Failure> {
        let mut players = scheduled.engines.map(|engine| self.players.get_mut(engine).and_then(Option::take));
        for (player, engine) in players.iter_mut().zip(scheduled.engines) {
            if player.is_none() {
                *player =
                    Some((self.workers.open)(engine, self.index, &self.workers.processors[self.index])?);
            }
        }
        let [Some(first), Some(second)] = &mut players else { return Ok(None) };
        let outcome = (self.workers.play)(self.index, scheduled, [&mut **first, &mut **second], is_stopped);
        for (player, engine) in players.into_iter().zip(scheduled.engines) {
            if let Some(place) = self.players.get_mut(engine) {
                *place = player;
            }
        }
        outcome
    }

    /// Ends a player, unless a panic has dropped it.
    fn forget(&mut self, engine: usize) {
        let player = self.players.get_mut(engine).and_then(Option::take);
        let _ = panic::catch_unwind(AssertUnwindSafe(|| player.into_iter().for_each(|mut one| one.quit())));
    }
}

/// A pause that ends early when the match stops.
fn wait(pause: Duration, is_stopped: &AtomicBool) {
    let end = Instant::now() + pause;
    while !is_stopped.load(Relaxed) {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        thread::sleep(left.min(POLL_INTERVAL));
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("the game panicked: {}", text.unwrap_or_else(|| "without a message".to_owned()))
}

#[cfg(test)]
mod tests;
