//! The games of a match, several at a time, each exactly once.
//!
//! Workers take the games that are missing in the order of the schedule, so that both games of a pair run close together,
//! and keep their players from game to game. What happens is told to one thread, which writes it down and decides when
//! enough has been played. A panic in a game is caught, and the game is played again once; the others go on.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use shuangqi_cli::{Failure, interrupt};

use super::processors;
use super::schedule::Schedule;
use crate::arena::internal::STACK_BYTES;
use crate::arena::player::Player;
use crate::arena::record::{Fixture, GameRecord};

/// How long Ctrl-C may go unheard, and the display unchanged.
pub const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How often a game is begun that fails for a reason of ours.
const ATTEMPTS: u32 = 2;

/// Opens the player of an engine for a worker: the engine's index, the worker's, and the processors to run on.
pub type Open<'a> = dyn Fn(usize, usize, &[usize]) -> Result<Box<dyn Player>, Failure> + Sync + 'a;

/// Plays a game between players by seat; `None`: it was stopped.
pub type Play<'a> =
    dyn Fn(Fixture, [&mut dyn Player; 2], &AtomicBool) -> Result<Option<GameRecord>, Failure> + Sync + 'a;

/// Where games are played.
pub struct GameWorkers<'a> {
    /// How players come.
    pub open: &'a Open<'a>,
    /// How a game goes.
    pub play: &'a Play<'a>,
    /// How many engines there are.
    pub engines: usize,
    /// The processors of each worker; as many workers as there are entries.
    pub processors: Vec<Vec<usize>>,
    /// Before each game.
    pub pause: Duration,
}

/// What happens.
#[derive(Debug)]
pub enum MatchEvent {
    /// A worker begins a game.
    Started(usize, Fixture),
    /// A worker has finished one.
    Finished(usize, Box<GameRecord>),
    /// A worker has left one unfinished, because it was told to stop.
    Dropped(usize),
    /// A game failed for a reason of ours, and will not be played again in this run.
    GivenUp(usize, Fixture, String),
    /// Nothing for a while.
    Quiet,
}

/// Why no more games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All have been.
    Complete,
    /// Enough have been.
    Decided,
    /// The user asked to stop.
    Interrupted,
}

/// Plays the games that are not `done`. `take` is told of everything on this thread, and breaks off when enough has been
/// played: then games that are running are left.
///
/// # Errors
/// What `take` fails with. Nothing runs any more then either.
pub fn run(
    hall: &GameWorkers<'_>,
    schedule: &Schedule,
    done: &BTreeSet<u64>,
    take: &mut dyn FnMut(MatchEvent) -> Result<ControlFlow<()>, Failure>,
) -> Result<Ended, Failure> {
    let desk = GameQueue { schedule, done, next: Mutex::new(0), is_stopped: AtomicBool::new(false) };
    thread::scope(|scope| {
        // Nobody waits for what is written down, and nobody gets far ahead of it.
        let (sender, news) = mpsc::sync_channel(4 * (1 + hall.processors.len()));
        for worker in 0..hall.processors.len() {
            let (desk, sender) = (&desk, sender.clone());
            let work = move || Worker::new(hall, worker, sender).work(desk);
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            if let Err(error) = thread.spawn_scoped(scope, work) {
                desk.is_stopped.store(true, Relaxed);
                return Err(Failure::Internal(format!("no thread to play with: {error}")));
            }
        }
        drop(sender);
        desk.listen(&news, take)
    })
}

/// Where games are handed out.
struct GameQueue<'a> {
    schedule: &'a Schedule,
    done: &'a BTreeSet<u64>,
    next: Mutex<u64>,
    is_stopped: AtomicBool,
}

impl GameQueue<'_> {
    /// The next game that is missing.
    fn take(&self) -> Option<Fixture> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        while self.done.contains(&next) {
            *next += 1;
        }
        let fixture = self.schedule.fixture(*next).filter(|_| !self.is_stopped.load(Relaxed))?;
        *next += 1;
        Some(fixture)
    }

    /// Passes on what happens until every worker has gone home.
    fn listen(
        &self,
        news: &Receiver<MatchEvent>,
        take: &mut dyn FnMut(MatchEvent) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Ended, Failure> {
        let mut ended = Ok(Ended::Complete);
        loop {
            if matches!(ended, Ok(Ended::Complete)) && interrupt::is_requested() {
                ended = Ok(Ended::Interrupted);
                self.is_stopped.store(true, Relaxed);
            }
            let one = match news.recv_timeout(POLL_INTERVAL) {
                Ok(one) => one,
                Err(RecvTimeoutError::Timeout) => MatchEvent::Quiet,
                Err(RecvTimeoutError::Disconnected) => return ended,
            };
            // After a failure, what still comes cannot be taken. What is finished by then is played again.
            if ended.is_ok() {
                match take(one) {
                    Ok(ControlFlow::Continue(())) => continue,
                    Ok(ControlFlow::Break(())) if matches!(ended, Ok(Ended::Complete)) => {
                        ended = Ok(Ended::Decided)
                    }
                    Ok(ControlFlow::Break(())) => {}
                    Err(failure) => ended = Err(failure),
                }
                self.is_stopped.store(true, Relaxed);
            }
        }
    }
}

/// Somebody who plays one game after the other.
struct Worker<'a> {
    hall: &'a GameWorkers<'a>,
    index: usize,
    news: SyncSender<MatchEvent>,
    /// By engine, once it was needed.
    players: Vec<Option<Box<dyn Player>>>,
}

impl<'a> Worker<'a> {
    fn new(hall: &'a GameWorkers<'a>, index: usize, news: SyncSender<MatchEvent>) -> Worker<'a> {
        Worker { hall, index, news, players: (0..hall.engines).map(|_| None).collect() }
    }

    fn work(mut self, desk: &GameQueue<'_>) {
        processors::pin(&self.hall.processors[self.index]);
        while let Some(fixture) = desk.take() {
            wait(self.hall.pause, &desk.is_stopped);
            let is_heard = self.news.send(MatchEvent::Started(self.index, fixture)).is_ok();
            let outcome = self.attempt(fixture, &desk.is_stopped);
            if !is_heard || self.news.send(outcome).is_err() {
                break;
            }
        }
        self.players.iter_mut().flatten().for_each(|player| player.dismiss());
    }

    /// Plays a game, and once more if it fails.
    fn attempt(&mut self, fixture: Fixture, is_stopped: &AtomicBool) -> MatchEvent {
        let mut why = String::new();
        for _ in 0..ATTEMPTS {
            match panic::catch_unwind(AssertUnwindSafe(|| self.play(fixture, is_stopped))) {
                Ok(Ok(Some(game))) => return MatchEvent::Finished(self.index, Box::new(game)),
                Ok(Ok(None)) => return MatchEvent::Dropped(self.index),
                Ok(Err(failure)) => why = failure.to_string(),
                Err(panic) => why = message(panic.as_ref()),
            }
            // What they were left with is unknown.
            for engine in fixture.engines {
                self.forget(engine);
            }
        }
        MatchEvent::GivenUp(self.index, fixture, why)
    }

    fn play(&mut self, fixture: Fixture, is_stopped: &AtomicBool) -> Result<Option<GameRecord>, Failure> {
        let mut players = fixture.engines.map(|engine| self.players.get_mut(engine).and_then(Option::take));
        for (player, engine) in players.iter_mut().zip(fixture.engines) {
            if player.is_none() {
                *player = Some((self.hall.open)(engine, self.index, &self.hall.processors[self.index])?);
            }
        }
        let [Some(first), Some(second)] = &mut players else { return Ok(None) };
        let outcome = (self.hall.play)(fixture, [&mut **first, &mut **second], is_stopped);
        for (player, engine) in players.into_iter().zip(fixture.engines) {
            if let Some(place) = self.players.get_mut(engine) {
                *place = player;
            }
        }
        outcome
    }

    /// Lets a player go. One that a panic has taken along has gone by itself.
    fn forget(&mut self, engine: usize) {
        let player = self.players.get_mut(engine).and_then(Option::take);
        let _ =
            panic::catch_unwind(AssertUnwindSafe(|| player.into_iter().for_each(|mut one| one.dismiss())));
    }
}

/// A pause that ends early when nobody wants to play any more.
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

/// What a panic had to say.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("the game panicked: {}", text.unwrap_or_else(|| "nobody knows why".to_owned()))
}

#[cfg(test)]
mod tests;
