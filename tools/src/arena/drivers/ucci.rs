//! UCCI, the Universal Chinese Chess Protocol.

use std::fmt::Write;
use std::time::Duration;

use super::engine::{Language, Talk, Verdict};
use super::options::{Announced, Options, in_order};
use super::points::Points;
use super::thoughts::{Info, Scores};
use super::uci::{await_ready, bare, is_no_move, millis};
use super::whole_seconds;
use crate::arena::config::ConfigProblem;
use crate::arena::config::{EngineConfig, Opening};
use crate::arena::fault::Fault;
use crate::arena::player::{Choice, MoveRequest, SearchInfo};
use crate::arena::seat::Seat;
use search_core::ClockState;

/// An engine that speaks UCCI. Its ranks are counted from 0.
#[derive(Debug, Default)]
pub struct Ucci {
    title: Option<String>,
    options: Options,
    /// Whether its times are milliseconds; seconds otherwise.
    has_milliseconds: bool,
}

impl Ucci {
    fn introduce(&mut self, line: &str) -> Option<()> {
        if let Some(name) = line.trim().strip_prefix("id name ") {
            self.title = Some(name.trim().to_owned());
        }
        self.options.list.extend(Announced::read(line));
        (line.trim() == "ucciok").then_some(())
    }

    /// The name that the engine has for an option of UCI, if it has one.
    fn spelling(&self, name: &str) -> Option<&Announced> {
        let ucci = match name.to_ascii_lowercase().as_str() {
            "hash" => "hashsize".to_owned(),
            // Fairy-Stockfish writes its names in one word.
            other => other.replace(' ', "_"),
        };
        self.options.find(name).or_else(|| self.options.find(&ucci))
    }

    fn set(&self, talk: &mut Talk, name: &str, value: &str) -> Result<(), Fault> {
        let name = self.spelling(name).map_or(name, |option| &option.name);
        talk.say(format!("setoption {name} {value}").trim_end()).map(drop)
    }

    /// A time in the engine's unit. No engine is told of more than it has, unless it has nothing at all.
    fn time(&self, time: Duration) -> u64 {
        if self.has_milliseconds { millis(time) } else { time.as_secs() }
    }

    fn clock(&self, clock: ClockState, prefix: &str) -> String {
        let time = self.time(clock.remaining).max(1);
        match clock.moves_to_go {
            Some(moves) => format!(" {prefix}time {time} {prefix}movestogo {moves}"),
            // An engine may use all of its time for one move if it is not told of any increment.
            None => format!(" {prefix}time {time} {prefix}increment {}", self.time(clock.increment)),
        }
    }

    fn go(&self, question: &MoveRequest<'_>) -> String {
        let mut text = "go".to_owned();
        let limits = question.limits;
        // Writing to a string cannot fail.
        if let Some(time) = limits.move_time {
            let _ = write!(text, " time {} movestogo 1", self.time(time).max(1));
        } else if let Some(own) = question.clocks[question.seat.index()] {
            text.push_str(&self.clock(own, ""));
            let other = question.clocks[(!question.seat).index()];
            text.extend(other.map(|clock| self.clock(clock, "opp")));
        }
        if let Some(depth) = limits.depth {
            let _ = write!(text, " depth {depth}");
        }
        if let Some(nodes) = limits.nodes {
            let _ = write!(text, " nodes {nodes}");
        }
        text
    }
}

impl Language for Ucci {
    const HURRY: Option<&'static str> = Some("stop");

    fn greet(&mut self, talk: &mut Talk, setup: &EngineConfig) -> Result<(), Fault> {
        *self = Ucci::default();
        talk.request("ucci", talk.patience.start, |line| self.introduce(line))?;
        if self.options.find("usemillisec").is_some() {
            talk.say("setoption usemillisec true")?;
            self.has_milliseconds = true;
        }
        // It counts milliseconds without being asked, and has no option for it.
        self.has_milliseconds |=
            self.title.as_ref().is_some_and(|title| title.starts_with("Fairy-Stockfish"));
        in_order(&setup.options).into_iter().try_for_each(|(name, value)| {
            if name.eq_ignore_ascii_case("usemillisec") {
                self.has_milliseconds = value == "true";
            }
            self.set(talk, name, value)
        })
    }

    fn begin(&mut self, talk: &mut Talk, _: &Opening, _: Seat) -> Result<(), Fault> {
        if self.options.find("newgame").is_some() {
            talk.say("setoption newgame")?;
        }
        await_ready(talk)
    }

    fn problems(&self, setup: &EngineConfig) -> Vec<ConfigProblem> {
        let wrong = |(name, value): &(String, String)| self.options.problem(name, self.spelling(name), value);
        let time = (!self.has_milliseconds).then(|| whole_seconds(setup)).flatten();
        setup.options.iter().filter_map(wrong).chain(time).collect()
    }

    fn set_up(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<(), Fault> {
        talk.say(&position(question))?;
        await_ready(talk)
    }

    fn ask(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<String, Fault> {
        talk.say(&position(question))?;
        Ok(self.go(question))
    }

    fn ask_bare(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<Option<String>, Fault> {
        talk.say(&format!("position fen {}", bare(question.boards.now)))?;
        Ok(Some(self.go(question)))
    }

    fn understand(&mut self, line: &str, thoughts: &mut SearchInfo) -> Result<Option<Verdict>, Fault> {
        let mut words = line.split_whitespace();
        Ok(match words.next() {
            Some("info") => {
                Info::read(line, Scores::Ucci, Points::default()).tell(thoughts);
                None
            }
            Some("bestmove") => Some(verdict(words.next().unwrap_or_default(), words)),
            Some("nobestmove") => Some(Choice::NoMove(line.trim().to_owned()).into()),
            _ => None,
        })
    }

    fn title(&self) -> Option<String> {
        self.title.clone()
    }
}

/// The move, and the words behind it.
fn verdict<'a>(mv: &str, rest: impl Iterator<Item = &'a str>) -> Verdict {
    let rest: Vec<&str> = rest.collect();
    if mv == "resign" || rest.contains(&"resign") {
        return Choice::Resign.into();
    }
    if is_no_move(mv) {
        return Choice::NoMove(format!("bestmove {mv}").trim_end().to_owned()).into();
    }
    Verdict { choice: Choice::Move(Points::default().read(mv)), offers_draw: rest.contains(&"draw") }
}

/// The line that tells a game from its last capture.
fn position(question: &MoveRequest<'_>) -> String {
    let moves = question.moves.get(question.settled..).unwrap_or_default();
    let mut text = match question.opening.is_standard && question.settled == 0 {
        true => "position startpos".to_owned(),
        false => format!("position fen {}", question.boards.settled),
    };
    if !moves.is_empty() {
        text.push_str(" moves");
        text.push_str(&Points::default().write_all(moves));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::{opening, question};
    use super::*;
    use crate::arena::config::Limits;
    use crate::arena::player::Boards;

    #[test]
    fn clocks_are_the_movers_and_the_others() {
        let opening = opening("");
        let face = |seconds: u64| ClockState {
            remaining: Duration::from_millis(seconds * 1000 + 700),
            increment: Duration::from_secs(1),
            moves_to_go: None,
        };
        let moves = ["h2e2", "h7e7", "e2e6"].map(str::to_owned);
        let mut question = MoveRequest {
            settled: 3,
            boards: Boards { settled: "FEN", now: "FEN" },
            clocks: [Some(face(60)), Some(face(50))],
            ..question(&opening, &moves)
        };
        let seconds = Ucci::default();
        let line = "go time 50 increment 1 opptime 60 oppincrement 1";
        assert_eq!(
            (seconds.go(&question).as_str(), position(&question).as_str()),
            (line, "position fen FEN")
        );
        question.settled = 0;
        assert_eq!(position(&question), "position startpos moves h2e2 h7e7 e2e6");
        let millis = Ucci { has_milliseconds: true, ..Ucci::default() };
        question.limits.move_time = Some(Duration::from_millis(50));
        assert_eq!(millis.go(&question), "go time 50 movestogo 1");
        question.limits = Limits { depth: Some(3), ..Limits::default() };
        question.clocks = [None; 2];
        assert_eq!(millis.go(&question), "go depth 3");
    }

    #[test]
    fn an_engine_of_seconds_is_not_sent_parts_of_one() {
        let mut setup = super::super::tests::setup(crate::arena::config::Protocol::Ucci, "engine", &[]);
        setup.limits.move_time = Some(Duration::from_millis(500));
        let of = |has_milliseconds| Ucci { has_milliseconds, ..Ucci::default() }.problems(&setup);
        assert!(of(false)[0].is_fatal && of(false)[0].text.contains("st=0.5 cannot be sent"));
        assert_eq!(of(true), []);
    }

    #[test]
    fn draws_and_resignations_follow_the_move() {
        let hear = |line| Ucci::default().understand(line, &mut SearchInfo::default()).unwrap();
        let offer = Verdict { choice: Choice::Move("h2e2".to_owned()), offers_draw: true };
        assert_eq!(hear("bestmove h2e2 ponder h9g7 draw"), Some(offer));
        assert_eq!(hear("bestmove h2e2 resign"), Some(Choice::Resign.into()));
        assert_eq!(hear("nobestmove"), Some(Choice::NoMove("nobestmove".to_owned()).into()));
        assert_eq!(hear("bestmove (none)"), Some(Choice::NoMove("bestmove (none)".to_owned()).into()));
        assert_eq!(hear("popmove"), None);
    }
}
