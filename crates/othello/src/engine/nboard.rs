//! The protocol of NBoard, version 2: the parser of its lines, and the engine's side of it.
//!
//! The user interface keeps the game and sends every move, the engine's own included. It may send a line at any time,
//! so searches run in the background; `ping`, another search or a change of the game ends one at once. Unknown commands
//! are ignored, as the protocol demands.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use search_core::session::Listener;
use search_core::{Outcome, Report, Score};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::lines::Event;
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{BadInput, Failure, units};

use super::player::Player;
use crate::certainty;
use crate::level::Level;
use crate::notation::ggf::{self, Record};
use crate::notation::read_move;
use crate::plan::Limits;
use crate::position::{DISC, Move};
use crate::side::Side;

/// A request.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// How deep to look.
    SetDepth(Level),
    /// A game to continue.
    SetGame(Box<Record>),
    /// A move of the side to move.
    Move(Move),
    /// Report this number of best moves.
    Hint(usize),
    /// Choose a move, without playing it.
    Go,
    /// Stop, and answer with the same word.
    Ping(String),
    /// Store the game in a book.
    Learn,
    /// Evaluate every position of the game.
    Analyze,
    /// The end.
    Quit,
}

const KIND: &str = "NBoard command";

/// Whether a line is the first of this protocol.
pub fn is_greeting(line: &str) -> bool {
    line.split_whitespace().next() == Some("nboard")
}

/// Reads a line; `None` if this engine has no such command.
///
/// # Errors
/// What is wrong with a command's argument.
pub fn parse(line: &str) -> Result<Option<Command>, BadInput> {
    let (name, rest) = split(line);
    Ok(Some(match name {
        "set" => match split(rest) {
            ("depth", value) => Command::SetDepth(depth(value)?),
            ("game", value) => Command::SetGame(Box::new(game(value)?)),
            _ => return Ok(None),
        },
        "move" => Command::Move(played(rest)?),
        "hint" => Command::Hint(count(rest)?),
        "go" => Command::Go,
        "ping" => Command::Ping(rest.to_owned()),
        "learn" => Command::Learn,
        "analyze" => Command::Analyze,
        "quit" => Command::Quit,
        _ => return Ok(None),
    }))
}

/// The first word, and the rest without the blanks around it.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

fn depth(text: &str) -> Result<Level, BadInput> {
    let expected = format!("a depth from 1 to {}", Level::MOST);
    // A larger depth means the largest.
    let number = units::saturating_number(text).map(|depth| depth.min(Level::MOST.into()) as u8);
    number.and_then(Level::new).ok_or_else(|| bad_input(text, &expected, "Send set depth 8"))
}

fn game(text: &str) -> Result<Record, BadInput> {
    let remedy = "Send set game and one game in GGF";
    let mut records = ggf::read(text)?;
    if records.len() > 1 {
        return Err(bad_input(&format!("{} games", records.len()), "one", remedy));
    }
    records.pop().ok_or_else(|| bad_input(text, "a game", remedy))
}

/// `F5`, `F5/1.2` or `F5/1.2/0.5`: only the move matters.
fn played(text: &str) -> Result<Move, BadInput> {
    let word = text.split('/').next().unwrap_or_default().trim();
    read_move(word).ok_or_else(|| bad_input(word, "a square such as F5, or PA", "Send move F5"))
}

fn count(text: &str) -> Result<usize, BadInput> {
    let number = units::saturating_number(text).filter(|&number| number > 0);
    let count = number.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    count.ok_or_else(|| bad_input(text, "the number of moves, from 1", "Send hint 4"))
}

fn bad_input(found: &str, expected: &str, remedy: &str) -> BadInput {
    BadInput::new(KIND, None, quote(found), expected, remedy)
}

/// A session with NBoard.
#[derive(Debug)]
pub struct NBoardSession {
    player: Player,
    level: Level,
    /// Whether the game is the one that was meant: a refused one is not played on.
    is_trusted: bool,
    /// The positions of the game, this one last.
    past: Vec<crate::Position>,
    sink: Arc<Sink>,
}

impl NBoardSession {
    /// A session after its first line; it writes to `sink`.
    pub fn new(sink: Arc<Sink>) -> NBoardSession {
        NBoardSession::with(Player::new(), Level::DEFAULT, sink)
    }

    /// The same with this player and this level.
    pub fn with(player: Player, level: Level, sink: Arc<Sink>) -> NBoardSession {
        let past = vec![player.position()];
        NBoardSession { player, level, is_trusted: true, past, sink }
    }

    /// Executes the lines that follow the first until their end or `quit`.
    ///
    /// # Errors
    /// If answers cannot be written.
    pub fn run(&mut self, events: impl IntoIterator<Item = Event>) -> Result<(), Failure> {
        self.sink.write_line("set myname Shuangqi");
        for event in events {
            let flow = match event {
                Event::Line(line) => self.handle_line(&line),
                Event::TooLong => {
                    self.respond(Err(bad_input("a line without end", "a shorter one", "Send less")))
                }
                Event::End(_) => break,
            };
            if let Some(failure) = self.sink.failure() {
                return Err(failure);
            }
            if flow.is_break() {
                self.player.stop();
                return Ok(());
            }
        }
        self.player.wait();
        self.sink.failure().map_or(Ok(()), Err)
    }

    fn handle_line(&mut self, line: &str) -> ControlFlow<()> {
        self.respond(parse(line))
    }

    fn respond(&mut self, command: Result<Option<Command>, BadInput>) -> ControlFlow<()> {
        let done = match command {
            Ok(Some(Command::Quit)) => return ControlFlow::Break(()),
            Ok(Some(command)) => self.execute(command),
            Ok(None) => Ok(()),
            Err(bad) => {
                if bad.kind != KIND {
                    // The game was refused, so the running search is not of the game on the user's board.
                    self.player.stop();
                    self.is_trusted = false;
                }
                Err(bad.into())
            }
        };
        if let Err(failure) = done {
            self.sink.write_line(format_args!("status {failure}"));
        }
        ControlFlow::Continue(())
    }

    fn execute(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Quit => {}
            Command::SetDepth(level) => self.level = level,
            Command::SetGame(record) => self.set_game(&record)?,
            Command::Move(mv) => self.play(mv)?,
            Command::Hint(lines) => return self.think(lines, Purpose::Hint),
            Command::Go => return self.think(1, Purpose::Go),
            Command::Ping(word) => {
                self.player.stop();
                self.sink.write_line(format_args!("pong {word}"));
            }
            // This engine has no book, but the user interface waits for the answer.
            Command::Learn => self.sink.write_line("learned"),
            Command::Analyze => return self.analyze(),
        }
        Ok(())
    }

    fn set_game(&mut self, record: &Record) -> Result<(), BadInput> {
        self.player.stop();
        self.player.begin(record.game.start);
        self.past = vec![record.game.start];
        self.is_trusted = true;
        record.game.moves.iter().try_for_each(|&mv| self.play(mv))
    }

    /// A refused move leaves the game as it was, and that is no longer the one on the user's board.
    fn play(&mut self, mv: Move) -> Result<(), BadInput> {
        self.player.stop();
        let position = self.player.position();
        let is_passed_over = position.board.must_pass() && !mv.is_pass();
        let side = if is_passed_over { position.side.other() } else { position.side };
        let played = self.player.play(side, mv);
        self.is_trusted &= played.is_ok();
        if played.is_ok() {
            self.past.push(self.player.position());
        }
        played
    }

    fn think(&mut self, lines: usize, purpose: Purpose) -> Result<(), Failure> {
        self.player.stop();
        if !self.is_trusted {
            let remedy = "Send set game";
            return Err(
                BadInput::new("no game", None, "a game that was refused", "a good one", remedy).into()
            );
        }
        self.sink.write_line("status Shuangqi is thinking");
        let position = self.player.position();
        let (side, empties) = (position.side, position.board.empties().len() as i16);
        let listener = SearchPrinter { sink: Arc::clone(&self.sink), side, empties, purpose };
        let started = self.player.start(Limits::Level(self.level), lines, listener);
        started.map_err(|error| Failure::Internal(format!("no thread to think with: {error}")))
    }

    fn analyze(&mut self) -> Result<(), Failure> {
        self.player.stop();
        let sink = Arc::clone(&self.sink);
        let started = self.player.evaluate_positions(
            self.past.clone(),
            Limits::Level(self.level),
            move |ply, score| {
                sink.write_line(format_args!("analysis {ply} {}", discs(score)));
            },
        );
        started.map_err(|error| Failure::Internal(format!("no thread to think with: {error}")))
    }
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Hint,
    Go,
}

/// Writes what a search finds.
struct SearchPrinter {
    sink: Arc<Sink>,
    side: Side,
    empties: i16,
    purpose: Purpose,
}

impl Listener<Move> for SearchPrinter {
    fn report(&mut self, report: &Report<Move>) {
        if self.purpose == Purpose::Hint {
            let line: String = self.written(&report.variation);
            self.sink.write_line(format_args!(
                "search {line} {} 0 {}",
                discs(report.score),
                self.depth(report.depth)
            ));
        }
    }

    fn answer(self, outcome: Outcome<Move>, elapsed: Duration) {
        let (nodes, seconds) = (outcome.counters.visits, elapsed.as_secs_f64());
        self.sink.write_line(format_args!("nodestats {nodes} {seconds:.3}"));
        if self.purpose == Purpose::Go {
            // A finished game has no move, but the request needs an answer.
            let mv = outcome.best.unwrap_or(Move::PASS);
            let mv = ggf::write_move(mv);
            self.sink.write_line(format_args!("=== {mv}/{}/{seconds:.3}", discs(outcome.score)));
        }
        self.sink.write_line("status");
    }
}

impl SearchPrinter {
    /// The depth, or how certain a search to the end of the game is.
    fn depth(&self, depth: i16) -> String {
        certainty::per_cent(self.empties, depth)
            .map_or_else(|| depth.to_string(), |per_cent| format!("{per_cent}%"))
    }

    /// The line without blanks: Black's moves in upper case, White's in lower.
    fn written(&self, moves: &[Move]) -> String {
        let mut side = self.side;
        let name = |mv: &Move| {
            let name = ggf::write_move(*mv);
            let name = if side == Side::Black { name } else { name.to_ascii_lowercase() };
            side = side.other();
            name
        };
        moves.iter().map(name).collect()
    }
}

/// A score in discs, with two digits.
fn discs(score: Score) -> String {
    format!("{:.2}", f64::from(score) / f64::from(DISC))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn lines_are_commands() {
        assert!(is_greeting("nboard 2") && is_greeting(" nboard\t1") && !is_greeting("nboards"));
        assert_eq!(parse("go"), Ok(Some(Command::Go)));
        assert_eq!(parse("ping 17"), Ok(Some(Command::Ping("17".to_owned()))));
        assert_eq!(parse("hint 4"), Ok(Some(Command::Hint(4))));
        assert_eq!(parse("set depth 300"), Ok(Level::new(60).map(Command::SetDepth)));
        assert_eq!(parse("set depth 99999999999999999999"), Ok(Level::new(60).map(Command::SetDepth)));
        assert_eq!(parse("hint 99999999999999999999"), Ok(Some(Command::Hint(usize::MAX))));
        let f5 = read_move("f5").map(Command::Move);
        for line in ["move F5", "move f5/1.20/0.5", " move  f5 / "] {
            assert_eq!(parse(line), Ok(f5.clone()), "{line}");
        }
        assert_eq!(parse("move PA//1"), Ok(Some(Command::Move(Move::PASS))));
        let Ok(Some(Command::SetGame(record))) = parse("set game (;GM[Othello]B[f5];)") else { panic!() };
        assert_eq!(record.game.moves.len(), 1);
    }

    #[test]
    fn unknown_lines_are_ignored_and_errors_reported() {
        for line in ["", "set contempt 5", "set colour red", "hello", "nboard 2"] {
            assert_eq!(parse(line), Ok(None), "{line:?}");
        }
        assert!(message("move i9").contains("\"i9\""));
        assert!(message("hint 0").contains("from 1"));
        assert!(message("set depth x").contains("from 1 to 60"));
        assert!(message("set game").contains("expected a game"));
        assert!(message("set game (;;)(;;)").contains("found \"2 games\""));
        assert!(message("set game (;B[a1];)").starts_with("GGF: "));
    }

    #[test]
    fn lines_are_written_by_colour() {
        let moves: Vec<Move> = ["f5", "d6", "pass"].iter().filter_map(|word| read_move(word)).collect();
        let sink = Arc::new(Sink::stdout());
        let printer =
            |side| SearchPrinter { sink: Arc::clone(&sink), side, empties: 20, purpose: Purpose::Hint };
        assert_eq!([8, 20, 24].map(|depth| printer(Side::Black).depth(depth)), ["8", "45%", "100%"]);
        assert_eq!(printer(Side::Black).written(&moves), "F5d6PA");
        assert_eq!(printer(Side::White).written(&moves), "f5D6pa");
        assert_eq!(discs(-350), "-3.50");
    }
}
