//! UCI and UCCI, which differ in words.

mod steps;

use std::time::{Duration, Instant};

use ::xiangqi::Position;

use super::bench::{Bench, Finding, Miss, demand, fail};
use super::course::{Course, Step};
use super::xiangqi::{first_illegal, is_legal, start};
use crate::arena::drivers::options::{Announced, Options};
use crate::arena::drivers::points::Points;
use crate::arena::drivers::thoughts::{Info, Scores};

/// How long the end of a search is waited for that may not have begun.
const STOP: Duration = Duration::from_secs(2);

/// The two protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The universal chess interface.
    Uci,
    /// The universal Chinese chess protocol.
    Ucci,
}

/// An engine that speaks one of them.
#[derive(Clone, Debug)]
pub struct Uci {
    dialect: Dialect,
    title: Option<String>,
    options: Options,
    /// Its coordinates, once they are known.
    points: Option<Points>,
    /// The words for a search that only `stop` ends, once they are known.
    infinite: Option<&'static str>,
    /// From the greeting to its end.
    greeted: Duration,
}

/// What came of a search.
struct Search {
    infos: Vec<Info>,
    /// In our coordinates; as it stands if it is no move.
    best: String,
    /// Whether the last line was UCCI's `nobestmove`.
    is_nobestmove: bool,
    elapsed: Duration,
}

impl Uci {
    /// An engine of which nothing is known.
    pub fn new(dialect: Dialect) -> Uci {
        let options = Options::default();
        Uci { dialect, title: None, options, points: None, infinite: None, greeted: Duration::ZERO }
    }

    fn is_uci(&self) -> bool {
        self.dialect == Dialect::Uci
    }

    fn introduce(&mut self, line: &str) {
        if let Some(name) = line.trim().strip_prefix("id name ") {
            self.title = Some(name.trim().to_owned());
        }
        self.options.list.extend(Announced::read(line));
    }

    /// An engine for several games is told which one is played; it may count its ranks from 1 then.
    fn settle(&mut self, bench: &mut Bench) -> Result<(), Miss> {
        let has_variants = self.options.find("UCI_Variant").is_some_and(|option| option.offers("xiangqi"));
        if has_variants && self.is_uci() {
            bench.say("setoption name UCI_Variant value xiangqi")?;
            if self.points.is_none() {
                self.points = Some(self.find_points(bench)?);
            }
        }
        if self.has_milliseconds() && !self.is_uci() {
            bench.say("setoption usemillisec true")?;
        }
        Ok(())
    }

    /// The coordinates that its first move is written in: no text is legal at the start in both.
    fn find_points(&self, bench: &mut Bench) -> Result<Points, Miss> {
        bench.say("position startpos")?;
        bench.say("go depth 1")?;
        let lines = bench.read_until(bench.patience.ready, Uci::is_best)?.unwrap_or_default();
        let word = lines.last().and_then(|heard| heard.text.split_whitespace().nth(1)).unwrap_or_default();
        let from_one = Points { base: 1 };
        let is_from_one = is_legal(&start()?, &from_one.read(word)) && from_one.is_move(word);
        Ok(if is_from_one { from_one } else { Points::default() })
    }

    fn points(&self) -> Points {
        self.points.unwrap_or_default()
    }

    /// Whether times are milliseconds.
    fn has_milliseconds(&self) -> bool {
        self.is_uci() || self.options.find("usemillisec").is_some()
    }

    /// `setoption` in the words of the protocol.
    fn setting(&self, name: &str, value: &str) -> String {
        match (self.dialect, value) {
            (Dialect::Uci, "") => format!("setoption name {name}"),
            (Dialect::Uci, _) => format!("setoption name {name} value {value}"),
            (Dialect::Ucci, _) => format!("setoption {name} {value}").trim_end().to_owned(),
        }
    }

    /// `position`, from a FEN or, without one, from the start.
    fn place(&self, fen: Option<&str>, moves: &[&str]) -> String {
        let start = fen.map_or_else(|| "startpos".to_owned(), |fen| format!("fen {fen}"));
        let moves: String = moves.iter().map(|mv| format!(" {}", self.points().write(mv))).collect();
        let word = if moves.is_empty() { "" } else { " moves" };
        format!("position {start}{word}{moves}")
    }

    fn scores(&self) -> Scores {
        if self.is_uci() { Scores::Uci } else { Scores::Ucci }
    }

    /// Whether it is the line that ends a search.
    fn is_best(line: &str) -> bool {
        line.split_whitespace().next().is_some_and(|word| matches!(word, "bestmove" | "nobestmove"))
    }

    fn search(&self, bench: &mut Bench, place: &str, go: &str) -> Result<Search, Miss> {
        self.ready_for(bench, place)?;
        let begin = bench.say(go)?;
        self.result(bench, go, begin, bench.patience.answer)
    }

    fn result(
        &self,
        bench: &mut Bench,
        to: &str,
        begin: Instant,
        patience: Duration,
    ) -> Result<Search, Miss> {
        let lines = bench.hear(to, patience, Uci::is_best)?;
        let infos = lines.iter().filter(|heard| heard.text.trim_start().starts_with("info "));
        let infos = infos.map(|heard| Info::read(&heard.text, self.scores(), self.points())).collect();
        let last = lines.last();
        let word = last.and_then(|heard| heard.text.split_whitespace().nth(1)).unwrap_or("none");
        let is_nobestmove = last.is_some_and(|heard| heard.text.trim() == "nobestmove");
        let elapsed = last.map_or(Duration::ZERO, |heard| heard.at.saturating_duration_since(begin));
        Ok(Search { infos, best: self.points().read(word), is_nobestmove, elapsed })
    }

    /// Searches, and demands a legal move.
    fn search_well(
        &self,
        bench: &mut Bench,
        place: &str,
        go: &str,
        position: &Position,
    ) -> Result<Search, Miss> {
        let search = self.search(bench, place, go)?;
        demand(is_legal(position, &search.best), || format!("bestmove {} is not legal", search.best))?;
        Ok(search)
    }

    /// Gives it a position, and drops whatever it still has to say about the last one.
    fn ready_for(&self, bench: &mut Bench, place: &str) -> Result<(), Miss> {
        bench.say(place)?;
        self.is_ready(bench).map(drop)
    }

    fn is_ready(&self, bench: &mut Bench) -> Result<Duration, Miss> {
        bench.ask("isready", bench.patience.ready, |line| line == "readyok").map(|(_, time)| time)
    }

    fn new_game(&self, bench: &mut Bench) -> Result<(), Miss> {
        if self.is_uci() {
            bench.say("ucinewgame")?;
        } else if self.options.find("newgame").is_some() {
            bench.say("setoption newgame")?;
        }
        self.is_ready(bench).map(drop)
    }

    /// The words for a search that only `stop` ends: UCCI's grammar has `go depth infinite`, but many engines know
    /// `go infinite` alone. Those that the engine understands, if it understands any.
    fn infinite(&mut self, bench: &mut Bench) -> Result<&'static str, Miss> {
        let [default, other] = match self.dialect {
            Dialect::Uci => return Ok("go infinite"),
            Dialect::Ucci => ["go depth infinite", "go infinite"],
        };
        for line in [default, other] {
            if self.infinite.is_none() && self.searches_on(bench, line)? {
                self.infinite = Some(line);
            }
        }
        Ok(self.infinite.unwrap_or(default))
    }

    /// Whether these words begin a search that `stop` ends, and nothing before.
    fn searches_on(&self, bench: &mut Bench, line: &str) -> Result<bool, Miss> {
        self.ready_for(bench, &self.place(None, &[]))?;
        bench.say(line)?;
        if bench.read_until(Duration::from_millis(300), Uci::is_best)?.is_some() {
            return Ok(false);
        }
        bench.say("stop")?;
        let lines = bench.read_until(bench.patience.ready.min(STOP), Uci::is_best)?.unwrap_or_default();
        self.is_ready(bench)?;
        Ok(lines.last().is_some_and(|heard| heard.text.trim().starts_with("bestmove ")))
    }
}

impl Search {
    /// Lines that stand for the best move: exact, and the first of several.
    fn lines(&self) -> impl Iterator<Item = &Info> {
        let is_main = |info: &&Info| info.claim.is_some() && !info.is_bound && info.rank.unwrap_or(1) == 1;
        self.infos.iter().filter(is_main)
    }

    fn nodes(&self) -> Option<u64> {
        self.infos.iter().rev().find_map(|info| info.nodes)
    }

    fn depth(&self) -> Option<u32> {
        self.infos.iter().filter_map(|info| info.depth).max()
    }

    /// Demands that every line can be played.
    fn check_lines(&self, position: &Position) -> Finding {
        let lines: Vec<&Info> = self.infos.iter().filter(|info| !info.line.is_empty()).collect();
        for info in &lines {
            if let Some(mv) = first_illegal(position, &info.line) {
                return fail(format!("{mv} is not legal in pv {}", info.line.join(" ")));
            }
        }
        Ok(format!("{} lines", lines.len()))
    }
}

impl Course for Uci {
    fn steps(&self) -> Vec<Step<Uci>> {
        steps::steps(self.dialect)
    }

    fn greet(&mut self, bench: &mut Bench) -> Result<(), Miss> {
        // What was found out about the former process holds for this one.
        *self = Uci { points: self.points, infinite: self.infinite, ..Uci::new(self.dialect) };
        let (greeting, end) = if self.is_uci() { ("uci", "uciok") } else { ("ucci", "ucciok") };
        let (lines, time) = bench.ask(greeting, bench.patience.start, |line| line == end)?;
        lines.iter().for_each(|heard| self.introduce(&heard.text));
        self.greeted = time;
        self.settle(bench)?;
        self.is_ready(bench).map(drop)
    }

    fn protocol(&self) -> &'static str {
        if self.is_uci() { "uci" } else { "ucci" }
    }

    fn title(&self) -> Option<String> {
        self.title.clone()
    }
}
