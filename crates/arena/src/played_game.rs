//! One game, from the opening to its record.
//!
//! The referee decides which moves are legal, and the clocks how long they may take. A fault loses the game for its player
//! and is recorded with the last lines of the dialogue. A late move loses, whether or not it is legal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime};

use game::any::AnySession;
use game::{GameResult, Seat, Verdict};
use search_core::ClockState;
use shuangqi_cli::Failure;
use shuangqi_cli::units::milliseconds;

use super::adjudicate::Arbiter;
use super::clock::Clock;
use super::config::{EngineConfig, Opening};
use super::fault::Fault;
use super::match_config::MatchConfig;
use super::player::{Answer, Choice, MoveRequest, Player};
use super::record::{FaultRecord, GameRecord, MoveRecord, ScheduledGame, Termination};
use super::running_games::GameProgress;

/// Plays a game between players by seat. `None`: it was stopped before its end.
///
/// # Errors
/// [`Failure::BadInput`] if the opening or the rules' name cannot be used, [`Failure::Internal`] if the
/// scheduled game names an engine that the match does not have.
pub fn play(
    config: &MatchConfig,
    scheduled: ScheduledGame,
    opening: &Opening,
    players: [&mut dyn Player; 2],
    is_stopped: &Arc<AtomicBool>,
    progress: GameProgress<'_>,
) -> Result<Option<GameRecord>, Failure> {
    let mut game = RefereedGame::new(config, scheduled, opening, players, is_stopped, progress)?;
    let (begun, start) = (SystemTime::now(), Instant::now());
    let Some(end) = game.play() else { return Ok(None) };
    game.send_end(&end);
    let since_epoch = begun.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Ok(Some(GameRecord {
        scheduled,
        opening_name: opening.name.clone(),
        start: opening.start.clone(),
        book: opening.moves.len(),
        moves: game.moves,
        result: end.verdict.result,
        termination: end.termination,
        reason: end.verdict.reason,
        explanation: end.verdict.explanation,
        discs: end.verdict.discs,
        fault: end.fault,
        begun: milliseconds(since_epoch),
        lasted: milliseconds(start.elapsed()),
    }))
}

/// The end of a game, and its cause.
struct End {
    verdict: Verdict,
    termination: Termination,
    fault: Option<FaultRecord>,
}

impl End {
    fn of(termination: Termination, verdict: Verdict) -> End {
        End { verdict, termination, fault: None }
    }
}

struct RefereedGame<'a, 'p> {
    opening: &'a Opening,
    engines: [&'a EngineConfig; 2],
    players: [&'p mut dyn Player; 2],
    session: Box<dyn AnySession>,
    arbiter: Arbiter,
    clocks: [Option<Clock>; 2],
    moves: Vec<MoveRecord>,
    /// The side that offered a draw with its last move.
    offer: Option<Seat>,
    is_stopped: &'a Arc<AtomicBool>,
    progress: GameProgress<'a>,
}

impl<'a, 'p> RefereedGame<'a, 'p> {
    fn new(
        config: &'a MatchConfig,
        scheduled: ScheduledGame,
        opening: &'a Opening,
        players: [&'p mut dyn Player; 2],
        is_stopped: &'a Arc<AtomicBool>,
        progress: GameProgress<'a>,
    ) -> Result<Self, Failure> {
        let engine = |seat: Seat| {
            let index = scheduled.engines[seat.index()];
            let lacking = || {
                Failure::Internal(format!(
                    "game {} needs engine {index}, which does not exist",
                    scheduled.number
                ))
            };
            config.engines.get(index).ok_or_else(lacking)
        };
        let engines = [engine(Seat::First)?, engine(Seat::Second)?];
        Ok(RefereedGame {
            opening,
            engines,
            players,
            session: config.begin(opening)?,
            arbiter: Arbiter::new(config.adjudication),
            clocks: engines.map(|engine| engine.clock.map(Clock::new)),
            moves: opening.moves.iter().cloned().map(MoveRecord::unasked).collect(),
            offer: None,
            is_stopped,
            progress,
        })
    }

    /// Plays to the end; `None` if the game is to be dropped.
    fn play(&mut self) -> Option<End> {
        self.progress.begin(self.opening);
        for seat in Seat::BOTH {
            if let Err(fault) = self.players[seat.index()].begin(self.opening, seat) {
                return (!self.is_stopped()).then(|| self.fault(seat, fault));
            }
        }
        loop {
            if let Some(end) = self.end() {
                return Some(end);
            }
            if self.session.must_pass() {
                // It is the only legal move.
                let _ = self.session.advance(PASS);
                self.moves.push(MoveRecord::unasked(PASS.to_owned()));
                continue;
            }
            if self.is_stopped() {
                return None;
            }
            let seat = self.session.seat();
            let answered = self.ask(seat);
            if self.is_stopped() {
                return None;
            }
            match answered.and_then(|answer| self.take(seat, answer)) {
                Ok(None) => {}
                Ok(Some(end)) => return Some(end),
                Err(fault) => return Some(self.fault(seat, fault)),
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    /// The end by the rules of the game, or by those of the match.
    fn end(&self) -> Option<End> {
        let ruled = self.session.verdict().map(|ending| End::of(Termination::Normal, ending));
        let adjudicated = || self.arbiter.ending(&*self.session, self.moves.len());
        ruled.or_else(|| adjudicated().map(|ending| End::of(Termination::Adjudication, ending)))
    }

    fn ask(&mut self, seat: Seat) -> Result<Answer, Fault> {
        let engine = self.engines[seat.index()];
        let allowance = self.allowed(seat);
        let moves: Vec<String> = self.moves.iter().map(|made| made.text.clone()).collect();
        let request = MoveRequest {
            opening: self.opening,
            moves: &moves,
            session: &*self.session,
            clocks: self.faces(seat),
            limits: engine.limits,
            allowance,
            is_cancelled: self.is_stopped,
        };
        self.progress.ask(&request);
        let answer = self.players[seat.index()].answer(&request)?;
        self.progress.answer(seat, &answer.info);
        Ok(answer)
    }

    /// The clocks as this seat receives them: none if it has none, as engines take the other's for their own.
    fn faces(&self, seat: Seat) -> [Option<ClockState>; 2] {
        match self.clocks[seat.index()] {
            Some(_) => self.clocks.map(|clock| clock.map(|clock| clock.face())),
            None => [None; 2],
        }
    }

    /// The time that is left for a move.
    fn time_left(&self, seat: Seat) -> Option<Duration> {
        let left = self.clocks[seat.index()].map(|clock| clock.remaining());
        left.into_iter().chain(self.engines[seat.index()].limits.move_time).min()
    }

    /// The time after which an answer is late, margin included.
    fn allowed(&self, seat: Seat) -> Option<Duration> {
        Some(self.time_left(seat)?.saturating_add(self.engines[seat.index()].margin))
    }

    /// Carries out an answer; the end, if it is one.
    fn take(&mut self, seat: Seat, answer: Answer) -> Result<Option<End>, Fault> {
        if let Some(allowed) = self.allowed(seat).filter(|&allowed| answer.elapsed > allowed) {
            return Err(Fault::Timeout { used: answer.elapsed, allowed });
        }
        let text = match answer.choice {
            Choice::Move(text) => text,
            Choice::Resign => return Ok(Some(self.resigned(seat))),
            Choice::NoMove(answer) => return Err(Fault::NoMove { answer }),
        };
        let over = self.time_left(seat).and_then(|left| answer.elapsed.checked_sub(left));
        let settled = self.session.last_capture();
        let text = self.session.referee_move(&text).map_err(|why| Fault::Illegal { text, why })?;
        let clock = &mut self.clocks[seat.index()];
        if let Some(clock) = clock {
            clock.spend(answer.elapsed);
        }
        let left = clock.map(|clock| micros(clock.remaining()));
        let info = answer.info;
        let claim = info.score.map(|score| score.scaled(self.engines[seat.index()].scale.unwrap_or(1.0)));
        self.arbiter.count_move(seat, claim, self.session.last_capture() != settled);
        self.moves.push(MoveRecord {
            text,
            claim,
            depth: info.depth,
            nodes: info.nodes,
            micros: Some(micros(answer.elapsed)),
            left,
            over: over.map(micros).filter(|&over| over > 0),
        });
        Ok(self.agreed(seat, answer.offers_draw))
    }

    fn resigned(&self, seat: Seat) -> End {
        let explanation = format!("{} has resigned", self.session.colour(seat));
        End::of(Termination::Normal, Verdict::new(GameResult::win_of(!seat), "resignation", explanation))
    }

    /// The end by agreement, if this offer follows the other side's and the move has not ended the game.
    fn agreed(&mut self, seat: Seat, offers_draw: bool) -> Option<End> {
        let is_answer = self.offer == Some(!seat);
        self.offer = offers_draw.then_some(seat);
        (offers_draw && is_answer && self.session.verdict().is_none()).then(|| {
            let explanation = "Both sides have agreed to a draw".to_owned();
            End::of(Termination::Normal, Verdict::new(GameResult::Draw, "agreement", explanation))
        })
    }

    /// The end by a player's fault.
    fn fault(&self, seat: Seat, fault: Fault) -> End {
        let (termination, reason, what) = match &fault {
            Fault::Timeout { .. } => (Termination::TimeForfeit, "timeout", "lost on time"),
            Fault::Illegal { .. } => (Termination::IllegalMove, "illegal_move", "made an illegal move"),
            Fault::NoMove { .. } => (Termination::NoMove, "no_move", "made no move"),
            Fault::Stall { .. } => (Termination::Abandoned, "stall", "stopped responding"),
            Fault::Crash { .. } => (Termination::Abandoned, "crash", "crashed"),
            Fault::Junk { .. } => (Termination::Abandoned, "junk", "sent no valid answer"),
        };
        let explanation = format!("{} {what}: {fault}", self.session.colour(seat));
        let dialogue = self.players[seat.index()].dialogue();
        End {
            verdict: Verdict::new(GameResult::win_of(!seat), reason, explanation),
            termination,
            fault: Some(FaultRecord { seat, fault, dialogue }),
        }
    }

    /// Sends the result to the players, except one that failed.
    fn send_end(&mut self, end: &End) {
        let failed = end.fault.as_ref().map(|fault| fault.seat);
        for seat in Seat::BOTH.into_iter().filter(|&seat| Some(seat) != failed) {
            self.players[seat.index()].end(end.verdict.result.text(), &end.verdict.explanation);
        }
    }
}

const PASS: &str = "pass";

fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}

impl MoveRecord {
    /// A move that no player was asked for.
    fn unasked(text: String) -> MoveRecord {
        MoveRecord { text, claim: None, depth: None, nodes: None, micros: None, left: None, over: None }
    }
}

#[cfg(test)]
mod tests;
