//! GTP, the Go Text Protocol: one reply to each request.

use std::time::{Duration, Instant};

use game::{Game, GameSession, Limits, SearchRequest};
use othello::Level;
use othello::Side;
use othello::notation::{board, read_move};
use othello::position::{Move, Position};
use othello::square::Square;
use protocols::gtp::{Color, Command, Play, Request, Response, TimeSettings, syntax_error};
use search_core::ClockState;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, version};

use crate::engine::{Engine, JobEvent, Protocol};

const GAME: &str = "Othello";

/// The settings of the controller.
#[derive(Debug)]
pub struct Gtp {
    level: Level,
    /// Black's and White's at the start of a game, if there is a time control, and now.
    clocks: Option<[Clock; 2]>,
    clock_at_start: Option<Clock>,
    /// The number of moves before each turn: a pass that was left out and the move after it are one.
    turns: Vec<usize>,
}

impl Protocol<Position> for Gtp {
    fn execute(&mut self, engine: &mut Engine<Position>, line: &str) {
        if let Some(request) = Request::read(line) {
            let reply = request.command.and_then(|command| self.answer(engine, command));
            respond(engine, request.id, reply);
        }
    }

    fn reject_long_line(&mut self, engine: &mut Engine<Position>) {
        let (found, expected) = ("a line without end", "at most a mebibyte");
        let bad = BadInput::new("syntax error", None, found, expected, "Send shorter lines");
        respond(engine, None, Err(bad));
    }

    /// Only a bench runs in the background.
    fn take(&mut self, engine: &mut Engine<Position>, event: JobEvent<Move>) {
        if let JobEvent::Text(text) = event {
            engine.write(text);
        }
    }
}

impl Gtp {
    /// With this level where there is no clock.
    pub fn at_level(level: Level) -> Gtp {
        Gtp { level, clocks: None, clock_at_start: None, turns: Vec::new() }
    }

    /// Executes a command and returns its reply.
    ///
    /// # Errors
    /// Why it cannot be done; nothing has changed then.
    pub fn answer(&mut self, engine: &mut Engine<Position>, command: Command) -> Result<String, BadInput> {
        let position = *engine.session.position();
        Ok(match command {
            Command::ProtocolVersion => "2".to_owned(),
            Command::Name => "Shuangqi".to_owned(),
            Command::Version => version::SHORT.to_owned(),
            Command::KnownCommand(name) if name.text.is_empty() => {
                return Err(syntax_error(&name, "a command", "Send the command with its argument"));
            }
            Command::KnownCommand(name) => Command::BEGINNINGS.contains(&name.text.as_str()).to_string(),
            Command::ListCommands => Command::BEGINNINGS.join("\n"),
            Command::GenMove(color) => return self.generate(engine, side(color), true),
            Command::RegGenMove(color) => return self.generate(engine, side(color), false),
            Command::ShowBoard => format!("\n{}", board::draw(position)),
            Command::FinalScore => final_score(&engine.session)?,
            Command::ListGames | Command::GameId => GAME.to_owned(),
            Command::RulesBoardSize => "8".to_owned(),
            Command::RulesBoard => rules_board(position),
            Command::LegalMoves => position.legal_moves().iter().map(vertex).collect::<Vec<_>>().join(" "),
            Command::SideToMove => colour(position.side).to_owned(),
            Command::FinalResult => final_result(&engine.session),
            other => return self.change(engine, other).map(|()| String::new()),
        })
    }

    /// Executes a command whose reply is empty.
    fn change(&mut self, engine: &mut Engine<Position>, command: Command) -> Result<(), BadInput> {
        match command {
            Command::Quit => engine.is_over = true,
            Command::BoardSize(size) if size.text == "8" => {}
            Command::BoardSize(size) if size.text.is_empty() => {
                return Err(syntax_error(&size, "8", "Send boardsize 8"));
            }
            Command::BoardSize(size) => {
                let found = quote(&size.text);
                return Err(BadInput::new("unacceptable size", None, found, "8", "Send boardsize 8"));
            }
            Command::ClearBoard => {
                engine.session = GameSession::default();
                engine.game.clear();
                self.turns.clear();
                self.clocks = self.clock_at_start.map(|clock| [clock; 2]);
            }
            Command::Play(play) => {
                let bad = || syntax_error(&play.vertex, "a square from a1 to h8, or pass", Play::REMEDY);
                let mv = read_move(&play.vertex.text).ok_or_else(bad)?;
                self.play(&mut engine.session, side(play.color), mv)?;
            }
            Command::Undo => {
                let remedy = "Play a move first";
                let nothing = || BadInput::new("cannot undo", None, "no move to take back", "one", remedy);
                engine.session.truncate(self.turns.pop().ok_or_else(nothing)?);
            }
            Command::TimeSettings(settings) => {
                self.clock_at_start = Clock::new(settings);
                self.clocks = self.clock_at_start.map(|clock| [clock; 2]);
                if self.clocks.is_some() {
                    // What need not be done on the clock.
                    engine.game.searches().populate();
                }
            }
            Command::TimeLeft(left) => {
                if let Some(clocks) = &mut self.clocks {
                    clocks[side(left.color) as usize].correct(left.time, left.stones);
                }
            }
            Command::SetGame(name) if !name.text.eq_ignore_ascii_case(GAME) => {
                return Err(syntax_error(&name, GAME, "Send set_game Othello"));
            }
            Command::SetLevel(word) => {
                let expected = || format!("a level from 1 to {}", Level::MAX);
                let level = word.text.parse().ok().and_then(Level::new);
                self.level = level
                    .ok_or_else(|| syntax_error(&word, expected(), "Send a number, as in set_level 8"))?;
            }
            // Othello has no komi.
            _ => {}
        }
        Ok(())
    }

    /// Plays a move of this side. If it is the other's turn and a pass is forced, the pass is played first; both are
    /// taken back together.
    fn play(&mut self, session: &mut GameSession<Position>, side: Side, mv: Move) -> Result<(), BadInput> {
        let turn = session.moves().len();
        pass_to(session, side)?;
        session.position().parse_move(&mv.to_string()).inspect_err(|_| session.truncate(turn))?;
        session.play(mv);
        self.turns.push(turn);
        Ok(())
    }

    fn generate(
        &mut self,
        engine: &mut Engine<Position>,
        side: Side,
        is_played: bool,
    ) -> Result<String, BadInput> {
        let (begin, turn) = (Instant::now(), engine.session.moves().len());
        pass_to(&mut engine.session, side)?;
        let clock = self.clocks.as_ref().map(|clocks| clocks[side as usize]);
        let at_level = SearchRequest::at_level(self.level.number());
        let request = clock.map_or(at_level, |clock| clock.request());
        let outcome = engine.think(&request);
        if !is_played || outcome.best.is_none() {
            engine.session.truncate(turn);
        }
        let over = || {
            let (found, expected) = ("a finished game", "one with a legal move");
            BadInput::new("no move", None, found, expected, "Send undo or clear_board")
        };
        let mv = outcome.best.ok_or_else(over)?;
        if is_played {
            engine.session.play(mv);
            self.turns.push(turn);
            if let Some(clocks) = &mut self.clocks {
                clocks[side as usize].spend(begin.elapsed() + SearchRequest::OVERHEAD);
            }
        }
        Ok(vertex(mv))
    }
}

/// Writes a response in its frame, whose last line end is that of the sink.
fn respond(engine: &Engine<Position>, id: Option<String>, reply: Result<String, BadInput>) {
    let response = Response { id, result: reply.map_err(|bad| bad.to_string()) }.to_string();
    engine.write(response.strip_suffix('\n').unwrap_or(&response));
}

/// Plays the pass of the other side, if it is that side's turn and it must pass.
fn pass_to(session: &mut GameSession<Position>, side: Side) -> Result<(), BadInput> {
    let position = session.position();
    if position.side == side {
        return Ok(());
    }
    if position.board.must_pass() {
        session.play(Move::PASS);
        return Ok(());
    }
    let turn = colour(position.side);
    let expected = format!("{turn}, whose turn it is");
    let remedy = format!("Play for {turn}, or take moves back");
    Err(BadInput::new("wrong colour", None, colour(side), expected, remedy))
}

fn side(color: Color) -> Side {
    if color == Color::Black { Side::Black } else { Side::White }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

/// Squares in upper case, as most engines reply.
fn vertex(mv: Move) -> String {
    if mv.is_pass() { mv.to_string() } else { mv.to_string().to_ascii_uppercase() }
}

/// Discs by which Black has won; negative: White has. `None`: the game goes on.
fn margin(session: &GameSession<Position>) -> Option<i32> {
    session.verdict().and_then(|verdict| verdict.discs)
}

fn final_score(session: &GameSession<Position>) -> Result<String, BadInput> {
    match margin(session) {
        Some(0) => Ok("0".to_owned()),
        Some(margin) if margin > 0 => Ok(format!("B+{margin}")),
        Some(margin) => Ok(format!("W+{}", -margin)),
        None => {
            let remedy = "Play the game to its end";
            Err(BadInput::new("cannot score", None, "a game in progress", "a finished one", remedy))
        }
    }
}

fn final_result(session: &GameSession<Position>) -> String {
    match margin(session) {
        None => "The game is not over".to_owned(),
        Some(0) => "The game is a draw".to_owned(),
        Some(margin) if margin > 0 => format!("Black wins by {margin} discs"),
        Some(margin) => format!("White wins by {} discs", -margin),
    }
}

/// Eight rows, row 8 first, each cell a blank and `X`, `O` or `.`.
fn rules_board(position: Position) -> String {
    let cell = |file, rank| {
        let letter = Square::at(file, rank).and_then(|square| position.at(square)).map_or('.', Side::letter);
        [' ', letter]
    };
    let row = |rank: usize| (0..8).flat_map(|file| cell(file, rank)).collect::<String>();
    format!("\n{}", (0..8).rev().map(row).collect::<Vec<_>>().join("\n"))
}

/// The time that one side has left. GTP sets a time for the game, then more after each move (Fischer) or, where a number of stones is given,
/// periods for that many moves each (Canadian overtime).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Clock {
    settings: TimeSettings,
    remaining: Duration,
    /// The moves to be made in the running period; `None` while the main time lasts.
    stones: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game; `None`: no limit.
    fn new(settings: TimeSettings) -> Option<Clock> {
        let TimeSettings { main, extra, stones } = settings;
        let (remaining, stones) =
            if main.is_zero() && stones > 0 { (extra, Some(stones)) } else { (main, None) };
        (!main.is_zero() || !extra.is_zero()).then_some(Clock { settings, remaining, stones })
    }

    /// Sets what the clock shows: no stones means main time.
    fn correct(&mut self, remaining: Duration, stones: u32) {
        self.remaining = remaining;
        self.stones = (stones > 0).then_some(stones);
    }

    /// The next search: a period for a single move is all for that move.
    fn request(&self) -> SearchRequest {
        if self.settings.stones == 1 && self.stones.is_some() {
            return SearchRequest::within(Limits { move_time: Some(self.remaining), ..Limits::default() });
        }
        SearchRequest { clocks: [Some(self.state()); 2], ..SearchRequest::ENDLESS }
    }

    /// The clock as the search reads it. While the main time lasts, a move may go beyond it by what a move of a period has; the
    /// last one does.
    fn state(&self) -> ClockState {
        let (remaining, TimeSettings { extra, stones, .. }) = (self.remaining, self.settings);
        let state = ClockState { remaining, increment: Duration::ZERO, moves_to_go: self.stones };
        if stones == 0 {
            return ClockState { increment: extra, ..state };
        }
        match self.stones {
            Some(_) => state,
            None if remaining > extra / stones => ClockState { increment: extra / stones, ..state },
            None => ClockState { remaining: remaining + extra / stones, moves_to_go: Some(1), ..state },
        }
    }

    /// A move has been made.
    fn spend(&mut self, time: Duration) {
        let (left, TimeSettings { extra, stones, .. }) = (self.remaining.saturating_sub(time), self.settings);
        (self.remaining, self.stones) = match self.stones {
            current if stones == 0 => (left + extra, current),
            None if !left.is_zero() => (left, None),
            None | Some(0 | 1) => (extra, Some(stones)),
            Some(more) => (left, Some(more - 1)),
        };
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use game::GameEngine;
    use shuangqi_cli::sink::Sink;

    use super::*;

    #[test]
    fn a_move_takes_its_time_and_the_overhead_from_the_clock_of_its_side() {
        let mut engine = Engine::new(GameEngine::default(), Sink::to(io::sink()));
        let mut gtp = Gtp::at_level(Level::DEFAULT);
        let mut ask = |line| {
            gtp.execute(&mut engine, line);
            gtp.clocks.map(|clocks| clocks.map(|clock| clock.request()))
        };
        let left = |request: SearchRequest| request.clocks[0].unwrap().remaining;
        assert_eq!(ask("genmove b"), None);
        let before = ask("time_settings 0.2 0 0").unwrap().map(left);
        assert_eq!(before, [Duration::from_millis(200); 2]);
        let after = ask("genmove w").unwrap().map(left);
        assert!(after[0] == before[0] && after[1] + SearchRequest::OVERHEAD <= before[1], "{after:?}");
        assert_eq!(ask("time_left w 0.1 0").unwrap().map(left)[1], Duration::from_millis(100));
    }

    fn clock(main: u64, extra: u64, stones: u32) -> Clock {
        let [main, extra] = [main, extra].map(Duration::from_secs);
        Clock::new(TimeSettings { main, extra, stones }).unwrap()
    }

    /// The readings of a clock at first, and after each of these times: seconds, increment, moves to go.
    fn shown(mut clock: Clock, spent: &[u64]) -> Vec<(u64, u64, Option<u32>)> {
        let state = |clock: &Clock| {
            let state = clock.state();
            (state.remaining.as_secs(), state.increment.as_secs(), state.moves_to_go)
        };
        let first = state(&clock);
        let later = spent.iter().map(|&seconds| {
            clock.spend(Duration::from_secs(seconds));
            state(&clock)
        });
        std::iter::once(first).chain(later).collect()
    }

    #[test]
    fn time_is_spent_and_added() {
        // No stones mean an increment.
        assert_eq!(shown(clock(60, 2, 0), &[12, 100]), [(60, 2, None), (50, 2, None), (2, 2, None)]);
        // Periods follow the main time, whose last move may use one.
        assert_eq!(
            shown(clock(10, 6, 3), &[11, 1, 1, 1]),
            [(10, 2, None), (6, 0, Some(3)), (5, 0, Some(2)), (4, 0, Some(1)), (6, 0, Some(3))]
        );
        assert_eq!(shown(clock(10, 6, 3), &[8]), [(10, 2, None), (4, 0, Some(1))]);
        assert_eq!(shown(clock(0, 5, 1), &[]), [(5, 0, Some(1))]);
        let nothing = TimeSettings { main: Duration::ZERO, extra: Duration::ZERO, stones: 4 };
        assert_eq!(Clock::new(nothing), None);
    }

    #[test]
    fn a_period_for_one_move_is_all_for_that_move() {
        let mut clock = clock(2, 5, 1);
        assert_eq!(clock.request().limits, Limits::default());
        clock.spend(Duration::from_secs(3));
        assert_eq!(clock.request().limits.move_time, Some(Duration::from_secs(5)));
        clock.correct(Duration::from_secs(4), 1);
        assert_eq!(clock.request().limits.move_time, Some(Duration::from_secs(4)));
    }

    #[test]
    fn the_controller_sets_the_clock() {
        let mut clock = clock(60, 0, 0);
        clock.correct(Duration::from_secs(7), 0);
        assert_eq!(shown(clock, &[]), [(7, 0, None)]);
        clock.correct(Duration::from_secs(3), 2);
        assert_eq!(shown(clock, &[]), [(3, 0, Some(2))]);
    }
}
