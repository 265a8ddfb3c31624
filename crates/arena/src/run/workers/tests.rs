use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::*;
use crate::config::Opening;
use crate::fault::Fault;
use crate::player::{Answer, MoveRequest};
use crate::samples;
use game::Seat;

/// A player that counts how many are open.
struct CountingPlayer<'a>(&'a AtomicUsize);

impl Player for CountingPlayer<'_> {
    fn begin(&mut self, _: &Opening, _: Seat) -> Result<(), Fault> {
        Ok(())
    }

    fn answer(&mut self, _: &MoveRequest<'_>) -> Result<Answer, Fault> {
        Err(Fault::Crash { how: "no move is asked for".to_owned() })
    }

    fn quit(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

static OPEN_PLAYERS: AtomicUsize = AtomicUsize::new(0);

#[expect(clippy::unnecessary_wraps, reason = "it stands for one that can fail")]
fn open(_: usize, _: usize, _: &[usize]) -> Result<Box<dyn Player>, Failure> {
    OPEN_PLAYERS.fetch_add(1, Relaxed);
    Ok(Box::new(CountingPlayer(&OPEN_PLAYERS)))
}

fn schedule() -> Schedule {
    Schedule::new(&samples::config().layout, 2, 10)
}

/// The numbers of the games that this number of workers finished and gave up.
fn played(
    workers: usize,
    done: &[u64],
    play: &Play<'_>,
    take: &mut dyn FnMut(&MatchEvent) -> ControlFlow<()>,
) -> (MatchEnd, Vec<u64>, Vec<u64>) {
    let game_workers = GameWorkers {
        open: &open,
        play,
        engines: 2,
        processors: vec![Vec::new(); workers],
        pause: Duration::ZERO,
    };
    let (mut finished, mut given_up) = (Vec::new(), Vec::new());
    let ended = run(&game_workers, &schedule(), &done.iter().copied().collect(), &mut |event| {
        match &event {
            MatchEvent::Finished(_, game) => finished.push(game.scheduled.number),
            MatchEvent::GivenUp(_, scheduled, why) => {
                assert!(why.contains("dice"), "{why}");
                given_up.push(scheduled.number);
            }
            _ => {}
        }
        Ok(take(&event))
    });
    (ended.unwrap(), finished, given_up)
}

fn go_on(_: &MatchEvent) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[expect(clippy::unnecessary_wraps, reason = "it stands for one that can fail")]
fn finish(
    _: usize,
    scheduled: ScheduledGame,
    _: [&mut dyn Player; 2],
    _: &Arc<AtomicBool>,
) -> Result<Option<GameRecord>, Failure> {
    Ok(Some(samples::game(scheduled.number)))
}

#[test]
fn games_are_played_once_in_order_and_those_that_are_done_are_not() {
    let all: Vec<u64> = (0..20).collect();
    for (workers, done) in [(1, &[0, 3, 4, 19][..]), (4, &[7]), (3, &all)] {
        let (ended, mut finished, _) = played(workers, done, &finish, &mut go_on);
        assert!(ended == MatchEnd::Complete && (workers > 1 || finished.is_sorted()));
        finished.sort_unstable();
        assert_eq!(finished, (0..20).filter(|number| !done.contains(number)).collect::<Vec<_>>());
    }
}

#[test]
fn who_has_seen_enough_ends_it() {
    let mut count = 0;
    let (ended, finished, _) = played(1, &[], &finish, &mut |event| {
        count += u32::from(matches!(event, MatchEvent::Finished(..)));
        if count == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    // The worker may be a game ahead of the receiver.
    assert_eq!(ended, MatchEnd::Complete);
    assert!((5..20).contains(&finished.len()), "{finished:?}");
}

#[test]
fn a_game_that_is_running_is_dropped() {
    let is_other_running = AtomicBool::new(false);
    let wait_for_the_end =
        |_: usize, scheduled: ScheduledGame, _: [&mut dyn Player; 2], is_stopped: &Arc<AtomicBool>| {
            if scheduled.number == 0 {
                while !is_other_running.load(Relaxed) {
                    thread::yield_now();
                }
                return Ok(Some(samples::game(0)));
            }
            is_other_running.store(true, Relaxed);
            while !is_stopped.load(Relaxed) {
                thread::yield_now();
            }
            Ok(None)
        };
    let mut dropped = 0;
    let (ended, finished, _) = played(2, &[], &wait_for_the_end, &mut |event| {
        dropped += u32::from(matches!(event, MatchEvent::Dropped(_)));
        if matches!(event, MatchEvent::Finished(..)) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!((ended, finished), (MatchEnd::Complete, vec![0]));
    assert!((1..=2).contains(&dropped));
}

#[test]
fn a_panic_or_a_failure_costs_one_game_at_most() {
    let panics_left = AtomicUsize::new(1);
    let play = |_: usize, scheduled: ScheduledGame, _: [&mut dyn Player; 2], _: &Arc<AtomicBool>| {
        let is_first = panics_left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok();
        assert!(!(scheduled.number == 5 || scheduled.number == 0 && is_first), "the dice fell off the table");
        match scheduled.number {
            9 => Err(Failure::Internal("no dice".to_owned())),
            number => Ok(Some(samples::game(number))),
        }
    };
    let (ended, finished, given_up) = played(1, &[], &play, &mut go_on);
    assert_eq!((ended, finished.len(), given_up), (MatchEnd::Complete, 18, vec![5, 9]));
}

#[test]
fn what_cannot_be_taken_ends_it() {
    let game_workers = GameWorkers {
        open: &open,
        play: &finish,
        engines: 2,
        processors: vec![Vec::new(); 2],
        pause: Duration::from_millis(1),
    };
    let failure = run(&game_workers, &schedule(), &BTreeSet::new(), &mut |event| match event {
        MatchEvent::Finished(..) => Err(Failure::Internal("full".to_owned())),
        _ => Ok(ControlFlow::Continue(())),
    });
    assert!(matches!(failure, Err(Failure::Internal(text)) if text == "full"));
}
