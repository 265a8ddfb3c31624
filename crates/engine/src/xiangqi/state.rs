//! The state of the engine between two commands, and what each command changes.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, bounded};
use game::{Game, GameEngine, GameSession};
use protocols::uci::{self, Command, Dialect, Info, Reply};
use protocols::words::{Word, bad_input, is_blank};
use search_core::session::SearchState;
use search_core::{Budget, Control, Evaluator as _};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{BadInput, memory, version};

use super::bench::Bench;
use super::go::{Go, Instead, moves};
use super::options::{self, Setting};
use super::position_command::check_moves;
use super::report::{SearchPrinter, score};
use super::search::{self, Settings};
use super::{display, mate_search, perft, position_command};

use xiangqi::evaluator::{Chances, Classical, explain};
use xiangqi::moves::Move;
use xiangqi::position::Position;
use xiangqi::recipe::Play;
use xiangqi::rules::GameRules;

const MEBIBYTE: usize = 1 << 20;
const MILLISECOND: Duration = Duration::from_millis(1);

/// The text of `help`.
const HELP: &str = "\
The commands of UCI (uci, debug, isready, setoption, ucinewgame, position, go, stop, ponderhit, quit) or, after ucci as the
first line, of UCCI. Besides:
  d                show the board
  eval             judge the position as it is
  flip             exchange the sides
  go perft N       count the leaves of the tree to depth N
  bench            search a fixed set of positions; the node count tells builds apart
  help             this text";

/// The engine's side of a session.
#[derive(Debug)]
pub struct Engine {
    dialect: Dialect,
    /// What times are counted in.
    unit: Duration,
    sink: Arc<Sink>,
    engine: GameEngine<Position>,
    /// Whether chances are shown beside scores.
    shows_chances: bool,
    /// The last good position.
    game: GameSession<Position>,
    /// Whether a bad position came after it: then nothing is searched.
    has_position_error: bool,
    banned: Vec<Move>,
    settings: Settings,
    /// Whether what is ignored is reported.
    debugs: bool,
    /// The time that `ponderhit` will allow; the outer `None` if no search ponders, or if it goes on until `stop` even
    /// then.
    pondering: Option<Option<Budget>>,
    /// The receiver that disconnects at the end of a count (`go perft`, `bench`) in progress; nothing is sent.
    counting: Option<Receiver<()>>,
}

impl Engine {
    /// The initial state; what is found is written to `sink`.
    pub fn new(sink: Arc<Sink>, engine: GameEngine<Position>) -> Engine {
        Engine {
            dialect: Dialect::Uci,
            unit: MILLISECOND,
            sink,
            engine,
            shows_chances: false,
            game: GameSession::default(),
            has_position_error: false,
            banned: Vec::new(),
            settings: Settings::DEFAULT,
            debugs: false,
            pondering: None,
            counting: None,
        }
    }

    /// What searches, for another protocol.
    pub fn into_engine(self) -> GameEngine<Position> {
        self.engine
    }

    /// Executes a line, and writes what is wrong with it. `Break` ends the session.
    pub fn handle_line(&mut self, line: &str) -> ControlFlow<()> {
        if is_blank(line) {
            return ControlFlow::Continue(());
        }
        match Command::read(line, self.dialect) {
            Ok((Command::Quit, _)) => {
                self.quit();
                return ControlFlow::Break(());
            }
            Ok((command, remarks)) => {
                let is_go = matches!(command, Command::Go(_));
                if let Err(bad) = self.execute(command, remarks) {
                    self.report_error(&bad);
                    if is_go {
                        self.answer_without_move();
                    }
                }
            }
            Err(bad) => {
                self.has_position_error |= bad.kind == uci::Position::KIND;
                self.report_error(&bad);
            }
        }
        ControlFlow::Continue(())
    }

    /// Executes a line; errors are returned, not written.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn try_line(&mut self, line: &str) -> Result<(), BadInput> {
        if is_blank(line) {
            return Ok(());
        }
        match Command::read(line, self.dialect)? {
            (Command::Go(go), remarks) => {
                let go = self.usable_part(&go, remarks);
                go.error.clone().map_or_else(|| self.go(&go), Err)
            }
            (command, remarks) => self.execute(command, remarks),
        }
    }

    /// Reports a line that was too long. It may have been a position, so the last one is not used.
    pub fn reject_long_line(&mut self) -> ControlFlow<()> {
        self.has_position_error = true;
        let expected = "at most a mebibyte";
        let remedy = "Send a position again; a FEN with the moves since makes it short";
        self.report_error(&BadInput::new("line", None, "a line without end", expected, remedy));
        ControlFlow::Continue(())
    }

    /// Waits for a search that ends by itself, and stops one that does not.
    pub fn finish(&mut self) {
        self.engine.searches().finish();
    }

    /// The receiver that disconnects at the end of a count in progress.
    pub fn counting(&self) -> Option<Receiver<()>> {
        self.counting.clone()
    }

    /// A count has come to its end.
    pub fn end_count(&mut self) {
        self.counting = None;
        self.engine.searches().wait();
    }

    /// Requests the end of the search in the background; its answer follows.
    pub fn stop(&self) {
        self.engine.stop();
    }

    /// Answers `isready`, also during a search. What need not be done on the clock is done before.
    pub fn answer_ready(&mut self) {
        self.engine.searches().populate();
        self.sink.write_line(Reply::ReadyOk);
    }

    fn write_line(&self, text: &str) {
        self.sink.write_line(text);
    }

    fn report_error(&self, bad: &BadInput) {
        self.write_remark(&bad.to_string());
    }

    fn write_remark(&self, text: &str) {
        self.sink.write_line(Reply::remark(self.dialect, text));
    }

    fn report_ignored(&self, command: &Command) {
        if self.debugs {
            let line = quote(&command.to_string());
            self.write_remark(&format!("ignored, as this engine has nothing of the kind: {line}"));
        }
    }

    fn execute(&mut self, command: Command, remarks: Option<BadInput>) -> Result<(), BadInput> {
        match command {
            Command::Register(_) => self.report_ignored(&command),
            Command::Debug(debugs) => self.debugs = debugs,
            Command::Quit => self.quit(),
            Command::Uci => self.identify(Dialect::Uci),
            Command::Ucci => self.identify(Dialect::Ucci),
            Command::IsReady => self.answer_ready(),
            Command::SetOption(ref set) => match options::read(set, self.dialect)? {
                Setting::Ignored => self.report_ignored(&command),
                setting => return self.set(setting),
            },
            Command::NewGame => self.engine.clear(),
            Command::Position(game) => return self.place(position_command::read(&game)),
            Command::BanMoves(words) => return self.ban(&words),
            Command::Go(go) => {
                self.engine.searches().interrupt();
                let go = self.usable_part(&go, remarks);
                go.error.iter().for_each(|bad| self.report_error(bad));
                return self.go(&go);
            }
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(budget) = self.pondering.take() {
                    self.engine.searches().release(budget);
                }
            }
            Command::Display => self.write_line(&display::board(self.game.position())),
            Command::Evaluate => self.evaluate(),
            Command::Flip => self.game = position_command::flipped(&self.game),
            Command::Bench(words) => return self.bench(Bench::read(&words)?),
            Command::Help => self.write_line(HELP),
        }
        Ok(())
    }

    fn identify(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let (unit, end) = match dialect {
            Dialect::Uci => (MILLISECOND, Reply::UciOk),
            Dialect::Ucci => (1000 * MILLISECOND, Reply::UcciOk),
        };
        self.unit = unit;
        let name = Reply::Name(format!("Shuangqi Xiangqi {}", version::SHORT));
        let author = Reply::Author("the Shuangqi authors".to_owned());
        let options =
            options::listing(dialect).into_iter().map(|option| format!("{}\n", Reply::Option(option)));
        self.write_line(&format!("{name}\n{author}\n\n{}{end}", options.collect::<String>()));
    }

    fn set(&mut self, setting: Setting) -> Result<(), BadInput> {
        match setting {
            Setting::Hash(size) => return self.resize("setoption", size * MEBIBYTE),
            Setting::Clear => self.engine.clear(),
            Setting::Threads(threads) => self.engine.set_threads(threads),
            Setting::Weights(path) => return self.read_weights(&path),
            Setting::Chances(shows_chances) => self.shows_chances = shows_chances,
            Setting::Lines(lines) => self.settings.lines = lines,
            Setting::Overhead(overhead) => self.settings.overhead = Duration::from_millis(overhead),
            Setting::Rules(repetition) => self.set_rules(GameRules { repetition, ..self.settings.rules }),
            Setting::QuietMoves(quiet_moves) => {
                self.set_rules(GameRules { quiet_moves, ..self.settings.rules });
            }
            Setting::Milliseconds(is_set) => {
                self.unit = if is_set { MILLISECOND } else { 1000 * MILLISECOND }
            }
            Setting::Debug(debugs) => self.debugs = debugs,
            Setting::Nothing | Setting::Ignored => {}
        }
        Ok(())
    }

    /// Judges games by other rules from now on; the stored scores depend on the former ones.
    fn set_rules(&mut self, rules: GameRules) {
        self.settings.rules = rules;
        self.engine.clear();
    }

    /// Evaluates by the weights of a file from now on; what was stored by the former ones is dropped.
    fn read_weights(&mut self, path: &str) -> Result<(), BadInput> {
        let weights = options::weights(path)?;
        if weights != *self.engine.weights() {
            self.engine.set_weights(weights);
        }
        Ok(())
    }

    /// Gives the table another size; `kind` is the command's name.
    fn resize(&mut self, kind: &'static str, bytes: usize) -> Result<(), BadInput> {
        let kept = self.engine.searches().bytes();
        let taken = memory::take(bytes, kept, || self.engine.searches().resize(bytes));
        let remedy = || format!("Ask for less; the table keeps its {} MiB", kept / MEBIBYTE);
        taken.map_err(|too_large| too_large.in_line(kind, remedy()))
    }

    fn place(&mut self, message: Result<GameSession<Position>, BadInput>) -> Result<(), BadInput> {
        self.banned.clear();
        self.has_position_error = message.is_err();
        self.game = message?;
        Ok(())
    }

    /// Root moves that the judge of a game forbids until the next position.
    fn ban(&mut self, words: &[Word]) -> Result<(), BadInput> {
        let (moves, reasons) = moves(words);
        if reasons.is_empty() {
            self.banned = moves;
            return Ok(());
        }
        Err(bad_input("banmoves", reasons, "Write moves as their two points, as in banmoves h2e2 b0c2"))
    }

    /// The command without root moves that are illegal, and with a limit if an error has left none.
    fn usable_part(&self, go: &uci::Go, remarks: Option<BadInput>) -> Go {
        let mut go = Go::new(go, self.dialect, self.unit, remarks);
        if let Err(bad) = check_moves(self.game.position(), &go.only)
            && !self.has_position_error
        {
            go.only.retain(|mv| check_moves(self.game.position(), &[*mv]).is_ok());
            go.reject(bad);
        }
        go.limit_after_error(self.game.position().side());
        go
    }

    /// Searches, or answers at once that there is no move; after an error the caller does.
    fn go(&mut self, go: &Go) -> Result<(), BadInput> {
        let is_begun = match go.instead {
            _ if self.has_position_error => false,
            Some(Instead::Perft(depth)) => self.perft(depth).map(|()| true)?,
            Some(Instead::Evaluation) => self.answer_evaluation(),
            None => self.search(go)?,
        };
        if !is_begun {
            self.answer_without_move();
        }
        Ok(())
    }

    fn answer_without_move(&self) {
        self.sink.write_line(Reply::no_move(self.dialect));
    }

    /// Begins a search; `false`: there is nothing to search.
    fn search(&mut self, go: &Go) -> Result<bool, BadInput> {
        let Some(only) = search::choices(&self.game, &go.only, &self.banned) else { return Ok(false) };
        let after_hit = Go { is_ponder: false, ..go.clone() };
        let budget = search::budget(&self.game, go, self.settings);
        self.pondering = (go.is_ponder && !after_hit.is_endless()).then_some(budget);
        let job = search::job(&self.game, go, only, self.settings);
        let mut printer = SearchPrinter::new(Arc::clone(&self.sink), self.dialect, go.is_draw_offered);
        if self.shows_chances {
            printer.show_chances(Chances::at(self.game.position(), self.engine.weights()));
        }
        let started = match go.mate {
            None => self.engine.searches().start(job, printer),
            Some(moves) => {
                let (sink, dialect) = (Arc::clone(&self.sink), self.dialect);
                let write_remark = move |text: &str| sink.write_line(Reply::remark(dialect, text));
                self.engine.searches().start_with(job, printer, move |state, _, job, control, report| {
                    mate_search::run(state, job, moves, control, report, &write_remark)
                })
            }
        };
        started.map_err(no_thread)?;
        Ok(true)
    }

    fn perft(&mut self, depth: u32) -> Result<(), BadInput> {
        let (root, sink) = (*self.game.position(), Arc::clone(&self.sink));
        self.count(move |_, control| perft::run(&root, depth, control, &sink))
    }

    /// Begins a job that is finished before the commands behind it take effect, unless it is stopped: then it returns
    /// `false`.
    fn count(
        &mut self,
        job: impl FnOnce(&mut SearchState<Position, Classical>, &Control) -> bool + Send + 'static,
    ) -> Result<(), BadInput> {
        let (running, finished) = bounded(0);
        let stopped = Reply::remark(self.dialect, "stopped before the count was complete");
        let sink = Arc::clone(&self.sink);
        let job = move |state: &mut SearchState<_, _>, _: Play, control: &Control| {
            if !job(state, control) {
                sink.write_line(stopped);
            }
            drop(running);
        };
        self.engine.searches().run(job).map_err(no_thread)?;
        self.counting = Some(finished);
        Ok(())
    }

    /// UCCI's `go depth 0`: a score and no move.
    fn answer_evaluation(&mut self) -> bool {
        let evaluation = self.evaluator().evaluate(self.game.position());
        let info = Info { depth: Some(0), score: Some(score(self.dialect, evaluation)), ..Info::default() };
        self.sink.write_line(Reply::Info(info));
        false
    }

    /// For what is evaluated without a search.
    fn evaluator(&self) -> Classical {
        Position::evaluator(self.engine.weights(), 1)
    }

    fn evaluate(&self) {
        let evaluation = self.evaluator().evaluate(self.game.position());
        let explanation = explain(self.game.position(), self.engine.weights());
        self.write_line(&display::evaluation(&explanation));
        self.write_remark(&format!("evaluation {evaluation} for the side to move"));
    }

    fn bench(&mut self, bench: Bench) -> Result<(), BadInput> {
        let sink = Arc::clone(&self.sink);
        let kept = self.engine.searches().bytes();
        self.resize("bench", bench.hash * MEBIBYTE)?;
        let counted = self.count(move |state, control| bench.run(state, control, &sink));
        self.resize("bench", kept)?;
        counted
    }

    fn quit(&mut self) {
        self.engine.searches().interrupt();
        if self.dialect == Dialect::Ucci {
            self.sink.write_line(Reply::Bye);
        }
    }
}

fn no_thread(error: std::io::Error) -> BadInput {
    let found = format!("no thread to search on ({error})");
    BadInput::new("go", None, found, "one", "Close some programs and try again")
}
