//! UCI as Xiangqi engines speak it: Pikafish and its relatives, with ranks from 0, and Fairy-Stockfish, from 1.

use std::fmt::Write;
use std::time::{Duration, Instant};

use super::engine::{Language, Talk, Verdict};
use super::options::{Announced, Options, in_order};
use super::points::Points;
use super::thoughts::{Info, Scores};
use crate::arena::config::ConfigProblem;
use crate::arena::config::{EngineConfig, Opening};
use crate::arena::fault::Fault;
use crate::arena::player::{Choice, MoveRequest, SearchInfo};
use crate::arena::seat::Seat;

/// An engine that speaks UCI.
#[derive(Debug)]
pub struct Uci {
    points: Points,
    title: Option<String>,
    options: Options,
}

impl Uci {
    /// An engine of which nothing is known but what the user says.
    pub fn new(setup: &EngineConfig) -> Uci {
        Uci { points: Points { base: setup.rank_base }, title: None, options: Options::default() }
    }

    fn introduce(&mut self, line: &str) -> Option<()> {
        if let Some(name) = line.trim().strip_prefix("id name ") {
            self.title = Some(name.trim().to_owned());
        }
        self.options.list.extend(Announced::read(line));
        (line.trim() == "uciok").then_some(())
    }

    /// Fairy-Stockfish plays many games, and counts their ranks from 1.
    fn settle_on_xiangqi(&mut self, talk: &mut Talk, setup: &EngineConfig) -> Result<(), Fault> {
        const VARIANT: &str = "UCI_Variant";
        let has_variants = self.options.find(VARIANT).is_some_and(|option| option.offers("xiangqi"));
        let is_set = setup.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT));
        if has_variants && self.title.as_ref().is_some_and(|title| title.starts_with("Fairy-Stockfish")) {
            self.points.base = 1;
        }
        if has_variants && !is_set {
            talk.say(&format!("setoption name {VARIANT} value xiangqi"))?;
        }
        Ok(())
    }

    fn set(&self, talk: &mut Talk, name: &str, value: &str) -> Result<Instant, Fault> {
        let announced = self.options.find(name);
        let name = announced.map_or(name, |option| &option.name);
        talk.say(&match announced {
            Some(option) if option.kind == "button" => format!("setoption name {name}"),
            _ if value.is_empty() => format!("setoption name {name} value <empty>"),
            _ => format!("setoption name {name} value {value}"),
        })
    }
}

impl Language for Uci {
    const HURRY: Option<&'static str> = Some("stop");

    fn greet(&mut self, talk: &mut Talk, setup: &EngineConfig) -> Result<(), Fault> {
        *self = Uci::new(setup);
        talk.request("uci", talk.patience.start, |line| self.introduce(line))?;
        self.settle_on_xiangqi(talk, setup)?;
        in_order(&setup.options)
            .into_iter()
            .try_for_each(|(name, value)| self.set(talk, name, value).map(drop))
    }

    fn begin(&mut self, talk: &mut Talk, _: &Opening, _: Seat) -> Result<(), Fault> {
        talk.say("ucinewgame")?;
        await_ready(talk)
    }

    fn problems(&self, setup: &EngineConfig) -> Vec<ConfigProblem> {
        let wrong =
            |(name, value): &(String, String)| self.options.problem(name, self.options.find(name), value);
        setup.options.iter().filter_map(wrong).collect()
    }

    fn set_up(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<(), Fault> {
        talk.say(&position(question, self.points))?;
        await_ready(talk)
    }

    fn ask(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<String, Fault> {
        talk.say(&position(question, self.points))?;
        Ok(go(question))
    }

    fn ask_bare(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<Option<String>, Fault> {
        talk.say(&format!("position fen {}", bare(question.boards.now)))?;
        Ok(Some(go(question)))
    }

    fn understand(&mut self, line: &str, thoughts: &mut SearchInfo) -> Result<Option<Verdict>, Fault> {
        let mut words = line.split_whitespace();
        Ok(match words.next() {
            Some("info") => {
                Info::read(line, Scores::Uci, self.points).tell(thoughts);
                None
            }
            Some("bestmove") => Some(match words.next().unwrap_or_default() {
                word if word.eq_ignore_ascii_case("resign") => Choice::Resign.into(),
                word if is_no_move(word) => Choice::NoMove(line.trim().to_owned()).into(),
                word => Choice::Move(self.points.read(word)).into(),
            }),
            _ => None,
        })
    }

    fn title(&self) -> Option<String> {
        self.title.clone()
    }
}

/// Waits until the engine has done what it was told.
pub fn await_ready(talk: &mut Talk) -> Result<(), Fault> {
    talk.request("isready", talk.patience.ready, |line| (line.trim() == "readyok").then_some(()))
}

/// A FEN without what was before: its counters begin anew.
pub fn bare(fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().take(2).collect();
    format!("{} - - 0 1", fields.join(" "))
}

/// Whether this stands in the place of a move where there is none.
pub fn is_no_move(word: &str) -> bool {
    ["", "(none)", "none", "(null)", "null", "0000"].iter().any(|none| word.eq_ignore_ascii_case(none))
}

/// The line that tells a game from its beginning.
fn position(question: &MoveRequest<'_>, points: Points) -> String {
    let opening = question.opening;
    let mut text = match opening.is_standard {
        true => "position startpos".to_owned(),
        false => format!("position fen {}", opening.start),
    };
    if !question.moves.is_empty() {
        text.push_str(" moves");
        text.push_str(&points.write_all(question.moves));
    }
    text
}

fn go(question: &MoveRequest<'_>) -> String {
    let mut text = "go".to_owned();
    // Writing to a string cannot fail.
    let mut add = |name: &str, value: u64| {
        let _ = write!(text, " {name} {value}");
    };
    let [first, second] = question.clocks;
    for (clock, name) in [(first, "wtime"), (second, "btime")] {
        clock.into_iter().for_each(|clock| add(name, millis(clock.remaining).max(1)));
    }
    for (clock, name) in [(first, "winc"), (second, "binc")] {
        clock.into_iter().for_each(|clock| add(name, millis(clock.increment)));
    }
    let own = question.clocks[question.seat.index()];
    own.and_then(|clock| clock.moves_to_go).into_iter().for_each(|moves| add("movestogo", moves.into()));
    let limits = question.limits;
    limits.depth.into_iter().for_each(|depth| add("depth", depth.into()));
    limits.nodes.into_iter().for_each(|nodes| add("nodes", nodes.get()));
    limits.move_time.into_iter().for_each(|time| add("movetime", millis(time).max(1)));
    text
}

/// Whole milliseconds; no engine is told of more time than it has.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{opening, question, setup};
    use super::*;
    use crate::arena::config::{Limits, Protocol};
    use search_core::ClockState;

    #[test]
    fn a_game_is_told_from_its_beginning() {
        let moves = ["a0a9".to_owned()];
        let standard = opening("4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
        let other = Opening { is_standard: false, ..standard.clone() };
        assert_eq!(position(&question(&standard, &[]), Points { base: 0 }), "position startpos");
        assert_eq!(
            position(&question(&other, &moves), Points { base: 1 }),
            "position fen 4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1 moves a1a10"
        );
    }

    #[test]
    fn a_bare_board_has_no_past() {
        assert_eq!(bare("4k4/9/9/9/9/9/9/9/9/R3K4 b - - 117 90"), "4k4/9/9/9/9/9/9/9/9/R3K4 b - - 0 1");
    }

    #[test]
    fn limits_come_together() {
        let face = |millis: u64| ClockState {
            remaining: Duration::from_micros(millis * 1000 + 999),
            increment: Duration::from_millis(10),
            moves_to_go: Some(7),
        };
        let opening = opening("");
        let mut question = question(&opening, &[]);
        question.clocks = [Some(face(1500)), Some(face(0))];
        question.limits.depth = Some(9);
        assert_eq!(go(&question), "go wtime 1500 btime 1 winc 10 binc 10 movestogo 7 depth 9");
        question.clocks = [None; 2];
        question.limits = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
        assert_eq!(go(&question), "go movetime 50");
    }

    #[test]
    fn answers_in_every_form() {
        let setup = setup(Protocol::Uci, "engine", &[]);
        let mut uci = Uci::new(&setup);
        let mut hear =
            |line| uci.understand(line, &mut SearchInfo::default()).unwrap().map(|verdict| verdict.choice);
        assert_eq!(hear("bestmove H2E2 ponder h9g7\r"), Some(Choice::Move("h2e2".to_owned())));
        for line in ["bestmove (none)", "bestmove 0000\r", "bestmove NULL", " bestmove"] {
            assert_eq!(hear(line), Some(Choice::NoMove(line.trim().to_owned())));
        }
        assert_eq!(hear("bestmove resign"), Some(Choice::Resign));
        assert_eq!(hear("Engine 1.0 by somebody"), None);
    }
}
