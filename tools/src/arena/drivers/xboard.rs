//! CECP, the protocol of XBoard and WinBoard.
//!
//! The engine keeps the game. It is in force mode except while a move is requested, so that it never searches unasked.

pub mod features;

use std::time::{Duration, Instant};

use super::connection::Connection;
use super::coordinates::Coordinates;
use super::options::{in_order, whole_seconds};
use super::state::{ProtocolState, Reply};
use super::uci::bare;
use crate::arena::config::ConfigProblem;
use crate::arena::config::{EngineConfig, Limits, Opening, TimeControl};
use crate::arena::fault::Fault;
use crate::arena::player::{Choice, MoveRequest, SearchInfo};
use crate::arena::score::EngineScore;
use features::Features;
use game::Seat;
use search_core::ClockState;

/// The longest wait for the features of an engine that may have none.
const FEATURES: Duration = Duration::from_secs(2);
/// Scores from here on are mates, one more for each move before the mate.
const MATE: i32 = 100_000;

#[derive(Debug)]
pub struct Xboard {
    coordinates: Coordinates,
    clock: Option<TimeControl>,
    limits: Limits,
    features: Features,
    /// The moves of its game.
    sent: Vec<String>,
    /// Whether it was sent the board alone, without the moves that led there.
    is_bare: bool,
    seat: Seat,
    /// The result that it claimed on its own.
    claimed: Option<String>,
    offers_draw: bool,
}

impl Xboard {
    pub fn new(config: &EngineConfig) -> Xboard {
        Xboard {
            coordinates: Coordinates { rank_base: config.rank_base },
            clock: config.clock,
            limits: config.limits,
            features: Features::default(),
            sent: Vec::new(),
            is_bare: false,
            seat: Seat::First,
            claimed: None,
            offers_draw: false,
        }
    }

    /// Reads the features; an engine that sends none has none.
    fn read_features(&mut self, connection: &mut Connection) -> Result<(), Fault> {
        connection.send("xboard")?;
        let mut until = connection.send("protover 2")? + FEATURES.min(connection.timeouts.start);
        let last = Instant::now() + connection.timeouts.start;
        while let Some(output) = connection.process().next_line(until)? {
            for name in self.features.read(&output.text) {
                connection.send(&format!("accepted {name}"))?;
            }
            match self.features.is_done {
                Some(true) => return Ok(()),
                // The engine asks for more time.
                Some(false) => until = last,
                None => {}
            }
        }
        match self.features.is_done {
            Some(false) => {
                Err(Fault::Stall { to: "protover 2".to_owned(), waited: connection.timeouts.start })
            }
            _ => Ok(()),
        }
    }

    fn set(&self, connection: &mut Connection, name: &str, value: &str) -> Result<(), Fault> {
        let line = match name.to_ascii_lowercase().as_str() {
            "hash" | "memory" if self.features.has_memory => format!("memory {value}"),
            "threads" | "cores" if self.features.has_cores => format!("cores {value}"),
            _ if value.is_empty() => format!("option {name}"),
            _ => format!("option {name}={value}"),
        };
        connection.send(&line).map(drop)
    }

    /// Waits until the engine has done what it was sent, if it has `ping`.
    fn ping(&self, connection: &mut Connection) -> Result<(), Fault> {
        match self.features.has_ping {
            true => connection.ping(connection.timeouts.ready, |line| refusal(line.trim())),
            false => Ok(()),
        }
    }

    fn set_board(&mut self, connection: &mut Connection, opening: &Opening) -> Result<(), Fault> {
        self.sent.clear();
        self.is_bare = false;
        self.claimed = None;
        connection.send("new")?;
        connection.send("variant xiangqi")?;
        connection.send("force")?;
        if opening.is_standard {
            return Ok(());
        }
        if !self.features.has_setboard {
            let what = "the engine cannot begin anywhere but at the start of the game: it has no setboard"
                .to_owned();
            return Err(Fault::Junk { what });
        }
        connection.send(&format!("setboard {}", opening.start)).map(drop)
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

    /// Sends the limits of its searches, which a new game resets.
    fn send_limits(&self, connection: &mut Connection) -> Result<(), Fault> {
        let depth = self.limits.depth.map(|depth| format!("sd {depth}"));
        self.time_line().into_iter().chain(depth).try_for_each(|line| connection.send(&line).map(drop))
    }

    /// Sends the moves that the engine does not have; the whole game if it has others.
    fn send_moves(&mut self, connection: &mut Connection, request: &MoveRequest<'_>) -> Result<(), Fault> {
        if self.is_bare || !request.moves.starts_with(&self.sent) {
            self.set_board(connection, request.opening)?;
            self.send_limits(connection)?;
        }
        let word = if self.features.has_usermove { "usermove " } else { "" };
        for mv in &request.moves[self.sent.len()..] {
            connection.send(&format!("{word}{}", self.coordinates.write(mv)))?;
            self.sent.push(mv.clone());
        }
        Ok(())
    }

    fn send_clocks(&self, connection: &mut Connection, request: &MoveRequest<'_>) -> Result<(), Fault> {
        for (word, clock) in ["time", "otim"].into_iter().zip(request.own_and_other_clock()) {
            if let Some(ClockState { remaining, .. }) = clock.filter(|_| self.features.has_time) {
                connection.send(&format!("{word} {}", remaining.as_millis() / 10))?;
            }
        }
        Ok(())
    }

    /// Reads a result that the engine claims. Only its own resignation counts; the referee decides everything else.
    fn read_claim(&mut self, line: &str) -> Option<Choice> {
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

    fn answer(&mut self, word: &str) -> Reply {
        let mv = self.coordinates.read(word);
        self.sent.push(mv.clone());
        Reply { choice: Choice::Move(mv), offers_draw: std::mem::take(&mut self.offers_draw) }
    }
}

impl ProtocolState for Xboard {
    fn stop_command(&self) -> Option<&'static str> {
        Some("?")
    }

    fn introduce(&mut self, line: &str) {
        self.features.read(line);
    }

    fn handshake(&mut self, connection: &mut Connection, config: &EngineConfig) -> Result<(), Fault> {
        *self = Xboard::new(config);
        self.read_features(connection)?;
        in_order(&config.options).into_iter().try_for_each(|(name, value)| self.set(connection, name, value))
    }

    fn begin_game(
        &mut self,
        connection: &mut Connection,
        opening: &Opening,
        seat: Seat,
    ) -> Result<(), Fault> {
        self.seat = seat;
        self.offers_draw = false;
        self.set_board(connection, opening)?;
        for line in ["post", "easy"] {
            connection.send(line)?;
        }
        self.send_limits(connection)?;
        self.ping(connection)
    }

    fn problems(&self, config: &EngineConfig) -> Vec<ConfigProblem> {
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
        // A clock is sent in hundredths of a second, a time for each move in seconds.
        let time =
            whole_seconds(config).filter(|_| config.limits.move_time.is_some() || !self.features.has_time);
        config.options.iter().filter_map(wrong).chain(time).collect()
    }

    fn set_position(&mut self, connection: &mut Connection, request: &MoveRequest<'_>) -> Result<(), Fault> {
        self.send_moves(connection, request)?;
        self.ping(connection)
    }

    fn prepare_search(
        &mut self,
        connection: &mut Connection,
        request: &MoveRequest<'_>,
    ) -> Result<String, Fault> {
        self.seat = request.seat;
        // The game goes on after a claim. An engine that claims a result does not move.
        if let Some(answer) = self.claimed.clone() {
            return self.prepare_bare_search(connection, request)?.ok_or(Fault::NoMove { answer });
        }
        if !self.sent.is_empty() {
            connection.send("force")?;
        }
        self.send_moves(connection, request)?;
        self.send_clocks(connection, request)?;
        Ok("go".to_owned())
    }

    fn prepare_bare_search(
        &mut self,
        connection: &mut Connection,
        request: &MoveRequest<'_>,
    ) -> Result<Option<String>, Fault> {
        if self.is_bare || !self.features.has_setboard {
            return Ok(None);
        }
        connection.send("force")?;
        connection.send(&format!("setboard {}", bare(request.boards.now)))?;
        self.sent.clear();
        (self.is_bare, self.claimed) = (true, None);
        // A claim about the game before is ignored.
        self.ping(connection)?;
        self.send_clocks(connection, request)?;
        Ok(Some("go".to_owned()))
    }

    fn read_reply(&mut self, line: &str, info: &mut SearchInfo) -> Result<Option<Reply>, Fault> {
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
            _ => read_info(line, self.coordinates, info),
        }
        if let Some(word) = line.strip_prefix("My move is: ") {
            return Ok(Some(self.answer(word.trim())));
        }
        let resigned = self.read_claim(line).map(Reply::from);
        // A claim is the answer to this request; the next one sends the board alone.
        Ok(resigned.or_else(|| self.claimed.clone().map(|claim| Choice::NoMove(claim).into())))
    }

    fn read_unasked(&mut self, line: &str) {
        if line.trim() == "offer draw" {
            self.offers_draw = true;
        }
        self.read_claim(line);
    }

    fn end_game(&mut self, connection: &mut Connection, result: &str, reason: &str) {
        // A failure shows with the next game.
        let _ =
            connection.send("force").and_then(|_| connection.send(&format!("result {result} {{{reason}}}")));
    }

    fn engine_name(&self) -> Option<String> {
        self.features.name.clone()
    }
}

fn not_a_number(name: &str, value: &str) -> ConfigProblem {
    ConfigProblem::fatal(format!("option.{name}={value} is not a number; give one, as in option.{name}=1"))
}

/// The fault of an engine that refuses legal moves or positions.
fn refusal(line: &str) -> Option<Fault> {
    let is_refusal = line.starts_with("Illegal move")
        || line.starts_with("tellusererror Illegal position")
        || line.starts_with("Error (illegal position)");
    is_refusal
        .then(|| Fault::Junk { what: format!("the engine answered \"{line}\" where nothing was illegal") })
}

/// Reads a thinking line: plies, score, centiseconds, nodes, and the principal variation, with numbers and signs among
/// its moves.
fn read_info(line: &str, coordinates: Coordinates, info: &mut SearchInfo) {
    let mut words = line.split_whitespace();
    let mut number = || words.next()?.parse::<i64>().ok();
    let (Some(depth), Some(score), Some(_), Some(nodes)) = (number(), number(), number(), number()) else {
        return;
    };
    info.depth = u32::try_from(depth).ok();
    info.nodes = u64::try_from(nodes).ok();
    let score = i32::try_from(score.clamp(-1_000_000, 1_000_000)).unwrap_or_default();
    info.score = Some(match score.abs() - MATE {
        moves @ 0.. => EngineScore::Mate(score.signum() * moves),
        _ => EngineScore::Hundredths(score),
    });
    info.pv = words.filter(|word| coordinates.is_move(word)).map(|word| coordinates.read(word)).collect();
}

#[cfg(test)]
mod tests {
    use super::super::tests::config;
    use super::*;
    use crate::arena::config::Protocol;

    fn xboard() -> Xboard {
        Xboard::new(&config(Protocol::Xboard, "engine", &[]))
    }

    #[test]
    fn thinking_lines_of_both_kinds() {
        let mut info = SearchInfo::default();
        read_info("4 60 11 14538 (+) 2. Cb2-c2 Ch7-g7 3. Ch2xh7", Coordinates::default(), &mut info);
        assert_eq!((info.depth, info.nodes), (Some(4), Some(14538)));
        assert_eq!(info.pv, ["b2c2", "h7g7", "h2h7"]);
        read_info("5 -100003 20 999 h2e2 h9g7", Coordinates::default(), &mut info);
        assert_eq!(info.score, Some(EngineScore::Mate(-3)));
        let before = info.clone();
        read_info("Iteration aborted after 28/44 moves", Coordinates::default(), &mut info);
        assert_eq!(info, before);
    }

    #[test]
    fn moves_offers_and_results() {
        let mut engine = xboard();
        let mut read = |line| engine.read_reply(line, &mut SearchInfo::default()).unwrap();
        assert_eq!(read("offer draw"), None);
        let offer = Reply { choice: Choice::Move("h2e2".to_owned()), offers_draw: true };
        assert_eq!(read("move h2e2"), Some(offer));
        assert_eq!(read("My move is: b0c2"), Some(Choice::Move("b0c2".to_owned()).into()));
        assert_eq!(read("0-1 {Black mates}"), Some(Choice::Resign.into()));
        assert_eq!(read("resign"), Some(Choice::Resign.into()));
        let claim = "1/2-1/2 {3 repetitions}";
        assert_eq!(read(claim), Some(Choice::NoMove(claim.to_owned()).into()));
        assert!(engine.read_reply("Illegal move: h2e2", &mut SearchInfo::default()).is_err());
    }

    #[test]
    fn fractions_of_a_second_for_a_move_are_problems() {
        let mut config = config(Protocol::Xboard, "engine", &[]);
        config.clock = crate::arena::clock::read("0.5+0.1").unwrap();
        assert_eq!(xboard().problems(&config), []);
        config.limits.move_time = Some(Duration::from_millis(300));
        assert!(xboard().problems(&config)[0].text.contains("st=0.3 cannot be sent"));
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
