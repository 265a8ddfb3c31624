//! The protocol of NBoard, version 2.
//!
//! The whole game is sent before every move, so that an engine never continues another game, with any treatment of
//! passes.

pub mod compliance;

use std::time::Duration;

use protocols::nboard::{Command, Depth, Hint, Reply as Line, Score};

use super::state::{ProtocolState, Reply};
use crate::config::{EngineConfig, Opening};
use crate::fault::Fault;
use crate::player::{Choice, MoveRequest, SearchInfo};
use crate::process::Process;
use game::{EngineScore, Seat};

/// An engine that speaks NBoard's protocol.
#[derive(Debug)]
pub struct Nboard {
    /// The depth of its searches that it was sent last.
    depth: Option<u32>,
    name: Option<String>,
}

impl Nboard {
    pub fn new(config: &EngineConfig) -> Nboard {
        Nboard { depth: config.limits.depth, name: None }
    }

    fn send_depth(&self, process: &mut Process) -> Result<(), Fault> {
        process.send_all(self.depth.map(|depth| Command::SetDepth(Depth(depth))))
    }

    /// Waits until the engine has done what it was sent.
    fn ping(&mut self, process: &mut Process, timeout: Duration) -> Result<(), Fault> {
        process.ping(timeout, |line| {
            self.introduce(line);
            None
        })
    }
}

impl ProtocolState for Nboard {
    fn stop_command(&self) -> Option<String> {
        Some(Command::Ping("0".to_owned()).to_string())
    }

    fn introduce(&mut self, line: &str) {
        if let Ok(Line::Name(name)) = line.parse() {
            self.name = Some(name);
        }
    }

    fn handshake(&mut self, process: &mut Process, config: &EngineConfig) -> Result<(), Fault> {
        *self = Nboard::new(config);
        process.send(Command::Version("2".to_owned()))?;
        self.ping(process, process.timeouts.start)?;
        process.send_all(config.options.iter().map(|(name, value)| Command::Set(format!("{name} {value}"))))
    }

    fn settle(&mut self, process: &mut Process) -> Result<(), Fault> {
        self.ping(process, process.timeouts.ready)
    }

    fn begin_game(&mut self, process: &mut Process, _: &Opening, _: Seat) -> Result<(), Fault> {
        self.send_depth(process)
    }

    fn set_position(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<(), Fault> {
        process.send(Command::SetGame(game(request))).map(drop)
    }

    fn prepare_search(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<String, Fault> {
        if self.depth != request.limits.depth {
            self.depth = request.limits.depth;
            self.send_depth(process)?;
        }
        self.set_position(process, request)?;
        self.settle(process)?;
        Ok(Command::Go.to_string())
    }

    fn read_reply(&mut self, line: &str, info: &mut SearchInfo) -> Result<Option<Reply>, Fault> {
        match line.parse() {
            Ok(Line::Move(played)) if played.mv.is_empty() => {
                let what = format!("the engine answered \"{}\" to \"{}\"", line.trim(), Command::Go);
                return Err(Fault::Junk { what });
            }
            Ok(Line::Move(played)) => {
                info.score = played.score.map(score).or(info.score);
                return Ok(Some(Choice::Move(read_move(&played.mv)).into()));
            }
            Ok(Line::NodeStats(stats)) => info.nodes = stats.nodes,
            Ok(Line::Search(hint)) => add_info(&hint, info),
            _ => self.introduce(line),
        }
        Ok(None)
    }

    fn engine_name(&self) -> Option<String> {
        self.name.clone()
    }
}

fn add_info(hint: &Hint, info: &mut SearchInfo) {
    info.pv = hint.line.iter().map(|mv| read_move(mv)).collect();
    info.score = hint.score.map(score);
    info.depth = hint.depth.parse().ok();
}

fn score(Score(hundredths): Score) -> EngineScore {
    EngineScore::Hundredths(hundredths)
}

pub fn read_move(word: &str) -> String {
    match word.to_ascii_lowercase().as_str() {
        "pa" | "pass" => "pass".to_owned(),
        other => other.to_owned(),
    }
}

fn game(request: &MoveRequest<'_>) -> String {
    let start = request.opening.start.trim();
    let is_black_first = start.ends_with(['X', 'x', '*', 'b', 'B']);
    let cells: String = start.chars().filter(|letter| !letter.is_whitespace()).take(64).map(cell).collect();
    let side = if is_black_first { '*' } else { 'O' };
    let moves: String = request
        .moves
        .iter()
        .enumerate()
        .map(|(number, mv)| {
            let colour = if number.is_multiple_of(2) == is_black_first { 'B' } else { 'W' };
            let text = if mv == "pass" { "PA".to_owned() } else { mv.to_ascii_uppercase() };
            format!("{colour}[{text}]")
        })
        .collect();
    format!("(;GM[Othello]PC[Shuangqi]PB[Black]PW[White]RE[?]TY[8]BO[8 {cells} {side}]{moves};)")
}

fn cell(letter: char) -> char {
    match letter {
        'X' | 'x' | '*' | 'b' | 'B' => '*',
        'O' | 'o' | '0' | 'w' | 'W' => 'O',
        _ => '-',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Protocol;
    use crate::drivers::tests::config;
    use crate::games::Game;
    use crate::samples::{Asked, opening};

    #[test]
    fn a_game_is_one_line() {
        let cells = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOO-";
        let asked = Asked::new(Game::OTHELLO, &opening(&format!("{cells} O"), &[]), &["pass", "h8"]);
        let expected = format!("BO[8 {} O]W[PA]B[H8];)", cells.replace('X', "*"));
        assert!(game(&asked.request()).ends_with(&expected));
    }

    #[test]
    fn answers_in_both_forms_and_hints_are_read() {
        let mut engine = Nboard::new(&config(Protocol::Nboard, "engine", &[]));
        let mut info = SearchInfo::default();
        let mut read = |line| (engine.read_reply(line, &mut info), info.clone());
        let (reply, hint) = read("search F5d6C3 -2.25 0 12");
        assert_eq!((reply, hint.score), (Ok(None), Some(EngineScore::Hundredths(-225))));
        assert_eq!((hint.depth, hint.pv), (Some(12), ["f5", "d6", "c3"].map(str::to_owned).to_vec()));
        for line in ["=== F5/1.50/0.3", "=== f5 1.50 0.3", "===F5/1.5"] {
            let (reply, info) = read(line);
            assert_eq!(reply, Ok(Some(Choice::Move("f5".to_owned()).into())));
            assert_eq!(info.score, Some(EngineScore::Hundredths(150)));
        }
        assert_eq!(read("=== PA").0, Ok(Some(Choice::Move("pass".to_owned()).into())));
        assert!(read("===  ").0.is_err());
    }
}
