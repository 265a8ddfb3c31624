//! UCI and UCCI, which differ in words.

mod steps;

use std::time::{Duration, Instant};

use ::xiangqi::{Position, fen};

use super::harness::{Harness, StepFailure, StepResult, fail, require};
use super::step_list::{Step, StepList};
use super::xiangqi::{first_illegal, is_legal, position};
use crate::arena::drivers::coordinates::Coordinates;
use crate::arena::drivers::info::{Dialect, Info};
use crate::arena::drivers::options::{Announced, Options};

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
}

/// A game as `position` sends it; without a FEN from the start.
#[derive(Clone, Copy)]
struct Game<'a> {
    fen: Option<&'a str>,
    moves: &'a [&'a str],
}

fn from(fen: &str) -> Game<'_> {
    Game { fen: Some(fen), moves: &[] }
}

impl Game<'_> {
    const START: Game<'static> = Game { fen: None, moves: &[] };

    fn position(self) -> Result<Position, StepFailure> {
        position(self.fen.unwrap_or(fen::START), self.moves)
    }
}

struct Search {
    infos: Vec<Info>,
    /// In our coordinates; any other text as it is.
    best: String,
    /// Whether the last line was UCCI's `nobestmove`.
    is_nobestmove: bool,
    elapsed: Duration,
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
        }
    }

    fn is_uci(&self) -> bool {
        self.dialect == Dialect::Uci
    }

    fn introduce(&mut self, line: &str) {
        if let Some(name) = line.trim().strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        }
        self.options.list.extend(Announced::read(line));
    }

    /// Sends the game to an engine for several games; it may count its ranks from 1 then.
    fn choose_variant(&mut self, harness: &mut Harness) -> Result<(), StepFailure> {
        let has_variants = self.options.find("UCI_Variant").is_some_and(|option| option.offers("xiangqi"));
        if has_variants && self.is_uci() {
            harness.send("setoption name UCI_Variant value xiangqi")?;
            if self.coordinates.is_none() {
                self.coordinates = Some(self.find_coordinates(harness)?);
            }
        }
        if self.has_milliseconds() && !self.is_uci() {
            harness.send("setoption usemillisec true")?;
        }
        Ok(())
    }

    /// The coordinates of its first move.
    fn find_coordinates(&self, harness: &mut Harness) -> Result<Coordinates, StepFailure> {
        harness.send_all(["position startpos", "go depth 1"])?;
        let lines = harness.read_until(harness.timeouts.ready, Uci::is_best)?.unwrap_or_default();
        let word = lines.last().and_then(|output| output.text.split_whitespace().nth(1)).unwrap_or_default();
        Ok(Coordinates::of_first_move(word).unwrap_or_default())
    }

    fn coordinates(&self) -> Coordinates {
        self.coordinates.unwrap_or_default()
    }

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

    /// The `position` command.
    fn place(&self, game: Game<'_>) -> String {
        let start = game.fen.map_or_else(|| "startpos".to_owned(), |fen| format!("fen {fen}"));
        let moves: String =
            game.moves.iter().map(|mv| format!(" {}", self.coordinates().write(mv))).collect();
        let word = if moves.is_empty() { "" } else { " moves" };
        format!("position {start}{word}{moves}")
    }

    /// Whether a line ends a search.
    fn is_best(line: &str) -> bool {
        line.split_whitespace().next().is_some_and(|word| matches!(word, "bestmove" | "nobestmove"))
    }

    fn search(&self, harness: &mut Harness, place: &str, go: &str) -> Result<Search, StepFailure> {
        self.ready_for(harness, place)?;
        let begin = harness.send(go)?;
        self.result(harness, go, begin, harness.timeouts.answer)
    }

    fn result(
        &self,
        harness: &mut Harness,
        to: &str,
        begin: Instant,
        timeout: Duration,
    ) -> Result<Search, StepFailure> {
        let lines = harness.expect(to, timeout, Uci::is_best)?;
        let infos = lines.iter().filter(|output| output.text.trim_start().starts_with("info "));
        let infos = infos.map(|output| Info::read(&output.text, self.dialect, self.coordinates())).collect();
        let last = lines.last();
        let word = last.and_then(|output| output.text.split_whitespace().nth(1)).unwrap_or("none");
        let is_nobestmove = last.is_some_and(|output| output.text.trim() == "nobestmove");
        let elapsed = last.map_or(Duration::ZERO, |output| output.at.saturating_duration_since(begin));
        Ok(Search { infos, best: self.coordinates().read(word), is_nobestmove, elapsed })
    }

    /// Searches the last position of a game. The move must be legal.
    fn search_legal(&self, harness: &mut Harness, game: Game<'_>, go: &str) -> Result<Search, StepFailure> {
        let search = self.search(harness, &self.place(game), go)?;
        search.check_move(&game.position()?)?;
        Ok(search)
    }

    /// Sends a line, and drops what the engine still writes about the last one.
    fn ready_for(&self, harness: &mut Harness, line: &str) -> Result<(), StepFailure> {
        harness.send(line)?;
        self.is_ready(harness).map(drop)
    }

    fn is_ready(&self, harness: &mut Harness) -> Result<Duration, StepFailure> {
        harness.request("isready", harness.timeouts.ready, |line| line == "readyok").map(|(_, time)| time)
    }

    fn new_game(&self, harness: &mut Harness) -> Result<(), StepFailure> {
        if self.is_uci() {
            harness.send("ucinewgame")?;
        } else if self.options.find("newgame").is_some() {
            harness.send("setoption newgame")?;
        }
        self.is_ready(harness).map(drop)
    }

    /// The command for a search that only `stop` ends: UCCI's grammar has `go depth infinite`, but many engines know
    /// `go infinite` alone. The one that the engine obeys, if it obeys any.
    fn infinite(&mut self, harness: &mut Harness) -> Result<&'static str, StepFailure> {
        let [default, other] = match self.dialect {
            Dialect::Uci => return Ok("go infinite"),
            Dialect::Ucci => ["go depth infinite", "go infinite"],
        };
        for line in [default, other] {
            if self.infinite.is_none() && self.searches_on(harness, line)? {
                self.infinite = Some(line);
            }
        }
        Ok(self.infinite.unwrap_or(default))
    }

    /// Whether this command begins a search that `stop` ends, and nothing before.
    fn searches_on(&self, harness: &mut Harness, line: &str) -> Result<bool, StepFailure> {
        self.ready_for(harness, &self.place(Game::START))?;
        harness.send(line)?;
        if harness.read_until(Duration::from_millis(300), Uci::is_best)?.is_some() {
            return Ok(false);
        }
        harness.send("stop")?;
        let timeout = harness.timeouts.ready.min(STOP_TIMEOUT);
        let lines = harness.read_until(timeout, Uci::is_best)?.unwrap_or_default();
        self.is_ready(harness)?;
        Ok(lines.last().is_some_and(|output| output.text.trim().starts_with("bestmove ")))
    }
}

impl Search {
    /// The lines that stand for the best move: exact, and the first of several.
    fn main_lines(&self) -> impl Iterator<Item = &Info> {
        let is_main = |info: &&Info| info.score.is_some() && !info.is_bound && info.rank.unwrap_or(1) == 1;
        self.infos.iter().filter(is_main)
    }

    fn nodes(&self) -> Option<u64> {
        self.infos.iter().rev().find_map(|info| info.nodes)
    }

    fn depth(&self) -> Option<u32> {
        self.infos.iter().filter_map(|info| info.depth).max()
    }

    /// The move must be legal.
    fn check_move(&self, position: &Position) -> Result<(), StepFailure> {
        require(is_legal(position, &self.best), || format!("bestmove {} is not legal", self.best))
    }

    /// Every line must be legal.
    fn check_lines(&self, position: &Position) -> StepResult {
        let lines: Vec<&Info> = self.infos.iter().filter(|info| !info.pv.is_empty()).collect();
        for info in &lines {
            if let Some(mv) = first_illegal(position, &info.pv) {
                return fail(format!("{mv} is not legal in pv {}", info.pv.join(" ")));
            }
        }
        Ok(format!("{} lines", lines.len()))
    }
}

impl StepList for Uci {
    fn steps(&self) -> Vec<Step<Uci>> {
        steps::steps(self.dialect)
    }

    fn handshake(&mut self, harness: &mut Harness) -> Result<(), StepFailure> {
        // What was found out about the last process holds for this one.
        *self = Uci { coordinates: self.coordinates, infinite: self.infinite, ..Uci::new(self.dialect) };
        let (greeting, end) = if self.is_uci() { ("uci", "uciok") } else { ("ucci", "ucciok") };
        let (lines, time) = harness.request(greeting, harness.timeouts.start, |line| line == end)?;
        lines.iter().for_each(|output| self.introduce(&output.text));
        self.handshake_time = time;
        self.choose_variant(harness)?;
        self.is_ready(harness).map(drop)
    }

    fn engine_name(&self) -> Option<String> {
        self.name.clone()
    }
}
