//! An engine under test, and the scripts of the steps: what is sent to it, and what must come back.
//!
//! What a protocol says of handshakes, games and moves is known to the drivers, which a match uses too.

use std::fmt::Display;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::game::any::AnySession;
use ::game::{Limits, Notation};
use shuangqi_cli::BadInput;

use crate::config::{EngineConfig, Opening, Timeouts};
use crate::drivers::state::ProtocolState;
use crate::fault::Fault;
use crate::games::Game;
use crate::log::Channel;
use crate::player::{Choice, MoveRequest, SearchInfo};
use crate::process::Process;
use crate::supervisor::EngineExit;

/// Why a step did not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepFailure {
    /// The engine breaks the rule, in this way.
    Failed(String),
    /// The engine does not offer this.
    Skipped(String),
}

impl From<Fault> for StepFailure {
    fn from(fault: Fault) -> StepFailure {
        StepFailure::Failed(fault.to_string())
    }
}

impl From<BadInput> for StepFailure {
    fn from(bad: BadInput) -> StepFailure {
        StepFailure::Failed(bad.to_string())
    }
}

/// The result of a step, with a note if it passed.
pub type StepResult = Result<String, StepFailure>;

/// Passes without a note.
pub const DONE: String = String::new();

pub fn fail<T>(why: impl Into<String>) -> Result<T, StepFailure> {
    Err(StepFailure::Failed(why.into()))
}

pub fn skip<T>(why: impl Into<String>) -> Result<T, StepFailure> {
    Err(StepFailure::Skipped(why.into()))
}

/// Fails a step unless a condition holds.
pub fn require(holds: bool, why: impl FnOnce() -> String) -> Result<(), StepFailure> {
    if holds { Ok(()) } else { fail(why()) }
}

/// Passes an answer that came within its limit. The note has both times.
pub fn within(elapsed: Duration, limit: Duration, margin: Duration) -> StepResult {
    let late = if margin.is_zero() { String::new() } else { format!(" + {} ms", margin.as_millis()) };
    let note = format!("{} ms, limit {} ms{late}", elapsed.as_millis(), limit.as_millis());
    if elapsed <= limit + margin { Ok(note) } else { fail(note) }
}

/// An action of a script. Games are moves with blanks between them.
#[derive(Debug)]
pub enum ScriptAction<D: 'static> {
    /// Skips the step unless the engine offers this: an option, a command, a feature.
    Need(&'static str),
    /// Sends lines, which must be obeyed where the protocol answers them.
    Send(&'static [&'static str]),
    /// The lines that were sent have led to this game.
    Game(&'static str),
    /// Sends lines that must be refused.
    Refuse(&'static [&'static str]),
    /// Sets up the start of the game.
    Start,
    /// Sets up the game with these moves.
    Moves(&'static str),
    /// Sets up a position.
    Fen(&'static str),
    /// Sends a line and waits for the move in answer, which must be legal and becomes the note.
    Search(&'static str),
    /// Waits until the engine has done what it was sent.
    Settle,
    /// The last answer must have come within this many milliseconds and the margin.
    Within(u64),
    /// The last answer must have come within this many milliseconds.
    Before(u64),
    /// Passes over output for this many milliseconds.
    Pause(u64),
    /// Passes over output for this many milliseconds, in which no move may come.
    Silence(u64),
    /// Performs a script twice, with the same notes.
    Twice(&'static [ScriptAction<D>]),
    /// Sends `quit`, which must end the process.
    Quit,
    /// Tests what only this protocol has.
    Test(fn(&mut Session<D>) -> StepResult),
}

/// A driver of a protocol whose engines are tested.
pub trait ComplianceProtocol: ProtocolState + Sized {
    /// The game that is played over it.
    const GAME: Game;

    /// Sends lines that must be refused.
    fn refuse(session: &mut Session<Self>, lines: &[&str]) -> Result<(), StepFailure>;

    /// Whether the engine plays the move with which it answers this line.
    fn plays(_line: &str) -> bool {
        false
    }
}

/// The program to test, and how late it may be.
#[derive(Clone, Debug)]
pub struct Setup {
    pub config: EngineConfig,
    /// The longest silences of the engine.
    pub timeouts: Timeouts,
    /// The time by which its answers may be late.
    pub margin: Duration,
}

impl Setup {
    /// A new process, whose waits end when the user asks to stop.
    pub fn start(&self) -> Result<Process, Fault> {
        let mut process = Process::start(&self.config, &[], self.timeouts, Channel::default())?;
        process.is_interruptible = true;
        Ok(process)
    }
}

/// An engine under test.
pub struct Session<D> {
    pub setup: Setup,
    process: Option<Process>,
    /// The driver, with what is known of the engine.
    pub driver: D,
    /// The name that it has reported last: some engines do so with their depth only.
    pub engine_name: String,
    pub handshake_time: Duration,
    /// The game that the engine was sent.
    pub game: Box<dyn AnySession>,
    /// The lines of the last answer.
    pub lines: Vec<String>,
    /// The choice in it.
    pub choice: Choice,
    /// The time to it.
    pub elapsed: Duration,
}

impl<D: ComplianceProtocol> Session<D> {
    /// A session with a new process.
    pub fn open(setup: Setup, driver: D) -> Result<Session<D>, StepFailure> {
        let mut session = Session {
            setup,
            process: None,
            driver,
            engine_name: String::new(),
            handshake_time: Duration::ZERO,
            game: game::<D>(None, "")?,
            lines: Vec::new(),
            choice: Choice::NoMove(String::new()),
            elapsed: Duration::ZERO,
        };
        session.start().map(|()| session)
    }

    /// Starts a new process.
    pub fn start(&mut self) -> Result<(), StepFailure> {
        self.process = Some(self.setup.start()?);
        let (begin, config) = (Instant::now(), self.setup.config.clone());
        self.with(|driver, process| driver.handshake(process, &config))?;
        self.handshake_time = begin.elapsed();
        self.settle()
    }

    pub fn is_running(&self) -> bool {
        self.process.is_some()
    }

    pub fn end_process(&mut self) {
        self.process = None;
    }

    /// Drops the lines that have arrived, so that they are not taken for a later answer.
    pub fn drop_output(&mut self) -> Result<(), StepFailure> {
        self.process.as_mut().map_or(Ok(()), |process| process.drain().map(drop))?;
        Ok(())
    }

    /// Works with the running engine.
    pub fn with<T>(
        &mut self,
        work: impl FnOnce(&mut D, &mut Process) -> Result<T, Fault>,
    ) -> Result<T, StepFailure> {
        let Some(process) = &mut self.process else { return fail("the engine has ended") };
        Ok(work(&mut self.driver, process)?)
    }

    /// Sends a line, and returns the time at which it was written.
    pub fn send(&mut self, line: impl Display) -> Result<Instant, StepFailure> {
        self.with(|_, process| process.send(line))
    }

    pub fn send_all(&mut self, lines: &[&str]) -> Result<(), StepFailure> {
        self.with(|_, process| process.send_all(lines))
    }

    /// The lines that arrive within this time.
    pub fn collect(&mut self, time: Duration) -> Result<Vec<String>, StepFailure> {
        let (mut lines, until) = (Vec::new(), Instant::now() + time);
        while let Some(line) = self.with(|_, process| process.next_line(until))? {
            lines.push(line.text);
        }
        Ok(lines)
    }

    /// Waits until the engine has done what it was sent.
    pub fn settle(&mut self) -> Result<(), StepFailure> {
        let begin = Instant::now();
        self.with(|driver, process| driver.settle(process))?;
        self.elapsed = begin.elapsed();
        self.engine_name = self.driver.engine_name().unwrap_or(std::mem::take(&mut self.engine_name));
        Ok(())
    }

    /// Sets up a game: a position, or the start, and moves.
    pub fn set_up(&mut self, start: Option<&str>, moves: &str) -> Result<(), StepFailure> {
        let game = game::<D>(start, moves)?;
        let opening = Opening {
            name: String::new(),
            start: start.unwrap_or(D::GAME.start).to_owned(),
            is_standard: start.is_none(),
            moves: Vec::new(),
        };
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let request = MoveRequest {
            opening: &opening,
            moves: &moves,
            session: &*game,
            clocks: [None; 2],
            limits: Limits::default(),
            allowance: None,
            is_cancelled: &Arc::default(),
        };
        self.with(|driver, process| {
            driver.begin_game(process, &opening, request.seat())?;
            driver.set_position(process, &request)
        })?;
        self.game = game;
        self.settle()
    }

    /// Sends a line that is answered by a legal move, and returns the move.
    pub fn search(&mut self, line: &str) -> StepResult {
        let begin = self.send(line)?;
        self.read_answer(line, begin, self.setup.timeouts.answer)?;
        let mv = self.legal_move()?;
        if D::plays(line) {
            self.game.advance(&mv);
        }
        Ok(mv)
    }

    /// Reads to the answer to a line that was sent at this time.
    pub fn read_answer(&mut self, to: &str, begin: Instant, timeout: Duration) -> Result<(), StepFailure> {
        self.lines.clear();
        while let Some(output) = self.with(|_, process| process.next_line(begin + timeout))? {
            let reply = self.driver.read_reply(&output.text, &mut SearchInfo::default())?;
            self.lines.push(output.text);
            if let Some(reply) = reply {
                self.choice = reply.choice;
                self.elapsed = output.at.saturating_duration_since(begin);
                return Ok(());
            }
        }
        Err(Fault::Stall { to: to.to_owned(), waited: timeout }.into())
    }

    /// The last move, which must be legal.
    pub fn legal_move(&self) -> StepResult {
        let mv = match &self.choice {
            Choice::Move(mv) => mv,
            Choice::NoMove(text) => text,
            Choice::Resign => return fail("the engine resigned"),
        };
        let legal = self.legal_moves();
        require(legal.contains(mv), || format!("{mv} is not one of {}", legal.join(" ")))?;
        Ok(mv.clone())
    }

    pub fn legal_moves(&self) -> Vec<String> {
        self.game.legal_moves(Notation::default()).into_iter().map(|mv| mv.text).collect()
    }

    /// Whether a line is a move that may come at any time.
    pub fn is_answer(&mut self, line: &str) -> bool {
        matches!(self.driver.read_reply(line, &mut SearchInfo::default()), Ok(Some(_)))
    }

    /// No move may arrive within this time.
    pub fn silence(&mut self, time: Duration) -> StepResult {
        let written = self.collect(time)?;
        match written.iter().find(|line| self.is_answer(line)) {
            Some(line) => fail(format!("the engine wrote \"{}\"", line.trim())),
            None => Ok(DONE),
        }
    }

    /// The process must end by itself, in time and not by a signal.
    pub fn await_exit(&mut self) -> StepResult {
        self.exit(false)
    }

    fn exit(&mut self, demands_success: bool) -> StepResult {
        let (begin, limit) = (Instant::now(), self.setup.timeouts.quit);
        let Some(mut process) = self.process.take() else { return fail("the engine had ended before") };
        let has_exited = process.has_exited(limit);
        require(has_exited, || format!("the engine still ran after {} ms", limit.as_millis()))?;
        let note = within(begin.elapsed().min(limit), limit, Duration::ZERO)?;
        match process.exit() {
            Some(EngineExit::Status(0)) | None => Ok(note),
            Some(EngineExit::Status(status)) if !demands_success => {
                Ok(format!("{note}, with status {status}"))
            }
            Some(ending) => fail(ending.to_string()),
        }
    }

    /// Sends `quit`, which must end the process.
    fn quit(&mut self) -> StepResult {
        self.send("quit")?;
        self.exit(false)
    }

    /// Sends `quit`, which must end the process with status 0.
    pub fn quit_with_success(&mut self) -> StepResult {
        self.send("quit")?;
        self.exit(true)
    }

    /// Closes the input, which must end the process with status 0.
    pub fn end_input(&mut self) -> StepResult {
        self.with(|_, process| {
            process.close_input();
            Ok(())
        })?;
        self.exit(true)
    }

    /// Performs a script; the result is the notes of its actions.
    pub fn perform(&mut self, script: &[ScriptAction<D>]) -> StepResult {
        let mut notes = Vec::new();
        for action in script {
            let note = self.act(action)?;
            if !note.is_empty() {
                notes.push(note);
            }
        }
        Ok(notes.join(" "))
    }

    fn act(&mut self, action: &ScriptAction<D>) -> StepResult {
        let milliseconds = Duration::from_millis;
        match *action {
            ScriptAction::Need(name) if !self.driver.offers(name) => return skip(format!("no {name}")),
            ScriptAction::Need(_) => {}
            ScriptAction::Send(lines) => {
                let mut send = |line| self.with(|driver, process| driver.send_line(process, line));
                lines.iter().try_for_each(|line| send(line))?;
            }
            ScriptAction::Game(moves) => self.game = game::<D>(None, moves)?,
            ScriptAction::Refuse(lines) => D::refuse(self, lines)?,
            ScriptAction::Start => self.set_up(None, "")?,
            ScriptAction::Moves(moves) => self.set_up(None, moves)?,
            ScriptAction::Fen(fen) => self.set_up(Some(fen), "")?,
            ScriptAction::Search(line) => return self.search(line),
            ScriptAction::Settle => self.settle()?,
            ScriptAction::Within(limit) => {
                return within(self.elapsed, milliseconds(limit), self.setup.margin);
            }
            ScriptAction::Before(limit) => return within(self.elapsed, milliseconds(limit), Duration::ZERO),
            ScriptAction::Pause(time) => drop(self.collect(milliseconds(time))?),
            ScriptAction::Silence(time) => return self.silence(milliseconds(time)),
            ScriptAction::Twice(script) => {
                let (first, second) = (self.perform(script)?, self.perform(script)?);
                require(first == second, || format!("first {first}, then {second}"))?;
                return Ok(first);
            }
            ScriptAction::Quit => return self.quit(),
            ScriptAction::Test(test) => return test(self),
        }
        Ok(DONE)
    }
}

/// A game from a position, or from the start.
fn game<D: ComplianceProtocol>(start: Option<&str>, moves: &str) -> Result<Box<dyn AnySession>, StepFailure> {
    let mut game = D::GAME.session(start.unwrap_or(D::GAME.start), D::GAME.default_rules())?;
    let is_legal = moves.split_whitespace().all(|mv| game.advance(mv).is_some());
    require(is_legal, || format!("a move of {moves} is not legal"))?;
    Ok(game)
}
