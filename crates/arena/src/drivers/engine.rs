//! A player that is an engine process, over any protocol: it starts the process, requests moves, measures times, and
//! returns failures by kind.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::state::{ProtocolState, Reply};
use crate::config::{ConfigProblem, EngineConfig, Opening, Restart, Timeouts};
use crate::fault::Fault;
use crate::log::Channel;
use crate::names;
use crate::player::{Answer, Choice, MoveRequest, Player, SearchInfo};
use crate::process::{EngineOutput, Process};
use game::Seat;

/// The wait for an answer that is already late.
const GRACE: Duration = Duration::from_secs(1);
/// The interval at which cancellation is tested. Output is read at once.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A player that is an engine process.
pub struct Engine {
    state: Box<dyn ProtocolState>,
    config: EngineConfig,
    timeouts: Timeouts,
    processors: Vec<usize>,
    /// While the process runs.
    process: Option<Process>,
    /// The dialogue of a process that has ended.
    last_dialogue: Vec<String>,
    log: Channel,
}

impl Engine {
    /// An engine whose process starts at its first game.
    pub fn new(
        state: Box<dyn ProtocolState>,
        config: &EngineConfig,
        timeouts: Timeouts,
        processors: &[usize],
        log: &Channel,
    ) -> Engine {
        Engine {
            state,
            config: config.clone(),
            timeouts,
            processors: processors.to_vec(),
            process: None,
            last_dialogue: Vec::new(),
            log: log.clone(),
        }
    }

    /// Works with the running engine, which is ended if that fails.
    fn with<T>(
        &mut self,
        work: impl FnOnce(&mut dyn ProtocolState, &mut Process, &EngineConfig) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let Some(process) = &mut self.process else {
            return Err(Fault::Crash { how: "the engine was ended after its fault".to_owned() });
        };
        let outcome = work(self.state.as_mut(), process, &self.config);
        if outcome.is_err() {
            self.last_dialogue = process.dialogue();
            self.process = None;
        }
        outcome
    }

    fn start(&mut self) -> Result<(), Fault> {
        let process = Process::start(&self.config, &self.processors, self.timeouts, self.log.clone())?;
        self.process = Some(process);
        self.with(|state, process, config| {
            state.handshake(process, config)?;
            config.initial.iter().try_for_each(|line| state.send_line(process, line))
        })
    }

    /// Prepares for a game, with a new process if there is none.
    fn prepare(&mut self, opening: &Opening, seat: Seat) -> Result<(), Fault> {
        self.last_dialogue.clear();
        if self.config.restart == Restart::On {
            self.quit();
        }
        // A process that ended between two games has harmed neither.
        if self.with(|state, process, _| read_unasked(state, process)).is_err() {
            self.start()?;
        }
        self.with(|state, process, _| {
            state.begin_game(process, opening, seat)?;
            state.settle(process)
        })
    }

    /// Sends the line that starts a search, and waits for the answer.
    fn request(&mut self, request: &MoveRequest<'_>, line: String) -> Result<Answer, Fault> {
        let limit = request.allowance.unwrap_or(self.timeouts.answer);
        let answer = self.with(|state, process, _| {
            let begin = process.send(&line)?;
            if let Some(answer) = read_answer(state, process, begin, limit, request.is_cancelled)? {
                return Ok(answer);
            }
            process.send_all(state.stop_command())?;
            let longer = begin.elapsed() + GRACE;
            let answer = read_answer(state, process, begin, longer, &AtomicBool::new(false))?;
            answer.ok_or_else(|| match request.allowance {
                Some(allowed) => Fault::Timeout { used: begin.elapsed(), allowed },
                None => Fault::Stall { to: line, waited: limit },
            })
        })?;
        match request.allowance {
            // The engine has answered all the same, so it can go on with the next game.
            Some(allowed) if answer.elapsed > allowed => {
                Err(Fault::Timeout { used: answer.elapsed, allowed })
            }
            _ => Ok(answer),
        }
    }

    /// Sends the game and finds a move.
    fn ask(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Fault> {
        let line = self.with(|state, process, _| {
            read_unasked(state, process)?;
            state.prepare_search(process, request)
        })?;
        let answer = self.request(request, line)?;
        match answer.choice {
            Choice::NoMove(_) => self.ask_again(request, answer),
            _ => Ok(answer),
        }
    }

    /// Asks once more, with the bare board and the rest of the time.
    fn ask_again(&mut self, request: &MoveRequest<'_>, first: Answer) -> Result<Answer, Fault> {
        let used = first.elapsed;
        let rest = request.after(used);
        let line = self.with(|state, process, _| state.prepare_bare_search(process, &rest))?;
        let Some(line) = line else { return Ok(first) };
        match self.request(&rest, line) {
            Ok(answer) => Ok(Answer { elapsed: answer.elapsed + used, ..answer }),
            Err(Fault::Timeout { used: later, allowed }) => {
                Err(Fault::Timeout { used: later + used, allowed: allowed + used })
            }
            Err(fault) => Err(fault),
        }
    }
}

impl Player for Engine {
    fn begin(&mut self, opening: &Opening, seat: Seat) -> Result<(), Fault> {
        self.log.begin(opening, seat);
        self.prepare(opening, seat).inspect_err(|fault| self.log.fault(fault))
    }

    fn problems(&self) -> Vec<ConfigProblem> {
        self.state.problems(&self.config)
    }

    fn set_position(&mut self, request: &MoveRequest<'_>) -> Result<(), Fault> {
        self.with(|state, process, _| {
            state.set_position(process, request)?;
            state.settle(process)
        })
        .inspect_err(|fault| self.log.fault(fault))
    }

    fn answer(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Fault> {
        self.ask(request).inspect_err(|fault| self.log.fault(fault))
    }

    fn end(&mut self, result: &str, reason: &str) {
        if let Some(process) = &mut self.process {
            self.state.end_game(process, result, reason);
        }
        self.log.end(result, reason);
    }

    fn dialogue(&self) -> Vec<String> {
        self.process.as_ref().map_or_else(|| self.last_dialogue.clone(), Process::dialogue)
    }

    fn engine_name(&self) -> Option<String> {
        self.state.engine_name().map(|name| names::shortened(&name))
    }

    fn quit(&mut self) {
        if let Some(mut process) = self.process.take() {
            self.last_dialogue = process.dialogue();
            process.quit();
        }
    }
}

/// Reads what the engine wrote while no reply was due.
fn read_unasked(state: &mut dyn ProtocolState, process: &mut Process) -> Result<(), Fault> {
    process.drain()?.iter().for_each(|output| state.read_unasked(&output.text));
    Ok(())
}

/// Reads to the answer; `None`: there is none within the limit, or the request is cancelled.
fn read_answer(
    state: &mut dyn ProtocolState,
    process: &mut Process,
    begin: Instant,
    limit: Duration,
    is_cancelled: &AtomicBool,
) -> Result<Option<Answer>, Fault> {
    let until = begin + limit;
    let mut info = SearchInfo::default();
    while !is_cancelled.load(Relaxed) {
        let poll = until.min(Instant::now() + POLL_INTERVAL);
        let Some(EngineOutput { text, at }) = process.next_line(poll)? else {
            if Instant::now() >= until {
                break;
            }
            continue;
        };
        if let Some(Reply { choice, offers_draw }) = state.read_reply(&text, &mut info)? {
            let elapsed = at.saturating_duration_since(begin);
            return Ok(Some(Answer { choice, offers_draw, elapsed, info }));
        }
    }
    Ok(None)
}
