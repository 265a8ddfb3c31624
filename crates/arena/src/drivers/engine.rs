//! A player that is an engine process, over any protocol: it starts the process, requests moves, measures times, and
//! returns failures by kind.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::{ProtocolState, Reply};
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
    ) -> Engine {
        Engine {
            state,
            config: config.clone(),
            timeouts,
            processors: processors.to_vec(),
            process: None,
            last_dialogue: Vec::new(),
            log: Channel::default(),
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

    /// Sends what `prepare` returns, and waits for the answer; `None`: there was nothing to send.
    fn request(
        &mut self,
        request: &MoveRequest<'_>,
        prepare: impl FnOnce(&mut dyn ProtocolState, &mut Process) -> Result<Option<String>, Fault>,
    ) -> Result<Option<Answer>, Fault> {
        let limit = request.allowance.unwrap_or(self.timeouts.answer);
        let answer = self.with(|state, process, _| {
            let Some(line) = prepare(state, process)? else { return Ok(None) };
            let begin = process.send(&line)?;
            let reader = ReplyReader { begin, limit, is_cancelled: request.is_cancelled };
            if let Some(answer) = reader.read(state, process)? {
                return Ok(Some(answer));
            }
            let answer = reader.stop(state, process)?;
            answer.map(Some).ok_or_else(|| match request.allowance {
                Some(allowed) => Fault::Timeout { used: begin.elapsed(), allowed },
                None => Fault::Stall { to: line, waited: limit },
            })
        })?;
        match (&answer, request.allowance) {
            // The engine has answered all the same, so it can go on with the next game.
            (Some(Answer { elapsed, .. }), Some(allowed)) if *elapsed > allowed => {
                Err(Fault::Timeout { used: *elapsed, allowed })
            }
            _ => Ok(answer),
        }
    }

    /// Asks once more, with the bare board and the rest of the time.
    fn ask_again(&mut self, request: &MoveRequest<'_>, first: Answer) -> Result<Answer, Fault> {
        let used = first.elapsed;
        let rest = request.after(used);
        match self.request(&rest, |state, process| state.prepare_bare_search(process, &rest)) {
            Ok(None) => Ok(first),
            Ok(Some(answer)) => Ok(Answer { elapsed: answer.elapsed + used, ..answer }),
            Err(Fault::Timeout { used: later, allowed }) => {
                Err(Fault::Timeout { used: later + used, allowed: allowed + used })
            }
            Err(fault) => Err(fault),
        }
    }
}

impl Player for Engine {
    fn begin(&mut self, opening: &Opening, seat: Seat) -> Result<(), Fault> {
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

    fn problems(&self) -> Vec<ConfigProblem> {
        self.state.problems(&self.config)
    }

    fn set_position(&mut self, request: &MoveRequest<'_>) -> Result<(), Fault> {
        self.with(|state, process, _| {
            state.set_position(process, request)?;
            state.settle(process)
        })
    }

    fn answer(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Fault> {
        let answer = self.request(request, |state, process| {
            read_unasked(state, process)?;
            state.prepare_search(process, request).map(Some)
        })?;
        // Every protocol has a line that starts a search.
        let answer = answer.ok_or_else(|| Fault::Crash { how: "the engine was not asked".to_owned() })?;
        match answer.choice {
            Choice::NoMove(_) => self.ask_again(request, answer),
            _ => Ok(answer),
        }
    }

    fn end(&mut self, result: &str, reason: &str) {
        if let Some(process) = &mut self.process {
            self.state.end_game(process, result, reason);
        }
    }

    fn dialogue(&self) -> Vec<String> {
        self.process.as_ref().map_or_else(|| self.last_dialogue.clone(), Process::dialogue)
    }

    fn log_to(&mut self, log: &Channel) {
        self.log = log.clone();
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

struct ReplyReader<'a> {
    begin: Instant,
    limit: Duration,
    is_cancelled: &'a AtomicBool,
}

impl ReplyReader<'_> {
    /// Reads to the reply; `None`: there is none in time, or the request is cancelled.
    fn read(&self, state: &mut dyn ProtocolState, process: &mut Process) -> Result<Option<Answer>, Fault> {
        let until = self.begin + self.limit;
        let mut info = SearchInfo::default();
        while !self.is_cancelled.load(Relaxed) {
            let poll = until.min(Instant::now() + POLL_INTERVAL);
            let Some(EngineOutput { text, at }) = process.next_line(poll)? else {
                if Instant::now() >= until {
                    break;
                }
                continue;
            };
            if let Some(Reply { choice, offers_draw }) = state.read_reply(&text, &mut info)? {
                let elapsed = at.saturating_duration_since(self.begin);
                return Ok(Some(Answer { choice, offers_draw, elapsed, info }));
            }
        }
        Ok(None)
    }

    /// Stops the search, and waits a little longer.
    fn stop(&self, state: &mut dyn ProtocolState, process: &mut Process) -> Result<Option<Answer>, Fault> {
        process.send_all(state.stop_command())?;
        let limit = self.begin.elapsed() + GRACE;
        ReplyReader { begin: self.begin, limit, is_cancelled: &AtomicBool::new(false) }.read(state, process)
    }
}
