//! CECP, the protocol of XBoard.

use std::time::{Duration, Instant};

use ::xiangqi::Position;

use super::bench::{Bench, Finding, Miss, demand, fail, skip, within};
use super::course::{Course, Step};
use super::xiangqi::{MIDDLE, is_legal, position, start};
use crate::arena::drivers::points::Points;
use crate::arena::drivers::xboard::features::Features;

/// A depth that no search reaches: the one set in a former step would hold otherwise.
const DEEP: &str = "sd 99";

/// How long features are waited for.
const FEATURES: Duration = Duration::from_secs(2);

/// An engine that speaks CECP.
#[derive(Clone, Debug, Default)]
pub struct Xboard {
    features: Features,
    greeted: Duration,
    pinged: u32,
}

impl Xboard {
    /// Waits until the engine has done what it was told; an engine without `ping` is given a moment.
    fn settle(&mut self, bench: &mut Bench) -> Result<Vec<String>, Miss> {
        if !self.features.has_ping {
            return bench.overhear(Duration::from_millis(200));
        }
        self.pinged += 1;
        let pong = format!("pong {}", self.pinged);
        let ask = bench.ask(&format!("ping {}", self.pinged), bench.patience.ready, |line| line == pong);
        Ok(ask?.0.into_iter().map(|heard| heard.text).collect())
    }

    /// A new game, these moves made, and nobody thinks.
    fn begin(&mut self, bench: &mut Bench, moves: &[&str]) -> Result<Position, Miss> {
        for line in ["new", "variant xiangqi", "force", "post", "easy"] {
            bench.say(line)?;
        }
        for mv in moves {
            bench.say(&self.usermove(mv))?;
        }
        let said = self.settle(bench)?;
        check_refusals(&said)?;
        position(::xiangqi::fen::START, moves)
    }

    fn usermove(&self, mv: &str) -> String {
        if self.features.has_usermove { format!("usermove {mv}") } else { mv.to_owned() }
    }

    /// Lets it move, which must be legal. Tells how long it took.
    fn go(&mut self, bench: &mut Bench, position: &Position) -> Result<(String, Duration), Miss> {
        self.answer(bench, "go", position)
    }

    fn answer(
        &mut self,
        bench: &mut Bench,
        line: &str,
        position: &Position,
    ) -> Result<(String, Duration), Miss> {
        let (lines, time) = bench.ask(line, bench.patience.answer, |line| line.starts_with("move "))?;
        let last = lines.last().map(|heard| heard.text.as_str()).unwrap_or_default();
        Ok((check_move(last, position)?, time))
    }
}

/// The move of a line, which must be legal.
fn check_move(line: &str, position: &Position) -> Finding {
    let mv = Points::default().read(line.trim().strip_prefix("move ").unwrap_or_default().trim());
    demand(is_legal(position, &mv), || format!("\"{line}\" is not legal"))?;
    Ok(mv)
}

fn check_refusals(said: &[String]) -> Result<(), Miss> {
    let bad = said.iter().find(|line| line.starts_with("Illegal") || line.starts_with("tellusererror"));
    match bad {
        Some(line) => fail(format!("it said \"{line}\"")),
        None => Ok(()),
    }
}

impl Course for Xboard {
    fn steps(&self) -> Vec<Step<Xboard>> {
        STEPS.to_vec()
    }

    fn greet(&mut self, bench: &mut Bench) -> Result<(), Miss> {
        *self = Xboard::default();
        bench.say("xboard")?;
        let begin = bench.say("protover 2")?;
        let mut limit = FEATURES + bench.margin;
        while self.features.is_done != Some(true) {
            if self.features.is_done == Some(false) {
                // It asks for more time.
                limit = limit.max(bench.patience.start);
            }
            let Some(heard) = bench.next_line(begin + limit)? else { break };
            self.features.read(&heard.text);
        }
        self.greeted = begin.elapsed();
        Ok(())
    }

    fn protocol(&self) -> &'static str {
        "xboard"
    }

    fn title(&self) -> Option<String> {
        self.features.name.clone()
    }
}

const STEPS: &[Step<Xboard>] = &[
    Step::protocol("features", handshake),
    Step::protocol("ping while idle", ping),
    Step::protocol("unknown commands are survived", unknown),
    Step::protocol("a legal move from the start", first_move),
    Step::protocol("a move after moves", after_moves),
    Step::protocol("an answer to a move", reply),
    Step::protocol("nobody thinks in force mode", force),
    Step::protocol("a legal move from a FEN", from_fen),
    Step::protocol("st is kept", move_time),
    Step::protocol("level and time are kept", clock),
    Step::protocol("illegal moves are named", illegal),
    Step::protocol("undo", undo),
    Step::protocol("new games after results", results),
    Step::protocol("quit during a search", quit),
    Step::robustness("? makes it move", hurry),
    Step::robustness("a FEN that is none", nonsense),
    Step::robustness("the same move twice", twice),
    Step::robustness("quit ends with status 0", quit_well),
    Step::robustness("the end of input", |_, bench| bench.end_input()),
];

/// `done` and `myname` may be missing; without any feature, it speaks an older version.
fn handshake(xboard: &mut Xboard, _: &mut Bench) -> Finding {
    let features = &xboard.features;
    demand(*features != Features::default(), || "there are no features".to_owned())?;
    let plays = features.variants.split(',').any(|variant| variant.trim() == "xiangqi");
    demand(plays, || format!("variants=\"{}\" without xiangqi", features.variants))?;
    let name = features.name.as_deref().unwrap_or("no myname");
    let end = if features.is_done == Some(true) { "" } else { ", no done=1" };
    Ok(format!("{name}, {} options{end}, {} ms", features.options.len(), xboard.greeted.as_millis()))
}

fn ping(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    if !xboard.features.has_ping {
        return skip("no ping");
    }
    let begin = Instant::now();
    xboard.settle(bench)?;
    within(begin.elapsed(), bench.patience.ready, Duration::ZERO)
}

fn unknown(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    bench.say("force")?;
    bench.say("xyzzy 3")?;
    xboard.settle(bench)?;
    // Without a ping, only another line shows that it still listens.
    bench.say("easy")?;
    xboard.settle(bench)?;
    Ok(String::new())
}

fn first_move(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    let position = xboard.begin(bench, &[])?;
    bench.say("sd 3")?;
    xboard.go(bench, &position).map(|(mv, _)| mv)
}

fn after_moves(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    let position = xboard.begin(bench, &["h2e2", "h9g7", "h0g2"])?;
    bench.say("sd 3")?;
    xboard.go(bench, &position).map(|(mv, _)| mv)
}

fn reply(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    let start = xboard.begin(bench, &[])?;
    bench.say("sd 3")?;
    let (first, _) = xboard.go(bench, &start)?;
    let after = position(::xiangqi::fen::START, &[&first])?;
    let Some(mv) = after.legal_moves().first().map(ToString::to_string) else { return fail("no reply") };
    let next = position(::xiangqi::fen::START, &[&first, &mv])?;
    let line = xboard.usermove(&mv);
    let (answer, _) = xboard.answer(bench, &line, &next)?;
    Ok(format!("{first} {mv} {answer}"))
}

fn force(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    xboard.begin(bench, &["h2e2"])?;
    let said = bench.overhear(Duration::from_millis(500))?;
    demand(!said.iter().any(|line| line.starts_with("move ")), || {
        format!("it said \"{}\"", said.join("; "))
    })?;
    Ok(String::new())
}

fn from_fen(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    if !xboard.features.has_setboard {
        return skip("no setboard");
    }
    xboard.begin(bench, &[])?;
    bench.say(&format!("setboard {MIDDLE}"))?;
    let said = xboard.settle(bench)?;
    check_refusals(&said)?;
    bench.say("sd 3")?;
    xboard.go(bench, &position(MIDDLE, &[])?).map(|(mv, _)| mv)
}

fn move_time(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    let position = xboard.begin(bench, &[])?;
    bench.say(DEEP)?;
    bench.say("st 1")?;
    let (_, time) = xboard.go(bench, &position)?;
    within(time, Duration::from_secs(1), bench.margin)
}

fn clock(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    let position = xboard.begin(bench, &[])?;
    for line in [DEEP, "level 0 1 0", "time 200", "otim 200"] {
        bench.say(line)?;
    }
    let (_, time) = xboard.go(bench, &position)?;
    within(time, Duration::from_secs(2), Duration::ZERO)
}

/// The protocol permits an engine to pass over `?`.
fn hurry(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    let position = xboard.begin(bench, &[])?;
    bench.say(DEEP)?;
    bench.say("level 0 60 0")?;
    bench.say("time 360000")?;
    bench.say("go")?;
    let before = bench.overhear(Duration::from_millis(300))?;
    if before.iter().any(|line| line.starts_with("move ")) {
        return skip("it moved before");
    }
    let begin = bench.say("?")?;
    let limit = Duration::from_millis(500);
    let lines = bench.read_until(limit + bench.margin, |line| line.starts_with("move "))?;
    let Some(last) = lines.and_then(|mut lines| lines.pop()) else {
        return fail(format!("no move within {} ms", (limit + bench.margin).as_millis()));
    };
    check_move(&last.text, &position)?;
    within(last.at.saturating_duration_since(begin), limit, bench.margin)
}

fn illegal(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    let start = xboard.begin(bench, &[])?;
    bench.say(&xboard.usermove("a0a9"))?;
    let said = xboard.settle(bench)?;
    demand(said.iter().any(|line| line.starts_with("Illegal move")), || {
        "no Illegal move to a0a9".to_owned()
    })?;
    bench.say("sd 2")?;
    xboard.go(bench, &start).map(|(mv, _)| mv)
}

fn nonsense(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    if !xboard.features.has_setboard {
        return skip("no setboard");
    }
    xboard.begin(bench, &[])?;
    bench.say("setboard rnbakabnr/9/9 w")?;
    xboard.settle(bench)?;
    Ok(String::new())
}

fn undo(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    xboard.begin(bench, &["h2e2"])?;
    bench.say("undo")?;
    bench.say("sd 2")?;
    xboard.go(bench, &start()?).map(|(mv, _)| mv)
}

fn twice(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    let mut moves = Vec::new();
    for _ in 0..2 {
        let position = xboard.begin(bench, &["h2e2"])?;
        bench.say("sd 4")?;
        moves.push(xboard.go(bench, &position)?.0);
    }
    demand(moves[0] == moves[1], || format!("first {}, then {}", moves[0], moves[1]))?;
    Ok(moves[0].clone())
}

fn results(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    for result in ["1-0 {White wins}", "1/2-1/2 {agreed}"] {
        let position = xboard.begin(bench, &[])?;
        bench.say("sd 2")?;
        xboard.go(bench, &position)?;
        bench.say(&format!("result {result}"))?;
    }
    Ok(String::new())
}

fn quit(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    xboard.begin(bench, &[])?;
    bench.say(DEEP)?;
    bench.say("st 60")?;
    bench.say("go")?;
    bench.overhear(Duration::from_millis(200))?;
    bench.say("quit")?;
    bench.await_end()
}

fn quit_well(_: &mut Xboard, bench: &mut Bench) -> Finding {
    bench.say("quit")?;
    bench.await_success()
}
