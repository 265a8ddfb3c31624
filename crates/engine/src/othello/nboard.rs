//! The engine's side of NBoard's protocol.
//!
//! The user interface keeps the game and sends every move, the engine's own included. It may send a line at any time,
//! so searches run in the background; `ping`, another search or a change of the game ends one at once. Unknown commands
//! are ignored, as the protocol demands.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use game::SearchRequest;
use protocols::nboard::{
    Analysis, Command, Hint, KIND, NodeStats, Played, Reply, Score as Discs, bad_command,
};
use search_core::session::Listener;
use search_core::{Outcome, Report, Score};
use shuangqi_cli::lines::Event;
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{BadInput, Failure};

use super::player::Player;
use othello::certainty;
use othello::level::Level;
use othello::notation::ggf::{self, Record};
use othello::notation::read_move;
use othello::position::{DISC, Move};
use othello::side::Side;

/// The game of `set game`.
fn read_game(text: &str) -> Result<Record, BadInput> {
    let remedy = "Send set game and one game in GGF";
    let mut records = ggf::read(text)?;
    if records.len() > 1 {
        return Err(bad_command(&format!("{} games", records.len()), "one", remedy));
    }
    records.pop().ok_or_else(|| bad_command(text, "a game", remedy))
}

/// Whether a line is the first of this protocol.
pub fn is_greeting(line: &str) -> bool {
    matches!(line.parse(), Ok(Command::Version(_)))
}

/// A session with NBoard.
#[derive(Debug)]
pub struct NBoardSession {
    player: Player,
    level: Level,
    /// Whether the game is the one that was meant: a refused one is not played on.
    is_trusted: bool,
    sink: Arc<Sink>,
}

impl NBoardSession {
    /// A session after its first line; it writes to `sink`.
    pub fn new(sink: Arc<Sink>) -> NBoardSession {
        NBoardSession::with(Player::default(), Level::DEFAULT, sink)
    }

    /// The same with this player and this level.
    pub fn with(player: Player, level: Level, sink: Arc<Sink>) -> NBoardSession {
        NBoardSession { player, level, is_trusted: true, sink }
    }

    /// Executes the lines that follow the first until their end or `quit`.
    ///
    /// # Errors
    /// If answers cannot be written.
    pub fn run(&mut self, events: impl IntoIterator<Item = Event>) -> Result<(), Failure> {
        self.sink.write_line(Reply::Name("Shuangqi".to_owned()));
        for event in events {
            let flow = match event {
                Event::Line(line) => self.handle_line(&line),
                Event::TooLong => {
                    self.report(Err(bad_command("a line without end", "a shorter one", "Send less").into()))
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
        match line.parse() {
            Ok(Command::Quit) => ControlFlow::Break(()),
            Err(_) if line.trim().is_empty() => ControlFlow::Continue(()),
            Ok(command) => {
                let done = self.execute(command);
                self.report(done)
            }
            Err(bad) => self.report(Err(Failure::from(bad))),
        }
    }

    fn report(&self, done: Result<(), Failure>) -> ControlFlow<()> {
        if let Err(failure) = done {
            self.sink.write_line(Reply::Status(failure.to_string()));
        }
        ControlFlow::Continue(())
    }

    /// Executes a command.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn execute(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::SetDepth(depth) => self.level = Level::new(depth.0 as u8).unwrap_or(self.level),
            Command::SetGame(text) => self.set_game(&text)?,
            Command::Move(played) => {
                let bad = || bad_command(&played.mv, "a square such as F5, or PA", "Send move F5");
                self.play(read_move(&played.mv).ok_or_else(bad)?)?;
            }
            Command::Hint(count) => {
                return self.think(usize::try_from(count.0).unwrap_or(usize::MAX), Purpose::Hint);
            }
            Command::Go => return self.think(1, Purpose::Go),
            Command::Ping(word) => {
                self.player.stop();
                self.sink.write_line(Reply::Pong(word));
            }
            // This engine has no book, but the user interface waits for the answer.
            Command::Learn => self.sink.write_line(Reply::Learned),
            Command::Analyze => return self.analyze(),
            Command::Version(_) | Command::Set(_) | Command::Quit | Command::Other(_) => {}
        }
        Ok(())
    }

    fn set_game(&mut self, text: &str) -> Result<(), BadInput> {
        let record = read_game(text).inspect_err(|bad| {
            if bad.kind != KIND {
                // The running search is not of the game on the user's board.
                self.player.stop();
                self.is_trusted = false;
            }
        })?;
        self.player.stop();
        self.player.begin(record.game.start);
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
        self.sink.write_line(Reply::Status("Shuangqi is thinking".to_owned()));
        let position = self.player.position();
        let (side, empties) = (position.side, position.board.empties().len() as i16);
        let listener = SearchPrinter { sink: Arc::clone(&self.sink), side, empties, purpose };
        let started = self.player.start(&SearchRequest { lines, ..self.request() }, listener);
        started.map_err(|error| Failure::Internal(format!("no thread to think with: {error}")))
    }

    /// A search at the level.
    fn request(&self) -> SearchRequest {
        SearchRequest::at_level(self.level.number())
    }

    fn analyze(&mut self) -> Result<(), Failure> {
        self.player.stop();
        let sink = Arc::clone(&self.sink);
        let started = self.player.evaluate_positions(&self.request(), move |ply, score| {
            sink.write_line(Reply::Analysis(Analysis { ply: ply as u32, score: discs(score) }));
        });
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
    fn on_report(&mut self, report: &Report<Move>) {
        if self.purpose == Purpose::Hint {
            self.sink.write_line(Reply::Search(Hint {
                line: self.written(&report.variation),
                score: Some(discs(report.score)),
                games: 0,
                depth: self.depth(report.depth),
            }));
        }
    }

    fn on_finished(self, outcome: Outcome<Move>, elapsed: Duration) {
        let (nodes, time) = (Some(outcome.counters.visits), Some(elapsed));
        self.sink.write_line(Reply::NodeStats(NodeStats { nodes, time }));
        if self.purpose == Purpose::Go {
            // A finished game has no move, but the request needs an answer.
            let mv = ggf::write_move(outcome.best.unwrap_or(Move::PASS));
            self.sink.write_line(Reply::Move(Played { mv, score: Some(discs(outcome.score)), time }));
        }
        self.sink.write_line(Reply::Status(String::new()));
    }
}

impl SearchPrinter {
    /// The depth, or how certain a search to the end of the game is.
    fn depth(&self, depth: i16) -> String {
        certainty::per_cent(self.empties, depth)
            .map_or_else(|| depth.to_string(), |per_cent| format!("{per_cent}%"))
    }

    /// Black's moves in upper case, White's in lower.
    fn written(&self, moves: &[Move]) -> Vec<String> {
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

fn discs(score: Score) -> Discs {
    Discs(score * 100 / DISC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_by_colour() {
        let moves: Vec<Move> = ["f5", "d6", "pass"].iter().filter_map(|word| read_move(word)).collect();
        let sink = Arc::new(Sink::stdout());
        let printer =
            |side| SearchPrinter { sink: Arc::clone(&sink), side, empties: 20, purpose: Purpose::Hint };
        assert_eq!([8, 20, 24].map(|depth| printer(Side::Black).depth(depth)), ["8", "45%", "100%"]);
        assert_eq!(printer(Side::Black).written(&moves).concat(), "F5d6PA");
        assert_eq!(printer(Side::White).written(&moves).concat(), "f5D6pa");
        assert_eq!(discs(-350).to_string(), "-3.50");
    }
}
