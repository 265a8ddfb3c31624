//! CECP, the protocol of XBoard and WinBoard.
//!
//! The engine keeps the game. It is in force mode except while a move is requested, so that it never searches unasked.

pub mod compliance;

use std::time::{Duration, Instant};

use protocols::option::EngineOption;
use protocols::xboard::{
    Centiseconds, Command, Feature, Level, Plies, Refusal, Reply as Line, Seconds, SetOption, Thinking,
};

use super::coordinates::Coordinates;
use super::options::{Options, in_order, whole_seconds};
use super::state::{ProtocolState, Reply};
use super::uci::bare;
use crate::config::ConfigProblem;
use crate::config::{EngineConfig, Limits, Opening, TimeControl};
use crate::fault::Fault;
use crate::player::{Choice, MoveRequest, SearchInfo};
use crate::process::Process;
use game::{EngineScore, Seat};

/// The longest wait for the features of an engine that may have none.
const FEATURES: Duration = Duration::from_secs(2);

/// The features of an engine, in the order in which it has announced them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Features(pub Vec<Feature>);

impl Features {
    /// The value of a feature.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().rfind(|feature| feature.name == name).map(|feature| feature.value.as_str())
    }

    /// Whether the engine has a feature. As the protocol has it, one that is silent reads its clocks, and nothing else.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).map_or(name == "time", |value| value == "1")
    }

    /// Whether the features are complete; `None`: not announced.
    pub fn is_done(&self) -> Option<bool> {
        self.value("done").map(|value| value == "1")
    }

    /// A move, with its word if the engine wants it.
    pub fn move_command(&self, mv: String) -> Command {
        if self.has("usermove") { Command::UserMove(mv) } else { Command::Bare(mv.into()) }
    }

    /// The options, with the two values of a check as those of a combo.
    pub fn options(&self) -> Options {
        let announced = self.0.iter().filter(|feature| feature.name == "option");
        let options = announced.filter_map(|feature| EngineOption::from_feature(&feature.value));
        let list = options.map(|option| match option.kind.as_str() {
            "check" => {
                let choices = ["0", "1"].map(str::to_owned).to_vec();
                EngineOption { kind: "combo".to_owned(), choices, ..option }
            }
            _ => option,
        });
        Options { list: list.collect() }
    }
}

#[derive(Debug)]
pub struct Xboard {
    pub coordinates: Coordinates,
    clock: Option<TimeControl>,
    /// The limits of its searches that it was sent last.
    limits: Limits,
    pub features: Features,
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
    fn read_features(&mut self, process: &mut Process) -> Result<(), Fault> {
        let greeting = Command::ProtocolVersion("2".to_owned());
        process.send(Command::Xboard)?;
        let mut until = process.send(&greeting)? + FEATURES.min(process.timeouts.start);
        let last = Instant::now() + process.timeouts.start;
        while let Some(output) = process.next_line(until)? {
            let known = self.features.0.len();
            self.introduce(&output.text);
            for feature in &self.features.0[known..] {
                process.send(Command::Accepted(feature.name.clone()))?;
            }
            match self.features.is_done() {
                Some(true) => return Ok(()),
                // The engine asks for more time.
                Some(false) => until = last,
                None => {}
            }
        }
        match self.features.is_done() {
            Some(false) => Err(Fault::Stall { to: greeting.to_string(), waited: process.timeouts.start }),
            _ => Ok(()),
        }
    }

    fn set(&self, process: &mut Process, name: &str, value: &str) -> Result<(), Fault> {
        let (value, name) = (value.to_owned(), name.to_owned());
        let command = match feature_for(&name).filter(|feature| self.features.has(feature)) {
            Some("memory") => Command::Memory(value),
            Some(_) => Command::Cores(value),
            None => Command::Option(SetOption { name, value }),
        };
        process.send(command).map(drop)
    }

    fn set_board(&mut self, process: &mut Process, opening: &Opening) -> Result<(), Fault> {
        self.sent.clear();
        self.is_bare = false;
        self.claimed = None;
        process.send_all([Command::New, Command::Variant("xiangqi".to_owned()), Command::Force])?;
        if opening.is_standard {
            return Ok(());
        }
        if !self.features.has("setboard") {
            let what = "the engine cannot begin anywhere but at the start of the game: it has no setboard"
                .to_owned();
            return Err(Fault::Junk { what });
        }
        process.send(Command::SetBoard(opening.start.clone())).map(drop)
    }

    fn time_limit(&self) -> Option<Command> {
        // No time at all may mean that there is no limit.
        let whole = |time: Duration| Duration::from_secs(time.as_secs().max(1));
        if let Some(time) = self.limits.move_time {
            return Some(Command::MoveTime(Seconds(whole(time))));
        }
        let TimeControl { base, increment, moves } = self.clock?;
        let moves = moves.map_or(0, std::num::NonZeroU32::get);
        Some(Command::Level(Level { moves, base: whole(base), increment }))
    }

    /// Sends the limits of its searches, which a new game resets.
    fn send_limits(&self, process: &mut Process) -> Result<(), Fault> {
        let depth = self.limits.depth.map(|depth| Command::Depth(Plies(depth)));
        process.send_all(self.time_limit().into_iter().chain(depth))
    }

    fn send_clocks(&self, process: &mut Process, request: &MoveRequest<'_>) -> Result<(), Fault> {
        let clocks = request.own_and_other_clock().map(|clock| clock.filter(|_| self.features.has("time")));
        let [own, other] = clocks.map(|clock| clock.map(|clock| Centiseconds(clock.remaining)));
        process.send_all(own.map(Command::Time).into_iter().chain(other.map(Command::OpponentTime)))
    }

    /// Reads a result that the engine claims. Only its own resignation counts; the referee decides everything else.
    fn read_claim(&mut self, line: &str, reply: &Line) -> Option<Choice> {
        match (reply, self.seat) {
            (Line::SecondWins(_), Seat::First) | (Line::FirstWins(_), Seat::Second) => Some(Choice::Resign),
            (Line::FirstWins(_) | Line::SecondWins(_) | Line::Draw(_), _) => {
                self.claimed = Some(line.trim().to_owned());
                None
            }
            _ => None,
        }
    }

    fn answer(&mut self, word: &str) -> Reply {
        let mv = self.coordinates.read(word);
        self.sent.push(mv.clone());
        Reply { choice: Choice::Move(mv), offers_draw: std::mem::take(&mut self.offers_draw) }
    }
}

impl ProtocolState for Xboard {
    fn stop_command(&self) -> Option<String> {
        Some(Command::MoveNow.to_string())
    }

    fn introduce(&mut self, line: &str) {
        if let Ok(Line::Features(features)) = line.parse() {
            self.features.0.extend(features);
        }
    }

    fn offers(&self, name: &str) -> bool {
        self.features.has(name)
    }

    /// Does nothing without `ping`.
    fn settle(&mut self, process: &mut Process) -> Result<(), Fault> {
        match self.offers("ping") {
            true => process.ping(process.timeouts.ready, |line| refusal(line, &line.parse().ok()?)),
            false => Ok(()),
        }
    }

    fn handshake(&mut self, process: &mut Process, config: &EngineConfig) -> Result<(), Fault> {
        *self = Xboard::new(config);
        self.read_features(process)?;
        in_order(&config.options).into_iter().try_for_each(|(name, value)| self.set(process, name, value))
    }

    fn begin_game(&mut self, process: &mut Process, opening: &Opening, seat: Seat) -> Result<(), Fault> {
        self.seat = seat;
        self.offers_draw = false;
        self.set_board(process, opening)?;
        process.send_all([Command::Post, Command::Easy])?;
        self.send_limits(process)
    }

    fn problems(&self, config: &EngineConfig) -> Vec<ConfigProblem> {
        let options = self.features.options();
        let is_feature = |name: &str| feature_for(name).is_some_and(|feature| self.features.has(feature));
        let wrong = |(name, value): &(String, String)| match is_feature(name) {
            true => value.parse::<u64>().is_err().then(|| not_a_number(name, value)),
            false => options.problem(name, options.find(name), value),
        };
        // A clock is sent in hundredths of a second, a time for each move in seconds.
        let time =
            whole_seconds(config).filter(|_| config.limits.move_time.is_some() || !self.features.has("time"));
        config.options.iter().filter_map(wrong).chain(time).collect()
    }

    /// Only the moves that the engine does not have; the whole game if it has others.
    fn set_position(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<(), Fault> {
        if self.is_bare || !request.moves.starts_with(&self.sent) {
            self.set_board(process, request.opening)?;
            self.send_limits(process)?;
        }
        for mv in &request.moves[self.sent.len()..] {
            process.send(self.features.move_command(self.coordinates.write(mv)))?;
            self.sent.push(mv.clone());
        }
        Ok(())
    }

    fn prepare_search(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<String, Fault> {
        self.seat = request.seat();
        // The game goes on after a claim. An engine that claims a result does not move.
        if let Some(answer) = self.claimed.clone() {
            return self.prepare_bare_search(process, request)?.ok_or(Fault::NoMove { answer });
        }
        if !self.sent.is_empty() {
            process.send(Command::Force)?;
        }
        self.set_position(process, request)?;
        if self.limits != request.limits {
            self.limits = request.limits;
            self.send_limits(process)?;
        }
        self.send_clocks(process, request)?;
        Ok(Command::Go.to_string())
    }

    fn prepare_bare_search(
        &mut self,
        process: &mut Process,
        request: &MoveRequest<'_>,
    ) -> Result<Option<String>, Fault> {
        if self.is_bare || !self.features.has("setboard") {
            return Ok(None);
        }
        process.send(Command::Force)?;
        process.send(Command::SetBoard(bare(&request.session.board())))?;
        self.sent.clear();
        (self.is_bare, self.claimed) = (true, None);
        // A claim about the game before is ignored.
        self.settle(process)?;
        self.send_clocks(process, request)?;
        Ok(Some(Command::Go.to_string()))
    }

    fn read_reply(&mut self, line: &str, info: &mut SearchInfo) -> Result<Option<Reply>, Fault> {
        let Ok(reply) = line.parse() else { return Ok(None) };
        if let Some(fault) = refusal(line, &reply) {
            return Err(fault);
        }
        match &reply {
            Line::Move(word) if !word.text.is_empty() => return Ok(Some(self.answer(&word.text))),
            Line::Resign => return Ok(Some(Choice::Resign.into())),
            Line::OfferDraw => self.offers_draw = true,
            Line::Thinking(thinking) => add_info(thinking, self.coordinates, info),
            _ => {}
        }
        let resigned = self.read_claim(line, &reply).map(Reply::from);
        // A claim is the answer to this request; the next one sends the board alone.
        Ok(resigned.or_else(|| self.claimed.clone().map(|claim| Choice::NoMove(claim).into())))
    }

    fn read_unasked(&mut self, line: &str) {
        let Ok(reply) = line.parse() else { return };
        self.offers_draw |= reply == Line::OfferDraw;
        self.read_claim(line, &reply);
    }

    fn end_game(&mut self, process: &mut Process, result: &str, reason: &str) {
        // A failure shows with the next game.
        let _ = process.send_all([Command::Force, Command::Result(format!("{result} {{{reason}}}"))]);
    }

    fn engine_name(&self) -> Option<String> {
        self.features.value("myname").map(str::to_owned)
    }
}

fn not_a_number(name: &str, value: &str) -> ConfigProblem {
    ConfigProblem::fatal(format!("option.{name}={value} is not a number; give one, as in option.{name}=1"))
}

/// The feature that sets what an option of this name sets elsewhere.
fn feature_for(name: &str) -> Option<&'static str> {
    match name.to_ascii_lowercase().as_str() {
        "hash" | "memory" => Some("memory"),
        "threads" | "cores" => Some("smp"),
        _ => None,
    }
}

/// The fault of an engine that refuses legal moves or positions.
fn refusal(line: &str, reply: &Line) -> Option<Fault> {
    let is_refusal = match reply {
        Line::IllegalMove(_) => true,
        Line::UserError(text) => text.starts_with("Illegal position"),
        Line::Error(Refusal { why, .. }) => why == "illegal position",
        _ => false,
    };
    let what = || format!("the engine answered \"{}\" where nothing was illegal", line.trim());
    is_refusal.then(|| Fault::Junk { what: what() })
}

/// Adds a line to the report of a search.
fn add_info(line: &Thinking, coordinates: Coordinates, info: &mut SearchInfo) {
    info.depth = u32::try_from(line.depth).ok();
    info.nodes = u64::try_from(line.nodes).ok();
    let score = line.score.clamp(-1_000_000, 1_000_000);
    info.score = Some(match score.abs() - Thinking::MATE {
        moves @ 0.. => EngineScore::Mate((score.signum() * moves) as i32),
        _ => EngineScore::Hundredths(score as i32),
    });
    let words = line.pv.iter().map(|word| word.text.as_str());
    info.pv = words.filter(|word| coordinates.is_move(word)).map(|word| coordinates.read(word)).collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Protocol;
    use crate::drivers::tests::config;

    fn xboard() -> Xboard {
        Xboard::new(&config(Protocol::Xboard, "engine", &[]))
    }

    #[test]
    fn thinking_lines_of_both_kinds() {
        let mut info = SearchInfo::default();
        let mut read = |line| xboard().read_reply(line, &mut info).map(|_| info.clone()).unwrap();
        let first = read("4 60 11 14538 (+) 2. Cb2-c2 Ch7-g7 3. Ch2xh7");
        assert_eq!((first.depth, first.nodes), (Some(4), Some(14538)));
        assert_eq!(first.pv, ["b2c2", "h7g7", "h2h7"]);
        let mate = read("5 -100003 20 999 h2e2 h9g7");
        assert_eq!(mate.score, Some(EngineScore::Mate(-3)));
        assert_eq!(read("Iteration aborted after 28/44 moves"), mate);
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
        config.clock = crate::clock::read("0.5+0.1").unwrap();
        assert_eq!(xboard().problems(&config), []);
        config.limits.move_time = Some(Duration::from_millis(300));
        assert!(xboard().problems(&config)[0].text.contains("st=0.3 cannot be sent"));
    }

    #[test]
    fn times_in_minutes_and_seconds() {
        let mut engine = xboard();
        assert_eq!(engine.time_limit(), None);
        let base = Duration::from_secs(90);
        let increment = Duration::from_millis(1500);
        engine.clock = Some(TimeControl { base, increment, moves: std::num::NonZeroU32::new(40) });
        assert_eq!(engine.time_limit().unwrap().to_string(), "level 40 1:30 1.500");
        engine.limits.move_time = Some(Duration::from_millis(300));
        assert_eq!(engine.time_limit().unwrap().to_string(), "st 1");
    }

    #[test]
    fn the_last_value_of_a_feature_holds() {
        let line = "feature done=0 ping=1 setboard=0 option=\"a -spin 0 1 2\" option=\"B -check 1\" done=1";
        let Ok(Line::Features(features)) = line.parse() else { panic!() };
        let features = Features(features);
        assert!(features.has("ping") && !features.has("setboard") && features.has("time"));
        assert_eq!(features.is_done(), Some(true));
        let options = features.options();
        assert_eq!(options.find("A").map(|option| option.max), Some(Some(2)));
        assert_eq!(options.find("b").unwrap().choices, ["0", "1"]);
        assert_eq!((Features::default().is_done(), Features::default().value("myname")), (None, None));
    }
}
