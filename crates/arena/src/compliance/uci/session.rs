//! A session in UCI or UCCI.

use std::time::{Duration, Instant};

use ::xiangqi::{Position, fen};
use protocols::option::EngineOption;
use protocols::uci::{self, BestMove, Command, Dialect, Info, Reply, SetOption};

use crate::compliance::harness::{Harness, StepFailure, StepResult, require};
use crate::compliance::script::{Session, require_legal};
use crate::compliance::xiangqi::{is_legal, position};
use crate::drivers::coordinates::Coordinates;
use crate::drivers::options::Options;

/// The wait for the end of a search that may not have begun.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// An engine that speaks one of the two.
#[derive(Clone, Debug)]
pub struct Uci {
    pub(super) dialect: Dialect,
    pub(super) name: Option<String>,
    pub(super) options: Options,
    /// Once known.
    pub(super) coordinates: Option<Coordinates>,
    /// The command for a search that only `stop` ends, once known.
    pub(super) infinite: Option<&'static str>,
    pub(super) handshake_time: Duration,
    /// The last position that was set up.
    pub(super) position: Option<Position>,
    /// The last search.
    pub(super) last: Found,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) infos: Vec<Info>,
    pub(super) best: BestMove,
    /// Whether the last line was UCCI's `nobestmove`.
    pub(super) is_nobestmove: bool,
    pub(super) elapsed: Duration,
}

/// The result of a search; `None`: another line.
pub(super) fn best(line: &str) -> Option<BestMove> {
    line.parse::<Reply>().ok()?.best()
}

impl Uci {
    /// An engine of which nothing is known.
    pub fn new(dialect: Dialect) -> Uci {
        Uci {
            dialect,
            name: None,
            options: Options::default(),
            coordinates: None,
            infinite: None,
            handshake_time: Duration::ZERO,
            position: None,
            last: Found::default(),
        }
    }

    pub(super) fn is_uci(&self) -> bool {
        self.dialect == Dialect::Uci
    }

    pub(super) fn introduce(&mut self, line: &str) {
        match line.parse() {
            Ok(Reply::Name(name)) => self.name = Some(name),
            Ok(Reply::Option(option)) => self.options.list.push(option),
            _ => {}
        }
    }

    /// Sends the game to an engine for several games; it may count its ranks from 1 then.
    pub(super) fn choose_variant(&mut self, harness: &mut Harness) -> Result<(), StepFailure> {
        let offers = |option: &EngineOption| option.choices.iter().any(|choice| choice == "xiangqi");
        if self.is_uci() && self.options.find("UCI_Variant").is_some_and(offers) {
            self.set(harness, "UCI_Variant", "xiangqi")?;
            if self.coordinates.is_none() {
                self.coordinates = Some(self.find_coordinates(harness)?);
            }
        }
        if !self.is_uci() && self.has_milliseconds() {
            self.set(harness, "usemillisec", "true")?;
        }
        Ok(())
    }

    /// The coordinates of its first move.
    pub(super) fn find_coordinates(&self, harness: &mut Harness) -> Result<Coordinates, StepFailure> {
        harness.send_all(["position startpos", "go depth 1"])?;
        let lines = harness.read_until(harness.timeouts.ready, Uci::is_answer)?.unwrap_or_default();
        let mv = lines.last().and_then(|output| best(&output.text)?.mv);
        Ok(mv.and_then(|mv| Coordinates::of_first_move(&mv)).unwrap_or_default())
    }

    pub(super) fn coordinates(&self) -> Coordinates {
        self.coordinates.unwrap_or_default()
    }

    pub(super) fn has_milliseconds(&self) -> bool {
        self.is_uci() || self.has("usemillisec")
    }

    pub(super) fn set(&self, harness: &mut Harness, name: &str, value: &str) -> Result<(), StepFailure> {
        let set = SetOption { dialect: self.dialect, name: name.into(), value: value.into() };
        harness.send(Command::SetOption(set)).map(drop)
    }

    /// A command of ours in the engine's coordinates.
    pub(super) fn translated(&self, line: &str) -> String {
        let Ok(mut command) = line.parse() else { return line.to_owned() };
        let moves = match &mut command {
            Command::Position(uci::Position { moves, .. }) | Command::BanMoves(moves) => moves,
            Command::Go(go) => &mut go.search_moves,
            _ => return line.to_owned(),
        };
        moves.iter_mut().for_each(|word| word.text = self.coordinates().write(&word.text));
        command.to_string()
    }

    /// Sends a line that begins a search, and reads to its end.
    pub(super) fn find(&mut self, harness: &mut Harness, line: &str) -> Result<(), StepFailure> {
        let begin = harness.send(self.translated(line))?;
        self.result(harness, line, begin, harness.timeouts.answer)
    }

    pub(super) fn result(
        &mut self,
        harness: &mut Harness,
        to: &str,
        begin: Instant,
        timeout: Duration,
    ) -> Result<(), StepFailure> {
        let mut found = Found::default();
        for output in harness.expect(to, timeout, Uci::is_answer)? {
            match output.text.parse::<Reply>() {
                Ok(Reply::Info(info)) => found.infos.push(info),
                Ok(reply) => {
                    found.is_nobestmove = reply == Reply::NoBestMove;
                    found.best = reply.best().unwrap_or_default();
                    found.elapsed = output.at.saturating_duration_since(begin);
                }
                Err(_) => {}
            }
        }
        found.best.mv = found.best.mv.map(|mv| self.coordinates().read(&mv));
        self.last = found;
        Ok(())
    }

    /// The last move, which must be legal.
    pub(super) fn legal_move(&self) -> StepResult {
        let position = self.position.map_or_else(|| position(fen::START, ""), Ok)?;
        let mv = self.last.best.mv.clone().unwrap_or_else(|| "(none)".to_owned());
        let legal = || position.legal_moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        require_legal(&mv, is_legal(&position, &mv), legal)?;
        Ok(mv)
    }

    /// The command for a search that only `stop` ends: UCCI's grammar has `go depth infinite`, but many engines know
    /// `go infinite` alone. The one that the engine obeys, if it obeys any.
    pub(super) fn infinite(&mut self, harness: &mut Harness) -> Result<&'static str, StepFailure> {
        if self.is_uci() {
            return Ok("go infinite");
        }
        let both = ["go depth infinite", "go infinite"];
        for line in both {
            if self.infinite.is_none() && self.searches_on(harness, line)? {
                self.infinite = Some(line);
            }
        }
        Ok(self.infinite.unwrap_or(both[0]))
    }

    /// Whether this command begins a search that `stop` ends, and nothing before.
    pub(super) fn searches_on(&mut self, harness: &mut Harness, line: &str) -> Result<bool, StepFailure> {
        self.set_up(harness, None, "")?;
        harness.send(line)?;
        if harness.read_until(Duration::from_millis(300), Uci::is_answer)?.is_some() {
            return Ok(false);
        }
        harness.send(Command::Stop)?;
        let timeout = harness.timeouts.ready.min(STOP_TIMEOUT);
        let lines = harness.read_until(timeout, Uci::is_answer)?.unwrap_or_default();
        self.settle(harness)?;
        Ok(lines.last().and_then(|output| best(&output.text)?.mv).is_some())
    }
}

impl Session for Uci {
    fn handshake(&mut self, harness: &mut Harness) -> Result<(), StepFailure> {
        // What was found out about the last process holds for this one.
        *self = Uci { coordinates: self.coordinates, infinite: self.infinite, ..Uci::new(self.dialect) };
        let (greeting, end) =
            if self.is_uci() { (Command::Uci, Reply::UciOk) } else { (Command::Ucci, Reply::UcciOk) };
        let is_end = |line: &str| line.parse().as_ref() == Ok(&end);
        let (lines, time) = harness.request(greeting, harness.timeouts.start, is_end)?;
        lines.iter().for_each(|output| self.introduce(&output.text));
        self.handshake_time = time;
        self.choose_variant(harness)?;
        self.settle(harness).map(drop)
    }

    fn engine_name(&self) -> Option<String> {
        self.name.clone()
    }

    fn has(&self, name: &str) -> bool {
        self.options.find(name).is_some()
    }

    /// A search after an invalid position must not find a move, and the engine must go on.
    fn refuse(&mut self, harness: &mut Harness, lines: &[&str]) -> Result<(), StepFailure> {
        for line in lines {
            // The valid position before must not be searched instead.
            harness.send_all(["position startpos", &self.translated(line), "go depth 1"])?;
            let written = harness.collect(Duration::from_millis(300))?;
            let mv = written.iter().find_map(|line| best(line)?.mv);
            harness.send(Command::Stop)?;
            self.settle(harness)?;
            require(mv.is_none(), || format!("bestmove {} after \"{line}\"", mv.unwrap_or_default()))?;
        }
        Ok(())
    }

    /// What the engine still writes about the last game is passed over.
    fn set_up(&mut self, harness: &mut Harness, start: Option<&str>, moves: &str) -> Result<(), StepFailure> {
        self.position = Some(position(start.unwrap_or(fen::START), moves)?);
        let moves = moves.split_whitespace().map(|mv| self.coordinates().write(mv).into()).collect();
        harness.send(Command::Position(uci::Position { fen: start.map(Into::into), moves }))?;
        self.settle(harness).map(drop)
    }

    fn search(&mut self, harness: &mut Harness, line: &str) -> Result<(String, Duration), StepFailure> {
        self.find(harness, line)?;
        Ok((self.legal_move()?, self.last.elapsed))
    }

    fn settle(&mut self, harness: &mut Harness) -> Result<Duration, StepFailure> {
        let is_ready = |line: &str| line.parse() == Ok(Reply::ReadyOk);
        harness.request(Command::IsReady, harness.timeouts.ready, is_ready).map(|(_, time)| time)
    }

    fn is_answer(line: &str) -> bool {
        best(line).is_some()
    }
}
