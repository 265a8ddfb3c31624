//! The Chess Engine Communication Protocol (xboard), version 2.
//!
//! The engine keeps the game, moves by itself when it is its turn, and claims a result where the referee sees one.
//! Searches run in the background, so that `?`, `force` and `quit` take effect at once.

mod analysis;
mod search;

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use game::{GameEngine, GameSession, Limits};
use protocols::words::{Words, bad_input};
use protocols::xboard::{Command, Feature, Level, Refusal, Reply, SetOption, bad_command};
use search_core::ClockState;
use search_core::score::MAX_PLY;
use shuangqi_cli::lines::Event;
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{BadInput, Failure, memory, version};

use self::search::{FoundMove, Purpose, SearchListener, SharedProgress};
use super::go::Go;
use super::options::{self, MOST_THREADS};
use super::search::{Settings, job};

use xiangqi::fen;
use xiangqi::game::{Game, Outcome as Ending};
use xiangqi::moves::Move;
use xiangqi::piece::Color;
use xiangqi::position::Position;
use xiangqi::rules::{GameRules, Rules};

const MEBIBYTE: usize = 1 << 20;
/// The time of a search for `hint`, or for `go` without any clock and depth.
const QUICK: Duration = Duration::from_secs(1);

/// The engine's side of a session.
#[derive(Debug)]
pub struct XboardSession {
    sink: Arc<Sink>,
    engine: GameEngine<Position>,
    game: GameSession<Position>,
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
    depth: Option<u32>,
    shows_thinking: Arc<AtomicBool>,
    settings: Settings,
}

impl XboardSession {
    /// A session after its first line; what is found is written to `sink`.
    pub fn new(sink: Arc<Sink>, engine: GameEngine<Position>) -> XboardSession {
        XboardSession {
            sink,
            engine,
            game: GameSession::default(),
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
        }
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
                        self.refuse("?", "a line without end".to_owned());
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

    fn write(&self, reply: &Reply) {
        self.sink.write_line(reply);
    }

    fn refuse(&self, line: &str, why: String) {
        self.write(&Reply::Error(Refusal { why, what: line.trim().to_owned() }));
    }

    fn handle_line(&mut self, line: &str) -> ControlFlow<()> {
        let command = line.parse();
        if command == Ok(Command::Quit) {
            self.engine.searches().interrupt();
            return ControlFlow::Break(());
        }
        let is_board = matches!(command, Ok(Command::SetBoard(_)));
        match self.try_line(line) {
            Ok(()) => {}
            Err(why) if is_board => self.write(&Reply::UserError(format!("Illegal position ({why})"))),
            Err(why) => self.refuse(line, why),
        }
        ControlFlow::Continue(())
    }

    /// Executes a line; what is wrong with it is returned, not written.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn try_line(&mut self, line: &str) -> Result<(), String> {
        if line.trim().is_empty() {
            return Ok(());
        }
        line.parse().map_err(|bad: BadInput| bad.to_string()).and_then(|command| self.execute(command))
    }

    fn execute(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::ProtocolVersion(_) => self.identify(),
            Command::New => {
                let start = Position::from_fen(fen::START).map_err(|bad| bad.to_string())?;
                return self.begin(start, Some(Color::Black));
            }
            Command::Variant(name) if name != "xiangqi" => {
                return Err(bad_command(&name, "xiangqi", "Send variant xiangqi").to_string());
            }
            Command::SetBoard(fen) => return self.set_board(&fen),
            // An analysis plays no side, and goes on.
            Command::Force | Command::Result(_) if self.is_analysing => {}
            Command::Force | Command::Result(_) => {
                self.abort_search();
                self.engine_side = None;
            }
            Command::Go => {
                self.finish_search();
                return self.take(self.game.position().side());
            }
            Command::PlayOther => return self.take(!self.game.position().side()),
            Command::UserMove(text) => {
                return self.reply_to(Move::parse(&text).map_err(|bad| bad.to_string())?);
            }
            Command::Bare(word) => {
                let expected = "a command of the protocol, or a move as in h2e2";
                let unknown = |_| bad_command(&word.text, expected, "Send quit to leave").to_string();
                return self.reply_to(Move::parse(&word.text).map_err(unknown)?);
            }
            Command::Analyze => {
                (self.engine_side, self.is_analysing) = (None, true);
                return self.search_if_on_turn();
            }
            Command::Exit => self.exit(),
            Command::Status => self.report_status(),
            Command::Hint => return self.hint(),
            Command::Level(level) => (self.level, self.move_time) = (Some(level), None),
            Command::MoveTime(time) => (self.move_time, self.level) = (Some(time.0), None),
            Command::Depth(depth) => self.depth = Some(depth.0.min(MAX_PLY)),
            Command::Time(remaining) => self.remaining = Some(remaining.0),
            Command::Ping(word) => self.ping(word),
            Command::Post => self.shows_thinking.store(true, Relaxed),
            Command::NoPost => self.shows_thinking.store(false, Relaxed),
            Command::MoveNow if self.running != Some(Purpose::Analysis) => self.engine.stop(),
            Command::Undo => return self.take_back(1),
            Command::Remove => return self.take_back(2),
            Command::Memory(size) => return self.resize(count(&size, (1, 32_768))? * MEBIBYTE),
            Command::Cores(threads) => {
                let threads = NonZero::new(count(&threads, (1, MOST_THREADS))?);
                self.engine.set_threads(threads.unwrap_or(NonZero::<usize>::MIN));
            }
            Command::Option(set) => return self.set_option(&set),
            // What every user interface sends and changes nothing here. An offered draw is declined by no answer.
            _ => {}
        }
        Ok(())
    }

    fn set_board(&mut self, fen: &str) -> Result<(), String> {
        let position = Position::from_fen(fen).map_err(|bad| {
            self.abort_search();
            self.has_position_error = true;
            bad.to_string()
        })?;
        self.begin(position, self.engine_side)
    }

    fn set_option(&mut self, set: &SetOption) -> Result<(), String> {
        match set.name.as_str() {
            "Move Overhead" => {
                self.settings.overhead = Duration::from_millis(count(&set.value, (0, 5_000))? as u64);
            }
            "EvalFile" => return self.read_weights(&set.value),
            name => {
                let remedy = "Set only options that were announced";
                return Err(bad_command(name, "Move Overhead or EvalFile", remedy).to_string());
            }
        }
        Ok(())
    }

    fn resize(&mut self, bytes: usize) -> Result<(), String> {
        let searches = self.engine.searches();
        let taken = memory::take(bytes, searches.bytes(), || searches.resize(bytes));
        let remedy = "Ask for less; the table keeps its size";
        taken.map_err(|too_large| too_large.in_line("memory", remedy).to_string())
    }

    /// Evaluates by the weights of a file from now on; a search for a move ends, and its move is played.
    fn read_weights(&mut self, path: &str) -> Result<(), String> {
        let weights = options::weights(path).map_err(|bad| bad.to_string())?;
        self.finish_search();
        self.engine.set_weights(weights);
        self.analyze()
    }

    fn identify(&self) {
        let all = |names: &str, value: u8| names.split(' ').map(|name| Feature::new(name, value)).collect();
        let option = |text: &str| vec![Feature::new("option", text)];
        let name = format!("Shuangqi Xiangqi {}", version::SHORT);
        for features in [
            all("done", 0),
            vec![Feature::new("myname", name), Feature::new("variants", "xiangqi")],
            all("ping setboard usermove time memory smp playother reuse analyze", 1),
            all("colors draw sigint sigterm san nps debug", 0),
            option("Move Overhead -spin 10 0 5000"),
            option("EvalFile -file "),
            all("done", 1),
        ] {
            self.write(&Reply::Features(features));
        }
    }

    fn begin(&mut self, start: Position, engine_side: Option<Color>) -> Result<(), String> {
        self.abort_search();
        self.engine.clear();
        self.game = GameSession::new(start, GameRules::DEFAULT);
        self.engine_side = engine_side.filter(|_| !self.is_analysing);
        self.has_position_error = false;
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
            self.engine.searches().interrupt();
        }
        self.answer_pings();
    }

    /// Stops a search, and uses what it has found.
    fn finish_search(&mut self) {
        if self.running.is_some() {
            self.engine.searches().interrupt();
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
            self.write(&Reply::Pong(word));
        }
    }

    /// Plays this side from now on, at once if it is its turn.
    fn take(&mut self, side: Color) -> Result<(), String> {
        self.abort_search();
        self.is_analysing = false;
        self.engine_side = Some(side);
        if side == self.game.position().side() && !self.has_position_error && self.claim() {
            return Ok(());
        }
        self.search_if_on_turn()
    }

    fn reply_to(&mut self, mv: Move) -> Result<(), String> {
        if self.running == Some(Purpose::Move) {
            return Err("it is not your turn".to_owned());
        }
        self.abort_search();
        if let Err(why) = self.game.position().check(mv) {
            self.write(&Reply::IllegalMove(Refusal { why: why.to_string(), what: mv.to_string() }));
            return self.analyze();
        }
        self.game.play(mv);
        if self.engine_side.is_some() && self.claim() {
            return Ok(());
        }
        self.search_if_on_turn()
    }

    fn take_back(&mut self, plies: usize) -> Result<(), String> {
        self.abort_search();
        let left = self.game.moves().len().checked_sub(plies);
        if let Some(left) = left {
            self.game.truncate(left);
        }
        self.analyze()?;
        left.map(drop).ok_or_else(|| "there is no move to take back".to_owned())
    }

    fn search_if_on_turn(&mut self) -> Result<(), String> {
        if self.engine_side != Some(self.game.position().side()) || self.is_over() {
            return self.analyze();
        }
        self.start(Purpose::Move, &self.limits())
    }

    /// Begins a search, if there is anything to search.
    fn start(&mut self, purpose: Purpose, go: &Go) -> Result<(), String> {
        if self.has_position_error {
            return Err("the last position was refused".to_owned());
        }
        if self.game.position().legal_moves().is_empty() {
            return Ok(());
        }
        let job = job(&self.game, go, Vec::new(), self.settings);
        self.number += 1;
        let listener = SearchListener {
            sink: Arc::clone(&self.sink),
            purpose,
            number: self.number,
            shows_thinking: Arc::clone(&self.shows_thinking),
            progress: self.progress.clone(),
            found: self.found.0.clone(),
        };
        self.engine
            .searches()
            .start(job, listener)
            .map_err(|error| format!("no thread to search on: {error}"))?;
        self.running = Some(purpose);
        Ok(())
    }

    /// What limits the next search; without any clock and depth, a second.
    fn limits(&self) -> Go {
        let side = self.game.position().side();
        let limits = Limits { depth: self.depth, move_time: self.move_time, nodes: None };
        let mut go = Go { limits, ..Go::default() };
        if let Some(level) = self.level {
            let made = self.game.moves().len() as u32 / 2;
            go.clocks[side.index()] = Some(ClockState {
                remaining: self.remaining.unwrap_or(level.base),
                increment: level.increment,
                moves_to_go: (level.moves > 0).then(|| level.moves - made % level.moves),
            });
        } else if self.move_time.is_none() && self.depth.is_none() {
            go.limits.move_time = Some(QUICK);
        }
        go
    }

    /// Plays what the search has chosen, or hints at it, unless the search was broken off.
    fn answer(&mut self, (number, choice): FoundMove) {
        if number != self.number {
            return;
        }
        let Some(purpose) = self.running.take() else { return };
        self.engine.searches().wait();
        match (purpose, choice) {
            (Purpose::Move, choice) => self.play(choice),
            (Purpose::Hint, Some(mv)) => self.write(&Reply::Hint(mv.to_string().into())),
            (Purpose::Hint, None) | (Purpose::Analysis, _) => {}
        }
        self.answer_pings();
    }

    fn play(&mut self, choice: Option<Move>) {
        if let Some(mv) = choice {
            self.game.play(mv);
            self.write(&Reply::Move(mv.to_string().into()));
        }
        self.claim();
    }

    /// The game as the referee sees it: its first ending stands.
    fn refereed(&self) -> Game {
        Game::replay(self.game.positions()[0], Rules::ASIAN, self.game.moves().iter().copied())
    }

    fn is_over(&self) -> bool {
        self.refereed().is_over()
    }

    /// Writes the result of the game, if it has ended.
    fn claim(&self) -> bool {
        let verdict = self.refereed().verdict();
        let why = format!("{{{}}}", verdict.explanation());
        self.write(&match verdict.outcome {
            Ending::Win(Color::Red) => Reply::FirstWins(why),
            Ending::Win(Color::Black) => Reply::SecondWins(why),
            Ending::Draw => Reply::Draw(why),
            Ending::Illegal | Ending::None => return false,
        });
        true
    }
}

/// A number of these bounds.
fn count(text: &str, (least, most): (usize, usize)) -> Result<usize, String> {
    let number = Words::of(text).word().number("a count", least, most);
    number.map_err(|reason| bad_input("command", vec![reason], "Send a number").to_string())
}
