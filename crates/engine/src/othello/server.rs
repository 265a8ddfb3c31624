//! The engine as a GTP server: one reply to each request.

use std::ops::ControlFlow;
use std::sync::Arc;

use game::SearchRequest;
use protocols::gtp::{Color, Command, Play, Request, Response, syntax_error};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::lines::Event;
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{BadInput, Failure, version};

use super::clock::{Clock, TimeControl};
use super::nboard::{self, NBoardSession};
use super::player::{Player, colour};
use othello::level::Level;
use othello::notation::{drawing, read_move};
use othello::position::{Move, Position};
use othello::side::Side;
use othello::square::Square;

const GAME: &str = "Othello";

/// A session with a GTP controller.
#[derive(Debug)]
pub struct Server {
    player: Player,
    level: Level,
    control: Option<TimeControl>,
    /// Black's and White's, if there is a time control.
    clocks: Option<[Clock; 2]>,
}

impl Default for Server {
    fn default() -> Self {
        Server::new()
    }
}

impl Server {
    /// A server before the first request.
    pub fn new() -> Server {
        Server::with(Player::default(), Level::DEFAULT)
    }

    /// The same with this player, and this level where there is no clock.
    pub fn with(player: Player, level: Level) -> Server {
        Server { player, level, control: None, clocks: None }
    }

    /// Answers requests until their end or `quit`. A first line of NBoard's protocol selects that one.
    ///
    /// # Errors
    /// If replies cannot be written.
    pub fn serve(mut self, events: impl IntoIterator<Item = Event>, sink: &Arc<Sink>) -> Result<(), Failure> {
        let mut events = events.into_iter();
        let mut is_first = true;
        while let Some(event) = events.next() {
            let (reply, flow) = match event {
                Event::Line(line) if is_first && nboard::is_greeting(&line) => {
                    return NBoardSession::with(self.player, self.level, Arc::clone(sink)).run(events);
                }
                Event::Line(line) => self.answer(&line),
                Event::TooLong => (respond(None, Err(too_long())), ControlFlow::Continue(())),
                Event::End(_) => break,
            };
            is_first = false;
            // The sink ends each text with the end of its line.
            if let Some(reply) = reply.strip_suffix('\n') {
                sink.write_line(reply);
            }
            match sink.failure() {
                Some(failure) => return Err(failure),
                None if flow.is_break() => break,
                None => {}
            }
        }
        Ok(())
    }

    /// The reply to a line in its frame; empty if the line is no request. `Break`: the session is over.
    pub fn answer(&mut self, line: &str) -> (String, ControlFlow<()>) {
        let Some(request) = Request::read(line) else { return (String::new(), ControlFlow::Continue(())) };
        let flow = match request.command {
            Ok(Command::Quit) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let reply = request.command.and_then(|command| self.execute(command));
        (respond(request.id, reply), flow)
    }

    /// Executes a command and returns its reply.
    ///
    /// # Errors
    /// Why it cannot be done; nothing has changed then.
    pub fn execute(&mut self, command: Command) -> Result<String, BadInput> {
        match command {
            Command::ProtocolVersion => return Ok("2".to_owned()),
            Command::Name => return Ok("Shuangqi".to_owned()),
            Command::Version => return Ok(version::SHORT.to_owned()),
            Command::KnownCommand(name) if name.text.is_empty() => {
                return Err(syntax_error(&name, "a command", "Send the command with its argument"));
            }
            Command::KnownCommand(name) => {
                return Ok(Command::BEGINNINGS.contains(&name.text.as_str()).to_string());
            }
            Command::ListCommands => return Ok(Command::BEGINNINGS.join("\n")),
            Command::Quit | Command::Komi(_) => {}
            Command::BoardSize(size) => match size.text.as_str() {
                "8" => {}
                "" => return Err(syntax_error(&size, "8", "Send boardsize 8")),
                other => {
                    return Err(BadInput::new(
                        "unacceptable size",
                        None,
                        quote(other),
                        "8",
                        "Send boardsize 8",
                    ));
                }
            },
            Command::ClearBoard => self.clear(),
            Command::Play(play) => self.player.play(side(play.color), read_vertex(&play)?)?,
            Command::GenMove(color) => return self.generate(side(color), true),
            Command::RegGenMove(color) => return self.generate(side(color), false),
            Command::Undo => self.undo()?,
            Command::ShowBoard => return Ok(format!("\n{}", drawing::draw(self.player.position()))),
            Command::FinalScore => return final_score(self.player.position()),
            Command::TimeSettings(settings) => {
                self.control = TimeControl::new(settings.main, settings.extra, settings.stones);
                self.reset_clocks();
                if self.control.is_some() {
                    self.player.prepare_for_clock();
                }
            }
            Command::TimeLeft(left) => {
                if let Some(clocks) = &mut self.clocks {
                    clocks[side(left.color) as usize].correct(left.time, left.stones);
                }
            }
            Command::SetGame(name) if name.text.eq_ignore_ascii_case(GAME) => {}
            Command::SetGame(name) => return Err(syntax_error(&name, GAME, "Send set_game Othello")),
            Command::ListGames | Command::GameId => return Ok(GAME.to_owned()),
            Command::SetLevel(word) => {
                let expected = || format!("a level from 1 to {}", Level::MOST);
                let level = word.text.parse().ok().and_then(Level::new);
                self.level = level
                    .ok_or_else(|| syntax_error(&word, expected(), "Send a number, as in set_level 8"))?;
            }
            Command::RulesBoardSize => return Ok("8".to_owned()),
            Command::RulesBoard => return Ok(rules_board(self.player.position())),
            Command::LegalMoves => return Ok(legal_moves(self.player.position())),
            Command::SideToMove => return Ok(colour(self.player.position().side).to_owned()),
            Command::FinalResult => return Ok(final_result(self.player.position())),
        }
        Ok(String::new())
    }

    fn clear(&mut self) {
        self.player.begin(Position::START);
        self.reset_clocks();
    }

    /// Sets the clocks to the start of a game.
    fn reset_clocks(&mut self) {
        self.clocks = self.control.map(|control| [Clock::new(control); 2]);
    }

    fn generate(&mut self, side: Side, is_played: bool) -> Result<String, BadInput> {
        let clock = self.clocks.as_ref().map(|clocks| clocks[side as usize]);
        let at_level = SearchRequest::at_level(self.level.number());
        let request = clock.map_or(at_level, |clock| clock.request());
        let choice = self.player.choose(side, &request, |_| {})?;
        let choice = choice.ok_or_else(|| over("Send undo or clear_board"))?;
        if is_played {
            self.player.play(side, choice.mv)?;
            if let Some(clocks) = &mut self.clocks {
                clocks[side as usize].spend(choice.elapsed + SearchRequest::OVERHEAD);
            }
        }
        Ok(vertex(choice.mv))
    }

    fn undo(&mut self) -> Result<(), BadInput> {
        let remedy = "Play a move first";
        let nothing = || BadInput::new("cannot undo", None, "no move to take back", "one", remedy);
        self.player.undo().then_some(()).ok_or_else(nothing)
    }
}

/// A response in its frame.
fn respond(id: Option<String>, reply: Result<String, BadInput>) -> String {
    Response { id, result: reply.map_err(|bad| bad.to_string()) }.to_string()
}

fn side(color: Color) -> Side {
    if color == Color::Black { Side::Black } else { Side::White }
}

fn read_vertex(play: &Play) -> Result<Move, BadInput> {
    let bad = || syntax_error(&play.vertex, "a square from a1 to h8, or pass", Play::REMEDY);
    read_move(&play.vertex.text).ok_or_else(bad)
}

fn too_long() -> BadInput {
    BadInput::new("syntax error", None, "a line without end", "at most a mebibyte", "Send shorter lines")
}

fn over(remedy: &str) -> BadInput {
    BadInput::new("no move", None, "a finished game", "one with a legal move", remedy)
}

/// Squares in upper case, as most engines reply.
fn vertex(mv: Move) -> String {
    if mv.is_pass() { mv.to_string() } else { mv.to_string().to_ascii_uppercase() }
}

/// Discs by which Black has won; negative: White has.
fn margin(position: Position) -> Result<i32, BadInput> {
    if !position.board.is_over() {
        let remedy = "Play the game to its end";
        return Err(BadInput::new("cannot score", None, "a game in progress", "a finished one", remedy));
    }
    let margin = position.board.final_difference();
    Ok(if position.side == Side::Black { margin } else { -margin })
}

fn final_score(position: Position) -> Result<String, BadInput> {
    Ok(match margin(position)? {
        0 => "0".to_owned(),
        margin if margin > 0 => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    })
}

fn final_result(position: Position) -> String {
    match margin(position) {
        Err(_) => "The game is not over".to_owned(),
        Ok(0) => "The game is a draw".to_owned(),
        Ok(margin) if margin > 0 => format!("Black wins by {margin} discs"),
        Ok(margin) => format!("White wins by {} discs", -margin),
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

fn legal_moves(position: Position) -> String {
    let board = position.board;
    if board.must_pass() {
        return vertex(Move::PASS);
    }
    board.legal_moves().into_iter().map(|square| vertex(Move::new(square))).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// What is replied to the last of these lines.
    fn reply(lines: &[&str]) -> String {
        let mut server = Server::new();
        let mut last = String::new();
        for line in lines {
            last = server.answer(line).0;
        }
        last
    }

    #[test]
    fn a_reply_has_one_empty_line_and_that_at_its_end() {
        for line in ["name", "list_commands", "showboard", "gogui-rules_board", "foo", "1 play b f5", "undo"]
        {
            let reply = reply(&[line]);
            assert!(reply.ends_with("\n\n") && reply.matches("\n\n").count() == 1, "{reply:?}");
        }
        assert_eq!(reply(&["# nothing"]), "");
    }

    #[test]
    fn gogui_gets_the_rules() {
        let board = reply(&["play b f5", "gogui-rules_board"]);
        assert_eq!(board.lines().count(), 10);
        assert_eq!(board.lines().nth(4), Some(" . . . X X X . ."));
        assert_eq!(board.lines().nth(5), Some(" . . . O X . . ."));
        assert_eq!(reply(&["gogui-rules_legal_moves"]), "= D3 C4 F5 E6\n\n");
        assert_eq!(reply(&["play b f5", "gogui-rules_side_to_move"]), "= white\n\n");
        assert!(reply(&["final_score"]).starts_with("? cannot score"));
    }

    #[test]
    fn a_level_decides_where_there_is_no_clock() {
        let lines = ["set_level 3", "reg_genmove b"];
        assert_eq!(reply(&lines), reply(&lines));
        assert!(reply(&["set_level 3", "reg_genmove b", "play b f5"]).starts_with("=\n"));
        assert!(reply(&["set_level 3", "genmove b", "genmove b"]).starts_with("? wrong colour"));
    }

    #[test]
    fn a_move_takes_its_time_and_the_overhead_from_the_clock_of_its_side() {
        let mut server = Server::new();
        let mut ask = |line| {
            drop(server.answer(line).0);
            server.clocks.map(|clocks| clocks.map(|clock| clock.request()))
        };
        let left = |request: SearchRequest| request.clocks[0].unwrap().remaining;
        assert_eq!(ask("genmove b"), None);
        let before = ask("time_settings 0.2 0 0").unwrap().map(left);
        assert_eq!(before, [Duration::from_millis(200); 2]);
        let after = ask("genmove w").unwrap().map(left);
        assert!(after[0] == before[0] && after[1] + SearchRequest::OVERHEAD <= before[1], "{after:?}");
        assert_eq!(ask("time_left w 0.1 0").unwrap().map(left)[1], Duration::from_millis(100));
    }
}
