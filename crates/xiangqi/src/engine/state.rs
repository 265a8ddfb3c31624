//! What an engine knows between two commands, and what each command does to it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use console::sink::Sink;
use console::{BadInput, Failure, version};
use search_core::session::Session;
use search_core::{Budget, Evaluator as _};

use super::bench::Bench;
use super::command::{self, Command, Dialect, HELP};
use super::go::{Go, Instead};
use super::options::{self, DEFAULT_HASH, Setting};
use super::report::{Speaker, no_move, remark, score};
use super::search::{self, Play, Settings};
use super::situation::Situation;
use super::{display, perft};
use crate::evaluator::Classical;
use crate::moves::Move;
use crate::position::Position;

const MEBIBYTE: usize = 1 << 20;

/// An engine in conversation.
#[derive(Debug)]
pub struct Engine {
    dialect: Dialect,
    sink: Arc<Sink>,
    session: Session<Position, Classical, Play>,
    /// The last good position.
    situation: Situation,
    /// Whether a bad position came after it: then nothing is searched.
    is_astray: bool,
    banned: Vec<Move>,
    settings: Settings,
    /// In mebibytes.
    hash: usize,
    /// The time that `ponderhit` will allow, if it will let the search come to an end at all.
    pondering: Option<Option<Budget>>,
}

impl Engine {
    /// An engine that has been told nothing.
    ///
    /// # Errors
    /// None: the start position is in order.
    pub fn new() -> Result<Engine, BadInput> {
        Ok(Engine {
            dialect: Dialect::Uci,
            sink: Arc::new(Sink::stdout()),
            session: Session::new(Classical, Play, DEFAULT_HASH * MEBIBYTE),
            situation: Situation::start()?,
            is_astray: false,
            banned: Vec::new(),
            settings: Settings::DEFAULT,
            hash: DEFAULT_HASH,
            pondering: None,
        })
    }

    /// Does what a line says, and tells what is wrong with it. `Break` ends the conversation.
    pub fn obey(&mut self, line: &str) -> ControlFlow<()> {
        match command::parse(line, self.dialect) {
            Ok(Command::Quit) => {
                self.quit();
                return ControlFlow::Break(());
            }
            Ok(command) => {
                let is_go = matches!(command, Command::Go(_));
                if let Err(bad) = self.execute(command) {
                    self.complain(&bad);
                    if is_go {
                        self.decline();
                    }
                }
            }
            Err(bad) => self.complain(&bad),
        }
        ControlFlow::Continue(())
    }

    /// Does what a line says; what is wrong with it is not told.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn attempt(&mut self, line: &str) -> Result<(), BadInput> {
        command::parse(line, self.dialect).and_then(|command| self.execute(command))
    }

    /// A line was lost. It may have been a position, so the last one is not to be trusted.
    pub fn distrust(&mut self) -> ControlFlow<()> {
        self.is_astray = true;
        let expected = "at most a mebibyte";
        let remedy = "Send a position again; a FEN with the moves since makes it short";
        self.complain(&BadInput::new("line", None, "a line without end", expected, remedy));
        ControlFlow::Continue(())
    }

    /// Waits for a search that ends by itself, and stops one that does not.
    pub fn finish(&mut self) {
        self.session.finish();
    }

    /// Writes a text.
    pub fn say(&self, text: &str) {
        self.sink.say(text);
    }

    /// Whether all output could be written.
    ///
    /// # Errors
    /// Why not.
    pub fn written(&self) -> Result<(), Failure> {
        self.sink.failure().map_or(Ok(()), Err)
    }

    fn complain(&self, bad: &BadInput) {
        self.say(&remark(self.dialect, &bad.to_string()));
    }

    fn execute(&mut self, command: Command) -> Result<(), BadInput> {
        match command {
            Command::Nothing => {}
            Command::Quit => self.quit(),
            Command::Introduce(dialect) => self.introduce(dialect),
            Command::IsReady => {
                self.session.prepare();
                self.say("readyok");
            }
            Command::Set(setting) => self.set(setting),
            Command::NewGame => self.session.clear(),
            Command::Position(told) => return self.place(*told),
            Command::Ban(moves) => self.banned = moves,
            Command::Go(asked) => return self.go(*asked),
            Command::Stop => self.session.stop(),
            Command::PonderHit => {
                if let Some(budget) = self.pondering.take() {
                    self.session.release(budget);
                }
            }
            Command::Display => self.say(&display::board(self.situation.position())),
            Command::Evaluate => self.evaluate(),
            Command::Flip => self.situation.flip(),
            Command::Bench(bench) => return self.bench(bench),
            Command::Help => self.say(HELP),
        }
        Ok(())
    }

    fn introduce(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let name = format!("id name Shuangqi Xiangqi {}", version::SHORT);
        let options = options::listing(dialect);
        let end = if dialect == Dialect::Uci { "uciok" } else { "ucciok" };
        self.say(&format!("{name}\nid author the Shuangqi authors\n\n{options}\n{end}"));
    }

    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Hash(size) => {
                self.hash = size;
                self.session.resize(size * MEBIBYTE);
            }
            Setting::Clear => self.session.clear(),
            Setting::Lines(lines) => self.settings.lines = lines,
            Setting::Overhead(overhead) => self.settings.overhead = Duration::from_millis(overhead),
            Setting::Rules(rules) => {
                self.settings.rules = rules;
                // What is stored rests on the rules before.
                self.session.clear();
            }
            Setting::Milliseconds(has_milliseconds) => self.dialect = Dialect::Ucci { has_milliseconds },
            Setting::Nothing => {}
        }
    }

    fn place(&mut self, told: Result<Situation, BadInput>) -> Result<(), BadInput> {
        self.banned.clear();
        self.is_astray = told.is_err();
        self.situation = told?;
        Ok(())
    }

    /// Searches, or says at once that there will be no move. After an error, that remains to be said.
    fn go(&mut self, asked: Result<Go, BadInput>) -> Result<(), BadInput> {
        let go = asked?;
        let is_begun = match go.instead {
            _ if self.is_astray => false,
            Some(Instead::Perft(depth)) => self.perft(depth).map(|()| true)?,
            Some(Instead::Evaluation) => self.judge_only(),
            None => self.search(&go)?,
        };
        if !is_begun {
            self.decline();
        }
        Ok(())
    }

    /// Answers a `go` without a move, after the search that may still be running.
    fn decline(&mut self) {
        self.session.finish();
        self.say(no_move(self.dialect));
    }

    /// Begins a search; `false`: there is nothing to search.
    fn search(&mut self, go: &Go) -> Result<bool, BadInput> {
        self.situation.check(&go.only)?;
        let Some(only) = search::choices(&self.situation, &go.only, &self.banned) else { return Ok(false) };
        let after_hit = Go { is_ponder: false, ..go.clone() };
        let budget = search::budget(&self.situation, go, self.settings);
        self.pondering = (go.is_ponder && !after_hit.is_endless()).then_some(budget);
        let task = search::task(&self.situation, go, only, self.settings);
        let speaker = Speaker::new(Arc::clone(&self.sink), self.dialect, go.is_draw_offered);
        self.session.start(task, speaker).map_err(no_thread)?;
        Ok(true)
    }

    fn perft(&mut self, depth: u32) -> Result<(), BadInput> {
        let (root, sink) = (*self.situation.position(), Arc::clone(&self.sink));
        self.session.run(move |_, _, control| perft::run(&root, depth, control, &sink)).map_err(no_thread)
    }

    /// UCCI's `go depth 0`: a score and no move.
    fn judge_only(&mut self) -> bool {
        let judgement = Classical.evaluate(self.situation.position());
        self.say(&format!("info depth 0 score {}", score(self.dialect, judgement)));
        false
    }

    fn evaluate(&self) {
        let judgement = Classical.evaluate(self.situation.position());
        self.say(&remark(self.dialect, &format!("evaluation {judgement} for the side to move")));
    }

    fn bench(&mut self, bench: Bench) -> Result<(), BadInput> {
        let sink = Arc::clone(&self.sink);
        self.session.resize(bench.hash * MEBIBYTE);
        let job = self.session.run(move |workshop, plan, control| bench.run(workshop, plan, control, &sink));
        self.session.resize(self.hash * MEBIBYTE);
        job.map_err(no_thread)
    }

    fn quit(&mut self) {
        self.session.stop();
        self.session.wait();
        if matches!(self.dialect, Dialect::Ucci { .. }) {
            self.say("bye");
        }
    }
}

fn no_thread(error: std::io::Error) -> BadInput {
    let found = format!("no thread to search on ({error})");
    BadInput::new("go", None, found, "one", "Close some programs and try again")
}
