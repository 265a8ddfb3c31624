//! GTP, the Go Text Protocol, as Othello engines speak it.
//!
//! The engine keeps the game, so that it is told what it does not know yet. A pass is told as any move, and an error in
//! reply to it means nothing: some engines pass by themselves, others must be told.

use std::time::{Duration, Instant};

use shuangqi_cli::bad_input::quote;

use super::engine::{Language, Talk, Verdict};
use super::whole_seconds;
use crate::arena::config::ConfigProblem;
use crate::arena::config::{EngineConfig, Limits, Opening, TimeControl};
use crate::arena::fault::Fault;
use crate::arena::names::nearest;
use crate::arena::player::{Choice, MoveRequest, SearchInfo};
use crate::arena::seat::Seat;
use search_core::ClockState;

const PASS: &str = "pass";

/// An engine that speaks GTP.
#[derive(Debug)]
pub struct Gtp {
    clock: Option<TimeControl>,
    limits: Limits,
    name: Option<String>,
    version: Option<String>,
    /// The names of all commands that it knows.
    commands: Vec<String>,
    /// The moves that it knows of.
    told: Vec<String>,
    /// Whether Black moved first.
    is_black_first: bool,
    /// The last request for a move.
    asked: String,
}

impl Gtp {
    /// An engine of which nothing is known but what the user says.
    pub fn new(setup: &EngineConfig) -> Gtp {
        Gtp {
            clock: setup.clock,
            limits: setup.limits,
            name: None,
            version: None,
            commands: Vec::new(),
            told: Vec::new(),
            is_black_first: true,
            asked: String::new(),
        }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Whether it reads decimals, and increments in the place of byo-yomi: our own engine does.
    fn is_ours(&self) -> bool {
        self.name.as_deref() == Some("Shuangqi")
    }

    /// Seconds, as exactly as the engine reads them: rounded down, but never to nothing, which may mean no limit.
    fn seconds(&self, time: Duration) -> String {
        match self.is_ours() {
            true => format!("{}.{:03}", time.as_secs(), time.subsec_millis()),
            false => time.as_secs().max(u64::from(!time.is_zero())).to_string(),
        }
    }

    /// The colour that makes the move with this number.
    fn colour(&self, number: usize) -> &'static str {
        if number.is_multiple_of(2) == self.is_black_first { "b" } else { "w" }
    }

    fn time_settings(&self) -> Option<String> {
        let seconds = |time| self.seconds(time);
        if let Some(time) = self.limits.move_time {
            return Some(format!("time_settings 0 {} 1", seconds(time)));
        }
        let TimeControl { base, increment, moves } = self.clock?;
        Some(match moves {
            Some(moves) => format!("time_settings 0 {} {moves}", seconds(base)),
            None if self.is_ours() => format!("time_settings {} {} 0", seconds(base), seconds(increment)),
            // To others, byo-yomi without stones may mean that there is no limit. They see the increments arrive.
            None => format!("time_settings {} 0 0", seconds(base)),
        })
    }

    /// That an option, which is a command over GTP, is not known, and which commands are.
    fn unknown(&self, name: &str) -> ConfigProblem {
        let known = || self.commands.iter().map(String::as_str);
        let meant =
            nearest(name, known()).map_or_else(String::new, |meant| format!(" Did you mean {meant}?"));
        let all = known().collect::<Vec<_>>().join(", ");
        ConfigProblem::fatal(format!(
            "it has no command {} for an option.{meant} Its commands: {all}",
            quote(name)
        ))
    }

    /// That it is never told of its clock.
    fn clockless(&self, setup: &EngineConfig) -> Option<ConfigProblem> {
        let has_time = setup.clock.is_some() || setup.limits.move_time.is_some();
        has_time.then(|| {
            ConfigProblem::warning(
                "it knows no command time_settings, so it does not see its clock and may lose on time. Give its own \
                 limit in args=, and tc=inf if no clock shall run"
                    .to_owned(),
            )
        })
    }

    fn set_board(&self, talk: &mut Talk, opening: &Opening) -> Result<(), Fault> {
        const SETUP: &str = "grhino-setup_board";
        demand(talk, "clear_board")?;
        if opening.is_standard {
            return Ok(());
        }
        if self.knows(SETUP) {
            return demand(talk, &format!("{SETUP} {}", opening.start)).map(drop);
        }
        let what =
            "it cannot begin anywhere but at the start of the game: GTP has no command for it".to_owned();
        Err(Fault::Junk { what })
    }

    /// Tells the moves that it does not know; the whole game if it knows of others.
    fn tell(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<(), Fault> {
        if !question.moves.starts_with(&self.told) {
            self.set_board(talk, question.opening)?;
            self.told.clear();
        }
        for mv in &question.moves[self.told.len()..] {
            let line = format!("play {} {mv}", self.colour(self.told.len()));
            if mv == PASS {
                // It may have passed already.
                let _ = command(talk, &line)?;
            } else {
                demand(talk, &line)?;
            }
            self.told.push(mv.clone());
        }
        Ok(())
    }

    fn tell_clock(&self, talk: &mut Talk, colour: &str, clock: Option<ClockState>) -> Result<(), Fault> {
        let Some(clock) = clock.filter(|_| self.knows("time_left")) else { return Ok(()) };
        let (time, stones) = (self.seconds(clock.remaining), clock.moves_to_go.unwrap_or(0));
        // An engine that does not like the numbers still has its time settings.
        command(talk, &format!("time_left {colour} {time} {stones}")).map(drop)
    }
}

impl Language for Gtp {
    const HURRY: Option<&'static str> = None;

    fn greet(&mut self, talk: &mut Talk, setup: &EngineConfig) -> Result<(), Fault> {
        *self = Gtp::new(setup);
        let line = "protocol_version";
        let begin = talk.say(line)?;
        // An engine that refuses to tell has been understood all the same.
        let _ = reply(talk, line, begin, talk.patience.start)?;
        self.name = command(talk, "name")?.ok();
        self.version = command(talk, "version")?.ok();
        let list = command(talk, "list_commands")?.unwrap_or_default();
        self.commands = list.split_whitespace().map(str::to_owned).collect();
        // What it does not know is a problem, and no reason to end it.
        let known = setup.options.iter().filter(|(name, _)| self.commands.is_empty() || self.knows(name));
        known
            .map(|(name, value)| format!("{name} {value}"))
            .try_for_each(|line| demand(talk, line.trim_end()).map(drop))
    }

    fn problems(&self, setup: &EngineConfig) -> Vec<ConfigProblem> {
        let names = setup.options.iter().map(|(name, _)| name);
        let unknown = names.filter(|name| !self.commands.is_empty() && !self.knows(name));
        let depth = setup.limits.depth.filter(|_| !self.knows("set_level"));
        let time = match self.knows("time_settings") {
            true if self.is_ours() => None,
            true => whole_seconds(setup),
            false => self.clockless(setup),
        };
        unknown.map(|name| self.unknown(name)).chain(depth.map(levelless)).chain(time).collect()
    }

    fn set_up(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<(), Fault> {
        self.tell(talk, question)
    }

    fn pass_on(&mut self, talk: &mut Talk, line: &str) -> Result<(), Fault> {
        demand(talk, line).map(drop)
    }

    fn begin(&mut self, talk: &mut Talk, opening: &Opening, _: Seat) -> Result<(), Fault> {
        // There is one size only; some engines refuse to be told.
        let _ = command(talk, "boardsize 8")?;
        self.is_black_first = opening.start.trim_end().ends_with(['X', 'x', '*', 'b', 'B']);
        self.told.clear();
        self.set_board(talk, opening)?;
        if let Some(line) = self.time_settings().filter(|_| self.knows("time_settings")) {
            demand(talk, &line)?;
        }
        if let Some(depth) = self.limits.depth.filter(|_| self.knows("set_level")) {
            demand(talk, &format!("set_level {depth}"))?;
        }
        Ok(())
    }

    fn ask(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<String, Fault> {
        self.tell(talk, question)?;
        let (own, other) = (self.colour(self.told.len()), self.colour(self.told.len() + 1));
        self.tell_clock(talk, own, question.clocks[question.seat.index()])?;
        self.tell_clock(talk, other, question.clocks[(!question.seat).index()])?;
        self.asked = format!("genmove {own}");
        Ok(self.asked.clone())
    }

    fn understand(&mut self, line: &str, _: &mut SearchInfo) -> Result<Option<Verdict>, Fault> {
        let Some((is_good, text)) = first_line(line) else { return Ok(None) };
        let word = text.to_ascii_lowercase();
        if !is_good || word.is_empty() {
            return Err(junk(line, &self.asked));
        }
        if word == "resign" {
            return Ok(Some(Choice::Resign.into()));
        }
        let mv = if word == "pa" { PASS.to_owned() } else { word };
        self.told.push(mv.clone());
        Ok(Some(Choice::Move(mv).into()))
    }

    fn title(&self) -> Option<String> {
        let (name, version) = (self.name.as_ref()?, self.version.as_deref().unwrap_or_default());
        Some(format!("{name} {version}").trim_end().to_owned())
    }
}

/// That its depth cannot be set.
fn levelless(depth: u32) -> ConfigProblem {
    ConfigProblem::fatal(format!(
        "depth={depth} cannot be sent, as it knows no command set_level. Give the depth in args= as the program wants it \
         (Edax: -l {depth}) with tc=inf, or use st= or tc="
    ))
}

fn junk(answer: &str, to: &str) -> Fault {
    Fault::Junk { what: format!("it answered \"{}\" to \"{to}\"", answer.trim()) }
}

/// What a reply begins with: whether it is a good one, and its text. A number in front, the request's, is passed over.
fn first_line(line: &str) -> Option<(bool, &str)> {
    let line = line.trim();
    let rest = line.strip_prefix(['=', '?'])?;
    let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    Some((line.starts_with('='), rest.trim()))
}

/// Says a line, and listens to the reply: its text, or that of the refusal.
fn command(talk: &mut Talk, line: &str) -> Result<Result<String, String>, Fault> {
    let begin = talk.say(line)?;
    reply(talk, line, begin, talk.patience.ready)
}

/// Listens to a reply, which ends with an empty line.
fn reply(
    talk: &mut Talk,
    to: &str,
    begin: Instant,
    patience: Duration,
) -> Result<Result<String, String>, Fault> {
    let mut found: Option<(bool, String)> = None;
    talk.expect(to, begin, patience, |line| match &mut found {
        None => {
            found = first_line(line).map(|(is_good, text)| (is_good, text.to_owned()));
            None
        }
        Some((is_good, text)) if line.trim().is_empty() => {
            let text = std::mem::take(text);
            Some(if *is_good { Ok(text) } else { Err(text) })
        }
        Some((_, text)) => {
            text.push('\n');
            text.push_str(line);
            None
        }
    })
}

/// Says a line that must not be refused.
fn demand(talk: &mut Talk, line: &str) -> Result<String, Fault> {
    command(talk, line)?.map_err(|refusal| junk(&format!("? {refusal}"), line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::config::Protocol;

    fn gtp(name: &str) -> Gtp {
        let setup = super::super::tests::setup(Protocol::Gtp, "engine", &[]);
        Gtp { name: Some(name.to_owned()), ..Gtp::new(&setup) }
    }

    #[test]
    fn replies_in_every_form() {
        assert_eq!(first_line("= D6"), Some((true, "D6")));
        assert_eq!(first_line("=12 E6\r"), Some((true, "E6")));
        assert_eq!(first_line("=1"), Some((true, "")));
        assert_eq!(first_line("? illegal move"), Some((false, "illegal move")));
        assert_eq!(first_line("banner"), None);
        let mut engine = gtp("x");
        let mut hear = |line| engine.understand(line, &mut SearchInfo::default());
        assert_eq!(hear("= PASS").unwrap().unwrap().choice, Choice::Move("pass".to_owned()));
        assert_eq!(hear("= resign").unwrap().unwrap().choice, Choice::Resign);
        assert_eq!(hear("").unwrap(), None);
        assert!(hear("? no").unwrap_err().to_string().starts_with("it answered \"? no\" to"));
    }

    #[test]
    fn times_are_told_as_they_are_understood() {
        let control = |moves| {
            let base = Duration::from_millis(61_500);
            TimeControl { base, increment: Duration::from_millis(100), moves }
        };
        let mut engine = gtp("Edax");
        engine.clock = Some(control(None));
        assert_eq!(engine.time_settings().unwrap(), "time_settings 61 0 0");
        engine.name = Some("Shuangqi".to_owned());
        assert_eq!(engine.time_settings().unwrap(), "time_settings 61.500 0.100 0");
        engine.clock = Some(control(std::num::NonZeroU32::new(30)));
        assert_eq!(engine.time_settings().unwrap(), "time_settings 0 61.500 30");
        engine.limits.move_time = Some(Duration::from_millis(50));
        assert_eq!(engine.time_settings().unwrap(), "time_settings 0 0.050 1");
        engine.name = None;
        assert_eq!(engine.time_settings().unwrap(), "time_settings 0 1 1");
        let left = [1999, 999, 1, 0].map(|millis| engine.seconds(Duration::from_millis(millis)));
        assert_eq!(left, ["1", "1", "1", "0"]);
    }

    #[test]
    fn what_it_has_no_command_for_is_an_objection() {
        let told = |commands: &str, change: &dyn Fn(&mut EngineConfig)| {
            let mut setup = super::super::tests::setup(Protocol::Gtp, "engine", &[]);
            change(&mut setup);
            let commands = commands.split(' ').map(str::to_owned).collect();
            let problems = Gtp { commands, ..gtp("x") }.problems(&setup);
            problems.into_iter().map(|problem| (problem.is_fatal, problem.text)).collect::<Vec<_>>()
        };
        let is = |told: Vec<(bool, String)>, is_fatal: bool, words: &str| {
            assert!(
                matches!(&told[..], [(fatal, text)] if *fatal == is_fatal && text.contains(words)),
                "{told:?}"
            );
        };
        let st = |seconds| {
            move |setup: &mut EngineConfig| setup.limits.move_time = Some(Duration::from_secs_f64(seconds))
        };
        let tc = |text: &'static str| {
            move |setup: &mut EngineConfig| setup.clock = crate::arena::clock::read(text).unwrap()
        };
        is(told("play", &|setup| setup.limits.depth = Some(4)), true, "depth=4 cannot be sent");
        is(told("time_settings", &st(0.5)), true, "st=0.5 cannot be sent");
        is(told("time_settings", &tc("0.5+3")), true, "tc=0.5+3 cannot be sent");
        is(told("play", &tc("9")), false, "does not see its clock");
        let level = |setup: &mut EngineConfig| setup.options = vec![("levl".to_owned(), "3".to_owned())];
        is(told("play level", &level), true, "no command \"levl\" for an option. Did you mean level?");
        assert_eq!(told("set_level time_settings", &|setup| setup.limits.depth = Some(4)), []);
        assert_eq!(told("time_settings", &st(1.5)), []);
    }

    #[test]
    fn colours_alternate() {
        let mut engine = gtp("x");
        assert_eq!([0, 1, 2].map(|number| engine.colour(number)), ["b", "w", "b"]);
        engine.is_black_first = false;
        assert_eq!(engine.colour(0), "w");
    }
}
