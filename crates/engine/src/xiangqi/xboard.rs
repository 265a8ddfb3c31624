//! The Chess Engine Communication Protocol (xboard), version 2: the engine keeps the game, moves by itself when it is its turn, and
//! claims a result where the referee sees one.

use std::time::Duration;

use game::{Game, GameResult, GameSession, Limits, ReportedScore, SearchRequest};
use protocols::xboard::{Command, Feature, Level, Refusal, Reply, SetOption, Status, Thinking, bad_command};
use search_core::score::MAX_PLY;
use search_core::{ClockState, Report};
use shuangqi_cli::{BadInput, version};
use xiangqi::evaluator::AnyWeights;
use xiangqi::moves::Move;
use xiangqi::piece::Color;
use xiangqi::position::Position;
use xiangqi::rules::GameRules;

use super::options::{self, Evaluation, MEBIBYTE, Setting};
use crate::engine::{Engine, JobEvent, Protocol};

/// The time of a search for `hint`, or for `go` without any clock and depth.
const QUICK: Duration = Duration::from_secs(1);

/// The options that are announced: the protocol has words of its own for the others.
const OPTIONS: [&str; 3] = ["Move Overhead", "EvalFile", "Evaluation"];

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// A move of the engine.
    Move,
    /// `hint`: a move for the user.
    Hint,
    /// `analyze`: lines until something changes.
    Analysis,
}

/// The last finished iteration of an analysis.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    status: Status,
    best: Option<Move>,
    /// The number of `hint`s that came before the first iteration was finished.
    hints_due: usize,
}

/// The settings of the user interface.
#[derive(Debug, Default)]
pub struct XBoard {
    /// The side that the engine plays; `None` in force mode.
    engine_side: Option<Color>,
    /// Set if each position is analysed instead.
    is_analysing: bool,
    /// The purpose of the search in progress.
    running: Option<Purpose>,
    progress: Progress,
    /// Answers to `ping` that wait for the move.
    pings: Vec<String>,
    level: Option<Level>,
    remaining: Option<Duration>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    shows_thinking: bool,
    /// Time lost between engine and clock on each move, if it was set.
    overhead: Option<Duration>,
    /// What was set to evaluate by.
    evaluation: Evaluation,
}

impl Protocol<Position> for XBoard {
    fn execute(&mut self, engine: &mut Engine<Position>, line: &str) {
        let is_board = matches!(line.parse(), Ok(Command::SetBoard(_)));
        match self.obey(engine, line) {
            Ok(()) => {}
            Err(why) if is_board => engine.write(Reply::UserError(format!("Illegal position ({why})"))),
            Err(why) => engine.write(Reply::Error(Refusal { why, what: line.trim().to_owned() })),
        }
    }

    fn reject_long_line(&mut self, engine: &mut Engine<Position>) {
        engine.is_refused = true;
        let (why, what) = ("a line without end".to_owned(), "?".to_owned());
        engine.write(Reply::Error(Refusal { why, what }));
    }

    fn take(&mut self, engine: &mut Engine<Position>, event: JobEvent<Move>) {
        match event {
            JobEvent::Report(report) => {
                let is_shown = self.shows_thinking && self.running == Some(Purpose::Move);
                if is_shown || self.running == Some(Purpose::Analysis) {
                    engine.write(Reply::Thinking(thinking(&report)));
                }
                let best = report.variation.first().copied();
                self.note(engine, (report.depth, report.counters.visits, report.elapsed), best);
            }
            JobEvent::Text(text) => engine.write(text),
            JobEvent::Answer(outcome, elapsed) => {
                self.note(engine, (outcome.depth, outcome.counters.visits, elapsed), outcome.best);
                self.answer(engine, outcome.best);
            }
            JobEvent::End => self.running = None,
        }
    }

    /// An analysis, which has no end, is stopped.
    fn finish(&mut self, engine: &mut Engine<Position>) {
        self.exit(engine);
        while engine.is_busy() {
            self.take_next(engine);
        }
    }
}

impl XBoard {
    /// Executes a line; what is wrong with it is returned, not written.
    ///
    /// # Errors
    /// Everything that is wrong with the line.
    pub fn obey(&mut self, engine: &mut Engine<Position>, line: &str) -> Result<(), String> {
        if line.trim().is_empty() {
            return Ok(());
        }
        line.parse().map_err(|bad: BadInput| bad.to_string()).and_then(|command| self.act(engine, command))
    }

    fn act(&mut self, engine: &mut Engine<Position>, command: Command) -> Result<(), String> {
        match command {
            Command::Quit => {
                engine.abort();
                engine.is_over = true;
            }
            Command::ProtocolVersion(_) => identify(engine),
            Command::New => {
                self.depth = None;
                return self.begin(engine, Position::start(), Some(Color::Black));
            }
            Command::Variant(name) if name != "xiangqi" => {
                return Err(bad_command(&name, "xiangqi", "Send variant xiangqi").to_string());
            }
            Command::SetBoard(fen) => return self.set_board(engine, &fen),
            // An analysis plays no side, and goes on.
            Command::Force | Command::Result(_) if !self.is_analysing => {
                self.abort(engine);
                self.engine_side = None;
            }
            Command::Go => {
                self.interrupt(engine);
                return self.play_side(engine, engine.session.position().side());
            }
            Command::PlayOther => return self.play_side(engine, !engine.session.position().side()),
            Command::UserMove(text) => {
                return self.reply_to(engine, Move::parse(&text).map_err(|bad| bad.to_string())?);
            }
            Command::Bare(word) => return self.reply_to(engine, bare_move(&word.text)?),
            Command::Analyze => {
                (self.engine_side, self.is_analysing) = (None, true);
                return self.search_if_on_turn(engine);
            }
            Command::Exit => self.exit(engine),
            Command::Status => self.report_status(engine),
            Command::Hint => return self.hint(engine),
            Command::Level(level) => (self.level, self.move_time) = (Some(level), None),
            Command::MoveTime(time) => (self.move_time, self.level) = (Some(time.0), None),
            Command::Depth(depth) => self.depth = Some(depth.0.min(MAX_PLY)),
            Command::Time(remaining) => self.remaining = Some(remaining.0),
            Command::Ping(word) => self.ping(engine, word),
            Command::Post => self.shows_thinking = true,
            Command::NoPost => self.shows_thinking = false,
            Command::MoveNow if self.running != Some(Purpose::Analysis) => engine.stop(),
            Command::Undo => return self.take_back(engine, 1),
            Command::Remove => return self.take_back(engine, 2),
            Command::Memory(size) => return self.set(engine, "Hash", &size),
            Command::Cores(threads) => return self.set(engine, "Threads", &threads),
            Command::Option(SetOption { name, value }) if OPTIONS.contains(&name.as_str()) => {
                return self.set(engine, &name, &value);
            }
            Command::Option(SetOption { name, .. }) => {
                let remedy = "Set only options that were announced";
                let [others @ .., last] = &OPTIONS;
                let expected = format!("{} or {last}", others.join(", "));
                return Err(bad_command(&name, &expected, remedy).to_string());
            }
            // What every user interface sends and changes nothing here. An offered draw is declined by no answer.
            _ => {}
        }
        Ok(())
    }

    fn set_board(&mut self, engine: &mut Engine<Position>, fen: &str) -> Result<(), String> {
        let position = Position::from_fen(fen).map_err(|bad| {
            self.abort(engine);
            engine.is_refused = true;
            bad.to_string()
        })?;
        self.begin(engine, position, self.engine_side)
    }

    /// Sets one of the options by the name that it has in UCI.
    fn set(&mut self, engine: &mut Engine<Position>, name: &str, value: &str) -> Result<(), String> {
        let text = |bad: BadInput| bad.to_string();
        match options::read_value(name, value).map_err(text)? {
            Setting::Hash(mebibytes) => {
                options::resize(engine, "memory", mebibytes as usize * MEBIBYTE).map_err(text)?;
            }
            Setting::Threads(threads) => options::set_threads(engine, threads),
            Setting::Overhead(overhead) => self.overhead = Some(Duration::from_millis(overhead)),
            Setting::EvalFile(path) => {
                let weights = self.evaluation.with_file(&path).map_err(text)?;
                return self.set_weights(engine, weights);
            }
            Setting::Evaluation(name) => {
                let weights = self.evaluation.named(name).map_err(text)?;
                return self.set_weights(engine, weights);
            }
            _ => {}
        }
        Ok(())
    }

    /// Evaluates by these weights from now on. A search for a move ends, and its move is played.
    fn set_weights(&mut self, engine: &mut Engine<Position>, weights: AnyWeights) -> Result<(), String> {
        self.interrupt(engine);
        engine.game.set_weights(weights);
        self.analyze(engine)
    }

    fn begin(
        &mut self,
        engine: &mut Engine<Position>,
        start: Position,
        engine_side: Option<Color>,
    ) -> Result<(), String> {
        self.abort(engine);
        engine.game.clear();
        engine.session = GameSession::new(start, GameRules::DEFAULT);
        engine.is_refused = false;
        self.engine_side = engine_side.filter(|_| !self.is_analysing);
        self.remaining = None;
        self.analyze(engine)
    }

    /// Stops a search whose answer is not needed any more; a hint is given all the same.
    fn abort(&mut self, engine: &mut Engine<Position>) {
        if self.running == Some(Purpose::Hint) {
            self.interrupt(engine);
        }
        if self.running.take().is_some() {
            engine.abort();
        }
        self.answer_pings(engine);
    }

    /// Answers at once, but after the engine's move if one is being looked for.
    fn ping(&mut self, engine: &mut Engine<Position>, word: String) {
        self.pings.push(word);
        match self.running {
            Some(Purpose::Move) => return,
            Some(Purpose::Hint) => self.interrupt(engine),
            Some(Purpose::Analysis) | None => {}
        }
        self.answer_pings(engine);
    }

    fn answer_pings(&mut self, engine: &Engine<Position>) {
        std::mem::take(&mut self.pings).into_iter().for_each(|word| engine.write(Reply::Pong(word)));
    }

    /// Plays this side from now on, at once if it is its turn.
    fn play_side(&mut self, engine: &mut Engine<Position>, side: Color) -> Result<(), String> {
        self.abort(engine);
        self.is_analysing = false;
        self.engine_side = Some(side);
        if side == engine.session.position().side() && !engine.is_refused && claim(engine) {
            return Ok(());
        }
        self.search_if_on_turn(engine)
    }

    fn reply_to(&mut self, engine: &mut Engine<Position>, mv: Move) -> Result<(), String> {
        if self.running == Some(Purpose::Move) {
            return Err("it is not your turn".to_owned());
        }
        self.abort(engine);
        if let Err(why) = engine.session.position().check(mv) {
            engine.write(Reply::IllegalMove(Refusal { why: why.to_string(), what: mv.to_string() }));
            return self.analyze(engine);
        }
        engine.session.play(mv);
        if self.engine_side.is_some() && claim(engine) {
            return Ok(());
        }
        self.search_if_on_turn(engine)
    }

    fn take_back(&mut self, engine: &mut Engine<Position>, plies: usize) -> Result<(), String> {
        self.abort(engine);
        let left = engine.session.moves().len().checked_sub(plies);
        if let Some(left) = left {
            engine.session.truncate(left);
        }
        self.analyze(engine)?;
        left.map(drop).ok_or_else(|| "there is no move to take back".to_owned())
    }

    fn search_if_on_turn(&mut self, engine: &mut Engine<Position>) -> Result<(), String> {
        let is_on_turn = self.engine_side == Some(engine.session.position().side());
        if !is_on_turn || engine.session.verdict().is_some() {
            return self.analyze(engine);
        }
        self.start(engine, Purpose::Move, &self.request(engine))
    }

    /// Analyses the position, in the mode for that.
    fn analyze(&mut self, engine: &mut Engine<Position>) -> Result<(), String> {
        if !self.is_analysing {
            return Ok(());
        }
        self.abort(engine);
        self.progress = Progress::default();
        self.start(engine, Purpose::Analysis, &SearchRequest::ENDLESS)
    }

    /// A move for the user; none while the engine searches its own.
    fn hint(&mut self, engine: &mut Engine<Position>) -> Result<(), String> {
        match (self.running, self.progress.best) {
            (Some(Purpose::Move), _) => return Ok(()),
            (Some(Purpose::Analysis), Some(best)) => {
                engine.write(hint(best));
                return Ok(());
            }
            (Some(Purpose::Analysis), None) => {
                self.progress.hints_due += 1;
                return Ok(());
            }
            (Some(Purpose::Hint), _) => self.interrupt(engine),
            (None, _) => {}
        }
        let limits = Limits { move_time: Some(QUICK), depth: self.depth, nodes: None };
        self.start(engine, Purpose::Hint, &SearchRequest::within(limits))
    }

    /// Leaves the analysis.
    fn exit(&mut self, engine: &mut Engine<Position>) {
        if std::mem::take(&mut self.is_analysing) {
            self.abort(engine);
        }
    }

    /// Answers `.` during an analysis; no move is left at its depth.
    fn report_status(&self, engine: &Engine<Position>) {
        if self.is_analysing {
            let moves = engine.session.position().legal_moves().len() as u32;
            engine.write(Reply::Status(Status { moves, ..self.progress.status }));
        }
    }

    /// Keeps a finished iteration: its depth, the positions visited and the time.
    fn note(
        &mut self,
        engine: &Engine<Position>,
        (depth, nodes, elapsed): (i16, u64, Duration),
        best: Option<Move>,
    ) {
        let (time, depth) = (centiseconds(elapsed), depth.unsigned_abs().into());
        self.progress.status = Status { time, nodes, depth, ..Status::default() };
        self.progress.best = best;
        if let Some(best) = best {
            (0..std::mem::take(&mut self.progress.hints_due)).for_each(|_| engine.write(hint(best)));
        }
    }

    /// Begins a search, if there is anything to search.
    fn start(
        &mut self,
        engine: &mut Engine<Position>,
        purpose: Purpose,
        request: &SearchRequest,
    ) -> Result<(), String> {
        if engine.is_refused {
            return Err("the last position was refused".to_owned());
        }
        if engine.session.position().legal_moves().is_empty() {
            return Ok(());
        }
        let overhead = self.overhead.unwrap_or(SearchRequest::OVERHEAD);
        let request = SearchRequest { overhead, ..*request };
        let mut job = match purpose {
            Purpose::Move => engine.job(&request),
            Purpose::Hint | Purpose::Analysis => engine.analysis(&request),
        };
        job.is_held = purpose == Purpose::Analysis;
        engine.search(job).map_err(|bad| bad.to_string())?;
        self.running = Some(purpose);
        Ok(())
    }

    /// The limits of the next search; without any clock and depth, a second.
    fn request(&self, engine: &Engine<Position>) -> SearchRequest {
        let limits = Limits { depth: self.depth, move_time: self.move_time, nodes: None };
        let mut request = SearchRequest::within(limits);
        if let Some(level) = self.level {
            let made = engine.session.moves().len() as u32 / 2;
            request.clocks[engine.session.position().side().index()] = Some(ClockState {
                remaining: self.remaining.unwrap_or(level.base),
                increment: level.increment,
                moves_to_go: (level.moves > 0).then(|| level.moves - made % level.moves),
            });
        } else if self.move_time.is_none() && self.depth.is_none() {
            request.limits.move_time = Some(QUICK);
        }
        request
    }

    /// Plays what the search has chosen, or hints at it.
    fn answer(&mut self, engine: &mut Engine<Position>, choice: Option<Move>) {
        match (self.running.take(), choice) {
            (Some(Purpose::Move), choice) => {
                if let Some(mv) = choice {
                    engine.session.play(mv);
                    engine.write(Reply::Move(mv.to_string().into()));
                }
                claim(engine);
            }
            (Some(Purpose::Hint), Some(mv)) => engine.write(hint(mv)),
            _ => {}
        }
        self.answer_pings(engine);
    }
}

/// A move without a word before it.
fn bare_move(text: &str) -> Result<Move, String> {
    let expected = "a command of the protocol, or a move as in h2e2";
    Move::parse(text).map_err(|_| bad_command(text, expected, "Send quit to leave").to_string())
}

fn identify(engine: &Engine<Position>) {
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
        option(&format!("Evaluation -combo *{}", options::evaluations().join(" /// "))),
        all("done", 1),
    ] {
        engine.write(Reply::Features(features));
    }
}

/// Writes the result of the game, if it has ended, with the first sentence about it.
fn claim(engine: &Engine<Position>) -> bool {
    let Some(verdict) = engine.session.verdict() else { return false };
    let sentence = verdict.explanation.split(". ").next().unwrap_or_default();
    let why = format!("{{{sentence}.}}");
    engine.write(match verdict.result {
        GameResult::First => Reply::FirstWins(why),
        GameResult::Second => Reply::SecondWins(why),
        GameResult::Draw => Reply::Draw(why),
    });
    true
}

/// The answer to `hint`.
fn hint(mv: Move) -> Reply {
    Reply::Hint(mv.to_string().into())
}

fn centiseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis() / 10).unwrap_or(u64::MAX)
}

fn thinking(report: &Report<Move>) -> Thinking {
    let score = match ReportedScore::of(report.score) {
        ReportedScore::Mate { is_won: true, moves, .. } => Thinking::MATE + i64::from(moves),
        ReportedScore::Mate { is_won: false, moves, .. } => -Thinking::MATE - i64::from(moves),
        ReportedScore::Ruling { score, .. } | ReportedScore::Evaluation(score) => i64::from(score),
    };
    Thinking {
        depth: report.depth.into(),
        score,
        time: centiseconds(report.elapsed) as i64,
        nodes: report.counters.visits as i64,
        pv: report.variation.iter().map(|mv| mv.to_string().into()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use game::GameEngine;
    use shuangqi_cli::sink::Sink;

    use super::*;

    #[test]
    fn only_a_new_game_ends_the_limit_of_depth() {
        let mut engine = Engine::new(GameEngine::default(), Sink::to(io::sink()));
        let mut xboard = XBoard::default();
        let mut depth_after = |line: &str| {
            xboard.obey(&mut engine, line).unwrap();
            xboard.depth
        };
        assert_eq!(depth_after("sd 4"), Some(4));
        assert_eq!(depth_after(&format!("setboard {}", xiangqi::fen::START)), Some(4));
        assert_eq!(depth_after("new"), None);
    }
}
