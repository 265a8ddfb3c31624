//! The protocol of NBoard, version 2.
//!
//! The whole game is told before every move, so that an engine never plays on from another one, whatever it does about
//! passes.

use super::engine::{Language, Talk, Verdict};
use crate::arena::config::{EngineConfig, Opening};
use crate::arena::fault::Fault;
use crate::arena::player::{Choice, MoveRequest, SearchInfo};
use crate::arena::score::EngineScore;
use crate::arena::seat::Seat;

/// An engine that speaks NBoard's protocol.
#[derive(Debug)]
pub struct Nboard {
    depth: Option<u32>,
    title: Option<String>,
    /// The last number asked with `ping`.
    pinged: u32,
}

impl Nboard {
    /// An engine of which nothing is known but what the user says.
    pub fn new(setup: &EngineConfig) -> Nboard {
        Nboard { depth: setup.limits.depth, title: None, pinged: 0 }
    }

    /// Waits until the engine has done what it was told.
    fn ping(&mut self, talk: &mut Talk, patience: std::time::Duration) -> Result<(), Fault> {
        self.pinged += 1;
        let (ping, pong) = (format!("ping {}", self.pinged), format!("pong {}", self.pinged));
        talk.request(&ping, patience, |line| {
            self.introduce(line);
            (line.trim() == pong).then_some(())
        })
    }

    fn introduce(&mut self, line: &str) {
        if let Some(name) = line.trim().strip_prefix("set myname ") {
            self.title = Some(name.trim().to_owned());
        }
    }
}

impl Language for Nboard {
    const HURRY: Option<&'static str> = Some("ping 0");

    fn greet(&mut self, talk: &mut Talk, setup: &EngineConfig) -> Result<(), Fault> {
        *self = Nboard::new(setup);
        talk.say("nboard 2")?;
        self.ping(talk, talk.patience.start)?;
        setup.options.iter().try_for_each(|(name, value)| talk.say(&format!("set {name} {value}")).map(drop))
    }

    fn begin(&mut self, talk: &mut Talk, _: &Opening, _: Seat) -> Result<(), Fault> {
        if let Some(depth) = self.depth {
            talk.say(&format!("set depth {depth}"))?;
        }
        self.ping(talk, talk.patience.ready)
    }

    fn set_up(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<(), Fault> {
        talk.say(&format!("set game {}", game(question)))?;
        self.ping(talk, talk.patience.ready)
    }

    fn ask(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<String, Fault> {
        self.set_up(talk, question)?;
        Ok("go".to_owned())
    }

    fn understand(&mut self, line: &str, thoughts: &mut SearchInfo) -> Result<Option<Verdict>, Fault> {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("===") {
            return answer(rest, thoughts)
                .map(Some)
                .ok_or_else(|| Fault::Junk { what: format!("it answered \"{line}\" to \"go\"") });
        }
        let mut words = line.split_whitespace();
        match words.next() {
            Some("nodestats") => thoughts.nodes = words.next().and_then(|word| word.parse().ok()),
            Some("search") => search(words, thoughts),
            _ => self.introduce(line),
        }
        Ok(None)
    }

    fn title(&self) -> Option<String> {
        self.title.clone()
    }
}

/// What stands behind `===`: the move, perhaps its score and the seconds, parted by slashes or blanks.
fn answer(text: &str, thoughts: &mut SearchInfo) -> Option<Verdict> {
    let mut words = text.split([' ', '/']).filter(|word| !word.is_empty());
    let mv = read_move(words.next()?);
    let claim = words.next().and_then(discs);
    thoughts.claim = claim.or(thoughts.claim);
    Some(Choice::Move(mv).into())
}

/// `search <line> <score> 0 <depth>`
fn search<'a>(mut words: impl Iterator<Item = &'a str>, thoughts: &mut SearchInfo) {
    let Some(line) = words.next() else { return };
    let letters: Vec<char> = line.chars().collect();
    thoughts.line = letters.chunks(2).map(|pair| read_move(&pair.iter().collect::<String>())).collect();
    thoughts.claim = words.next().and_then(discs);
    thoughts.depth = words.nth(1).and_then(|word| word.parse().ok());
}

fn read_move(word: &str) -> String {
    match word.to_ascii_lowercase().as_str() {
        "pa" | "pass" => "pass".to_owned(),
        other => other.to_owned(),
    }
}

/// Discs, of which there may be parts.
fn discs(word: &str) -> Option<EngineScore> {
    let discs: f64 = word.parse().ok().filter(|discs: &f64| discs.abs() <= 1e6)?;
    Some(EngineScore::Hundredths((discs * 100.0).round() as i32))
}

/// The game in GGF.
fn game(question: &MoveRequest<'_>) -> String {
    let start = question.opening.start.trim();
    let is_black_first = start.ends_with(['X', 'x', '*', 'b', 'B']);
    let cells: String = start.chars().filter(|letter| !letter.is_whitespace()).take(64).map(cell).collect();
    let side = if is_black_first { '*' } else { 'O' };
    let moves: String = question
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
    use super::super::tests::question;
    use super::*;

    #[test]
    fn a_game_is_told_in_one_line() {
        let start = "---------------------------OX------XO--------------------------- O".to_owned();
        let opening = Opening { name: String::new(), start, is_standard: false, moves: Vec::new() };
        let moves = ["d3".to_owned(), "pass".to_owned()];
        let question = question(&opening, &moves);
        let text = game(&question);
        assert!(text.contains(
            "BO[8 ---------------------------O*------*O--------------------------- O]W[D3]B[PA];)"
        ));
    }

    #[test]
    fn answers_in_both_forms() {
        for line in ["=== F5/1.50/0.3", "=== f5 1.50 0.3", "===F5/1.5"] {
            let mut thoughts = SearchInfo::default();
            let setup = super::super::tests::setup(crate::arena::config::Protocol::Nboard, "engine", &[]);
            let verdict = Nboard::new(&setup).understand(line, &mut thoughts).unwrap().unwrap();
            assert_eq!(verdict.choice, Choice::Move("f5".to_owned()));
            assert_eq!(thoughts.claim, Some(EngineScore::Hundredths(150)));
        }
        assert_eq!(answer(" PA", &mut SearchInfo::default()), Some(Choice::Move("pass".to_owned()).into()));
        assert_eq!(answer("  ", &mut SearchInfo::default()), None);
    }

    #[test]
    fn hints_are_thoughts() {
        let mut thoughts = SearchInfo::default();
        search("F5d6C3 -2.25 0 12".split(' '), &mut thoughts);
        assert_eq!((thoughts.claim, thoughts.depth), (Some(EngineScore::Hundredths(-225)), Some(12)));
        assert_eq!(thoughts.line, ["f5", "d6", "c3"]);
        search("é".split(' '), &mut thoughts);
    }
}
