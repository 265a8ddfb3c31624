//! NBoard's protocol: the user interface keeps the game and sends every move, the engine's own included. It may send a line at any
//! time; `ping`, another search or a change of the game ends a search at once. Unknown commands are ignored, as the protocol
//! demands.

use game::any::GameEntry;
use game::{GameEngine, GameSession, SearchRequest};
use othello::Level;
use othello::Side;
use othello::certainty;
use othello::notation::read_move;
use othello::position::{DISC, Move, Position};
use othello::recipe::Play;
use protocols::nboard::{
    Analysis, Command, Hint, KIND, NodeStats, Played, Reply, Score as Discs, bad_command,
};
use search_core::Score;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;
use shuangqi_game_files::{Contents, Extent, FileKind, Source};

use crate::engine::{Engine, JobEvent, Protocol};

/// The settings of the user interface.
#[derive(Debug)]
pub struct NBoard {
    level: Level,
    /// Set if the search in progress is for a hint, not for a move.
    is_hint: bool,
}

impl Protocol<Position> for NBoard {
    fn execute(&mut self, engine: &mut Engine<Position>, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        if let Err(bad) = line.parse().and_then(|command| self.act(engine, command)) {
            engine.write(Reply::Status(bad.to_string()));
        }
    }

    fn reject_long_line(&mut self, engine: &mut Engine<Position>) {
        let bad = bad_command("a line without end", "a shorter one", "Send less");
        engine.write(Reply::Status(bad.to_string()));
    }

    fn take(&mut self, engine: &mut Engine<Position>, event: JobEvent<Move>) {
        match event {
            JobEvent::Report(report) if self.is_hint => engine.write(Reply::Search(Hint {
                line: written(engine.session.position(), &report.variation),
                score: Some(discs(report.score)),
                games: 0,
                depth: depth(engine.session.position(), report.depth),
            })),
            JobEvent::Report(_) | JobEvent::End => {}
            JobEvent::Text(text) => engine.write(text),
            JobEvent::Answer(outcome, elapsed) => {
                let (nodes, time) = (Some(outcome.counters.visits), Some(elapsed));
                engine.write(Reply::NodeStats(NodeStats { nodes, time }));
                if !self.is_hint {
                    // A finished game has no move, but the request needs an answer.
                    let mv = square(outcome.best.unwrap_or(Move::PASS));
                    engine.write(Reply::Move(Played { mv, score: Some(discs(outcome.score)), time }));
                }
                engine.write(Reply::Status(String::new()));
            }
        }
    }
}

impl NBoard {
    /// At this level; greets the user interface.
    pub fn at_level(level: Level, engine: &Engine<Position>) -> NBoard {
        engine.write(Reply::Name("Shuangqi".to_owned()));
        NBoard { level, is_hint: false }
    }

    /// Executes a command.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn act(&mut self, engine: &mut Engine<Position>, command: Command) -> Result<(), BadInput> {
        match command {
            Command::Quit => {
                self.interrupt(engine);
                engine.is_over = true;
            }
            Command::SetDepth(depth) => self.level = Level::new(depth.0 as u8).unwrap_or(self.level),
            Command::SetGame(text) => self.set_game(engine, &text)?,
            Command::Move(played) => {
                let bad = || bad_command(&played.mv, "a square such as F5, or PA", "Send move F5");
                self.play(engine, read_move(&played.mv).ok_or_else(bad)?)?;
            }
            Command::Hint(count) => {
                self.think(engine, usize::try_from(count.0).unwrap_or(usize::MAX), true)?;
            }
            Command::Go => self.think(engine, 1, false)?,
            Command::Ping(word) => {
                self.interrupt(engine);
                engine.write(Reply::Pong(word));
            }
            // This engine has no book, but the user interface waits for the answer.
            Command::Learn => engine.write(Reply::Learned),
            Command::Analyze => self.analyze(engine)?,
            Command::Version(_) | Command::Set(_) | Command::Other(_) => {}
        }
        Ok(())
    }

    fn set_game(&mut self, engine: &mut Engine<Position>, text: &str) -> Result<(), BadInput> {
        let session = read_game(text);
        if session.as_ref().is_err_and(|bad| bad.kind == KIND) {
            return session.map(drop);
        }
        // The running search is not of the game on the user's board.
        self.interrupt(engine);
        engine.is_refused = session.is_err();
        engine.session = session?;
        engine.game.clear();
        Ok(())
    }

    /// A refused move leaves the game as it was, and that is no longer the one on the user's board.
    fn play(&mut self, engine: &mut Engine<Position>, mv: Move) -> Result<(), BadInput> {
        self.interrupt(engine);
        let played = engine.session.play_text(&mv.to_string());
        engine.is_refused |= played.is_err();
        played
    }

    fn think(&mut self, engine: &mut Engine<Position>, lines: usize, is_hint: bool) -> Result<(), BadInput> {
        self.interrupt(engine);
        check_game(engine)?;
        engine.write(Reply::Status("Shuangqi is thinking".to_owned()));
        self.is_hint = is_hint;
        let request = SearchRequest { lines, ..self.request() };
        engine.search(if is_hint { engine.analysis(&request) } else { engine.job(&request) })
    }

    /// A search at the level.
    fn request(&self) -> SearchRequest {
        SearchRequest::at_level(self.level.number())
    }

    /// Evaluates every position of the game, the last one first.
    fn analyze(&mut self, engine: &mut Engine<Position>) -> Result<(), BadInput> {
        self.interrupt(engine);
        check_game(engine)?;
        let request = engine.allowed(&self.request());
        let job = |&position: &Position| GameEngine::job(&GameSession::new(position, ()), &request);
        let jobs: Vec<_> = engine.session.positions().iter().map(job).collect();
        engine.run(move |state, control, write| {
            for (ply, job) in (0..).zip(&jobs).collect::<Vec<_>>().into_iter().rev() {
                let outcome = state.think(Play, job, control, |_| {});
                if outcome.is_stopped {
                    return;
                }
                write(Reply::Analysis(Analysis { ply, score: discs(outcome.score) }).to_string());
            }
        })
    }
}

/// Tests whether the game is the one on the user's board.
fn check_game(engine: &Engine<Position>) -> Result<(), BadInput> {
    if !engine.is_refused {
        return Ok(());
    }
    let remedy = "Send set game";
    Err(BadInput::new("no game", None, "a game that was refused", "a good one", remedy))
}

/// The game of `set game`.
fn read_game(text: &str) -> Result<GameSession<Position>, BadInput> {
    let remedy = "Send set game and one game in GGF";
    let source = Source { game: &GameEntry::<Position>::NEW, file: "set game", extent: Extent::MainLine };
    let games = shuangqi_game_files::read(source, Contents::Text(text), Some(FileKind::Ggf))?;
    let [game] = &games[..] else {
        let found = if games.is_empty() { quote(text) } else { format!("{} games", games.len()).into() };
        return Err(BadInput::new("GGF", None, found, "one game", remedy));
    };
    game.session_of()
}

/// A move by its square in upper case, a pass as `PA`.
fn square(mv: Move) -> String {
    if mv.is_pass() { "PA".to_owned() } else { mv.to_string().to_ascii_uppercase() }
}

/// The depth, or how certain a search to the end of the game is.
fn depth(root: &Position, depth: i16) -> String {
    certainty::per_cent(root.board.empties().len() as i16, depth)
        .map_or_else(|| depth.to_string(), |per_cent| format!("{per_cent}%"))
}

/// Black's moves in upper case, White's in lower.
fn written(root: &Position, moves: &[Move]) -> Vec<String> {
    let mut side = root.side;
    let name = |mv: &Move| {
        let name = square(*mv);
        let name = if side == Side::Black { name } else { name.to_ascii_lowercase() };
        side = side.other();
        name
    };
    moves.iter().map(name).collect()
}

fn discs(score: Score) -> Discs {
    Discs(score * 100 / DISC)
}

#[cfg(test)]
mod tests {
    use std::io;

    use othello::notation::transcript;
    use shuangqi_cli::sink::Sink;

    use super::*;

    #[test]
    fn a_refused_game_is_not_analysed() {
        let mut engine = Engine::new(GameEngine::default(), Sink::to(io::sink()));
        let mut nboard = NBoard::at_level(Level::DEFAULT, &engine);
        engine.is_refused = true;
        for command in [Command::Analyze, Command::Go] {
            assert!(nboard.act(&mut engine, command).is_err());
        }
    }

    #[test]
    fn lines_are_written_by_colour() {
        let moves: Vec<Move> = ["f5", "d6", "pass"].iter().filter_map(|word| read_move(word)).collect();
        let white = *transcript::read(Position::START, "f5").unwrap().position();
        assert_eq!(written(&Position::START, &moves).concat(), "F5d6PA");
        assert_eq!(written(&white, &moves).concat(), "f5D6pa");
        assert_eq!(depth(&Position::START, 8), "8");
        assert_eq!(discs(-350).to_string(), "-3.50");
    }
}
