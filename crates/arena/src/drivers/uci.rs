//! UCI as Xiangqi engines speak it, and UCCI, the Universal Chinese Chess Protocol.

pub mod compliance;

use std::time::Duration;

use protocols::option::EngineOption;
use protocols::uci::{Clock, Clocks, Command, Dialect, Go, Info, Position, Reply as Line, Score, SetOption};
use search_core::ClockState;

use super::coordinates::Coordinates;
use super::options::{Options, in_order, whole_seconds};
use super::state::{ProtocolState, Reply};
use crate::config::{ConfigProblem, EngineConfig, Opening};
use crate::fault::Fault;
use crate::player::{Choice, MoveRequest, SearchInfo};
use crate::process::Process;
use game::{EngineScore, Seat};

/// The option of engines for several games. Only such engines have it, over either protocol.
const VARIANT: &str = "UCI_Variant";
/// UCCI writes mates as numbers from this one to 10 000, one less for each ply before the mate.
const MIN_MATE: i32 = 9_900;
/// The score of a mate on the board.
const MATE: i32 = 10_000;

/// An engine that speaks UCI or UCCI.
#[derive(Debug)]
pub struct Uci {
    pub dialect: Dialect,
    pub coordinates: Coordinates,
    name: Option<String>,
    pub options: Options,
    /// Whether times are milliseconds; else seconds.
    pub has_milliseconds: bool,
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
    fn choose_variant(&mut self, process: &mut Process, config: &EngineConfig) -> Result<(), Fault> {
        if !self.options.find(VARIANT).is_some_and(offers_xiangqi) {
            return Ok(());
        }
        if self.dialect == Dialect::Ucci {
            self.has_milliseconds = true;
            return Ok(());
        }
        let chosen = config.options.iter().find(|(name, _)| name.eq_ignore_ascii_case(VARIANT));
        self.set(process, VARIANT, chosen.map_or("xiangqi", |(_, value)| value))?;
        process.send(Command::Position(Position::default()))?;
        let go = Command::Go(Go { depth: Some(1), ..Go::default() });
        let first = process.request(go, process.timeouts.ready, |line| {
            line.parse::<Line>().ok()?.best().map(|best| best.mv)
        })?;
        if let Some(coordinates) = first.as_deref().and_then(Coordinates::of_first_move) {
            self.coordinates = coordinates;
        }
        Ok(())
    }

    fn choose_milliseconds(&mut self, process: &mut Process) -> Result<(), Fault> {
        if self.dialect == Dialect::Ucci && self.offers("usemillisec") {
            self.set(process, "usemillisec", "true")?;
            self.has_milliseconds = true;
        }
        Ok(())
    }

    /// The option of this name. Over UCCI, that of UCI's name in one word.
    fn announced(&self, name: &str) -> Option<&EngineOption> {
        let ucci = || match name.to_ascii_lowercase().as_str() {
            "hash" => self.options.find("hashsize"),
            other => self.options.find(&other.replace(' ', "_")),
        };
        self.options.find(name).or_else(|| if self.dialect == Dialect::Ucci { ucci() } else { None })
    }

    pub fn set(&self, process: &mut Process, name: &str, value: &str) -> Result<(), Fault> {
        let announced = self.announced(name);
        let name = announced.map_or(name, |option| &option.name);
        let is_button = announced.is_some_and(|option| option.kind == "button");
        let value = match (self.dialect, value) {
            (Dialect::Uci, _) if is_button => "",
            (Dialect::Uci, "") => "<empty>",
            _ => value,
        };
        let set = SetOption { dialect: self.dialect, name: name.into(), value: value.into() };
        process.send(Command::SetOption(set)).map(drop)
    }

    /// The game: from its beginning in UCI, from the last capture in UCCI.
    fn position(&self, request: &MoveRequest<'_>) -> Command {
        let skipped = match self.dialect {
            Dialect::Uci => 0,
            Dialect::Ucci => request.session.last_capture(),
        };
        let is_start = request.opening.is_standard && skipped == 0;
        let moves = request.moves.get(skipped..).unwrap_or_default().iter();
        let moves = moves.map(|mv| self.coordinates.write(mv).into()).collect();
        Command::Position(Position {
            fen: (!is_start).then(|| request.session.board_after(skipped).into()),
            moves,
        })
    }

    /// A time in the engine's unit, rounded down.
    fn time(&self, time: Duration) -> u32 {
        let time = if self.has_milliseconds { time.as_millis() } else { time.as_secs().into() };
        u32::try_from(time).unwrap_or(u32::MAX)
    }

    fn go(&self, request: &MoveRequest<'_>) -> Command {
        let limits = request.limits;
        let time = limits.move_time.map(|time| self.time(time).max(1));
        let mut go =
            Go { depth: limits.depth, nodes: limits.nodes.map(std::num::NonZero::get), ..Go::default() };
        match (self.dialect, time) {
            (Dialect::Uci, _) => (go.clocks, go.move_time) = (self.uci_clocks(request), time),
            (Dialect::Ucci, Some(time)) => {
                let clock = Clock { time, increment: 0, moves_to_go: Some(1) };
                go.clocks = Some(Clocks::OfMover(clock, None));
            }
            (Dialect::Ucci, None) => go.clocks = self.ucci_clocks(request),
        }
        Command::Go(go)
    }

    fn clock(&self, clock: ClockState) -> Clock {
        let (time, increment) = (self.time(clock.remaining).max(1), self.time(clock.increment));
        Clock { time, increment, moves_to_go: clock.moves_to_go }
    }

    fn uci_clocks(&self, request: &MoveRequest<'_>) -> Option<Clocks> {
        let moves_to_go = request.own_and_other_clock()[0].and_then(|clock| clock.moves_to_go);
        let clock = |clock| Clock { moves_to_go, ..self.clock(clock) };
        let clocks = request.clocks.map(|state| state.map(clock));
        clocks.iter().any(Option::is_some).then_some(Clocks::OfSides(clocks))
    }

    /// In overtime the increment is not sent.
    fn ucci_clocks(&self, request: &MoveRequest<'_>) -> Option<Clocks> {
        let clocks = request.own_and_other_clock().map(|state| {
            let clock = self.clock(state?);
            Some(if clock.moves_to_go.is_some() { Clock { increment: 0, ..clock } } else { clock })
        });
        Some(Clocks::OfMover(clocks[0]?, clocks[1]))
    }
}

fn offers_xiangqi(option: &EngineOption) -> bool {
    option.choices.iter().any(|choice| choice == "xiangqi")
}

impl ProtocolState for Uci {
    fn stop_command(&self) -> Option<String> {
        Some(Command::Stop.to_string())
    }

    fn introduce(&mut self, line: &str) {
        match line.parse() {
            Ok(Line::Name(name)) if !name.is_empty() => self.name = Some(name),
            Ok(Line::Option(option)) => self.options.list.push(option),
            _ => {}
        }
    }

    fn offers(&self, name: &str) -> bool {
        self.options.find(name).is_some()
    }

    fn settle(&mut self, process: &mut Process) -> Result<(), Fault> {
        let timeout = process.timeouts.ready;
        process.request(Command::IsReady, timeout, |line| (line.parse() == Ok(Line::ReadyOk)).then_some(()))
    }

    fn handshake(&mut self, process: &mut Process, config: &EngineConfig) -> Result<(), Fault> {
        *self = Uci::new(self.dialect, config);
        let (greeting, end) = match self.dialect {
            Dialect::Uci => (Command::Uci, Line::UciOk),
            Dialect::Ucci => (Command::Ucci, Line::UcciOk),
        };
        process.request(greeting, process.timeouts.start, |line| {
            self.introduce(line);
            (line.parse().as_ref() == Ok(&end)).then_some(())
        })?;
        self.choose_variant(process, config)?;
        self.choose_milliseconds(process)?;
        for (name, value) in in_order(&config.options) {
            if name.eq_ignore_ascii_case("usemillisec") {
                self.has_milliseconds = value == "true";
            }
            self.set(process, name, value)?;
        }
        Ok(())
    }

    fn begin_game(&mut self, process: &mut Process, _: &Opening, _: Seat) -> Result<(), Fault> {
        match self.dialect {
            Dialect::Uci => drop(process.send(Command::NewGame)?),
            Dialect::Ucci if self.offers("newgame") => self.set(process, "newgame", "")?,
            Dialect::Ucci => {}
        }
        Ok(())
    }

    fn problems(&self, config: &EngineConfig) -> Vec<ConfigProblem> {
        let wrong =
            |(name, value): &(String, String)| self.options.problem(name, self.announced(name), value);
        let time = (!self.has_milliseconds).then(|| whole_seconds(config)).flatten();
        config.options.iter().filter_map(wrong).chain(time).collect()
    }

    fn set_position(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<(), Fault> {
        process.send(self.position(request)).map(drop)
    }

    fn prepare_search(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<String, Fault> {
        self.set_position(process, request)?;
        Ok(self.go(request).to_string())
    }

    fn prepare_bare_search(
        &mut self,
        process: &mut Process,
        request: &MoveRequest<'_>,
    ) -> Result<Option<String>, Fault> {
        let position = Position { fen: Some(bare(&request.session.board()).into()), moves: Vec::new() };
        process.send(Command::Position(position))?;
        Ok(Some(self.go(request).to_string()))
    }

    fn read_reply(&mut self, line: &str, info: &mut SearchInfo) -> Result<Option<Reply>, Fault> {
        let best = match line.parse::<Line>() {
            Ok(Line::Info(line)) => {
                add_info(&line, info, self.dialect, self.coordinates);
                return Ok(None);
            }
            Ok(reply) => reply.best(),
            Err(_) => None,
        };
        Ok(best.map(|best| match best.mv {
            _ if best.resigns => Choice::Resign.into(),
            Some(mv) => {
                Reply { choice: Choice::Move(self.coordinates.read(&mv)), offers_draw: best.offers_draw }
            }
            None => Choice::NoMove(line.trim().to_owned()).into(),
        }))
    }

    fn engine_name(&self) -> Option<String> {
        self.name.clone()
    }
}

/// A FEN without its history: the counters begin anew.
pub fn bare(fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().take(2).collect();
    format!("{} - - 0 1", fields.join(" "))
}

/// A score in the dialect of the engine.
pub fn score_of(score: Score, dialect: Dialect) -> EngineScore {
    let score = match score {
        Score::Mate(moves) => return EngineScore::Mate(moves),
        Score::Hundredths(score) | Score::Bare(score) => score,
    };
    let size = score.saturating_abs();
    if dialect == Dialect::Uci || !(MIN_MATE..=MATE).contains(&size) {
        return EngineScore::Hundredths(score);
    }
    let plies = MATE - size;
    EngineScore::Mate(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}

/// Whether a line has a score that counts: an exact one of the best line.
pub fn is_main(info: &Info) -> bool {
    info.score.is_some() && info.bound.is_none() && info.multipv.unwrap_or(1) == 1
}

/// The line of moves, in our coordinates as far as it is moves.
pub fn line_of(info: &Info, coordinates: Coordinates) -> Vec<String> {
    info.pv.iter().map(|word| coordinates.read(&word.text)).collect()
}

/// Adds a line to the report of a search.
fn add_info(info: &Info, total: &mut SearchInfo, dialect: Dialect, coordinates: Coordinates) {
    total.nodes = info.nodes.or(total.nodes);
    if is_main(info) {
        total.score = info.score.map(|score| score_of(score, dialect));
        total.depth = info.depth.or(total.depth);
        total.pv = line_of(info, coordinates);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Limits, Protocol};
    use crate::drivers::tests::config;
    use crate::games::Game;
    use crate::samples::{Asked, opening, standard};

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

    fn asked(moves: &[&str]) -> Asked {
        Asked::new(Game::XIANGQI, &standard(Game::XIANGQI), moves)
    }

    fn position(engine: &Uci, asked: &Asked) -> String {
        engine.position(&asked.request()).to_string()
    }

    #[test]
    fn uci_sends_a_game_from_its_beginning() {
        assert_eq!(position(&uci(), &asked(&[])), "position startpos");
        let start = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        let from_1 = Uci { coordinates: Coordinates { rank_base: 1 }, ..uci() };
        let sent = position(&from_1, &Asked::new(Game::XIANGQI, &opening(start, &[]), &["a0a9"]));
        assert_eq!(sent, format!("position fen {start} moves a1a10"));
    }

    #[test]
    fn ucci_sends_a_game_from_its_last_capture() {
        let quiet = asked(&["h2e2", "h7e7"]);
        assert_eq!(position(&ucci(true), &quiet), "position startpos moves h2e2 h7e7");
        let captured = asked(&["h2e2", "h7e7", "e2e6", "d9e8"]);
        let board = captured.request().session.board_after(3);
        assert_eq!(position(&ucci(true), &captured), format!("position fen {board} moves d9e8"));
    }

    #[test]
    fn a_bare_board_has_no_history() {
        assert_eq!(bare("4k4/9/9/9/9/9/9/9/9/R3K4 b - - 117 90"), "4k4/9/9/9/9/9/9/9/9/R3K4 b - - 0 1");
    }

    #[test]
    fn uci_combines_limits() {
        let asked = asked(&[]);
        let mut request = asked.request();
        request.clocks = [Some(clock(1500, Some(7))), Some(clock(0, Some(7)))];
        request.limits.depth = Some(9);
        assert_eq!(
            uci().go(&request).to_string(),
            "go wtime 1500 btime 1 winc 1010 binc 1010 movestogo 7 depth 9"
        );
        request.clocks = [None; 2];
        request.limits = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
        assert_eq!(uci().go(&request).to_string(), "go movetime 50");
    }

    #[test]
    fn ucci_sends_the_clocks_of_both_players_or_a_time_for_the_move() {
        let asked = asked(&["h2e2"]);
        let mut request = asked.request();
        request.clocks = [Some(clock(60_700, None)), Some(clock(50_700, None))];
        assert_eq!(ucci(false).go(&request).to_string(), "go time 50 increment 1 opptime 60 oppincrement 1");
        request.clocks[1] = Some(clock(50_700, Some(4)));
        assert_eq!(ucci(false).go(&request).to_string(), "go time 50 movestogo 4 opptime 60 oppincrement 1");
        request.limits.move_time = Some(Duration::from_millis(50));
        assert_eq!(ucci(true).go(&request).to_string(), "go time 50 movestogo 1");
        request.limits = Limits { depth: Some(3), ..Limits::default() };
        request.clocks = [None; 2];
        assert_eq!(ucci(true).go(&request).to_string(), "go depth 3");
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

    #[test]
    fn the_last_exact_line_counts() {
        let mut total = SearchInfo::default();
        for line in [
            "info depth 3 seldepth 4 multipv 1 score cp 20 nodes 90 time 1 pv h3e3 h10g8",
            "info depth 4 multipv 1 score cp 99 lowerbound nodes 120 pv a1a2",
            "info depth 3 multipv 2 score cp 9 nodes 130 pv b1c3",
            "info currmove h3e3 currmovenumber 1 nodes 140",
        ] {
            let Ok(Line::Info(info)) = line.parse() else { panic!("{line}") };
            add_info(&info, &mut total, Dialect::Uci, Coordinates { rank_base: 1 });
        }
        assert_eq!(total.score, Some(EngineScore::Hundredths(20)));
        assert_eq!((total.depth, total.nodes), (Some(3), Some(140)));
        assert_eq!(total.pv, ["h2e2", "h9g7"]);
    }

    #[test]
    fn mates_in_both_dialects() {
        assert_eq!(score_of(Score::Mate(-2), Dialect::Uci), EngineScore::Mate(-2));
        let ucci = |score| score_of(Score::Bare(score), Dialect::Ucci);
        assert_eq!([ucci(9997), ucci(-9996)], [EngineScore::Mate(2), EngineScore::Mate(-2)]);
        assert_eq!(ucci(-99_999), EngineScore::Hundredths(-99_999));
        assert_eq!(score_of(Score::Hundredths(12), Dialect::Ucci), EngineScore::Hundredths(12));
        assert_eq!(score_of(Score::Hundredths(9997), Dialect::Uci), EngineScore::Hundredths(9997));
    }
}
