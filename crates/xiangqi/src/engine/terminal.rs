//! A game against a person at a terminal: the parts for Xiangqi. The dialogue is [`shuangqi_cli::terminal`].

pub mod command;
mod drawing;
mod pgn;

use std::fmt::Write as _;
use std::io::{IsTerminal, stdin, stdout};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, unbounded};
use search_core::session::{Listener, Session};
use search_core::{Outcome, Position as _, Score};
use shuangqi_cli::lines::{self, Event};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::sink::Sink;
use shuangqi_cli::terminal::{Answer, CommandOf, Ending, Game, Limit, Report, Reporter, Screen, Terminal};
use shuangqi_cli::{BadInput, Exit, Failure, interrupt, version};

use super::game_history::GameHistory;
use super::go::Go;
use super::meaning::Meaning;
use super::options::DEFAULT_HASH;
use super::search::{self, Settings};
use crate::evaluator::Classical;
use crate::fen;
use crate::game::Game as Referee;
use crate::moves::Move;
use crate::notation::{Notation, Script, parse_move};
use crate::piece::Color;
use crate::position::Position;
use crate::recipe::Play;
use crate::rules::Rules;

const MEBIBYTE: usize = 1 << 20;
const MOVE_TIME: Duration = Duration::from_secs(1);
/// The evaluation of an advantage of a soldier.
const SOLDIER: f64 = 100.0;

/// Plays with the person at the terminal, Black at first, until the end of input, `quit` or Ctrl-C; or runs the
/// protocol that the first line names. The commands of `setup` are carried out before anything is shown.
///
/// # Errors
/// A command of the setup that is none, if nothing can be written, and [`Failure::Interrupted`].
pub fn run(game: XiangqiGame, setup: &[String], sink: &Arc<Sink>) -> Result<(), Failure> {
    let (interrupts, lines) = (interrupt::events()?, lines::from_stdin());
    let mut out = stdout();
    let screen = Screen::stdout(&mut out);
    let limit = Limit::Time(MOVE_TIME);
    let mut terminal = Terminal::new(game, screen, Color::Black, limit, stdin().is_terminal());
    setup.iter().try_for_each(|line| terminal.prepare(line))?;
    match terminal.run(&lines, &interrupts)? {
        Ending::Quit => Ok(()),
        Ending::Interrupted => Err(Failure::Interrupted(None)),
        Ending::Protocol(line) => {
            exit_when_interrupted(interrupts);
            super::serve_protocol(&with_first(line, lines), sink)
        }
    }
}

/// A protocol session ends at the first Ctrl-C.
fn exit_when_interrupted(interrupts: Receiver<()>) {
    thread::spawn(move || {
        if interrupts.recv().is_ok() {
            std::process::exit(Exit::Interrupted as i32);
        }
    });
}

/// The lines with one that was taken from them in its place.
fn with_first(line: String, rest: Receiver<Event>) -> Receiver<Event> {
    let (sender, events) = unbounded();
    thread::spawn(move || {
        let all = std::iter::once(Event::Line(line)).chain(rest);
        all.map(|event| sender.send(event)).take_while(Result::is_ok).for_each(drop);
    });
    events
}

/// A game with its moves, the referee, and the engine that plays it.
#[derive(Debug)]
pub struct XiangqiGame {
    start: Position,
    moves: Vec<Move>,
    referee: Referee,
    /// The game as the search needs it.
    history: GameHistory,
    session: Session<Position, Classical, Play>,
    style: Style,
}

/// How a game is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Boards.
    pub script: Script,
    /// Moves.
    pub notation: Notation,
}

impl From<Script> for Style {
    /// Boards and moves in this script.
    fn from(script: Script) -> Style {
        Style { script, notation: script.into() }
    }
}

/// What changes the style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Boards and moves.
    Script(Script),
    /// Moves alone.
    Notation(Notation),
}

impl XiangqiGame {
    /// A game before its first move, shown in this style.
    ///
    /// # Errors
    /// None: the start position is in order.
    pub fn new(style: impl Into<Style>) -> Result<XiangqiGame, BadInput> {
        let start = Position::from_fen(fen::START)?;
        Ok(XiangqiGame {
            start,
            moves: Vec::new(),
            referee: Referee::new(start, Rules::ASIAN),
            history: GameHistory::new(start),
            session: Session::new(Classical::default(), Play, DEFAULT_HASH * MEBIBYTE),
            style: style.into(),
        })
    }

    /// Gives the transposition table another size in bytes.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn resize_table(&mut self, bytes: usize) -> Result<(), TooLarge> {
        memory::take(bytes, self.session.bytes(), || self.session.resize(bytes))
    }

    /// Sets how many threads search together.
    pub fn set_threads(&mut self, threads: NonZero<usize>) {
        self.session.set_threads(threads);
    }

    fn position(&self) -> &Position {
        self.history.position()
    }

    /// Goes back to this many moves.
    fn replay(&mut self, count: usize) {
        let moves: Vec<Move> = self.moves.drain(..).take(count).collect();
        self.referee = Referee::new(self.start, Rules::ASIAN);
        self.history = GameHistory::new(self.start);
        moves.into_iter().for_each(|mv| self.play(mv));
    }

    /// Plays a word or several; the number of a move is skipped.
    fn play_words(&mut self, text: &str) -> Result<(), BadInput> {
        let is_number = |word: &str| word.ends_with('.') && word.trim_end_matches('.').parse::<u32>().is_ok();
        let board = self.position().board();
        // The four symbols of a move may have blanks between them.
        let whole = parse_move(board, text);
        if whole.is_ok() || text.split_whitespace().count() == 1 {
            return whole.and_then(|mv| self.play_legal(mv));
        }
        text.split_whitespace().filter(|word| !is_number(word)).try_for_each(|word| {
            let mv = parse_move(self.position().board(), word)?;
            self.play_legal(mv)
        })
    }

    fn play_legal(&mut self, mv: Move) -> Result<(), BadInput> {
        if self.referee.is_over() {
            let found = format!("{mv} after the end of the game");
            let remedy = "Type undo to take moves back, or new";
            return Err(BadInput::new("Xiangqi move", None, found, "a game that goes on", remedy));
        }
        self.play(mv);
        Ok(())
    }
}

impl Game for XiangqiGame {
    type Side = Color;
    type Position = Position;
    type Move = Move;
    type Setting = Setting;

    fn parse(&self, line: &str) -> Result<CommandOf<Self>, BadInput> {
        command::parse(line)
    }

    fn help(&self) -> String {
        command::help()
    }

    fn title(&self) -> String {
        format!("Shuangqi Xiangqi {}", version::SHORT)
    }

    fn sides(&self) -> [(Color, &'static str); 2] {
        Color::ALL.map(|color| (color, color.name()))
    }

    fn protocols(&self) -> &'static [&'static str] {
        &["uci", "ucci", "xboard"]
    }

    fn side(&self) -> Color {
        self.position().side()
    }

    fn prompt(&self) -> String {
        self.side().name().to_owned()
    }

    fn board(&self) -> String {
        drawing::draw(self.position(), self.style.script)
    }

    fn result(&self) -> Option<String> {
        self.referee.is_over().then(|| format!("The game is over. {}", self.referee.explanation()))
    }

    fn begin(&mut self, position: Option<Position>) {
        // The start position is in order.
        self.start = position.or_else(|| Position::from_fen(fen::START).ok()).unwrap_or(self.start);
        self.session.clear();
        self.replay(0);
    }

    fn play_text(&mut self, text: &str) -> Result<(), BadInput> {
        let before = self.moves.len();
        let played = self.play_words(text);
        if played.is_err() {
            self.replay(before);
        }
        played
    }

    fn play(&mut self, mv: Move) {
        // The moves of the reader and of the search are legal.
        if self.history.advance(mv).is_ok() {
            self.referee.play(mv);
            self.moves.push(mv);
        }
    }

    fn undo(&mut self) -> bool {
        let count = self.moves.len();
        self.replay(count.saturating_sub(1));
        count > 0
    }

    fn has_choice(&self) -> bool {
        true
    }

    fn moves(&self) -> String {
        let words = spelled(&self.start, &self.moves, self.style.notation);
        let is_black = self.start.side() == Color::Black;
        let words: Vec<&str> =
            is_black.then_some("…").into_iter().chain(words.iter().map(String::as_str)).collect();
        let mut text = String::new();
        for (index, pair) in words.chunks(2).enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:>3}. {}", index + 1, pair.join("  "));
        }
        if self.moves.is_empty() { "No move has been played.\n".to_owned() } else { text }
    }

    fn record(&self, path: &str) -> Result<String, BadInput> {
        if !path.to_ascii_lowercase().ends_with(".pgn") {
            let remedy = "Type save game.pgn, for example";
            return Err(BadInput::new("save", None, path, "a name that ends in .pgn", remedy));
        }
        let is_standard = self.start.to_string() == fen::START;
        Ok(pgn::write(&self.start, is_standard, &self.moves, &self.referee))
    }

    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Script(script) => self.style = script.into(),
            Setting::Notation(notation) => self.style.notation = notation,
        }
    }

    fn search(&mut self, limit: Limit, lines: usize, reporter: Reporter<Move>) -> Result<(), Failure> {
        let go = match limit {
            Limit::Level(depth) | Limit::Depth(depth) => Go { depth: Some(depth.into()), ..Go::default() },
            Limit::Nodes(nodes) => Go { nodes: Some(nodes), ..Go::default() },
            Limit::Time(time) => Go { move_time: Some(time), ..Go::default() },
        };
        let task = search::task(&self.history, &go, Vec::new(), Settings { lines, ..Settings::DEFAULT });
        let listener = SearchListener { reporter, root: *self.position(), notation: self.style.notation };
        let started = self.session.start(task, listener);
        started.map_err(|error| Failure::Internal(format!("no thread to search on: {error}")))
    }

    fn stop(&mut self) {
        self.session.stop();
    }
}

/// Passes on what a search finds.
struct SearchListener {
    reporter: Reporter<Move>,
    root: Position,
    notation: Notation,
}

impl Listener<Move> for SearchListener {
    fn report(&mut self, report: &search_core::Report<Move>) {
        self.reporter.report(Report {
            rank: report.line,
            evaluation: evaluation(report.score, report.depth),
            line: spelled(&self.root, &report.variation, self.notation).join(" "),
        });
    }

    fn answer(self, outcome: Outcome<Move>, elapsed: Duration) {
        let remark = outcome.best.map_or_else(String::new, |mv| {
            let name = self.notation.write(self.root.board(), mv);
            let evaluation = evaluation(outcome.score, outcome.depth);
            let (nodes, seconds) = (outcome.counters.visits, elapsed.as_secs_f64());
            format!("The engine plays {name}, {mv} ({evaluation}, {nodes} nodes, {seconds:.2} s).\n")
        });
        self.reporter.answer(Answer { mv: outcome.best, remark });
    }
}

/// Moves one after the other as players write them.
fn spelled(start: &Position, moves: &[Move], notation: Notation) -> Vec<String> {
    let mut position = *start;
    let spell = |&mv: &Move| {
        let text = notation.write(position.board(), mv);
        position.play(mv);
        text
    };
    moves.iter().map(spell).collect()
}

/// A score in soldiers, or how the game ends.
fn evaluation(score: Score, depth: i16) -> String {
    match Meaning::of(score) {
        Meaning::Mate { is_won: true, moves, .. } => format!("mate in {moves}"),
        Meaning::Mate { is_won: false, moves, .. } => format!("mated in {moves}"),
        Meaning::Ruling { is_won: true, .. } => "wins by repetition".to_owned(),
        Meaning::Ruling { is_won: false, .. } => "loses by repetition".to_owned(),
        Meaning::Evaluation(score) => format!("{:+.2} at depth {depth}", f64::from(score) / SOLDIER),
    }
}

#[cfg(test)]
mod tests;
