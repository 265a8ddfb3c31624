//! GTP, the Go Text Protocol, as Othello engines speak it.
//!
//! The engine keeps the game, so only the moves that it has not seen are sent. A pass is sent as any move, and an error
//! in response to it is ignored: some engines pass by themselves, others need the command.

pub mod compliance;

use std::fmt::Display;
use std::time::Duration;

use protocols::gtp::{Color, Command, Play, Response, ResponseReader, TimeLeft, TimeSettings};

use super::options::{self, whole_seconds};
use super::state::{ProtocolState, Reply};
use crate::config::{ConfigProblem, EngineConfig, Limits, Opening, TimeControl};
use crate::fault::Fault;
use crate::player::{Choice, MoveRequest, SearchInfo};
use crate::process::Process;
use game::Seat;
use search_core::ClockState;

const PASS: &str = "pass";

/// The engines that read decimals where the protocol has whole seconds, by the names that they report.
const DECIMAL_ENGINES: [&str; 1] = ["Shuangqi"];

#[derive(Debug)]
pub struct Gtp {
    clock: Option<TimeControl>,
    /// The limits of its searches that it was sent last.
    limits: Limits,
    name: Option<String>,
    version: Option<String>,
    pub commands: Vec<String>,
    /// The moves of its game.
    sent: Vec<String>,
    /// Whether Black moved first.
    is_black_first: bool,
    /// The last request for a move.
    asked: String,
}

impl Gtp {
    pub fn new(config: &EngineConfig) -> Gtp {
        Gtp {
            clock: config.clock,
            limits: config.limits,
            name: None,
            version: None,
            commands: Vec::new(),
            sent: Vec::new(),
            is_black_first: true,
            asked: String::new(),
        }
    }

    /// Whether it reads decimals, and increments in the place of byo-yomi.
    fn reads_decimals(&self) -> bool {
        self.name.as_deref().is_some_and(|name| DECIMAL_ENGINES.contains(&name))
    }

    /// A time as exactly as the engine reads it: rounded down, but never to 0, which may mean no limit.
    fn time(&self, time: Duration) -> Duration {
        match self.reads_decimals() {
            true => time,
            false => Duration::from_secs(time.as_secs().max(u64::from(!time.is_zero()))),
        }
    }

    /// The line of a command, with decimals in its times if the engine reads them.
    fn line(&self, command: &Command) -> String {
        if self.reads_decimals() { format!("{command:.3}") } else { command.to_string() }
    }

    /// The colour that makes the move with this number.
    fn color(&self, number: usize) -> Color {
        if number.is_multiple_of(2) == self.is_black_first { Color::Black } else { Color::White }
    }

    fn time_settings(&self) -> Option<String> {
        let (main, extra, stones) = if let Some(time) = self.limits.move_time {
            (Duration::ZERO, time, 1)
        } else {
            let TimeControl { base, increment, moves } = self.clock?;
            match moves {
                Some(moves) => (Duration::ZERO, base, moves.get()),
                None if self.reads_decimals() => (base, increment, 0),
                // For other engines, byo-yomi without stones may mean no limit. They get the increments by time_left.
                None => (base, Duration::ZERO, 0),
            }
        };
        let settings = TimeSettings { main: self.time(main), extra: self.time(extra), stones };
        Some(self.line(&Command::TimeSettings(settings)))
    }

    /// The problem of an engine that cannot be sent its clock.
    fn clockless(&self, config: &EngineConfig) -> Option<ConfigProblem> {
        let has_time = config.clock.is_some() || config.limits.move_time.is_some();
        has_time.then(|| {
            ConfigProblem::warning(
                "it has no command time_settings, so it does not see its clock and may lose on time. Give its own \
                 limit in args=, and tc=inf if no clock shall run"
                    .to_owned(),
            )
        })
    }

    fn set_board(&self, process: &mut Process, opening: &Opening) -> Result<(), Fault> {
        const SETUP: &str = "grhino-setup_board";
        require(process, Command::ClearBoard)?;
        if opening.is_standard {
            return Ok(());
        }
        if self.offers(SETUP) {
            return require(process, format_args!("{SETUP} {}", opening.start)).map(drop);
        }
        let what =
            "it cannot begin anywhere but at the start of the game: GTP has no command for it".to_owned();
        Err(Fault::Junk { what })
    }

    fn send_limits(&self, process: &mut Process) -> Result<(), Fault> {
        if let Some(line) = self.time_settings().filter(|_| self.offers("time_settings")) {
            require(process, line)?;
        }
        if let Some(depth) = self.limits.depth.filter(|_| self.offers("set_level")) {
            require(process, Command::SetLevel(depth.to_string().into()))?;
        }
        Ok(())
    }

    fn send_clock(
        &self,
        process: &mut Process,
        color: Color,
        clock: Option<ClockState>,
    ) -> Result<(), Fault> {
        let Some(clock) = clock.filter(|_| self.offers("time_left")) else { return Ok(()) };
        let time = self.time(clock.remaining);
        let left = TimeLeft { color, time, stones: clock.moves_to_go.unwrap_or(0) };
        // An error is ignored: the engine still has its time settings.
        response_to(process, self.line(&Command::TimeLeft(left))).map(drop)
    }
}

impl ProtocolState for Gtp {
    fn stop_command(&self) -> Option<String> {
        None
    }

    fn introduce(&mut self, line: &str) {
        self.commands.extend(line.split_whitespace().map(str::to_owned));
    }

    fn offers(&self, name: &str) -> bool {
        self.commands.iter().any(|known| known == name)
    }

    fn handshake(&mut self, process: &mut Process, config: &EngineConfig) -> Result<(), Fault> {
        *self = Gtp::new(config);
        // A failure is an answer too.
        let _ = answer(process, Command::ProtocolVersion, process.timeouts.start)?;
        self.name = response_to(process, Command::Name)?.result.ok();
        self.version = response_to(process, Command::Version)?.result.ok();
        let list = response_to(process, Command::ListCommands)?.result.unwrap_or_default();
        self.introduce(&list);
        // An unknown option is reported by `problems`.
        let known = config.options.iter().filter(|(name, _)| self.commands.is_empty() || self.offers(name));
        known
            .map(|(name, value)| format!("{name} {value}"))
            .try_for_each(|line| require(process, line.trim_end()).map(drop))
    }

    fn problems(&self, config: &EngineConfig) -> Vec<ConfigProblem> {
        let names = config.options.iter().map(|(name, _)| name);
        let unknown = names.filter(|name| !self.commands.is_empty() && !self.offers(name));
        let depth = config.limits.depth.filter(|_| !self.offers("set_level"));
        let time = match self.offers("time_settings") {
            true if self.reads_decimals() => None,
            true => whole_seconds(config),
            false => self.clockless(config),
        };
        let known = || self.commands.iter().map(String::as_str).collect();
        let unknown = unknown
            .map(|name| ConfigProblem::fatal(options::unknown("command", name, " for an option", known())));
        unknown.chain(depth.map(levelless)).chain(time).collect()
    }

    /// Only the moves that the engine does not have; the whole game if it has others.
    fn set_position(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<(), Fault> {
        if !request.moves.starts_with(&self.sent) {
            self.set_board(process, request.opening)?;
            self.sent.clear();
        }
        for mv in &request.moves[self.sent.len()..] {
            let play = Play { color: self.color(self.sent.len()), vertex: mv.as_str().into() };
            if mv == PASS {
                // The engine may have passed already.
                let _ = response_to(process, Command::Play(play))?;
            } else {
                require(process, Command::Play(play))?;
            }
            self.sent.push(mv.clone());
        }
        Ok(())
    }

    fn send_line(&mut self, process: &mut Process, line: &str) -> Result<(), Fault> {
        require(process, line).map(drop)
    }

    fn begin_game(&mut self, process: &mut Process, opening: &Opening, _: Seat) -> Result<(), Fault> {
        // There is one size only, and some engines refuse the command.
        let _ = response_to(process, Command::BoardSize("8".into()))?;
        self.is_black_first = opening.start.trim_end().ends_with(['X', 'x', '*', 'b', 'B']);
        self.sent.clear();
        self.set_board(process, opening)?;
        self.send_limits(process)
    }

    fn prepare_search(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<String, Fault> {
        self.set_position(process, request)?;
        if self.limits != request.limits {
            self.limits = request.limits;
            self.send_limits(process)?;
        }
        let own = self.color(self.sent.len());
        for (color, clock) in [own, own.other()].into_iter().zip(request.own_and_other_clock()) {
            self.send_clock(process, color, clock)?;
        }
        self.asked = Command::GenMove(own).to_string();
        Ok(self.asked.clone())
    }

    fn read_reply(&mut self, line: &str, _: &mut SearchInfo) -> Result<Option<Reply>, Fault> {
        let Ok(response) = line.parse::<Response>() else { return Ok(None) };
        let text = response.result.ok().filter(|text| !text.is_empty());
        let word = text.ok_or_else(|| junk(line, &self.asked))?.to_ascii_lowercase();
        if word == "resign" {
            return Ok(Some(Choice::Resign.into()));
        }
        let mv = if word == "pa" { PASS.to_owned() } else { word };
        self.sent.push(mv.clone());
        Ok(Some(Choice::Move(mv).into()))
    }

    fn engine_name(&self) -> Option<String> {
        let (name, version) = (self.name.as_ref()?, self.version.as_deref().unwrap_or_default());
        Some(format!("{name} {version}").trim_end().to_owned())
    }
}

/// The problem of an engine whose depth cannot be set.
fn levelless(depth: u32) -> ConfigProblem {
    ConfigProblem::fatal(format!(
        "depth={depth} cannot be sent, as it has no command set_level. Give the depth in args= as the program wants it \
         (Edax: -l {depth}) with tc=inf, or use st= or tc="
    ))
}

fn junk(answer: &str, to: &str) -> Fault {
    Fault::Junk { what: format!("the engine answered \"{}\" to \"{to}\"", answer.trim()) }
}

/// Sends a line, and reads the response to it.
pub fn response_to(process: &mut Process, line: impl Display) -> Result<Response, Fault> {
    answer(process, line, process.timeouts.ready)
}

fn answer(process: &mut Process, line: impl Display, timeout: Duration) -> Result<Response, Fault> {
    let mut reader = ResponseReader::default();
    process.request(line, timeout, |line| reader.add(line))
}

/// Sends a line that must succeed, and reads the text of the response.
pub fn require(process: &mut Process, line: impl Display) -> Result<String, Fault> {
    response_to(process, &line)?.result.map_err(|failure| junk(&format!("? {failure}"), &line.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Protocol;
    use crate::drivers::tests::config;

    fn gtp(name: &str) -> Gtp {
        let config = config(Protocol::Gtp, "engine", &[]);
        Gtp { name: Some(name.to_owned()), ..Gtp::new(&config) }
    }

    #[test]
    fn moves_of_every_form_are_read() {
        let mut engine = gtp("x");
        let mut read = |line| engine.read_reply(line, &mut SearchInfo::default());
        assert_eq!(read("= PASS").unwrap().unwrap().choice, Choice::Move("pass".to_owned()));
        assert_eq!(read("=7 Pa\r").unwrap().unwrap().choice, Choice::Move("pass".to_owned()));
        assert_eq!(read("= resign").unwrap().unwrap().choice, Choice::Resign);
        assert_eq!(read("").unwrap(), None);
        assert!(read("? no").unwrap_err().to_string().starts_with("the engine answered \"? no\" to"));
    }

    #[test]
    fn times_are_sent_in_the_unit_of_the_engine() {
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
        let left = [1999, 999, 1, 0].map(|millis| engine.time(Duration::from_millis(millis)).as_secs());
        assert_eq!(left, [1, 1, 1, 0]);
    }

    #[test]
    fn settings_without_a_command_are_problems() {
        let problems_of = |commands: &str, change: &dyn Fn(&mut EngineConfig)| {
            let mut config = config(Protocol::Gtp, "engine", &[]);
            change(&mut config);
            let commands = commands.split(' ').map(str::to_owned).collect();
            let problems = Gtp { commands, ..gtp("x") }.problems(&config);
            problems.into_iter().map(|problem| (problem.is_fatal, problem.text)).collect::<Vec<_>>()
        };
        let is = |problems: Vec<(bool, String)>, is_fatal: bool, words: &str| {
            assert!(
                matches!(&problems[..], [(fatal, text)] if *fatal == is_fatal && text.contains(words)),
                "{problems:?}"
            );
        };
        let st = |seconds| {
            move |config: &mut EngineConfig| config.limits.move_time = Some(Duration::from_secs_f64(seconds))
        };
        let tc = |text: &'static str| {
            move |config: &mut EngineConfig| config.clock = crate::clock::read(text).unwrap()
        };
        is(problems_of("play", &|config| config.limits.depth = Some(4)), true, "depth=4 cannot be sent");
        is(problems_of("time_settings", &st(0.5)), true, "st=0.5 cannot be sent");
        is(problems_of("time_settings", &tc("0.5+3")), true, "tc=0.5+3 cannot be sent");
        is(problems_of("play", &tc("9")), false, "does not see its clock");
        let level = |config: &mut EngineConfig| config.options = vec![("levl".to_owned(), "3".to_owned())];
        is(problems_of("play level", &level), true, "no command \"levl\" for an option. Did you mean level?");
        assert_eq!(problems_of("set_level time_settings", &|config| config.limits.depth = Some(4)), []);
        assert_eq!(problems_of("time_settings", &st(1.5)), []);
    }

    #[test]
    fn colours_alternate() {
        let mut engine = gtp("x");
        let [black, white] = [Color::Black, Color::White];
        assert_eq!([0, 1, 2].map(|number| engine.color(number)), [black, white, black]);
        engine.is_black_first = false;
        assert_eq!(engine.color(0), white);
    }
}
