//! UCI and UCCI, which differ in some words: the user interface sends a position, then asks for a search of it.

use std::collections::VecDeque;
use std::num::NonZero;
use std::time::Duration;

use game::{EngineState, Game, Limits, SearchRequest, Seat, Strength};
use protocols::uci::{self, Command, Dialect, Info, Reply};
use protocols::words::{bad_input, is_blank};
use search_core::session::SearchJob;
use search_core::{Budget, Control, Evaluator as _, Score};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, Reason, version};
use xiangqi::evaluator::AnyWeights;
use xiangqi::mate_search;
use xiangqi::moves::Move;
use xiangqi::position::Position;
use xiangqi::rules::{GameRules, Rules};

use super::count::{Bench, perft};
use super::options::{self, DEFAULT_HASH, Evaluation, MEBIBYTE, Setting, StrengthOptions};
use super::report::{self, Printer};
use super::request::{Go, GoMode, expected, flipped, read_moves, read_position};
use crate::engine::{Engine, JobEvent, Protocol, seed_of_now};

const MILLISECOND: Duration = Duration::from_millis(1);
/// The time of a search whose limits could not be read: nobody may be there to stop it.
const WITHOUT_LIMITS: Duration = Duration::from_secs(1);

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

/// The settings of the user interface.
#[derive(Debug)]
pub struct Uci {
    dialect: Dialect,
    /// The unit of times.
    unit: Duration,
    /// The number of best lines, and the time lost between engine and clock.
    lines: usize,
    overhead: Duration,
    /// By which rules repetitions are judged, and how long a game may go on without a capture.
    rules: GameRules,
    /// What was set to evaluate by.
    evaluation: Evaluation,
    /// Set if chances are shown beside scores.
    shows_chances: bool,
    strength: StrengthOptions,
    /// The strength of the command line, once an option is set: no option makes the engine stronger.
    max_strength: Option<Strength>,
    /// Set if ignored commands are reported.
    debugs: bool,
    /// Root moves that are forbidden until the next position.
    banned: Vec<Move>,
    /// The time that `ponderhit` will allow; the outer `None` if no search ponders, or if it goes on until `stop` even then.
    pondering: Option<Option<Budget>>,
    printer: Printer,
    /// Set while a count (`go perft`, `bench`) runs. It has no answer that could be given early, so the lines behind it wait for
    /// its end; `None` is a line that was too long.
    is_counting: bool,
    waiting: VecDeque<Option<String>>,
}

impl Default for Uci {
    fn default() -> Uci {
        Uci {
            dialect: Dialect::Uci,
            unit: MILLISECOND,
            lines: 1,
            overhead: SearchRequest::OVERHEAD,
            rules: GameRules::DEFAULT,
            evaluation: Evaluation::default(),
            shows_chances: false,
            strength: StrengthOptions::default(),
            max_strength: None,
            debugs: false,
            banned: Vec::new(),
            pondering: None,
            printer: Printer::default(),
            is_counting: false,
            waiting: VecDeque::new(),
        }
    }
}

impl Protocol<Position> for Uci {
    fn execute(&mut self, engine: &mut Engine<Position>, line: &str) {
        if is_blank(line) || self.is_deferred(engine, line) {
            return;
        }
        let (command, remarks) = match Command::read(line, self.dialect) {
            Ok(read) => read,
            Err(bad) => {
                engine.is_refused |= bad.kind == uci::Position::KIND;
                return self.remark(engine, &bad.to_string());
            }
        };
        let is_go = matches!(command, Command::Go(_));
        if let Err(bad) = self.act(engine, command, remarks) {
            self.remark(engine, &bad.to_string());
            if is_go {
                engine.write(Reply::no_move(self.dialect));
            }
        }
    }

    /// It may have been a position, so the last one is not used.
    fn reject_long_line(&mut self, engine: &mut Engine<Position>) {
        if self.is_counting {
            return self.waiting.push_back(None);
        }
        engine.is_refused = true;
        let expected = "at most a mebibyte";
        let remedy = "Send a position again; a FEN with the moves since makes it short";
        let bad = BadInput::new("line", None, "a line without end", expected, remedy);
        self.remark(engine, &bad.to_string());
    }

    fn take(&mut self, engine: &mut Engine<Position>, event: JobEvent<Move>) {
        match event {
            JobEvent::Report(report) => self.printer.report(&report, |line| engine.write(line)),
            JobEvent::Text(text) => engine.write(text),
            JobEvent::Answer(outcome, elapsed) => engine.write(self.printer.answer(&outcome, elapsed)),
            JobEvent::End => {
                self.is_counting = false;
                self.execute_waiting(engine);
            }
        }
    }
}

impl Uci {
    /// Returns whether a line waits for the end of the count that runs. Only `stop` and `isready` take effect at once; `stop` is for all
    /// that came before it, so where lines wait it waits among them too.
    fn is_deferred(&mut self, engine: &Engine<Position>, line: &str) -> bool {
        let command = line.parse();
        let is_stop = command == Ok(Command::Stop);
        let waits = self.is_counting && command != Ok(Command::IsReady);
        if waits && !(is_stop && self.waiting.is_empty()) {
            self.waiting.push_back(Some(line.to_owned()));
        }
        if waits && is_stop {
            engine.stop();
        }
        waits
    }

    fn execute_waiting(&mut self, engine: &mut Engine<Position>) {
        while !self.is_counting
            && !engine.is_over
            && let Some(line) = self.waiting.pop_front()
        {
            match line {
                Some(line) => self.execute(engine, &line),
                None => self.reject_long_line(engine),
            }
        }
    }

    /// Executes a line; what is wrong with it is returned, and nothing is done then.
    ///
    /// # Errors
    /// Everything that is wrong with the line.
    pub fn obey(&mut self, engine: &mut Engine<Position>, line: &str) -> Result<(), BadInput> {
        if is_blank(line) {
            return Ok(());
        }
        match Command::read(line, self.dialect)? {
            (Command::Go(go), remarks) => match self.usable_part(engine, &go, remarks) {
                (go, None) => self.go(engine, &go),
                (_, Some(bad)) => Err(bad),
            },
            (command, _) => self.act(engine, command, None),
        }
    }

    fn remark(&self, engine: &Engine<Position>, text: &str) {
        engine.write(Reply::remark(self.dialect, text));
    }

    fn report_ignored(&self, engine: &Engine<Position>, command: &Command) {
        if self.debugs {
            let line = quote(&command.to_string());
            self.remark(engine, &format!("ignored, as this engine has nothing of the kind: {line}"));
        }
    }

    fn act(
        &mut self,
        engine: &mut Engine<Position>,
        command: Command,
        remarks: Option<BadInput>,
    ) -> Result<(), BadInput> {
        match command {
            Command::Register(_) => self.report_ignored(engine, &command),
            Command::Debug(debugs) => self.debugs = debugs,
            Command::Quit => self.quit(engine),
            Command::Uci => self.identify(engine, Dialect::Uci),
            Command::Ucci => self.identify(engine, Dialect::Ucci),
            Command::IsReady => {
                // What need not be done on the clock is done before.
                engine.game.searches().populate();
                engine.write(Reply::ReadyOk);
            }
            Command::SetOption(ref set) => match options::read(set, self.dialect)? {
                Setting::Ignored => self.report_ignored(engine, &command),
                setting => return self.set(engine, setting),
            },
            Command::NewGame => engine.game.clear(),
            Command::Position(game) => {
                self.banned.clear();
                let read = read_position(&game);
                engine.is_refused = read.is_err();
                engine.session = read?;
            }
            Command::BanMoves(words) => {
                let (moves, reasons) = read_moves(&words);
                if !reasons.is_empty() {
                    let remedy = "Write moves as their two points, as in banmoves h2e2 b0c2";
                    return Err(bad_input("banmoves", reasons, remedy));
                }
                self.banned = moves;
            }
            Command::Go(go) => {
                self.interrupt(engine);
                let (go, bad) = self.usable_part(engine, &go, remarks);
                bad.iter().for_each(|bad| self.remark(engine, &bad.to_string()));
                return self.go(engine, &go);
            }
            Command::Stop => engine.stop(),
            Command::PonderHit => {
                if let Some(budget) = self.pondering.take() {
                    engine.release(budget);
                }
            }
            Command::Display => engine.write(report::board(engine.session.position())),
            Command::Evaluate => self.evaluate(engine),
            Command::Flip => engine.session = flipped(&engine.session),
            Command::Bench(words) => return self.bench(engine, Bench::read(&words)?),
            Command::Help => engine.write(HELP),
        }
        Ok(())
    }

    fn identify(&mut self, engine: &Engine<Position>, dialect: Dialect) {
        self.dialect = dialect;
        let end = match dialect {
            Dialect::Uci => Reply::UciOk,
            Dialect::Ucci => Reply::UcciOk,
        };
        self.unit = if dialect == Dialect::Uci { MILLISECOND } else { 1000 * MILLISECOND };
        engine.write(Reply::Name(format!("Shuangqi Xiangqi {}", version::SHORT)));
        engine.write(format_args!("{}\n", Reply::Author("the Shuangqi authors".to_owned())));
        options::listing(dialect).for_each(|option| engine.write(Reply::Option(option)));
        engine.write(end);
    }

    fn set(&mut self, engine: &mut Engine<Position>, setting: Setting) -> Result<(), BadInput> {
        match setting {
            Setting::Hash(mebibytes) => {
                let mebibytes = if mebibytes == 0 { DEFAULT_HASH } else { mebibytes };
                return options::resize(engine, "setoption", mebibytes as usize * MEBIBYTE);
            }
            Setting::Clear => engine.game.clear(),
            Setting::Threads(threads) => options::set_threads(engine, threads),
            Setting::EvalFile(path) => {
                let weights = self.evaluation.with_file(&path)?;
                self.set_weights(engine, weights);
            }
            Setting::Evaluation(name) => {
                let weights = self.evaluation.named(name)?;
                self.set_weights(engine, weights);
            }
            Setting::Chances(shows_chances) => self.shows_chances = shows_chances,
            Setting::OwnBook(is_used) => engine.own_book = is_used.then(seed_of_now),
            Setting::LimitsStrength(limits) => {
                self.set_strength(engine, StrengthOptions { limits, ..self.strength })
            }
            Setting::Elo(elo) => {
                self.set_strength(engine, StrengthOptions { elo: elo as i32, ..self.strength });
            }
            Setting::Lines(lines) => self.lines = lines as usize,
            Setting::Overhead(overhead) => self.overhead = Duration::from_millis(overhead),
            Setting::Rules(repetition) => self.set_rules(engine, GameRules { repetition, ..self.rules }),
            Setting::QuietMoves(moves) => {
                self.set_rules(engine, GameRules { quiet_moves: moves as u16, ..self.rules });
            }
            Setting::Milliseconds(is_set) => {
                self.unit = if is_set { MILLISECOND } else { 1000 * MILLISECOND }
            }
            Setting::Debug(debugs) => self.debugs = debugs,
            Setting::Ponder(_) | Setting::Ignored => {}
        }
        Ok(())
    }

    /// Evaluates by these weights from now on; a search ends.
    fn set_weights(&mut self, engine: &mut Engine<Position>, weights: AnyWeights) {
        if weights != *engine.game.weights() {
            self.interrupt(engine);
            engine.game.set_weights(weights);
        }
    }

    /// Plays no stronger than these options allow from now on.
    fn set_strength(&mut self, engine: &mut Engine<Position>, options: StrengthOptions) {
        self.strength = options;
        let most = *self.max_strength.get_or_insert(engine.strength);
        engine.strength = options.strength().min(most);
    }

    /// Judges games by other rules from now on; the stored scores depend on the former ones.
    fn set_rules(&mut self, engine: &mut Engine<Position>, rules: GameRules) {
        self.rules = rules;
        engine.game.clear();
    }

    /// The command without root moves that cannot be played, with a limit if an error has left none, and what is wrong with
    /// it.
    fn usable_part(
        &self,
        engine: &Engine<Position>,
        go: &uci::Go,
        remarks: Option<BadInput>,
    ) -> (Go, Option<BadInput>) {
        let (mut only, unread) = read_moves(&go.search_moves);
        let (position, mut illegal) = (engine.session.position(), Vec::new());
        if !engine.is_refused {
            only.retain(|&mv| match position.check(mv) {
                Ok(()) => true,
                Err(why) => {
                    illegal.push(Reason::new(None, mv.to_string(), expected(why)));
                    false
                }
            });
        }
        let is_readable = remarks.is_none() && unread.is_empty();
        let remedy =
            if is_readable { "Name legal moves of the last position" } else { uci::Go::remedy(self.dialect) };
        let reasons: Vec<Reason> =
            remarks.into_iter().flat_map(|bad| bad.reasons).chain(unread).chain(illegal).collect();
        let bad = (!reasons.is_empty()).then(|| bad_input("go", reasons, remedy));
        let mut usable = Go::new(go, only, self.dialect, self.unit);
        usable.request.lines = self.lines;
        usable.request.overhead = self.overhead;
        let is_limited = usable.mate.is_some()
            || usable.request.limits != Limits::default()
            || usable.request.clocks[position.side().index()].is_some();
        if bad.is_some() && !is_limited && !go.infinite && usable.mode.is_none() {
            usable.request.limits.move_time = Some(WITHOUT_LIMITS);
        }
        (usable, bad)
    }

    /// Searches, or answers at once that there is no move; after an error the caller does.
    fn go(&mut self, engine: &mut Engine<Position>, go: &Go) -> Result<(), BadInput> {
        let is_begun = match go.mode {
            _ if engine.is_refused => false,
            Some(GoMode::Perft(depth)) => {
                let root = *engine.session.position();
                self.count(engine, move |_, control, write| perft(&root, depth, control, write))?;
                true
            }
            Some(GoMode::Evaluation) => self.answer_evaluation(engine),
            None => self.search(engine, go)?,
        };
        if !is_begun {
            engine.write(Reply::no_move(self.dialect));
        }
        Ok(())
    }

    /// Begins a search; `false`: there is nothing to search.
    fn search(&mut self, engine: &mut Engine<Position>, go: &Go) -> Result<bool, BadInput> {
        let Some(job) = self.job(engine, go) else { return Ok(false) };
        let budget = Position::plan(&engine.session, &go.request).1;
        let seat = Seat::to_move(engine.session.position());
        self.pondering = (go.is_ponder && !go.is_endless(seat)).then_some(budget);
        let chances = self.shows_chances.then(|| engine.game.weights().chances(engine.session.position()));
        self.printer = Printer::new(self.dialect, go.is_draw_offered, chances);
        let Some(moves) = go.mate else { return engine.search(job).map(|()| true) };
        // A proof holds whatever the rules make of repetitions, but not beyond the move limit.
        let rules = GameRules { repetition: Rules::Plain, ..self.rules };
        let (dialect, root) = (self.dialect, engine.session.under(rules));
        let began = engine.search_by(job, move |state, job, control, report, write| {
            let remark = |text: &str| write(Reply::remark(dialect, text).to_string());
            mate_search::run(state, job, &root, moves, control, report, &remark)
        });
        began.map(|()| true)
    }

    /// The search that a command asks for; while it ponders, without the time that it will have later. `None`: there is no move
    /// to choose from.
    fn job(&self, engine: &Engine<Position>, go: &Go) -> Option<SearchJob<Position>> {
        let is_free = go.only.is_empty() && self.banned.is_empty() && go.mate.is_none() && !go.is_infinite;
        let mut job = match is_free {
            true => engine.job(&go.request),
            false => engine.analysis(&engine.allowed(&go.request)),
        };
        job.root = job.root.under(self.rules);
        if !go.only.is_empty() || !self.banned.is_empty() {
            let mut left = job.root.legal_moves();
            left.retain(|mv| (go.only.is_empty() || go.only.contains(mv)) && !self.banned.contains(mv));
            if left.is_empty() {
                return None;
            }
            job.options.only = left;
        }
        if go.is_ponder || go.is_endless(Seat::to_move(engine.session.position())) {
            (job.budget, job.is_held) = (None, true);
        }
        Some(job)
    }

    /// Begins a job that is finished before the lines behind it take effect, unless it is stopped: then it returns `false`.
    fn count(
        &mut self,
        engine: &mut Engine<Position>,
        job: impl FnOnce(&mut EngineState<Position>, &Control, &dyn Fn(String)) -> bool + Send + 'static,
    ) -> Result<(), BadInput> {
        self.interrupt(engine);
        let stopped = Reply::remark(self.dialect, "stopped before the count was complete");
        engine.run(move |state, control, write| {
            if !job(state, control, write) {
                write(stopped.to_string());
            }
        })?;
        self.is_counting = true;
        if self.waiting.iter().flatten().any(|line| line.parse() == Ok(Command::Stop)) {
            engine.stop();
        }
        Ok(())
    }

    /// UCCI's `go depth 0`: a score and no move.
    fn answer_evaluation(&self, engine: &Engine<Position>) -> bool {
        let score = Some(report::score(self.dialect, evaluation(engine)));
        engine.write(Reply::Info(Info { depth: Some(0), score, ..Info::default() }));
        false
    }

    fn evaluate(&self, engine: &Engine<Position>) {
        engine.write(engine.game.weights().explain(engine.session.position()));
        self.remark(engine, &format!("evaluation {} for the side to move", evaluation(engine)));
    }

    fn bench(&mut self, engine: &mut Engine<Position>, bench: Bench) -> Result<(), BadInput> {
        let (kept, threads) = (engine.game.searches().bytes(), engine.game.threads());
        options::resize(engine, "bench", bench.hash * MEBIBYTE)?;
        // What several threads count differs from run to run.
        engine.game.set_threads(NonZero::<usize>::MIN);
        let counted = self.count(engine, move |state, control, write| bench.run(state, control, write));
        engine.game.set_threads(threads);
        options::resize(engine, "bench", kept)?;
        counted
    }

    fn quit(&mut self, engine: &mut Engine<Position>) {
        self.interrupt(engine);
        if self.dialect == Dialect::Ucci {
            engine.write(Reply::Bye);
        }
        engine.is_over = true;
    }
}

fn evaluation(engine: &Engine<Position>) -> Score {
    Position::evaluator(engine.game.weights(), 1).evaluate(engine.session.position())
}

#[cfg(test)]
mod tests;
