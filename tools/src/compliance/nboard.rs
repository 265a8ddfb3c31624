//! NBoard's protocol.

use std::time::Duration;

use ::othello::Position;

use super::course::{Bench, Course, Finding, Miss, Step, demand, fail, skip};
use super::othello::{BEFORE_PASS, after, cells, is_legal, legal, play};
use crate::arena::player::Fault;

/// How long the first hint is waited for; an engine without hints says nothing at all.
const HINTS: Duration = Duration::from_secs(3);

/// An engine that speaks NBoard's protocol.
#[derive(Debug, Default)]
pub struct Nboard {
    title: Option<String>,
    pinged: u32,
    greeted: Duration,
}

impl Nboard {
    /// What it says until it has done what it was told, and how long that took.
    fn ping(&mut self, bench: &mut Bench) -> Result<(Vec<String>, Duration), Fault> {
        self.pinged += 1;
        let pong = format!("pong {}", self.pinged);
        let (lines, time) =
            bench.ask(&format!("ping {}", self.pinged), bench.patience.ready, |line| line == pong)?;
        Ok((lines.into_iter().map(|heard| heard.text).collect(), time))
    }

    /// Sets a game and asks for a move, which must be legal.
    fn answer(&mut self, bench: &mut Bench, position: Position) -> Result<String, Miss> {
        bench.say(&format!("set game {}", game_of(position)))?;
        self.go(bench, position)
    }

    fn go(&mut self, bench: &mut Bench, position: Position) -> Result<String, Miss> {
        let (lines, _) = bench.ask("go", bench.patience.answer, |line| line.starts_with("==="))?;
        let line = lines.last().map(|heard| heard.text.trim().to_owned()).unwrap_or_default();
        let word = line[3..].split([' ', '/']).find(|word| !word.is_empty()).unwrap_or_default();
        let mv = if word.eq_ignore_ascii_case("pa") { "pass".to_owned() } else { word.to_ascii_lowercase() };
        demand(is_legal(&position, &mv), || {
            format!("\"{line}\" is not one of {}", legal(&position).join(" "))
        })?;
        Ok(mv)
    }
}

fn game_of(position: Position) -> String {
    format!("(;GM[Othello]PC[test]PB[Black]PW[White]RE[?]TY[8]BO[8 {}];)", cells(position))
}

impl Course for Nboard {
    const STEPS: &'static [Step<Nboard>] = STEPS;

    fn greet(&mut self, bench: &mut Bench) -> Result<(), Fault> {
        bench.say("nboard 2")?;
        let (lines, time) = self.ping(bench)?;
        self.greeted = time;
        let name = lines.iter().find_map(|line| line.trim().strip_prefix("set myname "));
        self.title = name.map(str::to_owned);
        bench.say("set depth 4").map(drop)
    }

    fn protocol(&self) -> &'static str {
        "nboard"
    }

    fn title(&self) -> Option<String> {
        self.title.clone()
    }
}

const STEPS: &[Step<Nboard>] = &[
    Step { name: "handshake", check: handshake },
    Step { name: "unknown commands are ignored", check: unknown },
    Step { name: "a legal move from the start", check: first_move },
    Step { name: "go plays nothing", check: no_play },
    Step { name: "moves are played", check: moves },
    Step { name: "a forced pass", check: pass },
    Step { name: "a game of many moves", check: many },
    Step { name: "hints", check: hints },
    Step { name: "a ping ends a search", check: stopped },
    Step { name: "the same move twice", check: twice },
    Step { name: "a game that is none", check: nonsense },
    Step { name: "a whole game", check: whole },
    Step { name: "quit", check: quit },
    Step { name: "the end of input", check: |_, bench| bench.end_input() },
];

fn handshake(nboard: &mut Nboard, _: &mut Bench) -> Finding {
    let Some(title) = &nboard.title else { return fail("there is no set myname") };
    Ok(format!("{title}, {} ms", nboard.greeted.as_millis()))
}

fn unknown(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    for line in ["xyzzy", "set contempt 3", "set nothing", "move", ""] {
        bench.say(line)?;
    }
    nboard.ping(bench)?;
    Ok(String::new())
}

fn first_move(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    nboard.answer(bench, Position::START)
}

fn no_play(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    nboard.answer(bench, Position::START)?;
    nboard.go(bench, Position::START)
}

fn moves(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    nboard.answer(bench, Position::START)?;
    for line in ["move F5", "move d6/1.50/0.2", "move C3//1"] {
        bench.say(line)?;
    }
    nboard.go(bench, after("f5d6c3")?)
}

fn pass(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    let position = after(BEFORE_PASS)?;
    nboard.answer(bench, position)?;
    bench.say("move PA")?;
    nboard.go(bench, position.passed())
}

fn many(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    let game = "(;GM[Othello]PC[test]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
                B[F5/1.2/0.5]W[D6]B[c3//3]W[D3]B[C4];)";
    bench.say(&format!("set game {game}"))?;
    nboard.go(bench, after("f5d6c3d3c4")?)
}

fn hints(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    bench.say(&format!("set game {}", game_of(Position::START)))?;
    bench.say("hint 2")?;
    let found = bench.hear("hint 2", HINTS, |line| line.starts_with("search "));
    let Ok(lines) = found else { return skip("no search lines") };
    let line = lines.last().map(|heard| heard.text.clone()).unwrap_or_default();
    let best: String = line.split_whitespace().nth(1).unwrap_or_default().chars().take(2).collect();
    demand(is_legal(&Position::START, &best), || format!("\"{line}\" begins with no legal move"))?;
    nboard.ping(bench)?;
    Ok(line)
}

fn stopped(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    bench.say(&format!("set game {}", game_of(Position::START)))?;
    bench.say("set depth 60")?;
    bench.say("go")?;
    bench.overhear(Duration::from_millis(200))?;
    let (_, time) = nboard.ping(bench)?;
    bench.say("set depth 4")?;
    let limit = Duration::from_millis(500) + bench.margin;
    demand(time <= limit, || format!("pong after {} ms", time.as_millis()))?;
    Ok(format!("pong after {} ms", time.as_millis()))
}

fn twice(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    let position = after("f5d6c3")?;
    let (first, second) = (nboard.answer(bench, position)?, nboard.answer(bench, position)?);
    demand(first == second, || format!("first {first}, then {second}"))?;
    Ok(first)
}

/// Nothing may be guessed: a bad game has no move.
fn nonsense(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    nboard.answer(bench, Position::START)?;
    for game in ["(;GM[Othello]BO[8 --- *];)", "hello", "(;GM[Othello]BO[8"] {
        bench.say(&format!("set game {game}"))?;
    }
    nboard.ping(bench)?;
    bench.say("go")?;
    let said = bench.overhear(Duration::from_millis(300))?;
    let is_move = |line: &&String| {
        let word = line.trim().strip_prefix("===").map(|rest| rest.trim().split([' ', '/']).next());
        word.flatten().is_some_and(|word| is_legal(&Position::START, word))
    };
    nboard.ping(bench)?;
    match said.iter().find(is_move) {
        Some(line) => fail(format!("\"{line}\" in a game that is none")),
        None => Ok(String::new()),
    }
}

fn whole(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    let mut position = Position::START;
    bench.say("set depth 1")?;
    bench.say(&format!("set game {}", game_of(position)))?;
    let mut plies = 0;
    while !position.board.is_over() {
        let mv = nboard.go(bench, position)?;
        play(&mut position, &mv);
        bench.say(&format!("move {}", if mv == "pass" { "PA" } else { &mv }))?;
        plies += 1;
    }
    Ok(format!("{plies} plies"))
}

fn quit(_: &mut Nboard, bench: &mut Bench) -> Finding {
    bench.say("quit")?;
    bench.await_end()
}
