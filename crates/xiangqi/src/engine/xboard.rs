//! The engine in conversation with xboard and its like, by the Chess Engine Communication Protocol, version 2.
//!
//! The engine keeps the game, moves by itself when it is its turn, and claims a result where the referee sees one.
//! Searches run in the background, so that `?`, `force` and `quit` are heard at once.

mod command;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use console::lines::Event;
use console::sink::Sink;
use console::{BadInput, Failure, version};
use crossbeam_channel::{Receiver, Sender, select, unbounded};
use search_core::score::plies_to_mate;
use search_core::session::{Listener, Session};
use search_core::{ClockState, Outcome, Report};

pub use command::{Command, Level, parse};

use super::go::Go;
use super::options::DEFAULT_HASH;
use super::search::{self, Play, Settings};
use super::situation::Situation;
use crate::evaluator::{Classical, LIMIT};
use crate::game::{Game, Outcome as Ending};
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;

const MEBIBYTE: usize = 1 << 20;
/// What the protocol adds to the moves of a mate to tell it from a judgement.
const MATE_MARK: i64 = 100_000;

/// What a search has chosen, and for which question.
type Found = (u64, Option<Move>);

/// An engine in conversation.
#[derive(Debug)]
pub struct Guest {
    sink: Arc<Sink>,
    session: Session<Position, Classical, Play>,
    start: Position,
    moves: Vec<Move>,
    situation: Situation,
    /// Whether a bad position came after it: then nothing is searched.
    is_astray: bool,
    /// The side that the engine plays; `None` in force mode.
    mine: Option<Color>,
    /// The number of the question that is being thought about.
    thinking: Option<u64>,
    asked: u64,
    found: (Sender<Found>, Receiver<Found>),
    /// Answers to `ping` that wait for the move.
    pings: Vec<String>,
    level: Option<Level>,
    remaining: Option<Duration>,
    move_time: Option<Duration>,
    depth: Option<i16>,
    posts: bool,
    settings: Settings,
}

impl Guest {
    /// An engine that has been greeted, and writes there.
    ///
    /// # Errors
    /// None: the start position is in order.
    pub fn new(sink: Arc<Sink>) -> Result<Guest, BadInput> {
        let start = command::start()?;
        Ok(Guest {
            sink,
            session: Session::new(Classical, Play, DEFAULT_HASH * MEBIBYTE),
            start,
            moves: Vec::new(),
            situation: Situation::new(start),
            is_astray: false,
            mine: None,
            thinking: None,
            asked: 0,
            found: unbounded(),
            pings: Vec::new(),
            level: None,
            remaining: None,
            move_time: None,
            depth: None,
            posts: false,
            settings: Settings::DEFAULT,
        })
    }

    /// Obeys the lines that follow the greeting until `quit`, or until their end and the end of the search then running.
    ///
    /// # Errors
    /// If answers cannot be written.
    pub fn converse(&mut self, events: &Receiver<Event>) -> Result<(), Failure> {
        let found = self.found.1.clone();
        let mut is_open = true;
        while is_open || self.thinking.is_some() {
            let silence = crossbeam_channel::never();
            let events = if is_open { events } else { &silence };
            select! {
                recv(events) -> event => match event {
                    Ok(Event::Line(line)) => if self.hear(&line).is_break() { return Ok(()) },
                    Ok(Event::TooLong) => {
                        self.is_astray = true;
                        self.say("Error (a line without end): ?");
                    }
                    Ok(Event::End(_)) | Err(_) => is_open = false,
                },
                recv(found) -> found => found.into_iter().for_each(|found| self.answer(found)),
            }
            if let Some(failure) = self.sink.failure() {
                return Err(failure);
            }
        }
        Ok(())
    }

    fn say(&self, text: &str) {
        self.sink.say(text);
    }

    fn hear(&mut self, line: &str) -> ControlFlow<()> {
        match parse(line) {
            Ok(Command::Quit) => {
                self.session.interrupt();
                return ControlFlow::Break(());
            }
            Ok(command) => {
                if let Err(why) = self.execute(command) {
                    self.say(&format!("Error ({why}): {}", line.trim()));
                }
            }
            Err(bad) if line.trim_start().starts_with("setboard") => {
                self.break_off();
                self.is_astray = true;
                self.say(&format!("tellusererror Illegal position ({bad})"));
            }
            Err(bad) => self.say(&format!("Error ({bad}): {}", line.trim())),
        }
        ControlFlow::Continue(())
    }

    fn execute(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Introduce => self.introduce(),
            Command::New => self.begin(command::start().map_err(|bad| bad.to_string())?, Some(Color::Black)),
            Command::Place(position) => self.begin(*position, self.mine),
            Command::Force | Command::Over => {
                self.break_off();
                self.mine = None;
            }
            Command::Go => {
                self.move_now();
                return self.take(self.situation.position().side());
            }
            Command::PlayOther => return self.take(!self.situation.position().side()),
            Command::Play(mv) => return self.reply_to(mv),
            Command::Level(level) => (self.level, self.move_time) = (Some(level), None),
            Command::MoveTime(time) => (self.move_time, self.level) = (Some(time), None),
            Command::Depth(depth) => self.depth = Some(depth),
            Command::Remaining(remaining) => self.remaining = Some(remaining),
            Command::Ping(word) if self.thinking.is_some() => self.pings.push(word),
            Command::Ping(word) => self.say(&format!("pong {word}")),
            Command::Post(posts) => self.posts = posts,
            Command::MoveNow => self.session.stop(),
            Command::TakeBack(plies) => return self.take_back(plies),
            Command::Memory(size) => self.session.resize(size * MEBIBYTE),
            Command::Overhead(overhead) => self.settings.overhead = overhead,
        }
        Ok(())
    }

    fn introduce(&self) {
        let version = version::SHORT;
        self.say("feature done=0");
        self.say(&format!("feature myname=\"Shuangqi Xiangqi {version}\" variants=\"xiangqi\""));
        self.say("feature ping=1 setboard=1 usermove=1 time=1 memory=1 smp=0 playother=1 reuse=1 analyze=0");
        self.say("feature colors=0 draw=0 sigint=0 sigterm=0 san=0 nps=0 debug=0");
        self.say("feature option=\"Move Overhead -spin 10 0 5000\"");
        self.say("feature done=1");
    }

    fn begin(&mut self, start: Position, mine: Option<Color>) {
        self.break_off();
        self.session.clear();
        (self.start, self.situation, self.mine) = (start, Situation::new(start), mine);
        self.is_astray = false;
        self.moves.clear();
        self.remaining = None;
        self.depth = None;
    }

    /// Stops a search whose answer nobody wants any more.
    fn break_off(&mut self) {
        if self.thinking.take().is_some() {
            self.session.interrupt();
        }
        self.answer_pings();
    }

    /// Ends a search, and plays what it has found.
    fn move_now(&mut self) {
        if self.thinking.is_some() {
            self.session.interrupt();
            while let Ok(found) = self.found.1.try_recv() {
                self.answer(found);
            }
        }
    }

    fn answer_pings(&mut self) {
        for word in std::mem::take(&mut self.pings) {
            self.say(&format!("pong {word}"));
        }
    }

    /// Plays this side from now on, at once if it is its turn.
    fn take(&mut self, side: Color) -> Result<(), String> {
        self.break_off();
        self.mine = Some(side);
        self.think_in_turn()
    }

    fn reply_to(&mut self, mv: Move) -> Result<(), String> {
        if self.thinking.is_some() {
            return Err("it is not your turn".to_owned());
        }
        if let Err(why) = self.situation.advance(mv) {
            self.say(&format!("Illegal move ({why}): {mv}"));
            return Ok(());
        }
        self.moves.push(mv);
        if self.mine.is_some() && self.claim() {
            return Ok(());
        }
        self.think_in_turn()
    }

    fn take_back(&mut self, plies: usize) -> Result<(), String> {
        self.break_off();
        let left = self.moves.len().checked_sub(plies).ok_or("there is no move to take back")?;
        self.moves.truncate(left);
        self.situation = Situation::new(self.start);
        // They were legal when they were played.
        self.moves.iter().try_for_each(|&mv| self.situation.advance(mv)).map_err(|why| why.to_string())
    }

    fn think_in_turn(&mut self) -> Result<(), String> {
        if self.mine != Some(self.situation.position().side()) || self.is_over() {
            return Ok(());
        }
        if self.is_astray {
            return Err("the last position was refused".to_owned());
        }
        let go = self.terms();
        let task = search::task(&self.situation, &go, Vec::new(), self.settings);
        self.asked += 1;
        let voice = Voice {
            sink: Arc::clone(&self.sink),
            posts: self.posts,
            number: self.asked,
            found: self.found.0.clone(),
        };
        self.session.start(task, voice).map_err(|error| format!("no thread to search on: {error}"))?;
        self.thinking = Some(self.asked);
        Ok(())
    }

    /// What limits the next search; without any clock and depth, a second.
    fn terms(&self) -> Go {
        let side = self.situation.position().side();
        let mut go = Go { depth: self.depth, move_time: self.move_time, ..Go::default() };
        if let Some(level) = self.level {
            let made = self.moves.len() as u32 / 2;
            go.clocks[side.index()] = Some(ClockState {
                remaining: self.remaining.unwrap_or(level.base),
                increment: level.increment,
                moves_to_go: (level.moves > 0).then(|| level.moves - made % level.moves),
            });
        } else if self.move_time.is_none() && self.depth.is_none() {
            go.move_time = Some(Duration::from_secs(1));
        }
        go
    }

    /// Plays what the search has chosen, unless the question is out of date.
    fn answer(&mut self, (number, choice): Found) {
        if self.thinking != Some(number) {
            return;
        }
        self.thinking = None;
        self.session.wait();
        if let Some(mv) = choice
            && self.situation.advance(mv).is_ok()
        {
            self.moves.push(mv);
            self.say(&format!("move {mv}"));
        }
        self.claim();
        self.answer_pings();
    }

    fn game(&self) -> Game {
        Game::replay(self.start, Rules::ASIAN, self.moves.iter().copied())
    }

    fn is_over(&self) -> bool {
        self.game().is_over()
    }

    /// Tells the result, if the game has one.
    fn claim(&self) -> bool {
        let game = self.game();
        let result = match game.verdict().outcome {
            Ending::Win(Color::Red) => "1-0",
            Ending::Win(Color::Black) => "0-1",
            Ending::Draw => "1/2-1/2",
            Ending::Illegal | Ending::None => return false,
        };
        self.say(&format!("{result} {{{}}}", game.verdict().explanation()));
        true
    }
}

/// Tells what a search finds.
struct Voice {
    sink: Arc<Sink>,
    posts: bool,
    number: u64,
    found: Sender<Found>,
}

impl Listener<Move> for Voice {
    fn report(&mut self, report: &Report<Move>) {
        if self.posts {
            self.sink.say(thought(report));
        }
    }

    fn answer(self, outcome: Outcome<Move>, _: Duration) {
        // Nobody listens any more after `quit`.
        let _ = self.found.send((self.number, outcome.best));
    }
}

/// Depth, score, hundredths of a second, nodes, and the line.
fn thought(report: &Report<Move>) -> String {
    let score = match plies_to_mate(report.score) {
        None => i64::from(report.score.clamp(-LIMIT - 1, LIMIT + 1)),
        Some(plies) if report.score > 0 => MATE_MARK + i64::from(plies.div_ceil(2)),
        Some(plies) => -MATE_MARK - i64::from(plies / 2),
    };
    let line: Vec<String> = report.variation.iter().map(Move::to_string).collect();
    let (depth, time, nodes) = (report.depth, report.elapsed.as_millis() / 10, report.tally.visits);
    format!("{depth} {score} {time} {nodes} {}", line.join(" "))
}
