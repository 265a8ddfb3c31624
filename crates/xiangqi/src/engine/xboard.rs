//! The Chess Engine Communication Protocol (xboard), version 2.
//!
//! The engine keeps the game, moves by itself when it is its turn, and claims a result where the referee sees one.
//! Searches run in the background, so that `?`, `force` and `quit` take effect at once.

mod analysis;
mod command;
mod search;

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use search_core::ClockState;
use search_core::session::Session;
use shuangqi_cli::lines::Event;
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{BadInput, Failure, memory, version};

pub use command::{Command, Level, parse};

use self::search::{FoundMove, Purpose, SearchListener, SharedProgress, hint};
use super::game_history::GameHistory;
use super::go::Go;
use super::options::DEFAULT_HASH;
use super::search::{Settings, task};
use crate::command::weights;
use crate::evaluator::Classical;
use crate::game::{Game, Outcome as Ending};
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;
use crate::recipe::Play;
use crate::rules::Rules;

const MEBIBYTE: usize = 1 << 20;
/// The time of a search for `hint`, or for `go` without any clock and depth.
const QUICK: Duration = Duration::from_secs(1);

/// The engine's side of a session.
#[derive(Debug)]
pub struct XboardSession {
    sink: Arc<Sink>,
    session: Session<Position, Classical, Play>,
    start: Position,
    moves: Vec<Move>,
    history: GameHistory,
    /// Whether a bad position came after it: then nothing is searched.
    has_position_error: bool,
    /// The side that the engine plays; `None` in force mode.
    engine_side: Option<Color>,
    /// Whether each position is analysed instead.
    is_analysing: bool,
    /// The purpose of the search in progress.
    running: Option<Purpose>,
    /// The number of the last search.
    number: u64,
    progress: SharedProgress,
    found: (Sender<FoundMove>, Receiver<FoundMove>),
    /// Answers to `ping` that wait for the move.
    pings: Vec<String>,
    level: Option<Level>,
    remaining: Option<Duration>,
    move_time: Option<Duration>,
    depth: Option<i16>,
    shows_thinking: Arc<AtomicBool>,
    settings: Settings,
    threads: NonZero<usize>,
}

impl XboardSession {
    /// A session after its first line that evaluates so, and writes to `sink`.
    ///
    /// # Errors
    /// None: the start position is in order.
    pub fn new(sink: Arc<Sink>, evaluator: Classical) -> Result<XboardSession, BadInput> {
        let start = command::start()?;
        Ok(XboardSession {
            sink,
            session: Session::new(evaluator, Play, DEFAULT_HASH * MEBIBYTE),
            start,
            moves: Vec::new(),
            history: GameHistory::new(start),
            has_position_error: false,
            engine_side: None,
            is_analysing: false,
            running: None,
            number: 0,
            progress: SharedProgress::default(),
            found: unbounded(),
            pings: Vec::new(),
            level: None,
            remaining: None,
            move_time: None,
            depth: None,
            shows_thinking: Arc::default(),
            settings: Settings::DEFAULT,
            threads: NonZero::<usize>::MIN,
        })
    }

    /// Executes the lines that follow `xboard` until `quit`, or until their end and the end of the search then running.
    /// An analysis, which has no end, is stopped there.
    ///
    /// # Errors
    /// If answers cannot be written.
    pub fn serve_protocol(&mut self, events: &Receiver<Event>) -> Result<(), Failure> {
        let found = self.found.1.clone();
        let silence = crossbeam_channel::never();
        let mut is_open = true;
        while is_open || self.running.is_some() {
            let events = if is_open { events } else { &silence };
            select! {
                recv(events) -> event => match event {
                    Ok(Event::Line(line)) => if self.handle_line(&line).is_break() { return Ok(()) },
                    Ok(Event::TooLong) => {
                        self.has_position_error = true;
                        self.write_line("Error (a line without end): ?");
                    }
                    Ok(Event::End(_)) | Err(_) => {
                        is_open = false;
                        self.exit();
                    }
                },
                recv(found) -> found => found.into_iter().for_each(|found| self.answer(found)),
            }
            if let Some(failure) = self.sink.failure() {
                return Err(failure);
            }
        }
        Ok(())
    }

    fn write_line(&self, text: &str) {
        self.sink.write_line(text);
    }

    fn handle_line(&mut self, line: &str) -> ControlFlow<()> {
        match parse(line) {
            Ok(Command::Quit) => {
                self.session.interrupt();
                return ControlFlow::Break(());
            }
            Ok(command) => {
                if let Err(why) = self.execute(command) {
                    self.write_line(&format!("Error ({why}): {}", line.trim()));
                }
            }
            Err(bad) if line.trim_start().starts_with("setboard") => {
                self.abort_search();
                self.has_position_error = true;
                self.write_line(&format!("tellusererror Illegal position ({bad})"));
            }
            Err(bad) => self.write_line(&format!("Error ({bad}): {}", line.trim())),
        }
        ControlFlow::Continue(())
    }

    fn execute(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Identify => self.identify(),
            Command::New => {
                let start = command::start().map_err(|bad| bad.to_string())?;
                return self.begin(start, Some(Color::Black));
            }
            Command::Place(position) => return self.begin(*position, self.engine_side),
            // An analysis plays no side, and goes on.
            Command::Force | Command::Over if self.is_analysing => {}
            Command::Force | Command::Over => {
                self.abort_search();
                self.engine_side = None;
            }
            Command::Go => {
                self.finish_search();
                return self.take(self.history.position().side());
            }
            Command::PlayOther => return self.take(!self.history.position().side()),
            Command::Play(mv) => return self.reply_to(mv),
            Command::Analyze => {
                (self.engine_side, self.is_analysing) = (None, true);
                return self.search_if_on_turn();
            }
            Command::Exit => self.exit(),
            Command::Status => self.report_status(),
            Command::Hint => return self.hint(),
            Command::Level(level) => (self.level, self.move_time) = (Some(level), None),
            Command::MoveTime(time) => (self.move_time, self.level) = (Some(time), None),
            Command::Depth(depth) => self.depth = Some(depth),
            Command::Remaining(remaining) => self.remaining = Some(remaining),
            Command::Ping(word) => self.ping(word),
            Command::Post(shows_thinking) => self.shows_thinking.store(shows_thinking, Relaxed),
            Command::MoveNow if self.running != Some(Purpose::Analysis) => self.session.stop(),
            Command::MoveNow => {}
            Command::TakeBack(plies) => return self.take_back(plies),
            Command::Memory(size) => return self.resize(size * MEBIBYTE),
            Command::Cores(threads) => {
                self.threads = threads;
                self.session.set_threads(threads);
            }
            Command::Weights(path) => return self.read_weights(&path),
            Command::Overhead(overhead) => self.settings.overhead = overhead,
        }
        Ok(())
    }

    fn resize(&mut self, bytes: usize) -> Result<(), String> {
        let taken = memory::take(bytes, self.session.bytes(), || self.session.resize(bytes));
        let remedy = "Ask for less; the table keeps its size";
        taken.map_err(|too_large| too_large.in_line("memory", remedy).to_string())
    }

    /// Evaluates by the weights of a file from now on; a search for a move ends, and its move is played.
    fn read_weights(&mut self, path: &str) -> Result<(), String> {
        let weights = weights::read(path).map_err(|bad| bad.to_string())?;
        self.finish_search();
        let evaluator = Classical::with_weights(Arc::new(weights));
        self.session = Session::new(evaluator, Play, self.session.bytes());
        self.session.set_threads(self.threads);
        self.analyze()
    }

    fn identify(&self) {
        let version = version::SHORT;
        self.write_line("feature done=0");
        self.write_line(&format!("feature myname=\"Shuangqi Xiangqi {version}\" variants=\"xiangqi\""));
        self.write_line(
            "feature ping=1 setboard=1 usermove=1 time=1 memory=1 smp=1 playother=1 reuse=1 analyze=1",
        );
        self.write_line("feature colors=0 draw=0 sigint=0 sigterm=0 san=0 nps=0 debug=0");
        self.write_line("feature option=\"Move Overhead -spin 10 0 5000\"");
        self.write_line("feature option=\"EvalFile -file \"");
        self.write_line("feature done=1");
    }

    fn begin(&mut self, start: Position, engine_side: Option<Color>) -> Result<(), String> {
        self.abort_search();
        self.session.clear();
        (self.start, self.history) = (start, GameHistory::new(start));
        self.engine_side = engine_side.filter(|_| !self.is_analysing);
        self.has_position_error = false;
        self.moves.clear();
        self.remaining = None;
        self.depth = None;
        self.analyze()
    }

    /// Stops a search whose answer is not needed any more; a hint is given all the same.
    fn abort_search(&mut self) {
        if self.running == Some(Purpose::Hint) {
            self.finish_search();
        }
        if self.running.take().is_some() {
            self.session.interrupt();
        }
        self.answer_pings();
    }

    /// Stops a search, and uses what it has found.
    fn finish_search(&mut self) {
        if self.running.is_some() {
            self.session.interrupt();
            while let Ok(found) = self.found.1.try_recv() {
                self.answer(found);
            }
        }
    }

    /// Answers at once, but after the engine's move if one is being looked for.
    fn ping(&mut self, word: String) {
        self.pings.push(word);
        match self.running {
            Some(Purpose::Move) => return,
            Some(Purpose::Hint) => self.finish_search(),
            Some(Purpose::Analysis) | None => {}
        }
        self.answer_pings();
    }

    fn answer_pings(&mut self) {
        for word in std::mem::take(&mut self.pings) {
            self.write_line(&format!("pong {word}"));
        }
    }

    /// Plays this side from now on, at once if it is its turn.
    fn take(&mut self, side: Color) -> Result<(), String> {
        self.abort_search();
        self.is_analysing = false;
        self.engine_side = Some(side);
        if side == self.history.position().side() && !self.has_position_error && self.claim() {
            return Ok(());
        }
        self.search_if_on_turn()
    }

    fn reply_to(&mut self, mv: Move) -> Result<(), String> {
        if self.running == Some(Purpose::Move) {
            return Err("it is not your turn".to_owned());
        }
        self.abort_search();
        if let Err(why) = self.history.advance(mv) {
            self.write_line(&format!("Illegal move ({why}): {mv}"));
            return self.analyze();
        }
        self.moves.push(mv);
        if self.engine_side.is_some() && self.claim() {
            return Ok(());
        }
        self.search_if_on_turn()
    }

    fn take_back(&mut self, plies: usize) -> Result<(), String> {
        self.abort_search();
        let left = self.moves.len().checked_sub(plies);
        self.moves.truncate(left.unwrap_or(self.moves.len()));
        self.history = GameHistory::new(self.start);
        // They were legal when they were played.
        self.moves.iter().try_for_each(|&mv| self.history.advance(mv)).map_err(|why| why.to_string())?;
        self.analyze()?;
        left.map(drop).ok_or_else(|| "there is no move to take back".to_owned())
    }

    fn search_if_on_turn(&mut self) -> Result<(), String> {
        if self.engine_side != Some(self.history.position().side()) || self.is_over() {
            return self.analyze();
        }
        self.start(Purpose::Move, &self.limits())
    }

    /// Begins a search, if there is anything to search.
    fn start(&mut self, purpose: Purpose, go: &Go) -> Result<(), String> {
        if self.has_position_error {
            return Err("the last position was refused".to_owned());
        }
        if self.history.position().legal_moves().is_empty() {
            return Ok(());
        }
        let task = task(&self.history, go, Vec::new(), self.settings);
        self.number += 1;
        let listener = SearchListener {
            sink: Arc::clone(&self.sink),
            purpose,
            number: self.number,
            shows_thinking: Arc::clone(&self.shows_thinking),
            progress: self.progress.clone(),
            found: self.found.0.clone(),
        };
        self.session.start(task, listener).map_err(|error| format!("no thread to search on: {error}"))?;
        self.running = Some(purpose);
        Ok(())
    }

    /// What limits the next search; without any clock and depth, a second.
    fn limits(&self) -> Go {
        let side = self.history.position().side();
        let mut go = Go { depth: self.depth, move_time: self.move_time, ..Go::default() };
        if let Some(level) = self.level {
            let made = self.moves.len() as u32 / 2;
            go.clocks[side.index()] = Some(ClockState {
                remaining: self.remaining.unwrap_or(level.base),
                increment: level.increment,
                moves_to_go: (level.moves > 0).then(|| level.moves - made % level.moves),
            });
        } else if self.move_time.is_none() && self.depth.is_none() {
            go.move_time = Some(QUICK);
        }
        go
    }

    /// Plays what the search has chosen, or hints at it, unless the search was broken off.
    fn answer(&mut self, (number, choice): FoundMove) {
        if number != self.number {
            return;
        }
        let Some(purpose) = self.running.take() else { return };
        self.session.wait();
        match (purpose, choice) {
            (Purpose::Move, choice) => self.play(choice),
            (Purpose::Hint, Some(mv)) => self.write_line(&hint(mv)),
            (Purpose::Hint, None) | (Purpose::Analysis, _) => {}
        }
        self.answer_pings();
    }

    fn play(&mut self, choice: Option<Move>) {
        if let Some(mv) = choice
            && self.history.advance(mv).is_ok()
        {
            self.moves.push(mv);
            self.write_line(&format!("move {mv}"));
        }
        self.claim();
    }

    fn game(&self) -> Game {
        Game::replay(self.start, Rules::ASIAN, self.moves.iter().copied())
    }

    fn is_over(&self) -> bool {
        self.game().is_over()
    }

    /// Writes the result of the game, if it has ended.
    fn claim(&self) -> bool {
        let game = self.game();
        let result = match game.verdict().outcome {
            Ending::Win(Color::Red) => "1-0",
            Ending::Win(Color::Black) => "0-1",
            Ending::Draw => "1/2-1/2",
            Ending::Illegal | Ending::None => return false,
        };
        self.write_line(&format!("{result} {{{}}}", game.verdict().explanation()));
        true
    }
}
