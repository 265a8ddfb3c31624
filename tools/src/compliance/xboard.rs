//! CECP, the protocol of XBoard.

use std::time::{Duration, Instant};

use ::xiangqi::Position;

use super::course::{Bench, Course, Finding, Miss, Step, demand, fail, skip};
use super::xiangqi::{MIDDLE, is_legal, position, start};
use crate::arena::drivers::points::Points;
use crate::arena::drivers::xboard::features::Features;
use crate::arena::player::Fault;

/// A depth that no search reaches: the one set in a former step would hold otherwise.
const DEEP: &str = "sd 99";

/// An engine that speaks CECP.
#[derive(Debug, Default)]
pub struct Xboard {
    features: Features,
    greeted: Duration,
    pinged: u32,
}

impl Xboard {
    /// Waits until the engine has done what it was told; an engine without `ping` is given a moment.
    fn settle(&mut self, bench: &mut Bench) -> Result<Vec<String>, Fault> {
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
        let last = lines.last().map(|heard| heard.text.trim().to_owned()).unwrap_or_default();
        let mv = Points::default().read(last.strip_prefix("move ").unwrap_or_default());
        demand(is_legal(position, &mv), || format!("\"{last}\" is not legal"))?;
        Ok((mv, time))
    }
}

fn check_refusals(said: &[String]) -> Result<(), Miss> {
    let bad = said.iter().find(|line| line.starts_with("Illegal") || line.starts_with("tellusererror"));
    match bad {
        Some(line) => fail(format!("it said \"{line}\"")),
        None => Ok(()),
    }
}

impl Course for Xboard {
    const STEPS: &'static [Step<Xboard>] = STEPS;

    fn greet(&mut self, bench: &mut Bench) -> Result<(), Fault> {
        *self = Xboard::default();
        bench.say("xboard")?;
        let begin = bench.say("protover 2")?;
        let until = begin + bench.patience.start.min(Duration::from_secs(2));
        while self.features.is_done != Some(true) {
            let Some(heard) = bench.process()?.hear(until)? else { break };
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
    Step { name: "features within two seconds", check: handshake },
    Step { name: "ping while idle", check: ping },
    Step { name: "unknown commands are survived", check: unknown },
    Step { name: "a legal move from the start", check: first_move },
    Step { name: "a move after moves", check: after_moves },
    Step { name: "an answer to a move", check: reply },
    Step { name: "nobody thinks in force mode", check: force },
    Step { name: "a legal move from a FEN", check: from_fen },
    Step { name: "st is kept", check: move_time },
    Step { name: "level and time are kept", check: clock },
    Step { name: "? makes it move", check: hurry },
    Step { name: "illegal moves are named", check: illegal },
    Step { name: "a FEN that is none", check: nonsense },
    Step { name: "undo", check: undo },
    Step { name: "the same move twice", check: twice },
    Step { name: "new games after results", check: results },
    Step { name: "quit during a search", check: quit },
    Step { name: "the end of input", check: |_, bench| bench.end_input() },
];

fn handshake(xboard: &mut Xboard, _: &mut Bench) -> Finding {
    let features = &xboard.features;
    demand(features.is_done == Some(true), || "there is no feature done=1".to_owned())?;
    let Some(name) = &features.name else { return fail("there is no feature myname") };
    let plays = features.variants.split(',').any(|variant| variant.trim() == "xiangqi");
    demand(plays, || format!("variants=\"{}\" without xiangqi", features.variants))?;
    Ok(format!("{name}, {} options, {} ms", features.options.len(), xboard.greeted.as_millis()))
}

fn ping(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    if !xboard.features.has_ping {
        return skip("no ping");
    }
    let begin = Instant::now();
    xboard.settle(bench)?;
    Ok(format!("{} ms", begin.elapsed().as_millis()))
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
    let limit = Duration::from_secs(1) + bench.margin;
    demand(time <= limit, || format!("{} ms instead of 1000", time.as_millis()))?;
    Ok(format!("{} ms of 1000", time.as_millis()))
}

fn clock(xboard: &mut Xboard, bench: &mut Bench) -> Finding {
    let position = xboard.begin(bench, &[])?;
    for line in [DEEP, "level 0 1 0", "time 200", "otim 200"] {
        bench.say(line)?;
    }
    let (_, time) = xboard.go(bench, &position)?;
    demand(time <= Duration::from_secs(2), || format!("{} ms of the 2 s left", time.as_millis()))?;
    Ok(format!("{} ms of the 2 s left", time.as_millis()))
}

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
    let (_, time) = xboard.answer(bench, "?", &position)?;
    let limit = Duration::from_millis(500) + bench.margin;
    demand(time <= limit, || format!("{} ms", time.as_millis()))?;
    Ok(format!("{} ms", time.as_millis()))
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
