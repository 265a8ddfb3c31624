//! UCI as Xiangqi engines speak it, and UCCI, the Universal Chinese Chess Protocol.

use std::fmt::Write;
use std::time::Duration;

use search_core::ClockState;

use super::connection::Connection;
use super::coordinates::Coordinates;
use super::info::{Dialect, Info};
use super::options::{Announced, Options, in_order, whole_seconds};
use super::state::{ProtocolState, Reply};
use crate::arena::config::{ConfigProblem, EngineConfig, Opening};
use crate::arena::fault::Fault;
use crate::arena::player::{Choice, MoveRequest, SearchInfo};
use game::Seat;

/// The option of engines for several games. Only such engines have it, over either protocol.
const VARIANT: &str = "UCI_Variant";

/// An engine that speaks UCI or UCCI.
#[derive(Debug)]
pub struct Uci {
    dialect: Dialect,
    coordinates: Coordinates,
    name: Option<String>,
    options: Options,
    /// Whether times are milliseconds; else seconds.
    has_milliseconds: bool,
}

impl Uci {
    pub fn new(dialect: Dialect, config: &EngineConfig) -> Uci {
        Uci {
            dialect,
            coordinates: Coordinates { rank_base: config.rank_base },
            name: None,
            options: Options::default(),
            has_milliseconds: dialect == Dialect::Uci,
        }
    }

    /// Sends the game to an engine for several games. Over UCI such an engine may count ranks from 1, which its first
    /// move shows; over UCCI it counts in milliseconds, as over UCI.
    fn choose_variant(&mut self, connection: &mut Connection, config: &EngineConfig) -> Result<(), Fault> {
        if !self.options.find(VARIANT).is_some_and(|option| option.offers("xiangqi")) {
            return Ok(());
        }
        if self.dialect == Dialect::Ucci {
            self.has_milliseconds = true;
            return Ok(());
        }
        let chosen = config.options.iter().find(|(name, _)| name.eq_ignore_ascii_case(VARIANT));
        self.set(connection, VARIANT, chosen.map_or("xiangqi", |(_, value)| value))?;
        connection.send("position startpos")?;
        let first = connection.request("go depth 1", connection.timeouts.ready, |line| {
            line.trim().strip_prefix("bestmove ").map(|rest| rest.split(' ').next().map(str::to_owned))
        })?;
        if let Some(coordinates) = first.as_deref().and_then(Coordinates::of_first_move) {
            self.coordinates = coordinates;
        }
        Ok(())
    }

    fn choose_milliseconds(&mut self, connection: &mut Connection) -> Result<(), Fault> {
        if self.dialect == Dialect::Ucci && self.options.find("usemillisec").is_some() {
            connection.send("setoption usemillisec true")?;
            self.has_milliseconds = true;
        }
        Ok(())
    }

    /// The option of this name. Over UCCI, that of UCI's name in one word.
    fn announced(&self, name: &str) -> Option<&Announced> {
        let ucci = || match name.to_ascii_lowercase().as_str() {
            "hash" => self.options.find("hashsize"),
            other => self.options.find(&other.replace(' ', "_")),
        };
        self.options.find(name).or_else(|| if self.dialect == Dialect::Ucci { ucci() } else { None })
    }

    fn set(&self, connection: &mut Connection, name: &str, value: &str) -> Result<(), Fault> {
        let announced = self.announced(name);
        let name = announced.map_or(name, |option| &option.name);
        let is_button = announced.is_some_and(|option| option.kind == "button");
        let line = match (self.dialect, value) {
            (Dialect::Ucci, _) => format!("setoption {name} {value}").trim_end().to_owned(),
            _ if is_button => format!("setoption name {name}"),
            (Dialect::Uci, "") => format!("setoption name {name} value <empty>"),
            (Dialect::Uci, _) => format!("setoption name {name} value {value}"),
        };
        connection.send(&line).map(drop)
    }

    /// The game: from its beginning in UCI, from the last capture in UCCI.
    fn position(&self, request: &MoveRequest<'_>) -> String {
        let (skipped, board) = match self.dialect {
            Dialect::Uci => (0, request.opening.start.as_str()),
            Dialect::Ucci => (request.last_capture, request.boards.after_capture),
        };
        let mut text = match request.opening.is_standard && skipped == 0 {
            true => "position startpos".to_owned(),
            false => format!("position fen {board}"),
        };
        let moves = request.moves.get(skipped..).unwrap_or_default();
        if !moves.is_empty() {
            text.push_str(" moves");
        }
        moves.iter().for_each(|mv| text.extend([" ", &self.coordinates.write(mv)]));
        text
    }

    /// A time in the engine's unit, rounded down.
    fn time(&self, time: Duration) -> u64 {
        if self.has_milliseconds {
            u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
        } else {
            time.as_secs()
        }
    }

    fn go(&self, request: &MoveRequest<'_>) -> String {
        let limits = request.limits;
        let depth = limits.depth.map(|depth| ("depth", depth.into()));
        let nodes = limits.nodes.map(|nodes| ("nodes", nodes.get()));
        let time = limits.move_time.map(|time| self.time(time).max(1));
        let words: Vec<(&str, u64)> = match self.dialect {
            Dialect::Uci => {
                let time = time.map(|time| ("movetime", time));
                self.uci_clocks(request).into_iter().chain(depth).chain(nodes).chain(time).collect()
            }
            Dialect::Ucci => {
                let clocks = match time {
                    Some(time) => vec![("time", time), ("movestogo", 1)],
                    None => self.ucci_clocks(request),
                };
                clocks.into_iter().chain(depth).chain(nodes).collect()
            }
        };
        words.into_iter().fold("go".to_owned(), |mut text, (name, value)| {
            // Writing to a string cannot fail.
            let _ = write!(text, " {name} {value}");
            text
        })
    }

    fn uci_clocks(&self, request: &MoveRequest<'_>) -> Vec<(&'static str, u64)> {
        let [first, second] = request.clocks;
        let both = |names: [&'static str; 2], value: &dyn Fn(ClockState) -> u64| {
            let clocks = [(names[0], first), (names[1], second)];
            clocks.into_iter().filter_map(|(name, clock)| Some((name, value(clock?)))).collect::<Vec<_>>()
        };
        let times = both(["wtime", "btime"], &|clock| self.time(clock.remaining).max(1));
        let increments = both(["winc", "binc"], &|clock| self.time(clock.increment));
        let [own, _] = request.own_and_other_clock();
        let to_go = own.and_then(|clock| clock.moves_to_go).map(|moves| ("movestogo", moves.into()));
        [times, increments, to_go.into_iter().collect()].concat()
    }

    fn ucci_clocks(&self, request: &MoveRequest<'_>) -> Vec<(&'static str, u64)> {
        const NAMES: [[&str; 3]; 2] =
            [["time", "increment", "movestogo"], ["opptime", "oppincrement", "oppmovestogo"]];
        let [Some(own), other] = request.own_and_other_clock() else { return Vec::new() };
        let clocks = [Some(own), other].into_iter().zip(NAMES);
        let words = clocks.filter_map(|(clock, [time, increment, to_go])| {
            let clock = clock?;
            // Without an increment, an engine may use all of its time for one move.
            let second = match clock.moves_to_go {
                Some(moves) => (to_go, moves.into()),
                None => (increment, self.time(clock.increment)),
            };
            Some([(time, self.time(clock.remaining).max(1)), second])
        });
        words.flatten().collect()
    }
}

impl ProtocolState for Uci {
    fn stop_command(&self) -> Option<&'static str> {
        Some("stop")
    }

    fn introduce(&mut self, line: &str) {
        if let Some(name) = line.trim().strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        }
        self.options.list.extend(Announced::read(line));
    }

    fn handshake(&mut self, connection: &mut Connection, config: &EngineConfig) -> Result<(), Fault> {
        *self = Uci::new(self.dialect, config);
        let (greeting, end) = match self.dialect {
            Dialect::Uci => ("uci", "uciok"),
            Dialect::Ucci => ("ucci", "ucciok"),
        };
        connection.request(greeting, connection.timeouts.start, |line| {
            self.introduce(line);
            (line.trim() == end).then_some(())
        })?;
        self.choose_variant(connection, config)?;
        self.choose_milliseconds(connection)?;
        for (name, value) in in_order(&config.options) {
            if name.eq_ignore_ascii_case("usemillisec") {
                self.has_milliseconds = value == "true";
            }
            self.set(connection, name, value)?;
        }
        Ok(())
    }

    fn begin_game(&mut self, connection: &mut Connection, _: &Opening, _: Seat) -> Result<(), Fault> {
        match self.dialect {
            Dialect::Uci => connection.send_all(["ucinewgame"])?,
            Dialect::Ucci => {
                connection.send_all(self.options.find("newgame").map(|_| "setoption newgame"))?
            }
        }
        await_ready(connection)
    }

    fn problems(&self, config: &EngineConfig) -> Vec<ConfigProblem> {
        let wrong =
            |(name, value): &(String, String)| self.options.problem(name, self.announced(name), value);
        let time = (!self.has_milliseconds).then(|| whole_seconds(config)).flatten();
        config.options.iter().filter_map(wrong).chain(time).collect()
    }

    fn set_position(&mut self, connection: &mut Connection, request: &MoveRequest<'_>) -> Result<(), Fault> {
        connection.send(&self.position(request))?;
        await_ready(connection)
    }

    fn prepare_search(
        &mut self,
        connection: &mut Connection,
        request: &MoveRequest<'_>,
    ) -> Result<String, Fault> {
        connection.send(&self.position(request))?;
        Ok(self.go(request))
    }

    fn prepare_bare_search(
        &mut self,
        connection: &mut Connection,
        request: &MoveRequest<'_>,
    ) -> Result<Option<String>, Fault> {
        connection.send(&format!("position fen {}", bare(request.boards.now)))?;
        Ok(Some(self.go(request)))
    }

    fn read_reply(&mut self, line: &str, info: &mut SearchInfo) -> Result<Option<Reply>, Fault> {
        let line = line.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        let no_move = || Reply::from(Choice::NoMove(line.to_owned()));
        Ok(match words[..] {
            ["info", ..] => {
                Info::read(line, self.dialect, self.coordinates).add_to(info);
                None
            }
            ["nobestmove", ..] | ["bestmove"] => Some(no_move()),
            ["bestmove", ref rest @ ..] if rest.iter().any(|word| word.eq_ignore_ascii_case("resign")) => {
                Some(Choice::Resign.into())
            }
            ["bestmove", mv, ..] if is_no_move(mv) => Some(no_move()),
            ["bestmove", mv, ref rest @ ..] => {
                let choice = Choice::Move(self.coordinates.read(mv));
                Some(Reply { choice, offers_draw: rest.contains(&"draw") })
            }
            _ => None,
        })
    }

    fn engine_name(&self) -> Option<String> {
        self.name.clone()
    }
}

fn await_ready(connection: &mut Connection) -> Result<(), Fault> {
    let timeout = connection.timeouts.ready;
    connection.request("isready", timeout, |line| (line.trim() == "readyok").then_some(()))
}

/// A FEN without its history: the counters begin anew.
pub fn bare(fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().take(2).collect();
    format!("{} - - 0 1", fields.join(" "))
}

/// Whether a word stands in the place of a move where there is none.
pub fn is_no_move(word: &str) -> bool {
    ["(none)", "none", "(null)", "null", "0000"].iter().any(|none| word.eq_ignore_ascii_case(none))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{config, opening, request};
    use super::*;
    use crate::arena::config::{Limits, Protocol};
    use crate::arena::player::Boards;

    fn uci() -> Uci {
        Uci::new(Dialect::Uci, &config(Protocol::Uci, "engine", &[]))
    }

    fn ucci(has_milliseconds: bool) -> Uci {
        let config = config(Protocol::Ucci, "engine", &[]);
        Uci { has_milliseconds, ..Uci::new(Dialect::Ucci, &config) }
    }

    fn clock(millis: u64, moves_to_go: Option<u32>) -> ClockState {
        let increment = Duration::from_millis(1010);
        ClockState { remaining: Duration::from_micros(millis * 1000 + 999), increment, moves_to_go }
    }

    #[test]
    fn uci_sends_a_game_from_its_beginning() {
        let moves = ["a0a9".to_owned()];
        let standard = opening("4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
        let other = Opening { is_standard: false, ..standard.clone() };
        assert_eq!(uci().position(&request(&standard, &[])), "position startpos");
        let from_1 = Uci { coordinates: Coordinates { rank_base: 1 }, ..uci() };
        assert_eq!(
            from_1.position(&request(&other, &moves)),
            "position fen 4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1 moves a1a10"
        );
    }

    #[test]
    fn ucci_sends_a_game_from_its_last_capture() {
        let opening = opening("");
        let moves = ["h2e2", "h7e7", "e2e6"].map(str::to_owned);
        let boards = Boards { after_capture: "FEN", now: "FEN" };
        let mut request = MoveRequest { last_capture: 3, boards, ..request(&opening, &moves) };
        assert_eq!(ucci(true).position(&request), "position fen FEN");
        request.last_capture = 0;
        assert_eq!(ucci(true).position(&request), "position startpos moves h2e2 h7e7 e2e6");
    }

    #[test]
    fn a_bare_board_has_no_history() {
        assert_eq!(bare("4k4/9/9/9/9/9/9/9/9/R3K4 b - - 117 90"), "4k4/9/9/9/9/9/9/9/9/R3K4 b - - 0 1");
    }

    #[test]
    fn uci_combines_limits() {
        let opening = opening("");
        let mut request = request(&opening, &[]);
        request.clocks = [Some(clock(1500, Some(7))), Some(clock(0, Some(7)))];
        request.limits.depth = Some(9);
        assert_eq!(uci().go(&request), "go wtime 1500 btime 1 winc 1010 binc 1010 movestogo 7 depth 9");
        request.clocks = [None; 2];
        request.limits = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
        assert_eq!(uci().go(&request), "go movetime 50");
    }

    #[test]
    fn ucci_sends_the_clocks_of_both_players_or_a_time_for_the_move() {
        let opening = opening("");
        let moves = ["h2e2".to_owned()];
        let mut request = MoveRequest {
            clocks: [Some(clock(60_700, None)), Some(clock(50_700, None))],
            ..request(&opening, &moves)
        };
        assert_eq!(ucci(false).go(&request), "go time 50 increment 1 opptime 60 oppincrement 1");
        request.clocks[1] = Some(clock(50_700, Some(4)));
        assert_eq!(ucci(false).go(&request), "go time 50 movestogo 4 opptime 60 oppincrement 1");
        request.limits.move_time = Some(Duration::from_millis(50));
        assert_eq!(ucci(true).go(&request), "go time 50 movestogo 1");
        request.limits = Limits { depth: Some(3), ..Limits::default() };
        request.clocks = [None; 2];
        assert_eq!(ucci(true).go(&request), "go depth 3");
    }

    #[test]
    fn an_engine_of_seconds_is_not_sent_parts_of_one() {
        let mut config = config(Protocol::Ucci, "engine", &[]);
        config.limits.move_time = Some(Duration::from_millis(500));
        let problems = ucci(false).problems(&config);
        assert!(problems[0].is_fatal && problems[0].text.contains("st=0.5 cannot be sent"));
        assert_eq!(ucci(true).problems(&config), []);
    }

    #[test]
    fn replies_of_both_protocols_are_read() {
        for mut engine in [uci(), ucci(true)] {
            let mut read = |line| engine.read_reply(line, &mut SearchInfo::default()).unwrap();
            let mv = |text: &str| Choice::Move(text.to_owned());
            assert_eq!(read("bestmove H2E2 ponder h9g7\r"), Some(mv("h2e2").into()));
            let offer = Reply { choice: mv("h2e2"), offers_draw: true };
            assert_eq!(read("bestmove h2e2 ponder h9g7 draw"), Some(offer));
            for line in ["bestmove (none)", "bestmove 0000\r", "bestmove NULL", " bestmove", "nobestmove"] {
                assert_eq!(read(line), Some(Choice::NoMove(line.trim().to_owned()).into()));
            }
            for line in ["bestmove resign", "bestmove h2e2 resign"] {
                assert_eq!(read(line), Some(Choice::Resign.into()));
            }
            assert_eq!((read("popmove"), read("Engine 1.0 by its author")), (None, None));
        }
    }
}
