//! CECP, the protocol of XBoard and WinBoard.
//!
//! The engine keeps the game. It stays in force mode except while it is asked for a move, so that it never thinks when
//! nobody listens.

pub mod features;

use std::time::{Duration, Instant};

use super::engine::{Language, Talk, Verdict};
use super::options::in_order;
use super::points::Points;
use super::uci::bare;
use super::whole_seconds;
use crate::arena::config::ConfigProblem;
use crate::arena::config::{EngineConfig, Limits, Opening, TimeControl};
use crate::arena::fault::Fault;
use crate::arena::player::{Choice, MoveRequest, SearchInfo};
use crate::arena::score::EngineScore;
use crate::arena::seat::Seat;
use features::Features;
use search_core::ClockState;

/// How long an engine is listened to that may know nothing of features.
const FEATURES: Duration = Duration::from_secs(2);
/// Mates are scores from here on, a move more for each move before the mate.
const MATE: i32 = 100_000;

/// An engine that speaks CECP.
#[derive(Debug)]
pub struct Xboard {
    points: Points,
    clock: Option<TimeControl>,
    limits: Limits,
    features: Features,
    /// The moves that it knows of.
    told: Vec<String>,
    /// It was shown the board alone, without the moves that led there.
    is_bare: bool,
    seat: Seat,
    /// The last number asked with `ping`.
    pinged: u32,
    /// The result that it claimed without being asked.
    claimed: Option<String>,
    offers_draw: bool,
}

impl Xboard {
    /// An engine of which nothing is known but what the user says.
    pub fn new(setup: &EngineConfig) -> Xboard {
        Xboard {
            points: Points { base: setup.rank_base },
            clock: setup.clock,
            limits: setup.limits,
            features: Features::default(),
            told: Vec::new(),
            is_bare: false,
            seat: Seat::First,
            pinged: 0,
            claimed: None,
            offers_draw: false,
        }
    }

    /// Listens to the features; an engine that tells of none has none.
    fn listen_to_features(&mut self, talk: &mut Talk) -> Result<(), Fault> {
        talk.say("xboard")?;
        let mut until = talk.say("protover 2")? + FEATURES.min(talk.patience.start);
        let last = Instant::now() + talk.patience.start;
        while let Some(heard) = talk.process().hear(until)? {
            for name in self.features.read(&heard.text) {
                talk.say(&format!("accepted {name}"))?;
            }
            match self.features.is_done {
                Some(true) => return Ok(()),
                // It asks for more time than that.
                Some(false) => until = last,
                None => {}
            }
        }
        match self.features.is_done {
            Some(false) => Err(Fault::Stall { to: "protover 2".to_owned(), waited: talk.patience.start }),
            _ => Ok(()),
        }
    }

    fn set(&self, talk: &mut Talk, name: &str, value: &str) -> Result<(), Fault> {
        let line = match name.to_ascii_lowercase().as_str() {
            "hash" | "memory" if self.features.has_memory => format!("memory {value}"),
            "threads" | "cores" if self.features.has_cores => format!("cores {value}"),
            _ if value.is_empty() => format!("option {name}"),
            _ => format!("option {name}={value}"),
        };
        talk.say(&line).map(drop)
    }

    /// Waits until the engine has done what it was told, if it can tell.
    fn ping(&mut self, talk: &mut Talk) -> Result<(), Fault> {
        if !self.features.has_ping {
            return Ok(());
        }
        self.pinged += 1;
        let (ping, pong) = (format!("ping {}", self.pinged), format!("pong {}", self.pinged));
        let outcome = talk.request(&ping, talk.patience.ready, |line| {
            let line = line.trim();
            match line == pong {
                true => Some(Ok(())),
                false => refusal(line).map(Err),
            }
        });
        outcome?
    }

    fn set_board(&mut self, talk: &mut Talk, opening: &Opening) -> Result<(), Fault> {
        self.told.clear();
        self.is_bare = false;
        self.claimed = None;
        talk.say("new")?;
        talk.say("variant xiangqi")?;
        talk.say("force")?;
        if opening.is_standard {
            return Ok(());
        }
        if !self.features.has_setboard {
            let what = "it cannot begin anywhere but at the start of the game: it has no setboard".to_owned();
            return Err(Fault::Junk { what });
        }
        talk.say(&format!("setboard {}", opening.start)).map(drop)
    }

    fn time_line(&self) -> Option<String> {
        if let Some(time) = self.limits.move_time {
            return Some(format!("st {}", time.as_secs().max(1)));
        }
        let TimeControl { base, increment, moves } = self.clock?;
        // No time at all may mean that there is no limit.
        let base = base.as_secs().max(1);
        let (minutes, seconds) = (base / 60, base % 60);
        let moves = moves.map_or(0, std::num::NonZeroU32::get);
        let increment = match increment.subsec_millis() {
            0 => increment.as_secs().to_string(),
            millis => format!("{}.{millis:03}", increment.as_secs()),
        };
        Some(format!("level {moves} {minutes}:{seconds:02} {increment}"))
    }

    /// The limits of its searches, which a new game takes away.
    fn say_limits(&self, talk: &mut Talk) -> Result<(), Fault> {
        let depth = self.limits.depth.map(|depth| format!("sd {depth}"));
        self.time_line().into_iter().chain(depth).try_for_each(|line| talk.say(&line).map(drop))
    }

    /// Tells the moves that it does not know; the whole game if it knows of others.
    fn tell(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<(), Fault> {
        if self.is_bare || !question.moves.starts_with(&self.told) {
            self.set_board(talk, question.opening)?;
            self.say_limits(talk)?;
        }
        let word = if self.features.has_usermove { "usermove " } else { "" };
        for mv in &question.moves[self.told.len()..] {
            talk.say(&format!("{word}{}", self.points.write(mv)))?;
            self.told.push(mv.clone());
        }
        Ok(())
    }

    fn tell_clocks(&self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<(), Fault> {
        let [own, other] = [question.seat, !question.seat].map(|seat| question.clocks[seat.index()]);
        for (word, clock) in [("time", own), ("otim", other)] {
            if let Some(ClockState { remaining, .. }) = clock.filter(|_| self.features.has_time) {
                talk.say(&format!("{word} {}", remaining.as_millis() / 10))?;
            }
        }
        Ok(())
    }

    /// A result that is claimed: to give up is one's own right, everything else is the referee's.
    fn hear_claim(&mut self, line: &str) -> Option<Choice> {
        let lost = if self.seat == Seat::First { "0-1" } else { "1-0" };
        let word = line.split_whitespace().next()?;
        if word == lost {
            return Some(Choice::Resign);
        }
        if matches!(word, "1-0" | "0-1" | "1/2-1/2") {
            self.claimed = Some(line.to_owned());
        }
        None
    }

    fn answer(&mut self, word: &str) -> Verdict {
        let mv = self.points.read(word);
        self.told.push(mv.clone());
        Verdict { choice: Choice::Move(mv), offers_draw: std::mem::take(&mut self.offers_draw) }
    }
}

impl Language for Xboard {
    const HURRY: Option<&'static str> = Some("?");

    fn greet(&mut self, talk: &mut Talk, setup: &EngineConfig) -> Result<(), Fault> {
        *self = Xboard::new(setup);
        self.listen_to_features(talk)?;
        in_order(&setup.options).into_iter().try_for_each(|(name, value)| self.set(talk, name, value))
    }

    fn begin(&mut self, talk: &mut Talk, opening: &Opening, seat: Seat) -> Result<(), Fault> {
        self.seat = seat;
        self.offers_draw = false;
        self.set_board(talk, opening)?;
        for line in ["post", "easy"] {
            talk.say(line)?;
        }
        self.say_limits(talk)?;
        self.ping(talk)
    }

    fn problems(&self, setup: &EngineConfig) -> Vec<ConfigProblem> {
        let options = self.features.announced();
        let is_feature = |name: &str| match name.to_ascii_lowercase().as_str() {
            "hash" | "memory" => self.features.has_memory,
            "threads" | "cores" => self.features.has_cores,
            _ => false,
        };
        let wrong = |(name, value): &(String, String)| match is_feature(name) {
            true => value.parse::<u64>().is_err().then(|| not_a_number(name, value)),
            false => options.problem(name, options.find(name), value),
        };
        // A clock is told in hundredths of a second, a time for each move in seconds.
        let time =
            whole_seconds(setup).filter(|_| setup.limits.move_time.is_some() || !self.features.has_time);
        setup.options.iter().filter_map(wrong).chain(time).collect()
    }

    fn set_up(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<(), Fault> {
        self.tell(talk, question)?;
        self.ping(talk)
    }

    fn ask(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<String, Fault> {
        self.seat = question.seat;
        // Who asks for a move knows that the game goes on. An engine that thinks otherwise does not move.
        if let Some(answer) = self.claimed.clone() {
            return self.ask_bare(talk, question)?.ok_or(Fault::NoMove { answer });
        }
        if !self.told.is_empty() {
            talk.say("force")?;
        }
        self.tell(talk, question)?;
        self.tell_clocks(talk, question)?;
        Ok("go".to_owned())
    }

    fn ask_bare(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<Option<String>, Fault> {
        if self.is_bare || !self.features.has_setboard {
            return Ok(None);
        }
        talk.say("force")?;
        talk.say(&format!("setboard {}", bare(question.boards.now)))?;
        self.told.clear();
        (self.is_bare, self.claimed) = (true, None);
        // What it claimed of the game before is passed over.
        self.ping(talk)?;
        self.tell_clocks(talk, question)?;
        Ok(Some("go".to_owned()))
    }

    fn understand(&mut self, line: &str, thoughts: &mut SearchInfo) -> Result<Option<Verdict>, Fault> {
        let line = line.trim();
        if let Some(fault) = refusal(line) {
            return Err(fault);
        }
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("move"), Some(word)) => return Ok(Some(self.answer(word))),
            (Some("resign"), _) | (Some("tellics"), Some("resign")) => {
                return Ok(Some(Choice::Resign.into()));
            }
            (Some("offer"), Some("draw")) => self.offers_draw = true,
            _ => think(line, self.points, thoughts),
        }
        if let Some(word) = line.strip_prefix("My move is: ") {
            return Ok(Some(self.answer(word.trim())));
        }
        let resigned = self.hear_claim(line).map(Verdict::from);
        // A claim is the answer to this question; the next one is asked with the board alone.
        Ok(resigned.or_else(|| self.claimed.clone().map(|claim| Choice::NoMove(claim).into())))
    }

    fn overhear(&mut self, line: &str) {
        if line.trim() == "offer draw" {
            self.offers_draw = true;
        }
        self.hear_claim(line);
    }

    fn end(&mut self, talk: &mut Talk, result: &str, why: &str) {
        // A game that is over needs nobody's consent.
        let _ = talk.say("force").and_then(|_| talk.say(&format!("result {result} {{{why}}}")));
    }

    fn title(&self) -> Option<String> {
        self.features.name.clone()
    }
}

fn not_a_number(name: &str, value: &str) -> ConfigProblem {
    ConfigProblem::fatal(format!("option.{name}={value} is no number; give one, as in option.{name}=1"))
}

/// The fault of an engine that refuses what is no fault of ours.
fn refusal(line: &str) -> Option<Fault> {
    let is_refusal = line.starts_with("Illegal move")
        || line.starts_with("tellusererror Illegal position")
        || line.starts_with("Error (illegal position)");
    is_refusal.then(|| Fault::Junk { what: format!("it said \"{line}\" where nothing was illegal") })
}

/// A line of thought: plies, score, centiseconds, nodes, and the expected line, with numbers and signs among its moves.
fn think(line: &str, points: Points, thoughts: &mut SearchInfo) {
    let mut words = line.split_whitespace();
    let mut number = || words.next()?.parse::<i64>().ok();
    let (Some(depth), Some(score), Some(_), Some(nodes)) = (number(), number(), number(), number()) else {
        return;
    };
    thoughts.depth = u32::try_from(depth).ok();
    thoughts.nodes = u64::try_from(nodes).ok();
    let score = i32::try_from(score.clamp(-1_000_000, 1_000_000)).unwrap_or_default();
    thoughts.claim = Some(match score.abs() - MATE {
        moves @ 0.. => EngineScore::Mate(score.signum() * moves),
        _ => EngineScore::Hundredths(score),
    });
    thoughts.line = words.filter(|word| points.is_move(word)).map(|word| points.read(word)).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xboard() -> Xboard {
        Xboard::new(&super::super::tests::setup(crate::arena::config::Protocol::Xboard, "engine", &[]))
    }

    #[test]
    fn thinking_lines_of_both_kinds() {
        let mut thoughts = SearchInfo::default();
        think("4 60 11 14538 (+) 2. Cb2-c2 Ch7-g7 3. Ch2xh7", Points::default(), &mut thoughts);
        assert_eq!((thoughts.depth, thoughts.nodes), (Some(4), Some(14538)));
        assert_eq!(thoughts.line, ["b2c2", "h7g7", "h2h7"]);
        think("5 -100003 20 999 h2e2 h9g7", Points::default(), &mut thoughts);
        assert_eq!(thoughts.claim, Some(EngineScore::Mate(-3)));
        let before = thoughts.clone();
        think("Iteration aborted after 28/44 moves", Points::default(), &mut thoughts);
        assert_eq!(thoughts, before);
    }

    #[test]
    fn moves_offers_and_results() {
        let mut engine = xboard();
        let mut hear = |line| engine.understand(line, &mut SearchInfo::default()).unwrap();
        assert_eq!(hear("offer draw"), None);
        let offer = Verdict { choice: Choice::Move("h2e2".to_owned()), offers_draw: true };
        assert_eq!(hear("move h2e2"), Some(offer));
        assert_eq!(hear("My move is: b0c2"), Some(Choice::Move("b0c2".to_owned()).into()));
        assert_eq!(hear("0-1 {Black mates}"), Some(Choice::Resign.into()));
        assert_eq!(hear("resign"), Some(Choice::Resign.into()));
        let claim = "1/2-1/2 {3 repetitions}";
        assert_eq!(hear(claim), Some(Choice::NoMove(claim.to_owned()).into()));
        assert!(engine.understand("Illegal move: h2e2", &mut SearchInfo::default()).is_err());
    }

    #[test]
    fn parts_of_a_second_for_a_move_are_not_sent() {
        let mut setup = super::super::tests::setup(crate::arena::config::Protocol::Xboard, "engine", &[]);
        setup.clock = crate::arena::clock::read("0.5+0.1").unwrap();
        assert_eq!(xboard().problems(&setup), []);
        setup.limits.move_time = Some(Duration::from_millis(300));
        assert!(xboard().problems(&setup)[0].text.contains("st=0.3 cannot be sent"));
    }

    #[test]
    fn times_in_minutes_and_seconds() {
        let mut engine = xboard();
        assert_eq!(engine.time_line(), None);
        let base = Duration::from_secs(90);
        let increment = Duration::from_millis(1500);
        engine.clock = Some(TimeControl { base, increment, moves: std::num::NonZeroU32::new(40) });
        assert_eq!(engine.time_line().unwrap(), "level 40 1:30 1.500");
        engine.limits.move_time = Some(Duration::from_millis(300));
        assert_eq!(engine.time_line().unwrap(), "st 1");
    }
}
