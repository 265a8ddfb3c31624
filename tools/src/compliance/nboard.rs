//! NBoard's protocol.

use std::time::Duration;

use ::othello::Position;

use super::harness::{Harness, StepFailure, StepResult, fail, require, require_equal, skip, within};
use super::othello::{BEFORE_PASS, after, cells, is_legal, legal, play};
use super::step_list::{Step, StepList};

/// The longest wait for the first hint. An engine without hints writes nothing.
const HINTS: Duration = Duration::from_secs(3);

/// An engine that speaks NBoard's protocol.
#[derive(Clone, Debug, Default)]
pub struct Nboard {
    name: Option<String>,
    handshake_time: Duration,
}

impl Nboard {
    /// Waits until the engine has done what it was sent, and returns the time that took.
    fn ping(&mut self, harness: &mut Harness) -> Result<Duration, StepFailure> {
        let (lines, time) = harness.ping()?;
        lines.iter().for_each(|output| self.introduce(&output.text));
        Ok(time)
    }

    /// Reads its name, which some engines report with their depth only.
    fn introduce(&mut self, line: &str) {
        if let Some(name) = line.trim().strip_prefix("set myname ") {
            self.name = Some(name.trim().to_owned());
        }
    }

    /// Sends a game and searches it. The move must be legal.
    fn answer(&mut self, harness: &mut Harness, position: Position) -> Result<String, StepFailure> {
        harness.send(&format!("set game {}", game_of(position)))?;
        self.go(harness, position)
    }

    fn go(&mut self, harness: &mut Harness, position: Position) -> Result<String, StepFailure> {
        let (lines, _) = harness.request("go", harness.timeouts.answer, |line| line.starts_with("==="))?;
        let line = lines.last().map(|output| output.text.trim().to_owned()).unwrap_or_default();
        let word = line[3..].split([' ', '/']).find(|word| !word.is_empty()).unwrap_or_default();
        let mv = if word.eq_ignore_ascii_case("pa") { "pass".to_owned() } else { word.to_ascii_lowercase() };
        require(is_legal(&position, &mv), || {
            format!("\"{line}\" is not one of {}", legal(&position).join(" "))
        })?;
        Ok(mv)
    }
}

fn game_of(position: Position) -> String {
    format!("(;GM[Othello]PC[test]PB[Black]PW[White]RE[?]TY[8]BO[8 {}];)", cells(position))
}

impl StepList for Nboard {
    fn steps(&self) -> Vec<Step<Nboard>> {
        [STEPS, &Step::ENDINGS].concat()
    }

    fn handshake(&mut self, harness: &mut Harness) -> Result<(), StepFailure> {
        harness.send_all(["nboard 2", "set depth 4"])?;
        self.handshake_time = self.ping(harness)?;
        Ok(())
    }

    fn engine_name(&self) -> Option<String> {
        self.name.clone()
    }
}

const STEPS: &[Step<Nboard>] = &[
    Step::protocol("handshake", handshake),
    Step::protocol("unknown commands are ignored", unknown),
    Step::protocol("a legal move from the start", |nboard, harness| nboard.answer(harness, Position::START)),
    Step::protocol("go plays nothing", no_play),
    Step::protocol("moves are played", moves),
    Step::protocol("a forced pass", pass),
    Step::protocol("a game of many moves", many),
    Step::protocol("hints", hints),
    Step::protocol("a ping ends a search", stopped),
    Step::protocol("a whole game", whole),
    Step::protocol("quit", |_, harness| harness.quit()),
    Step::robustness("broken lines do no harm", broken),
    Step::robustness("the same move twice", twice),
    Step::robustness("an invalid game", nonsense),
];

/// Its name is for the window alone, and may be missing.
fn handshake(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    let time = within(nboard.handshake_time, harness.timeouts.start, Duration::ZERO)?;
    Ok(format!("{}, {time}", nboard.name.as_deref().unwrap_or("no set myname")))
}

fn unknown(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    harness.send_all(["xyzzy", "set contempt 3", "set nothing 3"])?;
    nboard.ping(harness)?;
    Ok(String::new())
}

fn broken(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    harness.send_all(["set", "set depth", "set depth x", "move", "hint", "hint x", ""])?;
    nboard.ping(harness)?;
    harness.send("set depth 4")?;
    Ok(String::new())
}

fn no_play(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    nboard.answer(harness, Position::START)?;
    nboard.go(harness, Position::START)
}

fn moves(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    nboard.answer(harness, Position::START)?;
    harness.send_all(["move F5", "move d6/1.50/0.2", "move C3//1"])?;
    nboard.go(harness, after("f5d6c3")?)
}

fn pass(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    let position = after(BEFORE_PASS)?;
    nboard.answer(harness, position)?;
    harness.send("move PA")?;
    nboard.go(harness, position.passed())
}

fn many(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    let game = "(;GM[Othello]PC[test]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
                B[F5/1.2/0.5]W[D6]B[c3//3]W[D3]B[C4];)";
    harness.send(&format!("set game {game}"))?;
    nboard.go(harness, after("f5d6c3d3c4")?)
}

fn hints(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    harness.send(&format!("set game {}", game_of(Position::START)))?;
    harness.send("hint 2")?;
    let is_hint = |line: &str| line.starts_with("search ") || line.starts_with("book ");
    let Some(lines) = harness.read_until(HINTS, is_hint)? else { return skip("no search lines") };
    let line = lines.last().map(|output| output.text.clone()).unwrap_or_default();
    let best: String = line.split_whitespace().nth(1).unwrap_or_default().chars().take(2).collect();
    require(is_legal(&Position::START, &best), || format!("\"{line}\" begins with no legal move"))?;
    nboard.ping(harness)?;
    Ok(line)
}

fn stopped(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    harness.send(&format!("set game {}", game_of(Position::START)))?;
    harness.send_all(["set depth 60", "go"])?;
    harness.collect(Duration::from_millis(200))?;
    let time = nboard.ping(harness)?;
    harness.send("set depth 4")?;
    within(time, Duration::from_millis(500), harness.margin)
}

fn twice(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    let position = after("f5d6c3")?;
    let first = nboard.answer(harness, position)?;
    require_equal(first, &nboard.answer(harness, position)?)
}

/// There is no move in an invalid game.
fn nonsense(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    nboard.answer(harness, Position::START)?;
    for game in ["(;GM[Othello]BO[8 --- *];)", "hello", "(;GM[Othello]BO[8"] {
        harness.send(&format!("set game {game}"))?;
    }
    nboard.ping(harness)?;
    harness.send("go")?;
    let written = harness.collect(Duration::from_millis(300))?;
    let is_move = |line: &&String| {
        let word = line.trim().strip_prefix("===").map(|rest| rest.trim().split([' ', '/']).next());
        word.flatten().is_some_and(|word| is_legal(&Position::START, word))
    };
    nboard.ping(harness)?;
    match written.iter().find(is_move) {
        Some(line) => fail(format!("\"{line}\" in an invalid game")),
        None => Ok(String::new()),
    }
}

fn whole(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    let mut position = Position::START;
    harness.send("set depth 1")?;
    harness.send(&format!("set game {}", game_of(position)))?;
    let mut plies = 0;
    while !position.board.is_over() {
        let mv = nboard.go(harness, position)?;
        play(&mut position, &mv);
        harness.send(&format!("move {}", if mv == "pass" { "PA" } else { &mv }))?;
        plies += 1;
    }
    Ok(format!("{plies} plies"))
}
