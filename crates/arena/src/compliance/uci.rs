//! UCI and UCCI, which differ in words.

mod checks;

use std::time::{Duration, Instant};

use ::xiangqi::{Position, fen};
use protocols::option::EngineOption;
use protocols::uci::{self, BestMove, Command, Dialect, Info, Reply, SetOption};

use self::checks::*;
use super::harness::{Harness, StepFailure, StepResult, fail, require, skip, within};
use super::script::{Do, Do::*, Session, require_legal, silence};
use super::step_list::{Step, extra, rule};
use super::xiangqi::{MATE_IN_ONE, MATED, MIDDLE, STALEMATED, is_legal, position};
use crate::drivers::coordinates::Coordinates;
use crate::drivers::options::Options;

/// The wait for the end of a search that may not have begun.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// An engine that speaks one of the two.
#[derive(Clone, Debug)]
pub struct Uci {
    dialect: Dialect,
    name: Option<String>,
    options: Options,
    /// Once known.
    coordinates: Option<Coordinates>,
    /// The command for a search that only `stop` ends, once known.
    infinite: Option<&'static str>,
    handshake_time: Duration,
    /// The last position that was set up.
    position: Option<Position>,
    /// The last search.
    last: Found,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
struct Found {
    infos: Vec<Info>,
    best: BestMove,
    /// Whether the last line was UCCI's `nobestmove`.
    is_nobestmove: bool,
    elapsed: Duration,
}

/// The rules of both protocols.
const PROTOCOL: &[Step<Uci>] = &[
    rule("handshake within its time", &[Test(handshake)]),
    rule("isready while idle", &[Settle, Before(10_000)]),
    rule("unknown commands and options are ignored", &[Send(&["xyzzy"]), Test(unknown_option), Settle]),
    rule("CR LF ends a line", &[Test(|_, harness| understood(harness, "isready\r"))]),
    rule("options take their own defaults", &[Test(defaults), Start, Search("go depth 1")]),
    rule("a legal move from the start", &[Test(new_game), Start, Search("go depth 3")]),
    rule("a legal move from a FEN", &[Fen(MIDDLE), Search("go depth 3")]),
    rule("a legal move after moves", &[Moves("h2e2 h9g7 h0g2"), Search("go depth 3")]),
    rule("go depth is kept", &[Start, Search("go depth 4"), Test(depth::<4>)]),
    rule("go nodes is kept", &[Start, Search("go nodes 20000"), Test(nodes::<20_000>)]),
    rule("time for one move is kept", &[Start, Test(move_time)]),
    rule("a clock is kept", &[Start, Test(clock)]),
    rule("every expected line is legal", &[Fen(MIDDLE), Search("go depth 6"), Test(lines)]),
    rule("one bestmove for each go", &[Start, Search("go depth 3"), Silence(300)]),
    rule("no move where there is none", &[Fen(MATED), Test(no_move), Fen(STALEMATED), Test(no_move)]),
    rule("isready during a search", &[Start, Test(search_on), Test(ready_searching)]),
    rule("an infinite search is stopped", &[Start, Test(search_on), Test(stopped)]),
    rule("quit during a search", &[Start, Test(search_on), Quit]),
    rule("quit while idle", &[Quit]),
];

const BLANKS: [Do<Uci>; 3] = [
    Send(&[""]),
    Test(|_, harness| understood(harness, "  isready  ")),
    Test(|_, harness| understood(harness, "\tisready\t")),
];

/// The rules of UCI alone.
const UCI: &[Step<Uci>] = &[
    rule("blanks and tabs between words", &BLANKS),
    rule(
        "several lines at once",
        &[
            Need("MultiPV"),
            Send(&["setoption name MultiPV value 3"]),
            Start,
            Search("go depth 3"),
            Send(&["setoption name MultiPV value 1"]),
            Test(several::<3>),
            Test(lines),
        ],
    ),
    rule("searchmoves are obeyed", &[Start, Search("go depth 3 searchmoves a0a1"), Test(only_move)]),
];

/// The rules of UCCI alone.
const UCCI: &[Step<Uci>] = &[rule("banmoves are obeyed", &[Start, Search("go depth 3"), Test(ban_moves)])];

/// More than either demands.
const ROBUSTNESS: &[Step<Uci>] = &[
    // Whatever it makes of a broken "go", the search must end.
    extra(
        "broken commands do no harm",
        &[
            Send(&["position", "stop", "go depth x", "stop", "setoption", "stop", "setoption name", "stop"]),
            Settle,
        ],
    ),
    extra("a move in a millisecond", &[Start, Test(millisecond)]),
    extra("bestmove begins the last line", &[Fen(MIDDLE), Search("go depth 5"), Test(best_is_first)]),
    extra("nothing comes after bestmove", &[Start, Search("go depth 3"), Test(nothing_after)]),
    extra(
        "the same search twice",
        &[Twice(&[Test(new_game), Start, Search("go depth 6"), Test(node_count)])],
    ),
    extra("a mate is found and named", &[Fen(MATE_IN_ONE), Search("go depth 4"), Test(mates)]),
    extra("a move after a long game", &[Test(long), Search("go depth 3")]),
    // UCCI lets an idle engine answer "nobestmove".
    extra("stop without a search", &[Send(&["stop", "stop", "ponderhit"]), Test(no_move_written), Settle]),
    extra("an invalid position", &[Refuse(&NONSENSE)]),
    extra("a game with an illegal move", &[Refuse(&["position startpos moves h2e2 a0a9"])]),
];

/// Demanded by UCI, but not by UCCI.
const UCCI_ROBUSTNESS: &[Step<Uci>] = &[extra("blanks and tabs between words", &BLANKS)];

const NONSENSE: [&str; 3] = [
    "position fen rnbakabnr/9/9 w",
    "position fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1",
    "position fen hello w - - 0 1",
];

/// The result of a search; `None`: another line.
fn best(line: &str) -> Option<BestMove> {
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

    fn is_uci(&self) -> bool {
        self.dialect == Dialect::Uci
    }

    fn introduce(&mut self, line: &str) {
        match line.parse() {
            Ok(Reply::Name(name)) => self.name = Some(name),
            Ok(Reply::Option(option)) => self.options.list.push(option),
            _ => {}
        }
    }

    /// Sends the game to an engine for several games; it may count its ranks from 1 then.
    fn choose_variant(&mut self, harness: &mut Harness) -> Result<(), StepFailure> {
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
    fn find_coordinates(&self, harness: &mut Harness) -> Result<Coordinates, StepFailure> {
        harness.send_all(["position startpos", "go depth 1"])?;
        let lines = harness.read_until(harness.timeouts.ready, Uci::is_answer)?.unwrap_or_default();
        let mv = lines.last().and_then(|output| best(&output.text)?.mv);
        Ok(mv.and_then(|mv| Coordinates::of_first_move(&mv)).unwrap_or_default())
    }

    fn coordinates(&self) -> Coordinates {
        self.coordinates.unwrap_or_default()
    }

    fn has_milliseconds(&self) -> bool {
        self.is_uci() || self.has("usemillisec")
    }

    fn set(&self, harness: &mut Harness, name: &str, value: &str) -> Result<(), StepFailure> {
        let set = SetOption { dialect: self.dialect, name: name.into(), value: value.into() };
        harness.send(Command::SetOption(set)).map(drop)
    }

    /// A command of ours in the engine's coordinates.
    fn translated(&self, line: &str) -> String {
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
    fn find(&mut self, harness: &mut Harness, line: &str) -> Result<(), StepFailure> {
        let begin = harness.send(self.translated(line))?;
        self.result(harness, line, begin, harness.timeouts.answer)
    }

    fn result(
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
    fn legal_move(&self) -> StepResult {
        let position = self.position.map_or_else(|| position(fen::START, ""), Ok)?;
        let mv = self.last.best.mv.clone().unwrap_or_else(|| "(none)".to_owned());
        let legal = || position.legal_moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        require_legal(&mv, is_legal(&position, &mv), legal)?;
        Ok(mv)
    }

    /// The command for a search that only `stop` ends: UCCI's grammar has `go depth infinite`, but many engines know
    /// `go infinite` alone. The one that the engine obeys, if it obeys any.
    fn infinite(&mut self, harness: &mut Harness) -> Result<&'static str, StepFailure> {
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
    fn searches_on(&mut self, harness: &mut Harness, line: &str) -> Result<bool, StepFailure> {
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
    fn steps(&self) -> Vec<&'static Step<Uci>> {
        match self.dialect {
            Dialect::Uci => [PROTOCOL, UCI, ROBUSTNESS, &Step::ENDINGS].into_iter().flatten().collect(),
            Dialect::Ucci => {
                [PROTOCOL, UCCI, ROBUSTNESS, &Step::ENDINGS, UCCI_ROBUSTNESS].into_iter().flatten().collect()
            }
        }
    }

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
