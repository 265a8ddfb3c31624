//! The protocol of NBoard, version 2.
//!
//! The whole game is sent before every move, so that an engine never continues another game, with any treatment of
//! passes.

use std::time::Duration;

use super::connection::Connection;
use super::state::{ProtocolState, Reply};
use crate::arena::config::{EngineConfig, Opening};
use crate::arena::fault::Fault;
use crate::arena::player::{Choice, MoveRequest, SearchInfo};
use crate::arena::score::EngineScore;
use game::Seat;

/// An engine that speaks NBoard's protocol.
#[derive(Debug)]
pub struct Nboard {
    depth: Option<u32>,
    name: Option<String>,
}

impl Nboard {
    pub fn new(config: &EngineConfig) -> Nboard {
        Nboard { depth: config.limits.depth, name: None }
    }

    /// Waits until the engine has done what it was sent.
    fn ping(&mut self, connection: &mut Connection, timeout: Duration) -> Result<(), Fault> {
        connection.ping(timeout, |line| {
            self.introduce(line);
            None
        })
    }
}

impl ProtocolState for Nboard {
    fn stop_command(&self) -> Option<&'static str> {
        Some("ping 0")
    }

    fn introduce(&mut self, line: &str) {
        if let Some(name) = line.trim().strip_prefix("set myname ") {
            self.name = Some(name.trim().to_owned());
        }
    }

    fn handshake(&mut self, connection: &mut Connection, config: &EngineConfig) -> Result<(), Fault> {
        *self = Nboard::new(config);
        connection.send("nboard 2")?;
        self.ping(connection, connection.timeouts.start)?;
        config
            .options
            .iter()
            .try_for_each(|(name, value)| connection.send(&format!("set {name} {value}")).map(drop))
    }

    fn begin_game(&mut self, connection: &mut Connection, _: &Opening, _: Seat) -> Result<(), Fault> {
        if let Some(depth) = self.depth {
            connection.send(&format!("set depth {depth}"))?;
        }
        self.ping(connection, connection.timeouts.ready)
    }

    fn set_position(&mut self, connection: &mut Connection, request: &MoveRequest<'_>) -> Result<(), Fault> {
        connection.send(&format!("set game {}", game(request)))?;
        self.ping(connection, connection.timeouts.ready)
    }

    fn prepare_search(
        &mut self,
        connection: &mut Connection,
        request: &MoveRequest<'_>,
    ) -> Result<String, Fault> {
        self.set_position(connection, request)?;
        Ok("go".to_owned())
    }

    fn read_reply(&mut self, line: &str, info: &mut SearchInfo) -> Result<Option<Reply>, Fault> {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("===") {
            return answer(rest, info)
                .map(Some)
                .ok_or_else(|| Fault::Junk { what: format!("the engine answered \"{line}\" to \"go\"") });
        }
        let mut words = line.split_whitespace();
        match words.next() {
            Some("nodestats") => info.nodes = words.next().and_then(|word| word.parse().ok()),
            Some("search") => search(words, info),
            _ => self.introduce(line),
        }
        Ok(None)
    }

    fn engine_name(&self) -> Option<String> {
        self.name.clone()
    }
}

/// The text after `===`: the move, perhaps its score and the seconds, separated by slashes or blanks.
fn answer(text: &str, info: &mut SearchInfo) -> Option<Reply> {
    let mut words = text.split([' ', '/']).filter(|word| !word.is_empty());
    let mv = read_move(words.next()?);
    let score = words.next().and_then(discs);
    info.score = score.or(info.score);
    Some(Choice::Move(mv).into())
}

/// `search <line> <score> 0 <depth>`
fn search<'a>(mut words: impl Iterator<Item = &'a str>, info: &mut SearchInfo) {
    let Some(line) = words.next() else { return };
    let letters: Vec<char> = line.chars().collect();
    info.pv = letters.chunks(2).map(|pair| read_move(&pair.iter().collect::<String>())).collect();
    info.score = words.next().and_then(discs);
    info.depth = words.nth(1).and_then(|word| word.parse().ok());
}

fn read_move(word: &str) -> String {
    match word.to_ascii_lowercase().as_str() {
        "pa" | "pass" => "pass".to_owned(),
        other => other.to_owned(),
    }
}

/// A number of discs, perhaps with a fraction.
fn discs(word: &str) -> Option<EngineScore> {
    let discs: f64 = word.parse().ok().filter(|discs: &f64| discs.abs() <= 1e6)?;
    Some(EngineScore::Hundredths((discs * 100.0).round() as i32))
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
    use super::super::tests::{config, request};
    use super::*;
    use crate::arena::config::Protocol;

    #[test]
    fn a_game_is_one_line() {
        let start = "---------------------------OX------XO--------------------------- O".to_owned();
        let opening = Opening { name: String::new(), start, is_standard: false, moves: Vec::new() };
        let moves = ["d3".to_owned(), "pass".to_owned()];
        let request = request(&opening, &moves);
        let text = game(&request);
        assert!(text.contains(
            "BO[8 ---------------------------O*------*O--------------------------- O]W[D3]B[PA];)"
        ));
    }

    #[test]
    fn answers_in_both_forms() {
        for line in ["=== F5/1.50/0.3", "=== f5 1.50 0.3", "===F5/1.5"] {
            let mut info = SearchInfo::default();
            let config = config(Protocol::Nboard, "engine", &[]);
            let reply = Nboard::new(&config).read_reply(line, &mut info).unwrap().unwrap();
            assert_eq!(reply.choice, Choice::Move("f5".to_owned()));
            assert_eq!(info.score, Some(EngineScore::Hundredths(150)));
        }
        assert_eq!(answer(" PA", &mut SearchInfo::default()), Some(Choice::Move("pass".to_owned()).into()));
        assert_eq!(answer("  ", &mut SearchInfo::default()), None);
    }

    #[test]
    fn hints_are_info() {
        let mut info = SearchInfo::default();
        search("F5d6C3 -2.25 0 12".split(' '), &mut info);
        assert_eq!((info.score, info.depth), (Some(EngineScore::Hundredths(-225)), Some(12)));
        assert_eq!(info.pv, ["f5", "d6", "c3"]);
        search("é".split(' '), &mut info);
    }
}
