//! NBoard's protocol.

use std::time::Duration;

use ::othello::Position;

use super::bench::{Bench, Finding, Miss, demand, fail, skip, within};
use super::course::{Course, Step};
use super::othello::{BEFORE_PASS, after, cells, is_legal, legal, play};

/// How long the first hint is waited for; an engine without hints says nothing at all.
const HINTS: Duration = Duration::from_secs(3);

/// An engine that speaks NBoard's protocol.
#[derive(Clone, Debug, Default)]
pub struct Nboard {
    title: Option<String>,
    pinged: u32,
    greeted: Duration,
}

impl Nboard {
    /// Waits until it has done what it was told, and returns how long that took.
    fn ping(&mut self, bench: &mut Bench) -> Result<Duration, Miss> {
        self.pinged += 1;
        let pong = format!("pong {}", self.pinged);
        let (lines, time) =
            bench.ask(&format!("ping {}", self.pinged), bench.patience.ready, |line| line == pong)?;
        lines.iter().for_each(|heard| self.introduce(&heard.text));
        Ok(time)
    }

    /// Takes note of its name, which some engines give with their depth only.
    fn introduce(&mut self, line: &str) {
        if let Some(name) = line.trim().strip_prefix("set myname ") {
            self.title = Some(name.trim().to_owned());
        }
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
    fn steps(&self) -> Vec<Step<Nboard>> {
        STEPS.to_vec()
    }

    fn greet(&mut self, bench: &mut Bench) -> Result<(), Miss> {
        bench.say("nboard 2")?;
        bench.say("set depth 4")?;
        self.greeted = self.ping(bench)?;
        Ok(())
    }

    fn protocol(&self) -> &'static str {
        "nboard"
    }

    fn title(&self) -> Option<String> {
        self.title.clone()
    }
}

const STEPS: &[Step<Nboard>] = &[
    Step::protocol("handshake", handshake),
    Step::protocol("unknown commands are ignored", unknown),
    Step::protocol("a legal move from the start", first_move),
    Step::protocol("go plays nothing", no_play),
    Step::protocol("moves are played", moves),
    Step::protocol("a forced pass", pass),
    Step::protocol("a game of many moves", many),
    Step::protocol("hints", hints),
    Step::protocol("a ping ends a search", stopped),
    Step::protocol("a whole game", whole),
    Step::protocol("quit", quit),
    Step::robustness("broken lines are survived", broken),
    Step::robustness("the same move twice", twice),
    Step::robustness("a game that is none", nonsense),
    Step::robustness("quit ends with status 0", quit_well),
    Step::robustness("the end of input", |_, bench| bench.end_input()),
];

/// Its name is for the window alone, and may be missing.
fn handshake(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    let time = within(nboard.greeted, bench.patience.start, Duration::ZERO)?;
    Ok(format!("{}, {time}", nboard.title.as_deref().unwrap_or("no set myname")))
}

fn unknown(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    for line in ["xyzzy", "set contempt 3", "set nothing 3"] {
        bench.say(line)?;
    }
    nboard.ping(bench)?;
    Ok(String::new())
}

fn broken(nboard: &mut Nboard, bench: &mut Bench) -> Finding {
    for line in ["set", "set depth", "set depth x", "move", "hint", "hint x", ""] {
        bench.say(line)?;
    }
    nboard.ping(bench)?;
    bench.say("set depth 4")?;
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
    let is_hint = |line: &str| line.starts_with("search ") || line.starts_with("book ");
    let Some(lines) = bench.read_until(HINTS, is_hint)? else { return skip("no search lines") };
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
    let time = nboard.ping(bench)?;
    bench.say("set depth 4")?;
    within(time, Duration::from_millis(500), bench.margin)
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

fn quit_well(_: &mut Nboard, bench: &mut Bench) -> Finding {
    bench.say("quit")?;
    bench.await_success()
}
